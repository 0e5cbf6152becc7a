"""Random and mutated texts and facts through parser and engine.

Whatever is thrown at them: no exception, the rule survives its JSON form, every quote stands in
its section, and no verdict but "needs more info" comes without evidence.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.eligibility.outcome import Decision
from policies.eligibility.parsing.found import PolicyText
from policies.eligibility.parsing.parse import ParsedRule, parse_policy
from policies.eligibility.reference import ReferenceTables
from policies.eligibility.rule import rule_from_data, rule_leaves, rule_to_data
from policies.vocabulary import (
    BasicLivelihood,
    CareGrade,
    Disability,
    Education,
    Employment,
    HealthInsurance,
    HouseholdType,
    MaritalStatus,
    Nationality,
    Pregnancy,
    Section,
    Sex,
    Tenure,
    Verdict,
)

_SIGNS = "○-·※①②③()[]<>「」,.:;~%'\"/\n\n  0123456789년월일세개이상이하미만초과원만천"
_PLACES = [
    ("서울특별시", "동작구"),
    ("경상북도", "칠곡군"),
    ("부산광역시", None),
    ("제주특별자치도", "제주시"),
]
_AGENCIES = [
    "서울특별시 동작구",
    "보건복지부",
    "경상북도 칠곡군 복지과",
    "부산시설공단",
    "",
    "ㄱ" * 40,
]


@dataclass
class FuzzReport:
    """How many texts and decisions were tried, and what went wrong (at most 20 examples)."""

    texts: int = 0
    decisions: int = 0
    with_rule: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def fault(self, kind: str, text: PolicyText) -> None:
        if len(self.faults) < 20:
            self.faults.append(f"{kind}: {text!r}"[:600])


def fuzz(
    texts: Sequence[PolicyText],
    *,
    count: int,
    seed: int,
    tables: ReferenceTables,
    progress: Callable[[int], None] = lambda done: None,
) -> FuzzReport:
    """Try `count` texts made of `texts`, each with a random person. Deterministic by seed."""
    rng = random.Random(seed)  # noqa: S311 — repeatable, not secret
    report = FuzzReport()
    for text in _texts(texts, rng, count):
        report.texts += 1
        try:
            _try(text, rng, tables, report)
        except Exception as error:  # noqa: BLE001 — any exception at all is the finding
            report.fault(f"{type(error).__name__}: {error}", text)
        progress(report.texts)
    return report


def _try(text: PolicyText, rng: random.Random, tables: ReferenceTables, report: FuzzReport) -> None:
    parsed = parse_policy(text)
    _check_sources(parsed, text, report)
    if parsed.rule is None:
        return
    report.with_rule += 1
    if rule_from_data(rule_to_data(parsed.rule)) != parsed.rule:
        report.fault("round trip", text)
    decision = evaluate(parsed.rule, random_facts(rng), tables)
    report.decisions += 1
    verdict = decision.verdict.value
    report.verdicts[verdict] = report.verdicts.get(verdict, 0) + 1
    if not _has_evidence(decision, text):
        report.fault(f"{verdict} without evidence", text)


def _check_sources(parsed: ParsedRule, text: PolicyText, report: FuzzReport) -> None:
    sections = {Section.TARGET: text.target, Section.CRITERIA: text.criteria}
    for leaf in rule_leaves(parsed.rule) if parsed.rule is not None else []:
        if leaf.quote not in sections.get(leaf.section, ""):
            report.fault(f"quote not in section: {leaf.quote!r}", text)
    for span in parsed.unparsed:
        if sections[span.section][span.start : span.end] != span.text:
            report.fault("span out of place", text)


def _has_evidence(decision: Decision, text: PolicyText) -> bool:
    """Whether what carries a verdict is quoted, or is the region of the agency."""
    if decision.verdict is Verdict.NEEDS_MORE_INFO:
        return True
    carrying = [each for each in decision.outcomes if each.decisive]
    whole = text.target + text.criteria
    return bool(carrying) and all(
        (each.quote and each.quote in whole) or each.criterion == "region" for each in carrying
    )


def _texts(texts: Sequence[PolicyText], rng: random.Random, count: int) -> Iterator[PolicyText]:
    for _ in range(count):
        base, other = rng.choice(texts), rng.choice(texts)
        target, criteria = base.target, base.criteria
        for _ in range(rng.randint(0, 4)):
            target = _mutated(target, other.target, rng)
            criteria = _mutated(criteria, other.criteria, rng)
        agency = rng.choice([base.agency, other.agency, rng.choice(_AGENCIES)])
        yield PolicyText(base.title, agency, target[:4000], criteria[:4000], base.year)


def _mutated(text: str, other: str, rng: random.Random) -> str:
    start = rng.randint(0, len(text))
    end = min(len(text), start + rng.randint(0, 30))
    way = rng.randrange(8)
    if way == 0:
        return text[:start] + text[end:]
    if way == 1:
        return text[:start] + text[start:end] * 2 + text[end:]
    if way == 2:
        return text[:start] + "".join(rng.choices(_SIGNS, k=rng.randint(1, 8))) + text[start:]
    if way == 3:
        return text[:start] + other[rng.randint(0, len(other)) :][:200] + text[end:]
    if way == 4:
        lines = text.split("\n")
        rng.shuffle(lines)
        return "\n".join(lines)
    if way == 5:
        return "".join(
            rng.choice("0123456789") if c.isdigit() and rng.random() < 0.3 else c for c in text
        )
    if way == 6:
        return "".join(text.split())
    return (
        text[:start]
        + chr(rng.choice([rng.randint(0x20, 0x2FFF), rng.randint(0xAC00, 0xD7A3)]))
        + text[end:]
    )


def random_facts(rng: random.Random) -> ApplicantFacts:
    """A person of whom anything may be known or not."""
    as_of = date(2026, 1, 1) + timedelta(days=rng.randint(0, 364))
    values: dict[str, Any] = {"as_of": as_of}
    for key, make in _MAKERS.items():
        if rng.random() < 0.6:
            values[key] = make(rng, as_of)
    return ApplicantFacts.model_validate(values)


def _past(rng: random.Random, as_of: date, years: int) -> date:
    return as_of - timedelta(days=rng.randint(0, years * 365))


def _some(rng: random.Random, values: Sequence[Any]) -> list[Any]:
    return rng.sample(list(values), rng.randint(0, min(3, len(values))))


def _place(rng: random.Random) -> RegionFact:
    sido, sigungu = rng.choice(_PLACES)
    return RegionFact(sido=sido, sigungu=sigungu)


_MAKERS: dict[str, Callable[[random.Random, date], Any]] = {
    "birth_date": lambda rng, on: _past(rng, on, 100),
    "sex": lambda rng, _: rng.choice(list(Sex)),
    "region": lambda rng, _: _place(rng),
    "moved_in_on": lambda rng, on: _past(rng, on, 20),
    "nationality": lambda rng, _: rng.choice(list(Nationality)),
    "household_size": lambda rng, _: rng.randint(1, 8),
    "household_types": lambda rng, _: _some(rng, list(HouseholdType)),
    "marital_status": lambda rng, _: rng.choice(list(MaritalStatus)),
    "married_on": lambda rng, on: _past(rng, on, 30),
    "children": lambda rng, on: [_past(rng, on, 30) for _ in range(rng.randint(0, 4))],
    "pregnancy": lambda rng, _: rng.choice(list(Pregnancy)),
    "infertility_treatment": lambda rng, _: rng.random() < 0.5,
    "median_income_ratio": lambda rng, _: rng.randint(0, 300),
    "monthly_income": lambda rng, _: rng.randint(0, 10_000_000),
    "health_insurance": lambda rng, _: rng.choice(list(HealthInsurance)),
    "health_insurance_premium": lambda rng, _: rng.randint(0, 400_000),
    "assets": lambda rng, _: rng.randint(0, 1_000_000_000),
    "owns_home": lambda rng, _: rng.random() < 0.5,
    "tenure": lambda rng, _: rng.choice(list(Tenure)),
    "basic_livelihood": lambda rng, _: _some(rng, list(BasicLivelihood)),
    "near_poor": lambda rng, _: rng.random() < 0.5,
    "disability": lambda rng, _: rng.choice(list(Disability)),
    "long_term_care_grade": lambda rng, _: rng.choice(list(CareGrade)),
    "conditions": lambda rng, _: _some(rng, ["당뇨병", "치매", "암", "희귀질환"]),
    "employment": lambda rng, _: rng.choice(list(Employment)),
    "education": lambda rng, _: rng.choice(list(Education)),
    "veteran": lambda rng, _: rng.random() < 0.5,
    "receives": lambda rng, _: _some(rng, ["기초연금", "아동수당", "구직급여"]),
    "other": lambda rng, _: {"유사사업 참여": rng.random() < 0.5, "세대주": True},
}
