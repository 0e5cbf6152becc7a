"""One criterion judged: evaluator's finding → state with polarity, sentence and flip date."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from policies.eligibility.criteria import Context, Finding, criterion_name, find
from policies.eligibility.criteria.base import Answers, Known
from policies.eligibility.dates import day_after
from policies.eligibility.kleene import negate
from policies.eligibility.outcome import CriterionOutcome, State, UnknownReason
from policies.eligibility.questions import question_for
from policies.eligibility.rule import CriterionBase
from policies.eligibility.sentences import out_of_force_sentence, sentence, unclear_sentence


def _in_force(criterion: CriterionBase, on: date) -> bool:
    if criterion.effective_from is not None and on < criterion.effective_from:
        return False
    return criterion.effective_to is None or on <= criterion.effective_to


_SAID = {
    State.MET: Known("말씀하신 내용으로", "말씀하신 내용으로 해당합니다"),
    State.NOT_MET: Known("말씀하신 내용으로", "말씀하신 내용으로는 해당하지 않습니다"),
}


def _as_said(criterion: CriterionBase, finding: Finding, said: Answers) -> Finding:
    """An open criterion, settled by what was said of it in other words where that is so."""
    answer = said.about(criterion)
    if answer is None:
        return finding
    state = State.MET if answer else State.NOT_MET
    return Finding(state, finding.need, _SAID[state], turns=finding.turns)


def examine(criterion: CriterionBase, context: Context) -> Finding:
    """The finding on `context.on`: unknown when the clause is unclear or not in force."""
    if criterion.unclear:
        return Finding(State.UNKNOWN, "", unclear=unclear_sentence(criterion))
    if not _in_force(criterion, context.on):
        unclear = out_of_force_sentence(criterion, context.on)
        return Finding(State.UNKNOWN, "", unclear=unclear)
    finding = find(criterion, context)
    if finding.state is State.UNKNOWN and context.said is not None:
        return _as_said(criterion, finding, context.said)
    return finding


def polarised(state: State, exclusion: bool) -> State:
    """State of the exclusion when the criterion excludes: meeting it is then a failure."""
    return negate(state) if exclusion else state


def turning_days(criterion: CriterionBase, finding: Finding, on: date) -> list[date]:
    """Days after `on` on which the criterion may change by time alone, earliest first."""
    if criterion.unclear:
        return []
    days = set(finding.turns)
    if criterion.effective_from is not None:
        days.add(criterion.effective_from)
    if criterion.effective_to is not None:
        days.add(day_after(criterion.effective_to))
    return sorted(day for day in days if day > on)


def _flip_on(criterion: CriterionBase, finding: Finding, context: Context) -> date | None:
    for day in turning_days(criterion, finding, context.on):
        if examine(criterion, replace(context, on=day)).state is not finding.state:
            return day
    return None


def outcome(
    criterion: CriterionBase,
    finding: Finding,
    context: Context,
    *,
    exclusion: bool,
    decisive: bool,
) -> CriterionOutcome:
    """Everything there is to say of one criterion, `finding` being that of `context.on`."""
    unknown = finding.state is State.UNKNOWN
    reason = None
    question = ""
    if unknown:
        reason = UnknownReason.RULE_UNCLEAR if finding.unclear else UnknownReason.FACT_MISSING
    if finding.missing:
        question = finding.question or question_for(finding.missing[0])
    state = polarised(finding.state, exclusion)
    return CriterionOutcome(
        criterion=criterion_name(type(criterion)),
        state=state,
        sentence=sentence(finding, exclusion),
        section=criterion.section,
        quote=criterion.quote,
        reason=reason,
        missing=list(finding.missing),
        question=question,
        exclusion=exclusion,
        decisive=decisive,
        distance=finding.distance if state is State.NOT_MET and not exclusion else "",
        flip_on=_flip_on(criterion, finding, context),
        reference=finding.reference,
    )
