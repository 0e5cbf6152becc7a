"""What may go out, line by line, so that it works on a stream.

A line is cleaned of what is ours (ids, names of code), dropped where it repeats instructions or a
disclaimer, cut where it is too long, softened where it promises more than the verdict, and masked
where it holds somebody's personal data that no source of the answer states.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from chat.agent.guardrails.promises import is_promise, may_promise, softened
from chat.agent.internals import without_internals
from chat.agent.understanding import find_pii
from chat.agent.understanding.pii import LABELS
from chat.answer import Answer

PROMPTS = Path(__file__).parents[1] / "prompts"
# So many letters in a row, spaces and signs left out, are no accident.
OVERLAP = 24
LINE_LENGTH = 400
SOFT_LENGTH = 1800
HARD_LENGTH = 4000
_LETTERS = re.compile(r"[^0-9A-Za-z가-힣]+")
_SENTENCE = re.compile(r"(?<=[.!?다요])\s+(?=\S)")
_MARKS = re.compile(r"(?:\s*\[\d{1,3}\])+$")
_MARK = re.compile(r"\[\d{1,3}\]")
_DISCLAIMER = re.compile(
    r"정확한\s?(?:내용|정보|사항|자격)\S*\s?.{0,30}(?:확인|문의)|참고용|법적\s?(?:효력|책임)|"
    r"(?:AI|인공지능)\S*\s?.{0,14}(?:작성|생성|틀릴|실수|부정확)|실제와?\s?(?:내용이\s)?다를\s?수|"
    r"(?:자세한|더\s?자세한)\s?(?:내용|사항)\S*\s?.{0,24}(?:문의|확인)|상담\s?결과\S*\s?보장"
)
# The office's own: never masked in what code took from sources.
_PUBLIC = {"landline", "email", "address", "account", "plate", "name"}

KINDS = {
    "internal": "내부 표현",
    "prompt": "지시문",
    "disclaimer": "되풀이한 안내",
    "personal": "개인정보",
    "promise": "판정보다 앞선 약속",
    "length": "긴 문장",
}


@dataclass(frozen=True)
class Removed:
    """What was taken out or changed, for the trace: `kind` names the check."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f"{KINDS[self.kind]}: {self.text}"


@cache
def _prompt_pieces() -> frozenset[str]:
    """Every run of `OVERLAP` letters of the instructions."""
    pieces: set[str] = set()
    for path in PROMPTS.glob("*.md"):
        letters = _LETTERS.sub("", path.read_text(encoding="utf-8"))
        pieces.update(letters[at : at + OVERLAP] for at in range(len(letters) - OVERLAP + 1))
    return frozenset(pieces)


class OutputGuard:
    """Checks the lines of one answer in their order. `by_model`: the words are a model's; what
    code composed out of sources is not shortened, and keeps the sources' promises."""

    def __init__(self, answer: Answer, *, by_model: bool) -> None:
        self._answer = answer
        self._by_model = by_model
        self._sources = ""
        self._length = 0
        self._told_disclaimer = False

    def line(self, text: str) -> tuple[str, list[Removed]]:
        """The line as it may be shown, "" where nothing of it may; and what was changed."""
        cleaned, cut = without_internals(text)
        removed = [Removed("internal", one) for one in cut]
        if _quotes_prompt(cleaned):
            return "", [*removed, Removed("prompt", text)]
        if self._is_repeated(cleaned):
            return "", [*removed, Removed("disclaimer", text)]
        cleaned, hidden = self._without_strangers(cleaned)
        removed += hidden
        if self._by_model:
            cleaned, changed = self._as_sure_as_known(cleaned)
            removed += changed
            cleaned, shortened = self._shortened(cleaned)
            removed += shortened
        if cleaned.strip():
            self._length += len(cleaned)
        return cleaned, removed

    def _is_repeated(self, line: str) -> bool:
        """A second disclaimer says nothing new."""
        if _MARK.search(line) or not _DISCLAIMER.search(line):
            return False
        again, self._told_disclaimer = self._told_disclaimer, True
        return again and len(_SENTENCE.split(line.strip())) == 1

    def _as_sure_as_known(self, line: str) -> tuple[str, list[Removed]]:
        if not is_promise(line) or may_promise(line, self._answer):
            return line, []
        return softened(line), [Removed("promise", line)]

    def _shortened(self, line: str) -> tuple[str, list[Removed]]:
        """Whole sentences up to the limit, with the citations of the line; past the soft limit
        of the answer only cited lines, past the hard one none. The first line always stays."""
        if self._length > HARD_LENGTH or (self._length > SOFT_LENGTH and not _MARK.search(line)):
            return "", [Removed("length", line)]
        if len(line) <= LINE_LENGTH:
            return line, []
        marks = "".join(_MARKS.findall(line))
        kept = ""
        for sentence in _SENTENCE.split(_MARKS.sub("", line)):
            if kept and len(kept) + len(sentence) > LINE_LENGTH:
                break
            kept = f"{kept} {sentence}".strip()
        return kept + marks, [Removed("length", line)]

    def _without_strangers(self, line: str) -> tuple[str, list[Removed]]:
        parts: list[str] = []
        removed: list[Removed] = []
        position = 0
        for span in find_pii(line):
            words = line[span.start : span.end]
            public = span.kind in _PUBLIC and not self._by_model
            if public or _LETTERS.sub("", words) in self._known():
                continue
            parts += [line[position : span.start], LABELS[span.kind]]
            removed.append(Removed("personal", LABELS[span.kind]))
            position = span.end
        return "".join([*parts, line[position:]]), removed

    def _known(self) -> str:
        """Letters of all that the sources of the answer state."""
        if not self._sources:
            self._sources = "\n".join(_LETTERS.sub("", one) for one in _stated(self._answer)) + "\n"
        return self._sources


def _quotes_prompt(line: str) -> bool:
    letters = _LETTERS.sub("", line)
    pieces = _prompt_pieces()
    return any(letters[at : at + OVERLAP] in pieces for at in range(len(letters) - OVERLAP + 1))


def _stated(answer: Answer) -> Iterator[str]:
    yield from (citation.quote for citation in answer.citations)
    for item in answer.items:
        yield from item.contacts
        yield from (item.name, item.agency, item.apply_url, item.detail_url)
        for claims in (item.benefit, item.application, item.documents):
            yield from (claim.text for claim in claims)
