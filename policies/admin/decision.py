"""A decision in rows for the trial page."""

from __future__ import annotations

from dataclasses import dataclass

from policies.eligibility.outcome import CriterionOutcome, Decision, State, UnknownReason
from policies.korean import long_date
from policies.models.policy import SECTION_LABELS
from policies.vocabulary import VERDICT_LABELS

_STATE_LABELS = {State.MET: "충족", State.NOT_MET: "미충족"}
_UNKNOWN_LABELS = {
    UnknownReason.FACT_MISSING: "사실을 모름",
    UnknownReason.RULE_UNCLEAR: "규칙이 불명확함",
}


@dataclass(frozen=True)
class OutcomeRow:
    """One criterion; `state` is met, not_met, missing or unclear."""

    number: int
    state: str
    state_label: str
    sentence: str
    section: str
    quote: str
    decisive: bool
    notes: list[str]


@dataclass(frozen=True)
class DecisionView:
    verdict: str
    verdict_label: str
    rows: list[OutcomeRow]
    notes: list[str]


def decision_view(decision: Decision) -> DecisionView:
    """Verdict, a row for each criterion, and what else there is to say."""
    notes = []
    if decision.flip_on:
        notes.append(f"{long_date(decision.flip_on)}에 판정이 바뀔 수 있습니다.")
    for used in decision.references:
        text = f"{used.notice or used.table}: {used.year_used}년 값을 썼습니다."
        if used.year_used != used.year_asked:
            text += f" {used.year_asked}년 값은 아직 없습니다."
        notes.append(text)
    return DecisionView(
        decision.verdict.value,
        VERDICT_LABELS[decision.verdict],
        [_row(number, each) for number, each in enumerate(decision.outcomes, start=1)],
        notes,
    )


def _row(number: int, outcome: CriterionOutcome) -> OutcomeRow:
    if outcome.state is not State.UNKNOWN:
        state, label = outcome.state.value, _STATE_LABELS[outcome.state]
    else:
        reason = outcome.reason or UnknownReason.FACT_MISSING
        state = "unclear" if reason is UnknownReason.RULE_UNCLEAR else "missing"
        label = _UNKNOWN_LABELS[reason]
    notes = [outcome.distance, outcome.question]
    if outcome.flip_on:
        notes.append(f"{long_date(outcome.flip_on)}부터 달라집니다.")
    return OutcomeRow(
        number,
        state,
        label,
        outcome.sentence,
        SECTION_LABELS[outcome.section],
        outcome.quote,
        outcome.decisive,
        [note for note in notes if note],
    )
