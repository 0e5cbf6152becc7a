"""Suite "extraction": facts by member out of utterances, by the rules, or by the rules and the
configured model together; then the rules alone are a baseline, and the report says what became
of the model's facts and why.

An atom is (member, key, value); of a list each element counts, of `other` each free key. A said
date stands for every date it begins (2026-12 for 2026-12-05), an empty list is an atom of its
own. Metrics:

- precision, recall, f1: over all atoms of all cases; the report has them by key as well.
- wrong_person_rate: of the atoms found, those that are another member's by the gold case.
- hypothetical_error_rate: of the atoms found, those in cases of what-if or third-person talk
  (tags) that the gold case has for nobody.
- triple_f1: (subject, predicate, object), names compared without spaces; where the gold triple
  has a code, that too must be the same.
- residual_similarity: mean Dice overlap of the syllable pairs of the question left over; two
  empty ones are alike, an empty and a full one are not.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from chat.agent.understanding.extract import extract_turns, joined_turns
from chat.agent.understanding.types import Extraction
from chat.evals.model_reading import Said, read_by_model
from policies.evals.corpus import read_rows

Progress = Callable[[str, int, int], None]
NOT_MEANT = {"hypothetical", "third_person", "deceased", "topic_not_fact"}
_PART_OF_DATE = re.compile(r"^\d{4}(?:-\d{2})?$")
Atom = tuple[str, str, str]


class _Triple(BaseModel):
    model_config = ConfigDict(extra="ignore")

    subject: str
    predicate: str
    object: str
    code: str | None = None


class ExtractionCase(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: str
    as_of: date
    turns: list[str]
    facts: dict[str, dict[str, Any]]
    triples: list[_Triple] = []
    residual_query: str | None = None
    tags: list[str] = []


@dataclass
class _Tally:
    found: int = 0
    wanted: int = 0
    right: int = 0

    def add(self, found: int, wanted: int, right: int) -> None:
        self.found += found
        self.wanted += wanted
        self.right += right

    def rates(self) -> dict[str, float]:
        precision = self.right / self.found if self.found else 1.0
        recall = self.right / self.wanted if self.wanted else 1.0
        both = precision + recall
        f1 = 2 * precision * recall / both if both else 0.0
        return {"precision": precision, "recall": recall, "f1": f1}


@dataclass
class _Counts:
    atoms: _Tally = field(default_factory=_Tally)
    triples: _Tally = field(default_factory=_Tally)
    by_key: dict[str, _Tally] = field(default_factory=lambda: defaultdict(_Tally))
    wrong_person: int = 0
    not_meant: int = 0
    residual: float = 0.0
    failures: list[dict[str, Any]] = field(default_factory=list)


def evaluate_extraction(
    path: Path, *, progress: Progress, with_model: bool = False
) -> dict[str, Any]:
    """Report of the suite; `with_model`: the configured model reads, too. Raises CasesInvalid."""
    cases = read_rows(path, ExtractionCase)
    rules = [extract_turns(case.turns, as_of=case.as_of) for case in cases]
    read = _with_model(cases, rules, progress) if with_model else None
    results = read[0] if read else rules
    ours, plain, alone = _Counts(), _Counts(), _Counts()
    for number, (case, found, by_rules) in enumerate(zip(cases, results, rules, strict=True), 1):
        _count(ours, case, found)
        _count(plain, case, _without_members(by_rules))
        _count(alone, case, by_rules)
        progress("맞춰 보기", number, len(cases))
    baselines = {"모두 본인의 사실로 읽기": _metrics(plain, len(cases))}
    if read:
        baselines["모델 없이 (규칙만)"] = _metrics(alone, len(cases))
    return {
        "suite": "extraction",
        "cases": len(cases),
        "metrics": _metrics(ours, len(cases)),
        "baselines": baselines,
        "by_key": {key: tally.rates() for key, tally in sorted(ours.by_key.items())},
        "model": read[1] if read else None,
        "failures": ours.failures,
    }


def _with_model(
    cases: list[ExtractionCase], rules: list[Extraction], progress: Progress
) -> tuple[list[Extraction], dict[str, Any]]:
    said = [
        Said(joined_turns(case.turns), case.as_of, found)
        for case, found in zip(cases, rules, strict=True)
    ]
    return asyncio.run(read_by_model(said, progress))


def _without_members(found: Extraction) -> Extraction:
    """The same facts, all taken for the speaker's: what reading without kinship gives."""
    merged: dict[str, Any] = {}
    for facts in found.facts.values():
        merged |= facts
    return Extraction(facts={"self": merged} if merged else {}, residual=found.residual)


def _count(counts: _Counts, case: ExtractionCase, found: Extraction) -> None:
    wanted, got = atoms(case.facts), atoms(found.facts)
    pairs = _matched(wanted, got)
    extra = [atom for atom in got if atom not in pairs.values()]
    lost = [atom for atom in wanted if atom not in pairs]
    counts.atoms.add(len(got), len(wanted), len(pairs))
    for key in {atom[1] for atom in (*wanted, *got)}:
        counts.by_key[key].add(
            sum(atom[1] == key for atom in got),
            sum(atom[1] == key for atom in wanted),
            sum(atom[1] == key for atom in pairs),
        )
    strangers = [atom for atom in extra if _is_anothers(atom, lost)]
    counts.wrong_person += len(strangers)
    if NOT_MEANT & set(case.tags):
        counts.not_meant += sum(atom not in strangers for atom in extra)
    triples = _triples(case, found)
    counts.triples.add(*triples)
    likeness = similarity(case.residual_query or "", found.residual)
    counts.residual += likeness
    if extra or lost:
        counts.failures.append(
            {
                "id": case.id,
                "turns": case.turns,
                "expected": [" ".join(atom) for atom in lost],
                "got": [" ".join(atom) for atom in extra],
                "wrong_person": [" ".join(atom) for atom in strangers],
                "tags": case.tags,
            }
        )


def atoms(facts: dict[str, dict[str, Any]]) -> list[Atom]:
    """(member, key, value) of facts, each element of a list for itself."""
    found: list[Atom] = []
    for member, values in facts.items():
        for key, value in values.items():
            found += [(member, name, text) for name, text in _values(key, value)]
    return found


def _values(key: str, value: Any) -> Iterable[tuple[str, str]]:
    if isinstance(value, list):
        return [(key, _text(one)) for one in value] or [(key, "[]")]
    if key == "other" and isinstance(value, dict):
        return [(f"other.{name}", _text(one)) for name, one in value.items()]
    if isinstance(value, dict):
        return [(f"{key}.{name}", _text(one)) for name, one in value.items() if one is not None]
    return [(key, _text(value))]


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return re.sub(r"\s+", "", str(value))


def _matched(wanted: list[Atom], got: list[Atom]) -> dict[Atom, Atom]:
    """Wanted atom → the found atom that says the same."""
    pairs: dict[Atom, Atom] = {}
    left = list(got)
    for atom in wanted:
        hit = next((one for one in left if _same(atom, one)), None)
        if hit is not None and atom not in pairs:
            pairs[atom] = hit
            left.remove(hit)
    return pairs


def _same(wanted: Atom, got: Atom) -> bool:
    if wanted[:2] != got[:2]:
        return False
    if _PART_OF_DATE.match(wanted[2]):
        return got[2].startswith(wanted[2])
    if _PART_OF_DATE.match(got[2]) and "-" in got[2]:
        return wanted[2].startswith(got[2])
    return wanted[2] == got[2]


def _is_anothers(atom: Atom, lost: list[Atom]) -> bool:
    """Whether the found atom is one that the gold case has for somebody else."""
    return any(_same((atom[0], *other[1:]), atom) for other in lost if other[0] != atom[0])


def _triples(case: ExtractionCase, found: Extraction) -> tuple[int, int, int]:
    got = [(one.subject, one.predicate, _text(one.object), one.code or "") for one in found.triples]
    left = Counter(got)
    right = 0
    for want in case.triples:
        key = (want.subject, want.predicate, _text(want.object))
        hit = next(
            (one for one in left if one[:3] == key and (not want.code or one[3] == want.code)), None
        )
        if hit is not None:
            left[hit] -= 1
            left += Counter()
            right += 1
    return len(got), len(case.triples), right


def similarity(first: str, second: str) -> float:
    """Dice overlap of syllable pairs, 0..1; spaces and signs do not count."""
    one, two = _pairs(first), _pairs(second)
    if not one and not two:
        return 1.0
    total = sum(one.values()) + sum(two.values())
    return 2 * sum((one & two).values()) / total


def _pairs(text: str) -> Counter[str]:
    plain = re.sub(r"[\W_]+", "", text)
    return Counter(plain[place : place + 2] for place in range(len(plain) - 1))


def _metrics(counts: _Counts, cases: int) -> dict[str, float]:
    found = counts.atoms.found or 1
    return {
        **counts.atoms.rates(),
        "wrong_person_rate": counts.wrong_person / found,
        "hypothetical_error_rate": counts.not_meant / found,
        "triple_f1": counts.triples.rates()["f1"],
        "residual_similarity": counts.residual / cases,
    }
