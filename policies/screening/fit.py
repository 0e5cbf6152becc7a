"""How much a policy speaks to a person: the telling criteria met, less what is still open."""

from __future__ import annotations

from policies.eligibility.compiled import CompiledRule, Leaf
from policies.eligibility.criteria import criterion_name
from policies.eligibility.outcome import State
from policies.eligibility.person import Outline
from policies.eligibility.rule import AgeCriterion, AgeUnit
from policies.vocabulary import Verdict

# How much a met criterion says that a programme is meant for this person: a disease or a
# pregnancy much, an income limit that most households meet little.
WEIGHTS = {
    "condition": 3.0,
    "pregnancy": 2.5,
    "infertility_treatment": 3.0,
    "disability": 2.5,
    "long_term_care_grade": 2.5,
    "birth_window": 2.0,
    "children": 2.5,
    "household_type": 2.0,
    "veteran": 2.0,
    "basic_livelihood": 2.0,
    "near_poor": 2.0,
    "low_income": 1.5,
    "married_within": 2.0,
    "age_group": 1.5,
    "employment": 1.5,
    "tenure": 1.5,
    "education": 1.0,
    "receives": 1.0,
    "other": 1.0,
    "median_income_ratio": 1.0,
    "monthly_income": 1.0,
    "region": 0.4,
}
# What an open fact takes off: little where most people meet it (nationality), much where
# few do (a veteran's standing, a disease nobody has spoken of).
MISSING_COSTS = {
    "nationality": 0.05,
    "region": 0.1,
    "sex": 0.1,
    "birth_date": 0.2,
    "monthly_income": 0.3,
    "median_income_ratio": 0.3,
    "assets": 0.3,
    "household_size": 0.3,
    "children": 0.5,
    "basic_livelihood": 0.7,
    "near_poor": 0.7,
    "veteran": 0.9,
    "disability": 0.9,
    "long_term_care_grade": 0.9,
    "pregnancy": 0.9,
    "conditions": 0.9,
}
OTHER_COST = 0.5
LIKELY_BONUS = 0.5
SENIOR, YOUNG = 60, 45
# Less than this and nothing telling is met.
LEAST_TELLING = 1.0


def fit_of(compiled: CompiledRule, outline: Outline) -> float:
    """Higher is better; 0 where nothing telling is met."""
    met: dict[str, float] = {}
    for leaf, state in zip(compiled.leaves, outline.states, strict=True):
        if state is State.MET and not leaf.exclusion:
            name = criterion_name(type(leaf.criterion))
            met[name] = max(_weight(name, leaf), met.get(name, 0.0))
    telling = sum(met.values())
    if telling < LEAST_TELLING:
        return 0.0
    bonus = LIKELY_BONUS if outline.verdict is Verdict.LIKELY else 0.0
    costs = sum(MISSING_COSTS.get(each.key, OTHER_COST) for each in outline.missing)
    return max(0.0, telling + bonus - costs)


def _weight(name: str, leaf: Leaf) -> float:
    """A limit that most adults meet says nothing; one for the old or the young much."""
    criterion = leaf.criterion
    if not isinstance(criterion, AgeCriterion):
        return WEIGHTS.get(name, 0.0)
    top = criterion.max if criterion.max is not None else criterion.below
    if criterion.unit is AgeUnit.MONTHS:
        return WEIGHTS["children"] if top is not None else 0.0
    if criterion.min is not None and criterion.min >= SENIOR:
        return 2.0
    return 1.5 if top is not None and top <= YOUNG else 0.2
