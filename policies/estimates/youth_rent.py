"""청년월세 지원: rent up to a monthly limit, two years at most, once in a life. KRW.

청년기본법 제20조 and the announcement of the year.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from policies.estimates.parameters import NoParameters, Parameters, parameters
from policies.estimates.results import estimated, refused
from policies.estimates.spans import Span
from policies.estimates.tables import Figure, share_of_median
from policies.estimates.types import Estimate
from policies.korean import long_date, won

BENEFIT = "청년월세 지원"
RULE = "youth_rent"
FORMULA = "실제 월세(보증금·관리비 제외)와 월 한도 가운데 적은 금액 − 주거급여 가운데 월세 금액"


@dataclass(frozen=True)
class Tenant:
    """None = not said. `income` a month of the young person's own household of `size`;
    `family_ok`: income and property of the household with the parents are within the limits;
    `housing_benefit`: rent part of 주거급여, KRW a month; `paid_months`: had before."""

    as_of: date
    ages: tuple[int, int] | None = None
    rent: int | None = None
    size: int | None = None
    income: int | None = None
    assets: int | None = None
    owns_home: bool | None = None
    public_rental: bool | None = None
    married: bool | None = None
    family_ok: bool | None = None
    housing_benefit: int | None = None
    paid_months: int | None = None


def estimate_youth_rent(tenant: Tenant) -> Estimate:
    """청년월세 지원 (unit "원/월")."""
    try:
        figures = parameters(RULE, tenant.as_of)
        limit = (
            None
            if tenant.size is None
            else share_of_median(tenant.as_of, tenant.size, figures.values["income_share"])
        )
    except NoParameters as error:
        return refused(BENEFIT, error, tenant.as_of)
    values = figures.values
    amount = _rent_span(tenant, values)
    denied = list(_denied(tenant, values, limit))
    unknown = list(_unknown(tenant, values, limit))
    if denied:
        amount = Span.exactly(0)
    elif unknown:
        amount = Span(0, amount.high)
    months = max(values["times"] - (tenant.paid_months or 0), 0)
    return estimated(
        BENEFIT, amount, [figures, *([limit.parameters] if limit else [])], formula=FORMULA,
        steps=[f"월 한도: {won(values['monthly'])}", f"남은 횟수: 최대 {months}번", *denied],
        assumptions=_assumptions(tenant),
        missing=[*_rent_missing(tenant), *unknown] if amount.high else [],
        notes=_notes(tenant, figures),
    )  # fmt: skip


def _rent_span(tenant: Tenant, values: dict[str, Any]) -> Span:
    cap = values["monthly"]
    rent = Span(0, cap) if tenant.rent is None else Span.exactly(min(max(tenant.rent, 0), cap))
    taken = max(tenant.housing_benefit or 0, 0)
    return Span(max(rent.low - taken, 0), max((rent.high or 0) - taken, 0))


def _denied(tenant: Tenant, values: dict[str, Any], limit: Figure | None) -> Iterable[str]:
    ages = values["ages"]
    if tenant.ages and (tenant.ages[1] < ages["min"] or tenant.ages[0] > ages["max"]):
        yield f"만 {ages['min']}세부터 {ages['max']}세까지 받아요."
    if tenant.owns_home:
        yield "집이 없는 청년이 받아요."
    if tenant.public_rental:
        yield "공공임대주택에 살면 받지 못해요."
    if limit and tenant.income is not None and tenant.income > limit.amount:
        yield f"청년 가구의 소득이 월 {won(limit.amount)}(기준 중위소득의 60%) 이하여야 해요."
    if tenant.assets is not None and tenant.assets > values["assets"]:
        yield f"청년 가구의 재산이 {won(values['assets'])} 이하여야 해요."
    if tenant.family_ok is False and not _independent(tenant, values):
        yield "부모님을 포함한 가구의 소득이나 재산이 기준을 넘어요."
    if (tenant.paid_months or 0) >= values["times"]:
        yield f"{values['times']}번을 이미 다 받았어요."


def _unknown(tenant: Tenant, values: dict[str, Any], limit: Figure | None) -> Iterable[str]:
    """Facts that decide and are not known."""
    ages = values["ages"]
    sure = tenant.ages and ages["min"] <= tenant.ages[0] and tenant.ages[1] <= ages["max"]
    if not sure:
        yield "birth_date"
    if tenant.owns_home is None:
        yield "owns_home"
    if limit is None:
        yield "household_size"
    if tenant.income is None:
        yield "monthly_income"
    if tenant.assets is None:
        yield "assets"
    if tenant.family_ok is None and not _independent(tenant, values):
        yield "family_within_limits"


def _independent(tenant: Tenant, values: dict[str, Any]) -> bool:
    """Whether the parents' household is not looked at."""
    old_enough = tenant.ages is not None and tenant.ages[0] >= values["independent_age"]
    return old_enough or bool(tenant.married)


def _rent_missing(tenant: Tenant) -> list[str]:
    return ["rent"] if tenant.rent is None else []


def _assumptions(tenant: Tenant) -> Iterable[str]:
    yield "부모님과 따로 살고, 2촌 안의 가족에게서 빌린 집이 아니라고 보았어요."
    if tenant.public_rental is None:
        yield "공공임대주택에 살지 않는다고 보았어요."
    if tenant.housing_benefit is None:
        yield "주거급여를 받지 않는다고 보았어요."
    if tenant.paid_months is None:
        yield "청년월세 지원을 받은 적이 없다고 보았어요."


def _notes(tenant: Tenant, figures: Parameters) -> Iterable[str]:
    span = figures.values["applications"]
    if tenant.as_of > span["end"] and figures.year == tenant.as_of.year:
        yield (
            f"{figures.year}년 새 신청은 {long_date(span['end'])}에 끝났어요. "
            "다음 신청 기간은 복지로 공고를 확인해 주세요."
        )
