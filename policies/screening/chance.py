"""How probable it is that somebody meets what is still open of a rule: for the order alone.

What nobody has spoken of is taken as frequent as it is among people at large. The shares are our
own round guesses of the order of magnitude, not looked up: they move policies up and down a list,
no verdict rests on them and nobody is shown them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from policies.eligibility.compiled import CompiledRule, Gate, Leaf
from policies.eligibility.criteria import criterion_name
from policies.eligibility.dates import age_in_years
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import State
from policies.eligibility.rule import CriterionBase
from policies.vocabulary import Employment, HouseholdType, Nationality, Tenure

# Criteria whose share does not depend on what exactly they ask.
_SHARES = {
    "region": 0.1,
    "residence": 0.7,
    "sex": 0.5,
    "birth_window": 0.1,
    "age_group": 0.3,
    "household_size": 0.3,
    "married_within": 0.06,
    "marital_status": 0.4,
    "infertility_treatment": 0.02,
    "low_income": 0.15,
    "monthly_income": 0.4,
    "health_insurance": 0.4,
    "premium": 0.4,
    "assets": 0.6,
    "basic_livelihood": 0.05,
    "near_poor": 0.04,
    "disability": 0.05,
    "long_term_care_grade": 0.03,
    "condition": 0.03,
    "education": 0.15,
    "veteran": 0.02,
    "receives": 0.05,
    "other": 0.07,
}
_HOUSEHOLDS = {
    HouseholdType.ONE_PERSON: 0.35,
    HouseholdType.SINGLE_PARENT: 0.07,
    HouseholdType.MULTI_CHILD: 0.05,
    HouseholdType.NEWLYWED: 0.06,
    HouseholdType.MULTICULTURAL: 0.02,
    HouseholdType.GRANDPARENT: 0.01,
    HouseholdType.NORTH_KOREAN_DEFECTOR: 0.001,
    HouseholdType.CHILD_HEADED: 0.001,
}
_WORK = {
    Employment.EMPLOYED: 0.5,
    Employment.SELF_EMPLOYED: 0.12,
    Employment.INACTIVE: 0.25,
    Employment.JOB_SEEKING: 0.08,
    Employment.UNEMPLOYED: 0.05,
    Employment.FARMER: 0.04,
    Employment.ON_LEAVE: 0.02,
    Employment.LIVESTOCK: 0.005,
    Employment.FISHER: 0.003,
    Employment.FORESTER: 0.002,
}
_NATIONS = {
    Nationality.KOREAN: 0.95,
    Nationality.FOREIGN: 0.04,
    Nationality.MARRIAGE_MIGRANT: 0.01,
    Nationality.REFUGEE: 0.001,
}
_TENURES = {Tenure.OWNED: 0.55, Tenure.JEONSE: 0.15, Tenure.MONTHLY_RENT: 0.23}
# Share of households under a percentage of the median income.
_INCOMES = ((32, 0.06), (40, 0.09), (50, 0.13), (60, 0.2), (75, 0.32), (100, 0.5), (120, 0.6))
_RICHER = 0.75
_LIFE = 85
_LEAST, _MOST = 0.001, 1.0
_MOTHERS = range(18, 46)


def chance_of(compiled: CompiledRule, states: Sequence[State], facts: ApplicantFacts) -> float:
    """Probability (0..1) that the whole rule is met, its open criteria taken as independent."""
    return _node(compiled.root, states, facts)


def _node(node: Gate | Leaf, states: Sequence[State], facts: ApplicantFacts) -> float:
    if isinstance(node, Leaf):
        return _leaf(node, states[node.index], facts)
    # chances[k]: that exactly k of the branches so far hold.
    chances = [1.0]
    for branch in node.branches:
        chance = _node(branch, states, facts)
        chances = [
            (chances[k] * (1 - chance) if k < len(chances) else 0.0)
            + (chances[k - 1] * chance if k else 0.0)
            for k in range(len(chances) + 1)
        ]
    return sum(chances[node.needed :])


def _leaf(leaf: Leaf, state: State, facts: ApplicantFacts) -> float:
    if state is State.MET:
        return 1.0
    if state is State.NOT_MET:
        return 0.0
    share = share_of(leaf.criterion, facts)
    return 1 - share if leaf.exclusion else share


def share_of(criterion: CriterionBase, facts: ApplicantFacts) -> float:
    """Share (0..1) of people like this one, as far as age and sex are known, who meet it."""
    name = criterion_name(type(criterion))
    own = _OWN.get(name)
    share = own(criterion, facts) if own else _SHARES.get(name, 0.5)
    return min(max(share, _LEAST), _MOST)


def _age(facts: ApplicantFacts) -> int | None:
    if facts.birth_date is not None:
        return age_in_years(facts.birth_date, facts.as_of)
    return facts.age


def _of_age(criterion: Any, facts: ApplicantFacts) -> float:
    unit = 12 if criterion.unit == "months" else 1
    least = criterion.min if criterion.min is not None else criterion.above or 0
    top = next((end for end in (criterion.max, criterion.below) if end is not None), _LIFE * unit)
    return (min(top / unit, _LIFE) - least / unit) / _LIFE


def _with_children(criterion: Any, facts: ApplicantFacts) -> float:
    if criterion.min_count == 0:
        return 0.7
    age = _age(facts)
    top = next((end for end in (criterion.max, criterion.below) if end is not None), None)
    small = top is not None and top <= (36 if criterion.unit == "months" else 6)
    share = 0.08 if small or criterion.born_from or criterion.within_months else 0.3
    if age is not None and (age < _MOTHERS.start or age >= (50 if small else 60)):
        share = 0.005
    return share / 3 if criterion.min_count > 1 or criterion.ordinal > 1 else share


def _pregnant(criterion: Any, facts: ApplicantFacts) -> float:
    age = _age(facts)
    if facts.sex == "male" or (age is not None and age not in _MOTHERS):
        return 0.002
    return 0.03


def _of_income(criterion: Any, facts: ApplicantFacts) -> float:
    top = next((end for end in (criterion.max, criterion.below) if end is not None), None)
    below = _poorer(top) if top is not None else 1.0
    least = criterion.min if criterion.min is not None else criterion.above
    return below - (_poorer(least) if least is not None else 0.0)


def _poorer(ratio: float) -> float:
    return next((share for limit, share in _INCOMES if ratio <= limit), _RICHER)


_OWN: dict[str, Callable[[Any, ApplicantFacts], float]] = {
    "age": _of_age,
    "children": _with_children,
    "pregnancy": _pregnant,
    "median_income_ratio": _of_income,
    "household_type": lambda one, facts: sum(_HOUSEHOLDS.get(each, 0.05) for each in one.any_of),
    "employment": lambda one, facts: sum(_WORK.get(each, 0.05) for each in one.one_of),
    "nationality": lambda one, facts: sum(_NATIONS.get(each, 0.0) for each in one.one_of),
    "tenure": lambda one, facts: sum(_TENURES.get(each, 0.05) for each in one.one_of),
    "owns_home": lambda one, facts: 0.55 if one.equals else 0.45,
}
