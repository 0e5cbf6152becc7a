"""근로장려금·자녀장려금 (조세특례제한법 제100조의5·제100조의29)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from policies.estimates.drafting import Draft, estimates, portion
from policies.estimates.parameters import parameters
from policies.estimates.types import Estimate
from policies.korean import won

_EARNED, _CHILD, _BOTH = "근로장려금", "자녀장려금", "근로·자녀장려금"


class EarnerKind(StrEnum):
    """단독가구, 홑벌이 가구, 맞벌이 가구 (제100조의3 제5항)."""

    SINGLE = "single"
    ONE_EARNER = "one_earner"
    TWO_EARNER = "two_earner"


LABELS = {
    EarnerKind.SINGLE: "단독가구",
    EarnerKind.ONE_EARNER: "홑벌이 가구",
    EarnerKind.TWO_EARNER: "맞벌이 가구",
}


@dataclass(frozen=True)
class TaxHousehold:
    """Last year's household: `earnings` 총급여액 등 of both spouses and `assets` on 1 June, KRW;
    `children` under 18; `kinds` that may hold."""

    kinds: tuple[EarnerKind, ...] = tuple(EarnerKind)
    earnings: int | None = None
    assets: int | None = None
    children: int | None = None
    late: bool = False  # 기한 후 신청


@estimates(_EARNED, "원/년")
def earned_income_credit(*, as_of: date, household: TaxHousehold) -> Estimate:
    """근로장려금 of a year (KRW)."""
    return _credits(as_of, household, _EARNED)


@estimates(_CHILD, "원/년")
def child_credit(*, as_of: date, household: TaxHousehold) -> Estimate:
    """자녀장려금 of a year (KRW)."""
    return _credits(as_of, household, _CHILD)


@estimates(_BOTH, "원/년")
def tax_credits(*, as_of: date, household: TaxHousehold) -> Estimate:
    """Both credits of a year together (KRW)."""
    return _credits(as_of, household, _BOTH)


def _credits(as_of: date, household: TaxHousehold, benefit: str) -> Estimate:
    draft = Draft(benefit, parameters("tax_credits", as_of), "원/년")
    values = draft.figures.values
    draft.formula = _formula(benefit, values["child"])
    if household.assets is not None and household.assets >= values["asset_limit"]:
        return draft.nothing(f"가구 재산이 {won(values['asset_limit'])} 이상이면 받을 수 없습니다.")
    if household.earnings is None:
        return draft.open("annual_earnings")
    if household.earnings == 0:
        return draft.nothing("근로·사업·종교인소득이 있어야 받습니다.")
    _assume(draft, household)
    if household.children is None and benefit == _BOTH:
        draft.assumptions.append("18세 미만 부양자녀가 없는 것으로 보았습니다.")
    childless = household.children == 0 or household.kinds == (EarnerKind.SINGLE,)
    if benefit == _CHILD and childless:
        return draft.nothing("18세 미만 부양자녀가 있는 홑벌이·맞벌이 가구만 받습니다.")
    ranges = [_of_kind(draft, household, kind, benefit) for kind in household.kinds]
    low, high = min(one[0] for one in ranges), max(one[1] for one in ranges)
    if benefit == _CHILD and household.children is None:
        return draft.open("child_count")
    if high == 0:
        return draft.nothing("소득이 가구별 기준금액 이상이어서 받을 수 없습니다.")
    if len(household.kinds) > 1:
        draft.missing.append("household_kind")
    return draft.amount(low, high)


def _of_kind(
    draft: Draft, household: TaxHousehold, kind: EarnerKind, benefit: str
) -> tuple[int, int]:
    """Lowest and highest sum in one kind of household."""
    earnings = household.earnings or 0
    low = high = 0
    if benefit != _CHILD:
        low = high = _earned(draft.figures.values, household, kind, earnings)
        draft.steps.append(f"{LABELS[kind]}이면 근로장려금은 {won(low)}쯤입니다.")
    if benefit == _EARNED or kind is EarnerKind.SINGLE or household.children == 0:
        return low, high
    each = _per_child(draft.figures.values, household, kind, earnings)
    draft.steps.append(f"{LABELS[kind]}이면 자녀장려금은 자녀 한 명에 {won(each)}쯤입니다.")
    paid = each * (household.children or 0)
    return low + paid, high + paid


def _earned(
    values: dict[str, Any], household: TaxHousehold, kind: EarnerKind, earnings: int
) -> int:
    rule = values["kinds"][kind.value]
    whole, rise, flat = int(rule["amount"]), int(rule["rise_to"]), int(rule["flat_to"])
    below = int(rule["below"])
    if earnings >= below:
        return 0
    if earnings < rise:
        amount = whole * earnings // rise
    elif earnings < flat:
        amount = whole
    else:
        amount = whole - whole * (earnings - flat) // (below - flat)
    amount = _reduced(values, household, amount)
    if amount < values["none_below"]:
        return 0
    # 제100조의7: what is left of a small credit is lifted to a least amount.
    if earnings < rise:
        return max(amount, int(values["rising_lowest"]))
    return max(amount, int(values["falling_lowest"])) if earnings >= flat else amount


def _per_child(
    values: dict[str, Any], household: TaxHousehold, kind: EarnerKind, earnings: int
) -> int:
    child = values["child"]
    rule = child[kind.value]
    whole, lowest = int(child["amount"]), int(child["lowest"])
    flat, below = int(rule["flat_to"]), int(rule["below"])
    if earnings >= below:
        return 0
    cut = (whole - lowest) * max(0, earnings - flat) // (below - flat)
    return _reduced(values, household, whole - cut)


def _reduced(values: dict[str, Any], household: TaxHousehold, amount: int) -> int:
    if household.assets is not None and household.assets >= values["asset_half_from"]:
        amount //= 2
    return portion(amount, values["late_share"]) if household.late else amount


def _assume(draft: Draft, household: TaxHousehold) -> None:
    half = won(draft.figures.values["asset_half_from"])
    if household.assets is None:
        draft.assumptions.append(f"가구 재산이 {half} 미만인 것으로 보았습니다.")
    elif household.assets >= draft.figures.values["asset_half_from"]:
        draft.steps.append(f"가구 재산이 {half} 이상이어서 절반만 받습니다.")
    draft.assumptions.append("이자·배당·연금 같은 다른 소득이 없는 것으로 보았습니다.")
    draft.notes += [
        "실제 금액은 국세청 산정표로 정하므로 몇천 원쯤 다를 수 있습니다.",
        "지난해 소득과 지난해 6월 1일의 재산으로 정하고, 체납액이 있으면 30%까지 먼저 채웁니다.",
    ]


def _formula(benefit: str, child_rule: dict[str, Any]) -> str:
    earned = (
        "근로장려금은 지난해 부부 총급여액 등이 늘수록 늘다가 가구별 최대 금액에 이르고, "
        "기준금액에 가까워지면 줄어듭니다."
    )
    child = (
        f"자녀장려금은 18세 미만 자녀 한 명에 {won(child_rule['amount'])}이고, "
        f"소득이 많아지면 {won(child_rule['lowest'])}까지 줄어듭니다."
    )
    return {_EARNED: earned, _CHILD: child, _BOTH: f"{earned} {child}"}[benefit]
