"""Who someone is: sex, nationality, marriage, pregnancy, work, school."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from policies.eligibility import derive, labels
from policies.eligibility.bounds import Bounds, Interval
from policies.eligibility.criteria.base import Context, Finding, Known, choice, evaluates, flag
from policies.eligibility.criteria.days import years_said
from policies.eligibility.dates import add_months, day_after
from policies.eligibility.derive import POSTPARTUM_MONTHS, pregnancy_on
from policies.eligibility.outcome import State
from policies.eligibility.rule import (
    EducationCriterion,
    EmploymentCriterion,
    InfertilityCriterion,
    MaritalStatusCriterion,
    NationalityCriterion,
    PregnancyCriterion,
    SexCriterion,
)
from policies.korean import either, long_date, months
from policies.vocabulary import Employment, Pregnancy

# Someone on leave is still employed (근로기준법 제23조: leave does not end the contract), a job
# seeker is out of work, and 농업 includes 축산업 and 임업 (농업·농촌 및 식품산업 기본법 제3조).
_WIDER_WORK: dict[Employment, Employment] = {
    Employment.ON_LEAVE: Employment.EMPLOYED,
    Employment.JOB_SEEKING: Employment.UNEMPLOYED,
    Employment.LIVESTOCK: Employment.FARMER,
    Employment.FORESTER: Employment.FARMER,
}
# Of these wider terms the narrower one stays open: someone out of work may be seeking work.
_OPEN_WORK = frozenset({Employment.UNEMPLOYED, Employment.FARMER})


def _by_age(finding: Finding, context: Context) -> Finding:
    """A state that follows from the age: the age is what is known."""
    if finding.state is State.UNKNOWN:
        return finding
    return replace(finding, known=Known.noun(years_said(context.facts)))


@evaluates(SexCriterion)
def sex(criterion: SexCriterion, context: Context) -> Finding:
    value = context.facts.sex
    return choice("sex", None if value is None else {value}, criterion.one_of, labels.SEX)


@evaluates(NationalityCriterion)
def nationality(criterion: NationalityCriterion, context: Context) -> Finding:
    value = context.facts.nationality
    possible = None if value is None else {value}
    return choice("nationality", possible, criterion.one_of, labels.NATIONALITY)


@evaluates(MaritalStatusCriterion)
def marital_status(criterion: MaritalStatusCriterion, context: Context) -> Finding:
    possible = derive.possible_marital(context.facts)
    found = choice("marital_status", possible, criterion.one_of, labels.MARITAL_STATUS)
    return found if context.facts.marital_status is not None else _by_age(found, context)


def _postpartum(criterion: PregnancyCriterion, context: Context, need: str) -> Finding | None:
    """The postpartum branch with a time limit; None when it does not apply."""
    limit, delivered = criterion.within_months, context.facts.delivered_on
    if Pregnancy.POSTPARTUM not in criterion.one_of or limit is None:
        return None
    if delivered is None:
        stated = pregnancy_on(context.facts, context.on)
        if stated is not Pregnancy.POSTPARTUM:
            return None
        return Finding(State.UNKNOWN, need, missing=("delivered_on",))
    last = add_months(delivered, limit)
    known = Known(f"출산일이 {long_date(delivered)}로", f"출산일이 {long_date(delivered)}입니다")
    state = State.MET if delivered <= context.on <= last else State.NOT_MET
    return Finding(state, need, known, turns=(delivered, day_after(last)))


_TERM_DAYS = 280


def _weeks(criterion: PregnancyCriterion, context: Context) -> Finding | None:
    """Week of the pregnancy against its limits; None when there are none. The due date is the
    end of the fortieth week (임신 주수: 마지막 월경일부터 280일)."""
    if criterion.min_weeks is None and criterion.max_weeks is None:
        return None
    bounds = Bounds(min=criterion.min_weeks, max=criterion.max_weeks)
    need = f"임신 {bounds.text('주')}인 임신부"
    due = context.facts.due_date
    if due is None:
        return Finding(State.UNKNOWN, need, missing=("due_date",))
    week = (_TERM_DAYS - (due - context.on).days) // 7
    starts = due - timedelta(days=_TERM_DAYS)
    edges = [criterion.min_weeks, None if criterion.max_weeks is None else criterion.max_weeks + 1]
    turns = tuple(starts + timedelta(days=7 * edge) for edge in edges if edge is not None)
    value = Interval(week, week)
    known = Known.noun(f"임신 {week}주")
    return Finding(
        bounds.state(value), need, known, turns=turns, distance=bounds.distance(value, "주")
    )


@evaluates(PregnancyCriterion)
def pregnancy(criterion: PregnancyCriterion, context: Context) -> Finding:
    """Any of the states; with `within_months` the delivery date decides the postpartum one."""
    names = dict(labels.PREGNANCY)
    if criterion.within_months is not None:
        names[Pregnancy.POSTPARTUM] = f"출산 후 {months(criterion.within_months)} 이내인 산모"
    need = either(names[value] for value in criterion.one_of)
    value = pregnancy_on(context.facts, context.on)
    known = None if value is None else Known.noun(labels.PREGNANCY[value])
    if value in criterion.one_of and value is not Pregnancy.POSTPARTUM:
        weeks = _weeks(criterion, context)
        return weeks or Finding(State.MET, need, known)
    timed = _postpartum(criterion, context, need)
    if timed is not None:
        return timed
    if value is None:
        return Finding(State.UNKNOWN, need, missing=("pregnancy",))
    delivered = context.facts.delivered_on
    turns = () if delivered is None else (delivered, add_months(delivered, POSTPARTUM_MONTHS))
    state = State.MET if value in criterion.one_of else State.NOT_MET
    return Finding(state, need, known, turns=turns)


@evaluates(InfertilityCriterion)
def infertility_treatment(criterion: InfertilityCriterion, context: Context) -> Finding:
    value = context.facts.infertility_treatment
    return flag("infertility_treatment", value, criterion.equals, "난임 시술 대상자")


@evaluates(EmploymentCriterion)
def employment(criterion: EmploymentCriterion, context: Context) -> Finding:
    """Stated work, or the wider kind it belongs to."""
    wanted = criterion.one_of
    need = either(labels.EMPLOYMENT[value] for value in wanted)
    value = context.facts.employment
    if value is None:
        possible = derive.possible_employment(context.facts)
        return _by_age(choice("employment", possible, wanted, labels.EMPLOYMENT), context)
    known = Known.noun(labels.EMPLOYMENT[value])
    if value in wanted or _WIDER_WORK.get(value) in wanted:
        return Finding(State.MET, need, known)
    narrower = {kind for kind, wider in _WIDER_WORK.items() if wider is value}
    if value in _OPEN_WORK and narrower & set(wanted):
        return Finding(State.UNKNOWN, need, known, missing=("employment",))
    return Finding(State.NOT_MET, need, known)


@evaluates(EducationCriterion)
def education(criterion: EducationCriterion, context: Context) -> Finding:
    possible = derive.possible_education(context.facts)
    found = choice("education", possible, criterion.one_of, labels.EDUCATION)
    return found if context.facts.education is not None else _by_age(found, context)
