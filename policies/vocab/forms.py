"""Said forms as patterns.

A form is a word or phrase as it is said: nouns as they are ("약값"), verbs and adjectives in
their dictionary form ("누워 지내다"), which then covers every conjugation and honorific. Signs:

- `..` between parts: up to three other words may stand there ("혼자 .. 키우다");
- `(가|나)`: either;
- `~` at the end: the letters as written, whatever follows ("짤렸~"), for spellings that are no
  dictionary form.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from policies.retrieval.morphemes import normalise
from policies.vocab.readings import Part, Reading, parts_read

GAP = ".."
_EITHER = re.compile(r"\(([^()]*)\)")
# A full stop inside a number (6.25) is a letter like others.
_SIGNS = re.compile(r"[()|~]|(?<!\d)\.|\.(?!\d)")


@dataclass(frozen=True)
class Stems:
    """Stems in a row, as letters: the analyser may cut them apart otherwise in a sentence.
    `only`: class of the morpheme when it is a single one, which then has to be that."""

    text: str
    only: str


@dataclass(frozen=True)
class Pattern:
    """Parts with other words between them, or one part."""

    parts: tuple[Stems, ...]


@dataclass(frozen=True)
class Letters:
    """Letters without spaces; `open`: whatever follows, else to the end of a morpheme."""

    flat: str
    open: bool


Compiled = tuple[list[Pattern], list[Letters]]
MOST_KNOWN = 50_000
_known: dict[str, Compiled] = {}


def spelled_out(form: str) -> list[str]:
    """The forms behind the alternatives `(가|나)` of one."""
    pieces = _EITHER.split(normalise(form).strip())
    choices = [piece.split("|") if number % 2 else [piece] for number, piece in enumerate(pieces)]
    return [" ".join("".join(chosen).split()) for chosen in itertools.product(*choices)]


def form_problem(form: str) -> str | None:
    """A Korean sentence on what is wrong with the signs of a form, None when nothing."""
    plain = normalise(form).strip()
    if not plain or not re.search(r"[가-힣A-Za-z0-9]", plain):
        return f"‘{form}’에는 글자가 없습니다."
    if _SIGNS.search(_EITHER.sub("", plain).replace(GAP, "").removesuffix("~")):
        return f"‘{form}’의 기호를 읽을 수 없습니다. 쓸 수 있는 것은 (가|나), .., 끝의 ~뿐입니다."
    for one in spelled_out(plain):
        if any(not part.strip() for part in one.removesuffix("~").split(GAP)):
            return f"‘{form}’에서 .. 앞뒤 또는 ~ 앞이 비어 있습니다."
        if "~" in one and GAP in one:
            return f"‘{form}’: ..와 ~는 함께 쓸 수 없습니다."
    return None


def compiled(forms: Sequence[str]) -> list[Compiled]:
    """What each of the forms is looked for as. Kept for the process: an edited vocabulary only
    costs its new forms."""
    if len(_known) + len(forms) > MOST_KNOWN:
        _known.clear()
    new = {form: spelled_out(form) for form in forms if form not in _known}
    read = parts_read(part for ones in new.values() for one in ones for part in _parts(one))
    found = {form: _compiled(ones, read) for form, ones in new.items()}
    _known.update(found)
    return [_known.get(form) or found[form] for form in forms]


def _compiled(ones: Iterable[str], read: Mapping[str, Part]) -> Compiled:
    patterns: dict[Pattern, None] = {}
    letters: dict[Letters, None] = {}
    for one in ones:
        parts = [read[part] for part in _parts(one)]
        if not parts:
            letters[Letters(_flat(one[:-1]), open=True)] = None
            continue
        if len(parts) == 1 and not parts[0].verb and len(_flat(one)) > 1:
            letters[Letters(_flat(one), open=False)] = None
        choices = [part.readings if len(parts) > 1 else part.whole for part in parts]
        for chosen in itertools.product(*choices):
            patterns[Pattern(tuple(map(_stems, chosen)))] = None
    return list(patterns), list(letters)


def _stems(reading: Reading) -> Stems:
    only = reading[0][1] if len(reading) == 1 else ""
    return Stems("".join(stem for stem, _ in reading), only)


def _parts(one: str) -> list[str]:
    """Parts that are read as morphemes; none where the letters count."""
    return [] if one.endswith("~") else [part.strip() for part in one.split(GAP)]


def _flat(form: str) -> str:
    return "".join(form.split()).lower()


def flat_forms(forms: Iterable[str]) -> set[str]:
    """Forms spelled out, without spaces and signs, to compare them with one another."""
    return {
        _flat(one.removesuffix("~").replace(GAP, " "))
        for form in forms
        for one in spelled_out(form)
    }
