"""재난적의료비 지원 (재난적의료비 지원에 관한 법률 제9조–제13조, 시행령 제11조)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from policies.estimates.drafting import Draft, estimates, percent, portion
from policies.estimates.parameters import parameters
from policies.estimates.tables import median_income
from policies.estimates.types import Estimate
from policies.korean import number, won

_BENEFIT = "재난적의료비 지원금"
_MONTHS = 12


@dataclass(frozen=True)
class MedicalBill:
    """KRW paid by the patient. `uncovered`: 비급여·전액본인부담·선별급여 of it, without what is
    never supported (미용·성형, 특실료, 도수치료 …); `insured`: private insurance or other aid."""

    total: int
    uncovered: int | None = None
    insured: int | None = None


@dataclass(frozen=True)
class Means:
    """`recipient`: 기초생활수급자 or 차상위; `ratio` per cent of 기준중위소득; KRW."""

    recipient: bool | None = None
    ratio: float | None = None
    household_size: int | None = None
    monthly_income: int | None = None
    assets: int | None = None


@estimates(_BENEFIT, "원/년")
def catastrophic_support(*, as_of: date, bill: MedicalBill | None, means: Means) -> Estimate:
    """Support of a year (KRW): a rate of the uncovered costs, where the whole bill exceeds the
    threshold of the income class. Unknown parts give a range from 0."""
    draft = Draft(_BENEFIT, parameters("catastrophic_support", as_of), "원/년")
    draft.formula = (
        "지원금은 건강보험이 줄여 주지 않는 본인부담 의료비(비급여, 전액본인부담 등)에서 지원 제외 "
        "항목과 보험금, 다른 지원금을 뺀 금액에 소득구간별 지원율을 곱한 금액입니다. "
        f"한 해 {won(draft.figures.values['yearly_limit'])}까지입니다."
    )
    _say_conditions(draft)
    if bill is None:
        return draft.open("medical_cost")
    draft.steps.append(f"본인이 낸 의료비는 모두 {won(bill.total)}입니다.")
    ratio = means.ratio if means.ratio is not None else _ratio_of(means, as_of)
    if means.recipient is not True and ratio is not None and ratio > _highest_ratio(draft):
        return draft.nothing(
            f"기준 중위소득의 {number(round(ratio, 2))}%는 "
            f"지원 한도인 {_highest_ratio(draft)}%를 넘습니다."
        )
    ranges = [
        _of_class(draft, one, bill, means, ratio, as_of) for one in _classes(draft, means, ratio)
    ]
    low, high = min(one[0] for one in ranges), max(one[1] for one in ranges)
    if high == 0:
        return draft.nothing("의료비나 지원금이 지원 기준에 미치지 못해 받을 금액이 없습니다.")
    return draft.amount(_lowered(draft, low, bill, means, ratio), high)


def _lowered(draft: Draft, low: int, bill: MedicalBill, means: Means, ratio: float | None) -> int:
    """The lower end, 0 where something open may leave nothing; says what is open."""
    if means.recipient is not True and ratio is None:
        draft.missing.append("median_income_ratio")
        low = 0
    if bill.uncovered is None:
        draft.missing.append("uncovered_cost")
        low = 0
    if bill.insured is None:
        draft.assumptions.append("실손보험금이나 다른 의료비 지원을 받지 않은 것으로 보았습니다.")
    limit = int(draft.figures.values["asset_limit"])
    if means.recipient is not True and means.assets is not None and means.assets > limit:
        draft.notes.insert(
            0, f"재산 과세표준 합계가 {won(limit)}을 넘으면 받을 수 없어 확인이 필요합니다."
        )
        low = 0
    return low


def _classes(draft: Draft, means: Means, ratio: float | None) -> list[dict[str, Any]]:
    """Classes that may hold."""
    values = draft.figures.values
    if means.recipient:
        return [values["recipient"]]
    classes: list[dict[str, Any]] = values["classes"]
    if ratio is None:
        return classes if means.recipient is False else [values["recipient"], *classes]
    if means.recipient is None:
        draft.assumptions.append("기초생활수급자나 차상위계층이 아닌 것으로 보았습니다.")
    return [next(one for one in classes if ratio <= one["max_ratio"])]


def _of_class(
    draft: Draft, one: dict[str, Any], bill: MedicalBill, means: Means,
    ratio: float | None, as_of: date,
) -> tuple[int, int]:  # fmt: skip
    """Lowest and highest support in one class."""
    name = _name(one)
    floor = _threshold(one, means, ratio, as_of)
    if floor is None:
        if means.household_size is None and "household_size" not in draft.missing:
            draft.missing.append("household_size")
    elif bill.total <= floor:
        draft.steps.append(
            f"{name} 구간의 기준금액은 {won(floor)}이고, 의료비가 이를 넘지 않습니다."
        )
        return 0, 0
    else:
        draft.steps.append(f"{name} 구간의 기준금액은 {won(floor)}이고, 의료비가 이를 넘습니다.")
    base = bill.total if bill.uncovered is None else min(bill.uncovered, bill.total)
    high = _paid(draft, max(0, base - (bill.insured or 0)), one)
    draft.steps.append(
        f"{name} 구간의 지원율은 {percent(one['rate'])}%이므로 최대 {won(high)}입니다."
    )
    reviewed = one.get("max_ratio") == _highest_ratio(draft)
    if reviewed and ratio is not None:
        draft.notes.insert(0, "기준 중위소득 100%를 넘으면 개별심사를 거쳐 지원 여부가 정해집니다.")
    return (0 if floor is None or reviewed else high), high


def _paid(draft: Draft, base: int, one: dict[str, Any]) -> int:
    values = draft.figures.values
    amount = portion(base, one["rate"]) // values["rounded_to"] * values["rounded_to"]
    return 0 if amount < values["smallest"] else min(amount, int(values["yearly_limit"]))


def _threshold(one: dict[str, Any], means: Means, ratio: float | None, as_of: date) -> int | None:
    """The bill must exceed this; None while household or income is unknown."""
    if "floor" in one:
        if "floor_single" not in one:
            return int(one["floor"])
        if means.household_size is None:
            return None
        return int(one["floor_single"] if means.household_size == 1 else one["floor"])
    if means.monthly_income is not None:
        return portion(means.monthly_income * _MONTHS, one["income_share"])
    if ratio is None or means.household_size is None:
        return None
    median = median_income(as_of, means.household_size).amount
    return portion(int(median * _MONTHS * ratio / 100), one["income_share"])


def _ratio_of(means: Means, as_of: date) -> float | None:
    if means.monthly_income == 0:
        return 0.0
    if means.monthly_income is None or means.household_size is None:
        return None
    return means.monthly_income / median_income(as_of, means.household_size).amount * 100


def _highest_ratio(draft: Draft) -> int:
    return int(draft.figures.values["classes"][-1]["max_ratio"])


def _name(one: dict[str, Any]) -> str:
    top = one.get("max_ratio")
    return f"기준 중위소득 {top}% 이하" if top else "기초생활수급자·차상위"


def _say_conditions(draft: Draft) -> None:
    draft.notes += [
        "미용·성형, 특실·1인실료, 효과가 검증되지 않은 치료비 등은 지원하지 않습니다.",
        "외래 진료는 암, 뇌혈관, 심장, 희귀·중증난치, 중증화상 같은 중증질환만 지원합니다.",
        "퇴원하거나 마지막 진료를 받은 다음 날부터 180일 안에 국민건강보험공단에 신청해야 합니다.",
    ]
