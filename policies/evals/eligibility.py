"""The eligibility suite: published text → rule → verdict, against gold verdicts.

Rules are parsed afresh from the text of every case, never taken from the catalogue, and the
baselines see the same texts and facts in the same run.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from policies.eligibility.casefile import facts_from_case
from policies.eligibility.evaluate import evaluate, reasons
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision, UnknownReason
from policies.eligibility.parsing.found import PolicyText
from policies.eligibility.parsing.parse import ParsedRule, parse_policy
from policies.eligibility.reference import bundled_tables
from policies.evals.coded_ages import age_agreement
from policies.evals.corpus import CasesInvalid, read_rows
from policies.evals.coverage import Progress, Reading, coverage, read_policies
from policies.evals.snapshots import SnapshotPolicy, read_snapshots
from policies.evals.three_filters import three_filters
from policies.evals.verdicts import (
    Judged,
    by_tag,
    by_text,
    confusion,
    intervals,
    verdict_metrics,
)
from policies.vocabulary import Verdict

NO_RULE = "no_rule"
_QUOTES = 8
_NOT_READ = "원문에서 자격 조건을 읽지 못했습니다."
Baseline = Callable[[str, ApplicantFacts], Verdict]
BASELINES: dict[str, Baseline] = {
    "three_filters": three_filters,
    "always_needs_more_info": lambda text, facts: Verdict.NEEDS_MORE_INFO,
    "always_likely": lambda text, facts: Verdict.LIKELY,
}


class EligibilityCase(BaseModel):
    """A gold case; without `target` its texts are those of `source` in the data folder."""

    id: str
    source: str = ""
    title: str | None = None
    agency: str | None = None
    target: str | None = None
    criteria: str | None = None
    facts: dict[str, Any]
    verdict: Verdict
    why: str = ""
    missing: list[str] = []
    tags: list[str] = []


@dataclass(frozen=True)
class Answer:
    """A case with its text, the person, and what the engine says; no decision, no rule."""

    case: EligibilityCase
    text: PolicyText
    facts: ApplicantFacts
    decision: Decision | None

    @property
    def verdict(self) -> Verdict:
        return self.decision.verdict if self.decision else Verdict.NEEDS_MORE_INFO


def evaluate_eligibility(
    cases: Path, corpus: Path | None, *, with_coverage: bool, progress: Progress
) -> dict[str, Any]:
    """Report in the shape FORMAT.md gives, with the sections that explain it.

    `coverage` and `age_agreement` are null where `corpus` brings no published policies or
    they are not asked for. Raises CasesInvalid.
    """
    rows = read_rows(cases, EligibilityCase)
    snapshots = read_snapshots(corpus) if corpus else {}
    texts = {each.source: each for policies in snapshots.values() for each in policies}
    _unique(rows, cases)
    answers = _answers(rows, cases, texts, progress)
    judged = [_judged(answer) for answer in answers]
    readings = read_policies(snapshots, progress) if with_coverage and snapshots else {}
    return {
        "suite": "eligibility",
        "cases": len(rows),
        "cases_file": cases.name,
        "metrics": verdict_metrics(judged),
        "baselines": {name: _baseline(way, answers) for name, way in BASELINES.items()},
        "confusion": confusion(judged),
        "intervals": intervals(judged),
        "by_text": by_text(judged),
        "by_tag": by_tag(judged),
        "failing_clauses": failing_clauses(answers),
        "coverage": coverage(readings) if readings else None,
        "age_agreement": age_agreement(_flat(readings)) if readings else None,
        "failures": [_failure(each) for each in answers if each.verdict is not each.case.verdict],
    }


def _flat(readings: Mapping[str, Sequence[Reading]]) -> list[Reading]:
    return [each for found in readings.values() for each in found]


def _unique(rows: Sequence[EligibilityCase], cases: Path) -> None:
    for case, count in Counter(row.id for row in rows).items():
        if count > 1:
            raise CasesInvalid(f"{cases}: id {case} 이(가) {count}번 나옵니다")


def case_text(case: EligibilityCase, texts: Mapping[str, SnapshotPolicy], year: int) -> PolicyText:
    """The published text of a case: its own, else that of its source. Raises CasesInvalid."""
    if case.target is not None:
        return PolicyText(
            case.title or "", case.agency or "", case.target, case.criteria or "", year
        )
    found = texts.get(case.source)
    if found is None and not texts:
        raise CasesInvalid(
            f"사례 {case.id}: 원문이 들어 있지 않습니다. "
            "--corpus 로 공개 자료 폴더를 알려 주세요 (예: ../shared/data)"
        )
    if found is None:
        raise CasesInvalid(f"사례 {case.id}: 원문 {case.source} 이(가) --corpus 폴더에 없습니다")
    return PolicyText(found.title, found.agency, found.target, found.criteria, year)


def _answers(
    rows: Sequence[EligibilityCase],
    cases: Path,
    texts: Mapping[str, SnapshotPolicy],
    progress: Progress,
) -> list[Answer]:
    read: Callable[[PolicyText], ParsedRule] = cache(parse_policy)
    answers = []
    for number, case in enumerate(rows, start=1):
        try:
            facts = facts_from_case(case.facts)
        except ValueError as error:
            reason = str(error).replace("\n", " ")
            raise CasesInvalid(f"{cases}: 사례 {case.id}: facts: {reason}") from None
        text = case_text(case, texts, facts.as_of.year)
        rule = read(text).rule
        decision = evaluate(rule, facts, bundled_tables()) if rule is not None else None
        answers.append(Answer(case, text, facts, decision))
        progress("사례", number, len(rows))
    return answers


def _judged(answer: Answer) -> Judged:
    decision = answer.decision
    unclear = decision is None or any(
        each.decisive and each.reason is UnknownReason.RULE_UNCLEAR for each in decision.outcomes
    )
    return Judged(
        case=answer.case.id,
        text=_text_name(answer),
        expected=answer.case.verdict,
        got=answer.verdict,
        tags=tuple(answer.case.tags),
        gold_missing=tuple(answer.case.missing),
        missing=tuple(decision.missing) if decision else (),
        is_rule_open=unclear and answer.verdict is Verdict.NEEDS_MORE_INFO,
    )


def _text_name(answer: Answer) -> str:
    """What tells texts apart: the source, or the text itself where no source is named."""
    return answer.case.source or f"{answer.text.title}\n{answer.text.target}"


def _baseline(way: Baseline, answers: Sequence[Answer]) -> dict[str, float]:
    return verdict_metrics(
        [
            Judged(
                case=each.case.id,
                text=_text_name(each),
                expected=each.case.verdict,
                got=way(f"{each.text.target}\n{each.text.criteria}", each.facts),
                gold_missing=tuple(each.case.missing),
            )
            for each in answers
        ]
    )


def failing_clauses(answers: Sequence[Answer]) -> list[dict[str, Any]]:
    """Criteria that carried a wrong verdict, by kind, those of the most cases first.

    `confused`: cases by "gold → given". Everything met carries a false likely, so there a
    clause stands for what the rule lacks rather than for itself.
    """
    cases: dict[str, set[str]] = defaultdict(set)
    confused: dict[str, Counter[str]] = defaultdict(Counter)
    quotes: dict[str, dict[str, dict[str, str]]] = defaultdict(dict)
    for answer in answers:
        expected, case = answer.case.verdict, answer.case.id
        if answer.verdict is expected:
            continue
        for kind, quote, state in _carrying(answer):
            if case not in cases[kind]:
                cases[kind].add(case)
                confused[kind][f"{expected.value} → {answer.verdict.value}"] += 1
            quotes[kind].setdefault(quote, {"case": case, "quote": quote, "state": state})
    return [
        {
            "criterion": kind,
            "cases": len(found),
            "confused": dict(confused[kind].most_common()),
            "quotes": list(quotes[kind].values())[:_QUOTES],
        }
        for kind, found in sorted(cases.items(), key=lambda item: (-len(item[1]), item[0]))
    ]


def _carrying(answer: Answer) -> list[tuple[str, str, str]]:
    """(criterion, quote, state) of what the verdict rests on."""
    if answer.decision is None:
        return [(NO_RULE, answer.text.target[:120], "unknown")]
    return [
        (each.criterion, each.quote, each.state.value)
        for each in answer.decision.outcomes
        if each.decisive
    ]


def _failure(answer: Answer) -> dict[str, Any]:
    return {
        "id": answer.case.id,
        "expected": answer.case.verdict.value,
        "got": answer.verdict.value,
        "source": answer.case.source,
        "title": answer.text.title,
        "why": answer.case.why,
        "decisive": reasons(answer.decision) if answer.decision else [_NOT_READ],
        "missing": answer.decision.missing if answer.decision else [],
        "expected_missing": answer.case.missing,
    }
