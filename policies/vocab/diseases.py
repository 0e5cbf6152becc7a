"""Diseases ↔ KCD codes ↔ programmes, from `policies/reference/vocabulary/diseases*.yaml`.

Fields of an entry: `name` as official texts have it; `code`, the one KCD code that a person
with this disease is noted with (left out where everyday use leaves it open); `codes`, what
belongs to it in KCD-8 (the `code` by default); `wider`, the disease or group it belongs
to; `spellings`, which name it for certain, also as a fact of a person; `said`, which are good
enough to search by, but not directly before `not_before`; `programmes`, words of the
programmes that matter to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from policies.vocab.files import FOLDER, read_yaml
from policies.vocab.kcd import Range, code_range, plain_code, size, within
from policies.vocab.types import Entry, Kind

DISEASE_WEIGHT = 0.75
PREFIX = "disease-"
_LISTS = ("spellings", "said", "programmes", "not_before")
_FIELDS = {"name", "code", "codes", "wider", *_LISTS}


@dataclass(frozen=True)
class Disease:
    """`programmes` are those of this disease alone, not of the wider ones."""

    key: str
    name: str
    code: str | None
    codes: tuple[str, ...]
    wider: str | None
    spellings: tuple[str, ...]
    said: tuple[str, ...]
    programmes: tuple[str, ...]
    not_before: tuple[str, ...] = ()

    @property
    def ranges(self) -> tuple[Range, ...]:
        return tuple(map(code_range, self.codes))


def disease_files() -> list[Path]:
    return sorted(FOLDER.glob("diseases*.yaml"))


@cache
def diseases() -> dict[str, Disease]:
    """Every disease by its official name. Raises ValueError when the files are wrong."""
    found: dict[str, Disease] = {}
    for path in disease_files():
        for key, data in read_yaml(path).items():
            disease = _disease(key, data)
            if disease.name in found:
                raise ValueError(f"{path.name}: {disease.name}")
            found[disease.name] = disease
    unknown = {one.wider for one in found.values() if one.wider} - set(found)
    if unknown:
        raise ValueError(f"wider: {', '.join(sorted(unknown))}")
    return found


def _disease(key: str, data: dict[str, Any]) -> Disease:
    if unknown := set(data) - _FIELDS:
        raise ValueError(f"{key}: {', '.join(sorted(unknown))}")
    code = data.get("code")
    codes = data.get("codes", [code] if code else [])
    disease = Disease(
        key,
        str(data["name"]),
        code,
        tuple(map(str, codes)),
        data.get("wider"),
        *(tuple(map(str, data.get(name, ()))) for name in _LISTS),
    )
    if code and not any(first[:3] <= code <= last[:3] for first, last in disease.ranges):
        raise ValueError(f"{key}: {code}")
    return disease


@cache
def _by_key() -> dict[str, Disease]:
    return {disease.key: disease for disease in diseases().values()}


def disease_of_key(key: str) -> Disease | None:
    """The disease a vocabulary entry stands for."""
    return _by_key().get(key.removeprefix(PREFIX)) if key.startswith(PREFIX) else None


def disease_of_code(code: str) -> Disease | None:
    """The narrowest disease that a KCD code belongs to ("E11", "e11.9", "E119").

    Of equals, the one whose own `code` it is, then the first of the files.
    """
    wanted = plain_code(code)
    if wanted is None:
        return None
    fitting = [
        (min(size(one) for one in disease.ranges if within(wanted, [one])), disease)
        for disease in diseases().values()
        if within(wanted, disease.ranges)
    ]
    best = min(fitting, key=lambda item: (item[0], item[1].code != wanted[:3]), default=None)
    return best[1] if best else None


def lineage(disease: Disease) -> Iterator[Disease]:
    """The disease and the wider ones it belongs to."""
    seen: set[str] = set()
    step: Disease | None = disease
    while step and step.name not in seen:
        seen.add(step.name)
        yield step
        step = diseases().get(step.wider or "")


def programme_words(name: str) -> tuple[str, ...]:
    """Words of the programmes for a disease by its official name: its own, then those of the
    wider ones. Empty for a name that is not known."""
    disease = diseases().get(name)
    if disease is None:
        return ()
    words = (word for one in lineage(disease) for word in one.programmes)
    return tuple(dict.fromkeys(words))


@cache
def disease_entries() -> tuple[Entry, ...]:
    """The diseases as vocabulary: what people say → names, wider names, programme words.

    Groups that only others belong to are none.
    """
    named = (one for one in diseases().values() if one.spellings or one.said or one.codes)
    return tuple(map(_entry, named))


def _entry(disease: Disease) -> Entry:
    terms: dict[str, str] = {}
    for term in (*(one.name for one in lineage(disease)), *programme_words(disease.name)):
        terms.setdefault("".join(term.split()), term)
    written = tuple(f"{spelling}~" for spelling in disease.spellings)
    return Entry(
        f"{PREFIX}{disease.key}",
        (*written, *disease.said),
        tuple(terms.values()),
        Kind.DISEASE,
        DISEASE_WEIGHT,
        disease.not_before,
        codes=disease.codes,
    )
