"""Which facts a rule looks at, so that a form asks those and no others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.forms import BoundField

from policies.eligibility.conditions import has_condition
from policies.eligibility.criteria import criterion_name
from policies.eligibility.criteria.support import same_benefit
from policies.eligibility.outcome import State
from policies.eligibility.questions import OTHER_PREFIX, question_for
from policies.eligibility.rule import (
    CRITERION_MODELS,
    ConditionCriterion,
    CriterionBase,
    DisabilityCriterion,
    MonthlyIncomeCriterion,
    OtherCriterion,
    PregnancyCriterion,
    ReceivesCriterion,
)
from policies.fact_fields import FACT_KEYS, Asked, fields_of
from policies.fact_form import FactForm
from policies.fields import NO, UNKNOWN, YES

_BORN = ("birth_date", "age")
_INCOME = ("household_size", "monthly_income", "median_income_ratio")
# Facts that a kind of criterion may be decided by.
KEYS: dict[str, tuple[str, ...]] = {
    "age": _BORN,
    "age_group": _BORN,
    "birth_window": ("birth_date",),
    "sex": ("sex",),
    "region": ("region",),
    "residence": ("region", "moved_in_on"),
    "nationality": ("nationality",),
    "household_type": ("household_types",),
    "household_size": ("household_size",),
    "marital_status": ("marital_status",),
    "married_within": ("marital_status", "married_on"),
    "children": ("children",),
    "pregnancy": ("pregnancy",),
    "infertility_treatment": ("infertility_treatment",),
    "low_income": ("basic_livelihood", "near_poor", *_INCOME),
    "median_income_ratio": _INCOME,
    "monthly_income": ("monthly_income",),
    "health_insurance": ("health_insurance",),
    "premium": ("health_insurance", "health_insurance_premium"),
    "assets": ("assets",),
    "owns_home": ("owns_home",),
    "tenure": ("tenure",),
    "basic_livelihood": ("basic_livelihood",),
    "near_poor": ("near_poor",),
    "disability": ("disability",),
    "long_term_care_grade": ("long_term_care_grade",),
    "condition": ("conditions",),
    "employment": ("employment",),
    "education": ("education",),
    "veteran": ("veteran",),
    "receives": ("receives",),
    "other": (),
}
if KEYS.keys() != CRITERION_MODELS.keys():
    raise RuntimeError(f"물어볼 사실이 없는 기준: {sorted(KEYS.keys() ^ CRITERION_MODELS.keys())}")
# The order in which people expect to be asked.
_ORDER = (
    "birth_date age sex region moved_in_on nationality household_size household_types "
    "marital_status married_on children pregnancy due_date delivered_on infertility_treatment "
    "monthly_income median_income_ratio health_insurance health_insurance_premium assets "
    "owns_home tenure basic_livelihood near_poor disability disability_type "
    "legacy_disability_grade long_term_care_grade conditions employment education veteran receives"
).split()
_MOST_OPTIONS = 12
# A form of up to so many facts is not folded; a longer one shows so many.
_MOST_OPEN, _OPEN = 12, 10


def facts_asked(
    leaves: Iterable[CriterionBase], *, local: bool, missing: Collection[str] = ()
) -> list[Asked]:
    """What a form for these criteria asks. `local`: the policy is for certain regions.

    Clauses that only a caseworker can read ask nothing. `missing`: keys that a verdict found
    open besides.
    """
    read = [leaf for leaf in leaves if not leaf.unclear]
    keys = {key for leaf in read for key in _keys(leaf)}
    keys |= {"region"} if local else set()
    keys |= {key for key in missing if key in FACT_KEYS}
    asked = [_typed(key, read) for key in sorted(keys, key=_ORDER.index)]
    free = {each.key: each for leaf in read if (each := _free(leaf)) is not None}
    for key in missing:
        if key.startswith(OTHER_PREFIX):
            free.setdefault(key, Asked(key))
    return [*asked, *free.values()]


def _keys(leaf: CriterionBase) -> tuple[str, ...]:
    keys = KEYS[criterion_name(type(leaf))]
    if isinstance(leaf, DisabilityCriterion):
        keys += ("disability_type",) if leaf.types else ()
        keys += ("legacy_disability_grade",) if leaf.legacy_grade_max is not None else ()
    if isinstance(leaf, PregnancyCriterion) and leaf.within_months is not None:
        keys += ("delivered_on",)
    if isinstance(leaf, PregnancyCriterion) and (leaf.min_weeks or leaf.max_weeks):
        keys += ("due_date",)
    if isinstance(leaf, MonthlyIncomeCriterion) and leaf.table is not None:
        keys += ("marital_status",)
    return keys


def _typed(key: str, leaves: Sequence[CriterionBase]) -> Asked:
    """A fact of its own key; diseases and benefits that the rule names are ticked, not typed."""
    named: list[str] = []
    for leaf in leaves:
        if (key == "conditions" and isinstance(leaf, ConditionCriterion)) or (
            key == "receives" and isinstance(leaf, ReceivesCriterion)
        ):
            named += leaf.any_of
    options = tuple(dict.fromkeys(named))
    return Asked(key, options=options if len(options) <= _MOST_OPTIONS else ())


def _free(leaf: CriterionBase) -> Asked | None:
    """A criterion without a fact key of its own: by its question, else by the words of the
    source; the key is an internal name."""
    if not isinstance(leaf, OtherCriterion):
        return None
    key = f"{OTHER_PREFIX}{leaf.key}"
    quote = leaf.quote.strip().rstrip(".")
    if leaf.question:
        return Asked(key, label=leaf.question, help=f"원문: “{quote}”" if quote else "")
    label = f"“{quote}”에 해당하시나요?" if quote else question_for(key)
    return Asked(key, label=label)


class CheckForm(FactForm):
    """A form of one policy. A list with options says which of those hold, and keeps what else
    is known of the person. Of a long form the first facts stand open, the others are folded."""

    def first(self) -> list[BoundField]:
        """Fields that stand open."""
        rows, rest = list(self.rows()), {field.name for field in self.rest()}
        return [field for field in rows if field.name not in rest]

    def rest(self) -> list[BoundField]:
        """Fields that are folded."""
        if len(self.asked) <= _MOST_OPEN:
            return []
        return [self[name] for asked in self.asked[_OPEN:] for name in fields_of(asked)]

    def rest_wrong(self) -> bool:
        """Whether a folded field has to be corrected."""
        return any(field.errors for field in self.rest())

    def initial_for(self, asked: Asked) -> dict[str, Any]:
        initial = super().initial_for(asked)
        held = getattr(self.known, asked.key, None) if asked.options else None
        if held is None:
            return initial
        states = {name: _holds(asked.key, name, held) for name in asked.options}
        ticked = [name for name, state in states.items() if state is State.MET]
        unsure = State.UNKNOWN in states.values()
        known = YES if ticked else UNKNOWN if unsure else NO
        return {f"{asked.key}_known": known, asked.key: ticked}

    def value(self, asked: Asked) -> Any:
        value = super().value(asked)
        if value is None or not asked.options:
            return value
        held = getattr(self.known, asked.key) or []
        others = [
            name
            for name in held
            if all(_holds(asked.key, option, [name]) is State.NOT_MET for option in asked.options)
        ]
        return [*others, *value]


def _holds(key: str, name: str, held: list[str]) -> State:
    if key == "conditions":
        return has_condition(name, held)
    return State.MET if any(same_benefit(name, each) for each in held) else State.NOT_MET
