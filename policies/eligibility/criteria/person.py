"""Who someone is: sex, nationality, marriage, pregnancy, work, school, veteran status."""

from __future__ import annotations

from policies.eligibility import labels
from policies.eligibility.criteria.base import Context, Finding, Known, choice, evaluates, flag
from policies.eligibility.dates import add_months, day_after
from policies.eligibility.derive import POSTPARTUM_MONTHS, pregnancy_on
from policies.eligibility.outcome import State
from policies.eligibility.rule import (
    EducationCriterion,
    EmploymentCriterion,
    InfertilityCriterion,
    MaritalStatusCriterion,
    MarriedWithinCriterion,
    NationalityCriterion,
    PregnancyCriterion,
    SexCriterion,
    VeteranCriterion,
)
from policies.korean import either, long_date, months
from policies.vocabulary import Employment, MaritalStatus, Pregnancy

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
_NOT_MARRIED = frozenset(
    {
        MaritalStatus.SINGLE,
        MaritalStatus.ENGAGED,
        MaritalStatus.DIVORCED,
        MaritalStatus.WIDOWED,
    }
)


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
    value = context.facts.marital_status
    possible = None if value is None else {value}
    return choice("marital_status", possible, criterion.one_of, labels.MARITAL_STATUS)


@evaluates(MarriedWithinCriterion)
def married_within(criterion: MarriedWithinCriterion, context: Context) -> Finding:
    """Married, wedding day to `max_months` later inclusive. A wedding date alone counts as
    married; a stated end of the marriage does not."""
    need = f"혼인신고 후 {months(criterion.max_months)} 이내인 부부"
    status, wed = context.facts.marital_status, context.facts.married_on
    if status in _NOT_MARRIED:
        return Finding(State.NOT_MET, need, Known.noun(labels.MARITAL_STATUS[status]))
    if wed is None:
        return Finding(State.UNKNOWN, need, missing=("married_on",))
    last = add_months(wed, criterion.max_months)
    known = Known(f"혼인신고일이 {long_date(wed)}로", f"혼인신고일이 {long_date(wed)}입니다")
    state = State.MET if wed <= context.on <= last else State.NOT_MET
    return Finding(state, need, known, turns=(wed, day_after(last)))


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
        return Finding(State.MET, need, known)
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
        return Finding(State.UNKNOWN, need, missing=("employment",))
    known = Known.noun(labels.EMPLOYMENT[value])
    if value in wanted or _WIDER_WORK.get(value) in wanted:
        return Finding(State.MET, need, known)
    narrower = {kind for kind, wider in _WIDER_WORK.items() if wider is value}
    if value in _OPEN_WORK and narrower & set(wanted):
        return Finding(State.UNKNOWN, need, known, missing=("employment",))
    return Finding(State.NOT_MET, need, known)


@evaluates(EducationCriterion)
def education(criterion: EducationCriterion, context: Context) -> Finding:
    value = context.facts.education
    possible = None if value is None else {value}
    return choice("education", possible, criterion.one_of, labels.EDUCATION)


@evaluates(VeteranCriterion)
def veteran(criterion: VeteranCriterion, context: Context) -> Finding:
    return flag("veteran", context.facts.veteran, criterion.equals, "국가보훈대상자")
