"""Disability, long-term-care grade and diseases."""

from __future__ import annotations

from dataclasses import replace

from policies.eligibility import derive, labels
from policies.eligibility.bounds import Bounds
from policies.eligibility.conditions import has_condition
from policies.eligibility.criteria.base import Context, Finding, Known, choice, evaluates
from policies.eligibility.kleene import any_of
from policies.eligibility.outcome import State
from policies.eligibility.rule import CareGradeCriterion, ConditionCriterion, DisabilityCriterion
from policies.korean import either, josa
from policies.vocabulary import CareGrade, Disability

# 발달장애인 권리보장법 제2조: 발달장애 is 지적장애 or 자폐성장애.
_WIDER_TYPES = {"지적": "발달", "자폐성": "발달"}
_TYPE_ALIASES = {"자폐": "자폐성", "청력": "청각", "시력": "시각", "신체": "지체", "콩팥": "신장"}
_REGISTERED = frozenset({Disability.SEVERE, Disability.MILD})


def _type_name(name: str) -> str:
    clean = "".join(name.split()).removesuffix("장애인").removesuffix("장애")
    return _TYPE_ALIASES.get(clean, clean)


def _type_state(wanted: list[str], fact: str | None) -> State:
    """Whether the kind of disability is one of the wanted; a wider kind leaves it open."""
    if fact is None:
        return State.UNKNOWN
    targets = {_type_name(name) for name in wanted}
    known = {_type_name(part) for part in fact.replace("·", ",").split(",")}
    if targets & known or targets & {_WIDER_TYPES.get(name) for name in known}:
        return State.MET
    open_ = any(_WIDER_TYPES.get(name) in known for name in targets)
    return State.UNKNOWN if open_ else State.NOT_MET


def _disability_need(criterion: DisabilityCriterion) -> str:
    if set(criterion.one_of) == _REGISTERED:
        need = "등록장애인"
    else:
        need = either(labels.DISABILITY[value] for value in criterion.one_of)
    details = [f"{_type_name(name)}장애" for name in criterion.types]
    if criterion.legacy_grade_max is not None:
        details.append(f"이전 {criterion.legacy_grade_max}급 이상")
    return f"{need}({', '.join(details)})" if details else need


@evaluates(DisabilityCriterion)
def disability(criterion: DisabilityCriterion, context: Context) -> Finding:
    """Degree, then old grade, then kind; a failed one decides before an unknown one is asked."""
    facts = context.facts
    need = _disability_need(criterion)
    degree = choice(
        "disability",
        derive.possible_disabilities(facts),
        criterion.one_of,
        labels.DISABILITY,
    )
    parts = [(degree.state, degree.known, "disability")]
    unregistered = facts.disability is Disability.NONE
    if criterion.legacy_grade_max is not None and not unregistered:
        grades = derive.legacy_grades(facts)
        state = State.UNKNOWN
        if grades is not None:
            state = Bounds(max=criterion.legacy_grade_max).state(grades)
        grade = facts.legacy_disability_grade
        known = Known.noun(f"이전 장애 {grade}급") if grade is not None else degree.known
        parts.append((state, known, "legacy_disability_grade"))
    if criterion.types and not unregistered:
        said = facts.disability_type
        known = Known.noun(f"{_type_name(said)}장애") if said else None
        parts.append((_type_state(criterion.types, said), known, "disability_type"))
    for wanted in (State.NOT_MET, State.UNKNOWN):
        for state, known, key in parts:
            if state is wanted:
                missing = (key,) if wanted is State.UNKNOWN else ()
                return Finding(state, need, known, missing=missing)
    return Finding(State.MET, need, degree.known)


@evaluates(CareGradeCriterion)
def long_term_care_grade(criterion: CareGradeCriterion, context: Context) -> Finding:
    value = context.facts.long_term_care_grade
    possible = None if value is None else {value}
    finding = choice("long_term_care_grade", possible, criterion.one_of, labels.CARE_GRADE)
    if CareGrade.NONE in criterion.one_of:
        return finding
    grades = either(labels.CARE_GRADE[grade].split()[-1] for grade in criterion.one_of)
    return replace(finding, need=f"장기요양 {grades}")


@evaluates(ConditionCriterion)
def condition(criterion: ConditionCriterion, context: Context) -> Finding:
    """Any of the diseases, synonyms and wider terms resolved. A present list is complete."""
    need = f"{either(criterion.any_of)} 해당자"
    listed = context.facts.conditions
    if listed is None:
        return Finding(State.UNKNOWN, need, missing=("conditions",))
    states = {name: has_condition(name, listed) for name in criterion.any_of}
    state = any_of(states.values())
    if state is State.MET:
        held = [
            name for name in listed
            if any(has_condition(wanted, [name]) is State.MET for wanted in criterion.any_of)
        ]  # fmt: skip
        name = josa(", ".join(held), "이/가")
        return Finding(state, need, Known(f"{name} 있어", f"{name} 있습니다"))
    if state is State.UNKNOWN:
        return Finding(state, need, missing=("conditions",), subject="정확한 진단명")
    return Finding(state, need, Known("해당하는 질환이 없어", "해당하는 질환이 없습니다"))
