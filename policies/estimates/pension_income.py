"""소득인정액 of 기초연금: earnings and property of the person and the spouse as monthly income.

기초연금법 제2조 제4호, 시행규칙 제2조–제4조 and the notice of the year. KRW; result a month.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from policies.eligibility.facts import RegionFact
from policies.estimates.areas import SIZE_NAMES, Size, sizes
from policies.estimates.parameters import NoParameters, parameters
from policies.estimates.results import estimated, money, refused, undecided
from policies.estimates.spans import Span, floored, share
from policies.estimates.types import Estimate
from policies.korean import won

RULE = "basic_pension"
BENEFIT = "소득인정액(기초연금)"
FORMULA = (
    "소득인정액 = (근로소득 − 116만 원) × 70% + 그 밖의 소득 + "
    "{(일반재산 − 기본재산액) + (금융재산 − 2,000만 원) − 빚} × 연 4% ÷ 12"
)
_MONTHS = 12


@dataclass(frozen=True)
class PensionMeans:
    """Of the person and the spouse together. None = not said; who has none says 0.

    `recognised`: 소득인정액 known already. `earned`: wages of one person; `other`: pensions and
    business income besides `national_pension`. `assets`: property not told apart; `general`
    holds homes and deposits too. `luxury`: 고급자동차·회원권, counted whole.
    """

    recognised: int | None = None
    earned: int | None = None
    other: int | None = None
    national_pension: int | None = None
    assets: int | None = None
    general: int | None = None
    financial: int | None = None
    luxury: int | None = None
    debt: int | None = None
    region: RegionFact | None = None

    @property
    def income_known(self) -> bool:
        told = (self.recognised, self.earned, self.other, self.national_pension)
        return any(one is not None for one in told)

    @property
    def kinds_told(self) -> bool:
        return self.general is not None or self.financial is not None


@dataclass(frozen=True)
class PensionIncome:
    """소득인정액 as a range and how it came about."""

    span: Span
    steps: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def recognise(means: PensionMeans, values: dict[str, Any]) -> PensionIncome:
    """`values`: parameters of the rule. `means.income_known` must hold."""
    if means.recognised is not None:
        told = max(means.recognised, 0)
        return PensionIncome(Span.exactly(told), (f"소득인정액: 월 {won(told)}",))
    above = max((means.earned or 0) - values["earned_deduction"], 0)
    earned = floored(above * (1 - share(values["earned_share"])))
    income = earned + max(means.other or 0, 0) + max(means.national_pension or 0, 0)
    converted, missing = _converted(means, values)
    total = Span.exactly(income).plus(converted)
    steps = (
        f"소득평가액: 월 {won(income)}",
        f"재산의 소득환산액: 월 {money(converted)}",
        f"소득인정액: 월 {money(total)}",
    )
    return PensionIncome(total, steps, tuple(_assumptions(means)), tuple(missing))


def estimate_pension_income(means: PensionMeans, as_of: date) -> Estimate:
    """소득인정액 of 기초연금 as an estimate of its own. Without property it has no upper end."""
    try:
        figures = parameters(RULE, as_of)
    except NoParameters as error:
        return refused(BENEFIT, error, as_of)
    if not means.income_known:
        return undecided(BENEFIT, ["monthly_income"], used=[figures], formula=FORMULA)
    found = recognise(means, figures.values)
    if found.span.high is None:
        return undecided(
            BENEFIT, found.missing, used=[figures], formula=FORMULA, steps=found.steps,
            assumptions=found.assumptions,
        )  # fmt: skip
    return estimated(
        BENEFIT, found.span, [figures], formula=FORMULA, steps=found.steps,
        assumptions=found.assumptions, missing=found.missing,
    )  # fmt: skip


def _converted(means: PensionMeans, values: dict[str, Any]) -> tuple[Span, list[str]]:
    if not means.kinds_told and means.assets is None:
        return Span(max(means.luxury or 0, 0), None), ["assets"]
    places = sizes(means.region)
    spans = [_in_place(means, place, values) for place in places]
    span = Span.around(spans).plus(Span.exactly(max(means.luxury or 0, 0)))
    missing = ["assets"] if not means.kinds_told and not span.exact else []
    if len(places) > 1 and not span.exact:
        missing.append("region")
    return span, missing


def _in_place(means: PensionMeans, place: Size, values: dict[str, Any]) -> Span:
    debt = max(means.debt or 0, 0)
    if means.kinds_told:
        return Span.exactly(
            _monthly(means.general or 0, means.financial or 0, debt, place, values)
        )  # fmt: skip
    whole = max(means.assets or 0, 0)
    # Split in the best way both deductions are used up, in the worst only the smaller one.
    best = min(whole, values["financial_deduction"])
    ends = (0, best, whole)
    found = [_monthly(whole - bank, bank, debt, place, values) for bank in ends]
    return Span(min(found), max(found))


def _monthly(
    general: int, financial: int, debt: int, place: Size, values: dict[str, Any]
) -> int:  # fmt: skip
    homes = max(general - values["basic_property"][place], 0)
    bank = max(financial - values["financial_deduction"], 0)
    left = max(homes + bank - debt, 0)
    return floored(left * share(values["property_rate_a_year"]) / _MONTHS)


def _assumptions(means: PensionMeans) -> Iterable[str]:
    if means.earned:
        yield "말씀하신 소득을 한 사람의 상시 근로소득으로 보았어요."
    if means.luxury is None:
        yield "고급 자동차와 회원권은 없다고 보았어요."
    has_property = means.kinds_told or bool(means.assets)
    if means.debt is None and has_property:
        yield "빚은 없다고 보았어요."
    if means.kinds_told and (means.general is None or means.financial is None):
        unsaid = "일반재산은" if means.general is None else "금융재산은"
        yield f"말씀하지 않은 {unsaid} 없다고 보았어요."
    places = sizes(means.region)
    if len(places) == 1 and has_property:
        yield f"기본재산액은 {SIZE_NAMES[places[0]]} 기준이에요."
