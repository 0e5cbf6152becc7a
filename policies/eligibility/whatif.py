"""What-if: a person's facts after a change, with everything that follows from it or with it
becomes unknown ("직장을 그만두면?").

A change says only what it says. What depends on it and cannot be known any more becomes
unknown, never guessed: someone who leaves a job is no longer 직장가입자, but whether they are
지역가입자 or 피부양자 then, and what they pay, nobody has said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from policies.eligibility.dates import MONTHS_A_YEAR, add_months
from policies.eligibility.derive import pregnancy_on
from policies.eligibility.facts import ApplicantFacts
from policies.vocabulary import (
    BasicLivelihood,
    Disability,
    Employment,
    HealthInsurance,
    HouseholdType,
    MaritalStatus,
    Pregnancy,
    Sex,
    Tenure,
)

_INCOME = ("monthly_income", "median_income_ratio")
# 국민건강보험법 제6조: a 직장가입자 is one by a contract of work, which leave does not end.
_BY_JOB = frozenset({Employment.EMPLOYED, Employment.ON_LEAVE})
_MEDICAL_AID = frozenset({HealthInsurance.MEDICAL_AID_1, HealthInsurance.MEDICAL_AID_2})
_MANY_CHILDREN = 3
_BOOKKEEPING = frozenset({"provenance", "income_is_recognised"})
KEYS = frozenset(ApplicantFacts.model_fields) - _BOOKKEEPING


class UnknownFact(ValueError):
    """A change of something that is no fact; the message names every such key."""


@dataclass(frozen=True)
class WhatIf:
    """Facts after the change. `changed`: keys as asked for; `followed`: keys set because they
    follow; `unknown`: keys that were known and are not any more."""

    facts: ApplicantFacts
    changed: tuple[str, ...]
    followed: tuple[str, ...]
    unknown: tuple[str, ...]


class _Change:
    """Values on their way from before to after. Keys that were given are left alone."""

    def __init__(self, before: ApplicantFacts, after: ApplicantFacts, given: frozenset[str]):
        self.before = before
        self.after = after
        self.given = given
        self.values: dict[str, Any] = {}

    def changed(self, key: str) -> bool:
        return key in self.given and getattr(self.before, key) != getattr(self.after, key)

    def now(self, key: str) -> Any:
        """Value after all that was settled so far."""
        return self.values[key] if key in self.values else getattr(self.after, key)

    def put(self, key: str, value: Any) -> None:
        if key not in self.given:
            self.values[key] = value

    def forget(self, *keys: str) -> None:
        for key in keys:
            self.put(key, None)

    def types(self, *, add: HouseholdType | None = None, drop: frozenset[HouseholdType]) -> None:
        """Household types with one more and others less; an unknown list stays unknown."""
        known = self.now("household_types")
        if known is not None:
            kept = [kind for kind in known if kind not in drop]
            self.put("household_types", [*kept, add] if add and add not in kept else kept)


def what_if(facts: ApplicantFacts, changes: Mapping[str, Any]) -> WhatIf:
    """Facts with `changes` (fact key → new value, None = unknown) and what follows from them.

    `other` is merged key by key. Raises UnknownFact for a key that is no fact, and
    pydantic.ValidationError for values that do not fit.
    """
    strange = sorted(set(changes) - KEYS)
    if strange:
        raise UnknownFact(f"알 수 없는 항목이에요: {', '.join(strange)}")
    asked = dict(changes)
    if "other" in asked:
        merged = {**facts.other, **(asked["other"] or {})}
        asked["other"] = {key: value for key, value in merged.items() if value is not None}
    if "as_of" in asked and asked["as_of"] is None:
        del asked["as_of"]
    after = ApplicantFacts.model_validate({**_values(facts), **asked})
    change = _Change(facts, after, frozenset(asked))
    for follow in _FOLLOWS:
        follow(change)
    final = ApplicantFacts.model_validate({**_values(after), **change.values})
    settled = [key for key in change.values if getattr(final, key) != getattr(facts, key)]
    kept = {
        key: each
        for key, each in facts.provenance.items()
        if getattr(final, key, None) == getattr(facts, key, None)
    }
    return WhatIf(
        facts=final.model_copy(
            update={"provenance": kept, "income_is_recognised": facts.income_is_recognised}
        ),
        changed=tuple(key for key in asked if getattr(final, key) != getattr(facts, key)),
        followed=tuple(key for key in settled if getattr(final, key) is not None),
        unknown=tuple(key for key in settled if getattr(final, key) is None),
    )


def _values(facts: ApplicantFacts) -> dict[str, Any]:
    return {key: getattr(facts, key) for key in KEYS}


def _time(change: _Change) -> None:
    """A said age is that of the day it was said."""
    if change.changed("as_of") and change.before.birth_date is None:
        change.forget("age")
    if change.changed("birth_date") and change.after.birth_date is not None:
        change.forget("age")
    if change.changed("age") and change.after.age is not None:
        change.forget("birth_date")


def _work(change: _Change) -> None:
    """Other work, other income; and the insurance by a job comes and goes with the job."""
    if not change.changed("employment") or change.after.employment is None:
        return
    change.forget(*_INCOME)
    insurance = change.before.health_insurance
    if change.after.employment in _BY_JOB:
        lapses = insurance in {HealthInsurance.REGIONAL, HealthInsurance.DEPENDENT}
        lapses = lapses and change.before.employment not in _BY_JOB
    else:
        lapses = insurance is HealthInsurance.EMPLOYEE
    if lapses:
        change.forget("health_insurance", "health_insurance_premium")


def _place(change: _Change) -> None:
    if change.changed("region"):
        moved = change.after.as_of if change.after.region is not None else None
        change.put("moved_in_on", moved)


def _birth(change: _Change) -> None:
    """A child born: one more in the household, and a birth date that may count as delivery."""
    born = _born(change)
    if born is None:
        return
    before = change.before
    children = change.now("children")
    if "children" not in change.given and before.children is not None:
        children = [*before.children, born]
        change.put("children", children)
    if before.sex is Sex.FEMALE or before.pregnancy is Pregnancy.PREGNANT:
        delivered = change.after.model_copy(
            update={"pregnancy": None, "due_date": None, "delivered_on": born}
        )
        change.put("delivered_on", born)
        change.put("pregnancy", pregnancy_on(delivered, change.after.as_of))
        change.forget("due_date")
    if before.household_size is not None:
        more = len(children) - len(before.children) if before.children is not None else 1
        change.put("household_size", before.household_size + max(more, 1))
        change.forget("median_income_ratio")
    many = children is not None and len(children) >= _MANY_CHILDREN
    change.types(
        add=HouseholdType.MULTI_CHILD if many else None,
        drop=frozenset({HouseholdType.ONE_PERSON}),
    )


def _born(change: _Change) -> date | None:
    """Birth date of a baby that was not there before, None when none was born. An older child
    who joins the family is none."""
    if change.changed("delivered_on") and change.after.delivered_on is not None:
        return change.after.delivered_on
    if not change.changed("children"):
        return None
    known = change.before.children or ()
    oldest = add_months(change.after.as_of, -MONTHS_A_YEAR)
    new = [day for day in change.after.children or () if day not in known and day > oldest]
    return max(new, default=None)


def _pregnancy(change: _Change) -> None:
    if not change.changed("pregnancy"):
        return
    if change.after.pregnancy is not Pregnancy.PREGNANT:
        change.forget("due_date")
    if change.after.pregnancy is not Pregnancy.POSTPARTUM:
        change.forget("delivered_on")


def _marriage(change: _Change) -> None:
    """A wedding or its end changes who lives together, and with it what the household earns."""
    if change.changed("married_on") and change.after.married_on is not None:
        change.put("marital_status", MaritalStatus.MARRIED)
    status = change.now("marital_status")
    if status == change.before.marital_status or status is None:
        return
    change.forget("household_size", *_INCOME)
    if status is MaritalStatus.MARRIED:
        change.put("married_on", change.after.as_of)
        alone = frozenset({HouseholdType.ONE_PERSON, HouseholdType.SINGLE_PARENT})
        change.types(add=HouseholdType.NEWLYWED, drop=alone)
    elif change.before.marital_status is MaritalStatus.MARRIED:
        change.forget("married_on", "household_types")


def _money(change: _Change) -> None:
    """Amount and ratio say the same of one household: a new one leaves the other behind."""
    first, second = _INCOME
    if change.changed(first) and change.after.monthly_income is not None:
        change.forget(second)
    if change.changed(second) and change.after.median_income_ratio is not None:
        change.forget(first)
    if change.changed("household_size"):
        change.forget("median_income_ratio")
        size = change.after.household_size
        if size is not None:
            alone = HouseholdType.ONE_PERSON
            change.types(
                add=alone if size == 1 else None,
                drop=frozenset() if size == 1 else frozenset({alone}),
            )


def _insurance(change: _Change) -> None:
    """국민건강보험법 제5조: who receives 의료급여 has no 건강보험."""
    if change.changed("basic_livelihood") and change.after.basic_livelihood is not None:
        aided = BasicLivelihood.MEDICAL in change.after.basic_livelihood
        if aided != (change.before.health_insurance in _MEDICAL_AID):
            change.forget("health_insurance", "health_insurance_premium")
    if change.changed("health_insurance"):
        change.forget("health_insurance_premium")


def _home(change: _Change) -> None:
    if change.changed("owns_home") and change.after.owns_home is not None:
        own = change.before.tenure is Tenure.OWNED
        if own and not change.after.owns_home:
            change.forget("tenure")
    if change.changed("tenure") and change.after.tenure is not None:
        if change.after.tenure is Tenure.OWNED:
            change.put("owns_home", True)
        elif change.before.tenure is Tenure.OWNED:
            change.forget("owns_home")


def _disability(change: _Change) -> None:
    if not change.changed("disability"):
        return
    change.forget("legacy_disability_grade")
    if change.after.disability in {None, Disability.NONE}:
        change.forget("disability_type")


# In this order: a birth settles the household before marriage and money look at it.
_FOLLOWS: tuple[Callable[[_Change], None], ...] = (
    _time,
    _work,
    _place,
    _pregnancy,
    _birth,
    _marriage,
    _money,
    _insurance,
    _home,
    _disability,
)
