"""How much a policy speaks to a person: the telling criteria met, by the chance of the rest."""

from __future__ import annotations

from policies.eligibility.compiled import CompiledRule, Leaf
from policies.eligibility.criteria import criterion_name
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import State
from policies.eligibility.person import Outline
from policies.eligibility.rule import AgeCriterion, AgeUnit
from policies.screening.chance import share_of
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
# How strongly the chance of what is still open counts: a rare standing that nobody spoke of (a
# veteran's, a farmer's) goes far down, an income limit only a little.
CHANCE_POWER = 0.5
LIKELY_BONUS = 0.5
SENIOR, YOUNG = 60, 45
# From a share of 20 % on a criterion met says less, the more people meet it.
RARE_FACTOR = 1.25
# Less than this and nothing telling is met.
LEAST_TELLING = 1.0


def fit_of(compiled: CompiledRule, outline: Outline, chance: float, facts: ApplicantFacts) -> float:
    """Higher is better; 0 where nothing telling is met. `chance`: that the rule is met."""
    met: dict[str, float] = {}
    for leaf, state in zip(compiled.leaves, outline.states, strict=True):
        if state is State.MET and not leaf.exclusion:
            name = criterion_name(type(leaf.criterion))
            # What most people meet ("소유자나 세입자") tells little of whom it is for.
            rare = min(1.0, RARE_FACTOR * (1 - share_of(leaf.criterion, facts)))
            met[name] = max(_weight(name, leaf) * rare, met.get(name, 0.0))
    telling = sum(met.values())
    if telling < LEAST_TELLING:
        return 0.0
    bonus = LIKELY_BONUS if outline.verdict is Verdict.LIKELY else 0.0
    return scaled(telling + bonus, chance)


def scaled(value: float, chance: float) -> float:
    """A value by the chance (0..1) that the rule is met."""
    return value * float(chance**CHANCE_POWER)


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
