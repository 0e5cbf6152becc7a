"""생계급여 and 의료급여, and whether a household is 차상위.

국민기초생활 보장법 제8조·제12조의3·제2조 제10호. 생계급여 = standard − 소득인정액, in tens upwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from policies.estimates.parameters import NoParameters, Parameters, parameters
from policies.estimates.recognised import Means, Recognised, recognise
from policies.estimates.results import estimated, money, refused, undecided
from policies.estimates.spans import Span, raised
from policies.estimates.tables import Figure, share_of_median
from policies.estimates.types import Estimate
from policies.korean import won

RULE = "basic_livelihood"
LIVELIHOOD, MEDICAL, HOUSING, EDUCATION = "생계급여", "의료급여", "주거급여", "교육급여"
NEAR_POOR = "차상위계층"
_KEYS = {
    LIVELIHOOD: "livelihood",
    MEDICAL: "medical",
    HOUSING: "housing",
    EDUCATION: "education",
    NEAR_POOR: "near_poor",
}


@dataclass(frozen=True)
class Household:
    """Who applies: size of the household and what it has. None = not said."""

    size: int | None
    means: Means
    as_of: date


@dataclass(frozen=True)
class Position:
    """A household beside the limit of one benefit. `within`: None where it may be either."""

    limit: Figure
    rules: Parameters
    recognised: Recognised

    @property
    def within(self) -> bool | None:
        span = self.recognised.span
        if span.high is not None and span.high <= self.limit.amount:
            return True
        return False if span.low > self.limit.amount else None

    @property
    def used(self) -> list[Parameters]:
        return [self.rules, self.limit.parameters, *self.recognised.used]

    def step(self, benefit: str) -> str:
        share = round(self.rules.values["shares"][_KEYS[benefit]] * 100)
        return f"{benefit} 기준(기준 중위소득의 {share}%): 월 {won(self.limit.amount)}"


def absent(household: Household) -> list[str]:
    """What must be known before anything can be said, the most important first."""
    missing = [] if household.means.income_known else ["monthly_income"]
    return missing if household.size is not None else [*missing, "household_size"]


def position(benefit: str, household: Household) -> Position:
    """Raises NoParameters. `absent(household)` must be empty."""
    assert household.size is not None  # noqa: S101 - `absent` was asked before
    rules = parameters(RULE, household.as_of)
    limit = share_of_median(household.as_of, household.size, rules.values["shares"][_KEYS[benefit]])
    return Position(limit, rules, recognise(household.means, household.as_of))


def estimate_livelihood(household: Household) -> Estimate:
    """생계급여 (KRW a month)."""
    formula = "생계급여 = 생계급여 기준액 − 소득인정액(10원 단위로 올림)"
    if missing := absent(household):
        return undecided(LIVELIHOOD, missing, formula=formula)
    try:
        found = position(LIVELIHOOD, household)
    except NoParameters as error:
        return refused(LIVELIHOOD, error, household.as_of)
    unit = found.rules.values["payment_unit"]
    span = found.recognised.span
    low = 0 if span.high is None else _paid(found.limit.amount, span.high, unit)
    amount = Span(low, _paid(found.limit.amount, span.low, unit))
    duty = found.rules.values["support_duty"]
    return estimated(
        LIVELIHOOD, amount, found.used, formula=formula,
        steps=[
            found.step(LIVELIHOOD), *found.recognised.steps,
            f"{won(found.limit.amount)} − 소득인정액 = 월 {money(amount)}",
        ],
        assumptions=found.recognised.assumptions, missing=found.recognised.missing,
        notes=[
            f"부모나 자녀의 소득이 연 {won(duty['income_a_year'])}을 넘거나 일반재산이 "
            f"{won(duty['property'])}을 넘으면 생계급여는 받지 못해요.",
        ],
    )  # fmt: skip


def estimate_entitlement(benefit: str, household: Household) -> Estimate:
    """의료급여 or 차상위: no amount of money, only whether the income is within the limit.

    ESTIMATED within it, NOT_ENTITLED (0) above it, MISSING where it may be either.
    """
    formula = f"소득인정액이 {benefit} 기준 이하인지 견줍니다."
    if missing := absent(household):
        return undecided(benefit, missing, formula=formula)
    try:
        found = position(benefit, household)
    except NoParameters as error:
        return refused(benefit, error, household.as_of)
    steps = [found.step(benefit), *found.recognised.steps]
    assumptions, missing_facts = found.recognised.assumptions, found.recognised.missing
    if found.within is None:
        return undecided(
            benefit, missing_facts or ["monthly_income"], used=found.used, formula=formula,
            steps=steps, assumptions=assumptions, notes=_NOTES[benefit],
        )  # fmt: skip
    result = estimated(
        benefit, Span.exactly(0), found.used, formula=formula, steps=steps,
        assumptions=assumptions, missing=missing_facts, notes=_NOTES[benefit],
    )  # fmt: skip
    return _entitled(result) if found.within else result


_NOTES = {
    MEDICAL: ["의료급여는 부모·자녀 등 부양의무자의 형편도 함께 보아요."],
    NEAR_POOR: ["기초생활수급자로 정해진 사람은 차상위계층에 들지 않아요."],
}


def _entitled(result: Estimate) -> Estimate:
    """The same without an amount: what it pays depends on use, not on income."""
    values = result.model_dump() | {"status": "estimated", "low": None, "high": None}
    return Estimate.model_validate(values)


def _paid(limit: int, recognised: int, unit: int) -> int:
    return raised(limit - recognised, unit) if recognised < limit else 0
