"""긴급복지지원: living costs by household size, and the limits of income and property.

긴급복지지원법 제2조·제5조·제9조 and the notice of the year. KRW. Whether there is a crisis in the
sense of the law is for the office to find; the estimate is of what is paid then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from policies.eligibility.facts import RegionFact
from policies.estimates.areas import SIZE_NAMES, sizes
from policies.estimates.parameters import NoParameters, Parameters, parameters
from policies.estimates.results import estimated, refused, undecided
from policies.estimates.spans import Span, floored
from policies.estimates.tables import median_income, share_of_median
from policies.estimates.types import Estimate
from policies.korean import won

BENEFIT = "긴급복지 생계지원"
RULE = "emergency_support"
FORMULA = "가구원 수에 따라 정해진 한 달 생계비(소득·재산·금융재산 기준 이하인 위기 가구)"
_LISTED = 6
_THOUSAND = 1000


@dataclass(frozen=True)
class Crisis:
    """A household in need. None = not said. `income` a month; `assets` without the debts;
    `home`: the part of `assets` that is the home lived in."""

    as_of: date
    size: int | None = None
    income: int | None = None
    assets: int | None = None
    home: int | None = None
    financial: int | None = None
    region: RegionFact | None = None


@dataclass(frozen=True)
class _Check:
    """One limit: whether it is kept (None = not known) and how it is told."""

    kept: bool | None
    told: str
    fact: str


def estimate_emergency(crisis: Crisis) -> Estimate:
    """긴급복지 생계지원 (unit "원/월", up to six times)."""
    if crisis.size is None:
        return undecided(BENEFIT, ["household_size"], formula=FORMULA)
    try:
        figures = parameters(RULE, crisis.as_of)
        amount = _living(crisis.size, figures)
        income = share_of_median(crisis.as_of, crisis.size, figures.values["income_share"])
        reserve = financial_limit(crisis.as_of, crisis.size)
    except NoParameters as error:
        return refused(BENEFIT, error, crisis.as_of)
    checks = [
        _income_check(crisis, income.amount),
        _property_check(crisis, figures.values),
        _financial_check(crisis, reserve),
    ]
    span = Span.exactly(amount)
    if any(check.kept is False for check in checks):
        span = Span.exactly(0)
    elif any(check.kept is None for check in checks):
        span = Span(0, amount)
    open_facts = [check.fact for check in checks if check.kept is None] if span.high else []
    return estimated(
        BENEFIT, span, [figures, income.parameters], formula=FORMULA,
        steps=[f"{crisis.size}인 가구 생계지원: 월 {won(amount)}", *(one.told for one in checks)],
        assumptions=["실직, 중한 질병, 휴·폐업처럼 법에서 정한 위기 상황이라고 보았어요."],
        missing=open_facts, notes=_notes(figures),
    )  # fmt: skip


def financial_limit(as_of: date, size: int) -> int:
    """금융재산 limit (KRW): 생활준비금 (기준 중위소득 in thousands) and the base amount."""
    base = parameters(RULE, as_of).values["financial_base"]
    return floored(median_income(as_of, size).amount, _THOUSAND) + int(base)


def _living(size: int, figures: Parameters) -> int:
    table, step = figures.values["living"], figures.values.get("living_step")
    listed = min(size, _LISTED)
    if listed not in table or (size > listed and step is None):
        raise NoParameters(
            f"{BENEFIT}: {figures.year}년 {size}인 가구의 금액을 갖고 있지 않습니다."
        )
    return int(table[listed]) + (step or 0) * (size - listed)


def _income_check(crisis: Crisis, limit: int) -> _Check:
    kept = None if crisis.income is None else crisis.income <= limit
    return _Check(kept, f"소득 기준(기준 중위소득의 75%): 월 {won(limit)} 이하", "monthly_income")


def _property_check(crisis: Crisis, values: dict[str, Any]) -> _Check:
    """The home is left out up to its limit; unknown places and homes are both ways possible."""
    places = sizes(crisis.region)
    told = "재산 기준: " + ", ".join(
        f"{SIZE_NAMES[place]} {won(values['property'][place])}"
        f"(사는 집 {won(values['housing_deduction'][place])}까지 공제)"
        for place in places
    )  # fmt: skip
    if crisis.assets is None:
        return _Check(None, told, "assets")
    kept: set[bool] = set()
    for place in places:
        limit, relief = values["property"][place], values["housing_deduction"][place]
        homes = [0, relief] if crisis.home is None else [min(max(crisis.home, 0), relief)]
        kept.update(crisis.assets - home <= limit for home in homes)
    decided = kept.pop() if len(kept) == 1 else None
    return _Check(decided, told, "region" if len(places) > 1 else "home_value")


def _financial_check(crisis: Crisis, limit: int) -> _Check:
    kept = None if crisis.financial is None else crisis.financial <= limit
    if crisis.financial is None and crisis.assets is not None and crisis.assets <= limit:
        kept = True
    return _Check(kept, f"금융재산 기준: {won(limit)} 이하", "financial_assets")


def _notes(figures: Parameters) -> Iterable[str]:
    values = figures.values
    yield f"생계지원은 위기가 이어지면 최대 {values['living_times']}번까지 받을 수 있어요."
    medical = values["medical"]
    yield (
        f"수술이나 입원이 필요하면 의료지원을 한 번에 {won(medical['amount'])} 안에서 "
        f"최대 {medical['times']}번 받을 수 있어요."
    )
    for place, rents in values["housing"].items():
        for size, rent in rents.items():
            yield (
                f"주거지원은 {SIZE_NAMES[place]} {size}인 가구가 월 {won(rent)}까지예요. "
                "다른 가구의 한도는 갖고 있지 않아요."
            )
    if "fuel" not in values:
        yield f"겨울철 연료비의 {figures.year}년 금액은 갖고 있지 않아요. 129에 확인해 주세요."
    yield "먼저 지원하고 나중에 조사해요. 129나 행정복지센터에 바로 요청하세요."
