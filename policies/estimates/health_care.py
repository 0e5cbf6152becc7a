"""장기요양 본인부담 (노인장기요양보험법 제28조·제40조)."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from policies.estimates.drafting import Draft, estimates, percent, portion
from policies.estimates.parameters import parameters
from policies.estimates.types import Estimate
from policies.korean import won
from policies.vocabulary import CareGrade

_BENEFIT = "장기요양 본인부담금"
_MONTH_DAYS = 30


class CarePlace(StrEnum):
    """재가급여 or 시설급여."""

    HOME = "home"
    FACILITY = "facility"


class Reduction(StrEnum):
    """감경: what is taken off the co-payment."""

    NONE = "none"
    FORTY = "40"
    SIXTY = "60"
    EXEMPT = "exempt"


_OFF = {Reduction.NONE: 0, Reduction.FORTY: 40, Reduction.SIXTY: 60, Reduction.EXEMPT: 100}
_NAMES = {CareGrade.COGNITIVE: "인지지원등급"}


@estimates(_BENEFIT, "원/월")
def long_term_care_copay(
    *,
    as_of: date,
    grade: CareGrade | None,
    place: CarePlace = CarePlace.HOME,
    reduction: Reduction | None = None,
    most_reduced: Reduction | None = None,
    monthly_use: int | None = None,
    days: int | None = None,
) -> Estimate:
    """Co-payment a month (KRW). Home: of `monthly_use` (KRW of services a month; the whole limit
    where it is not said), what exceeds the limit is paid in full. Facility: of the daily fee of
    a 노인요양시설 for `days` (30). `most_reduced`: the furthest 감경 that may hold where
    `reduction` is not known."""
    draft = Draft(_BENEFIT, parameters("long_term_care", as_of), "원/월")
    if grade is None:
        return draft.open("long_term_care_grade")
    if grade is CareGrade.NONE:
        return draft.outside("장기요양 등급이 없으면 장기요양급여를 받을 수 없습니다.")
    if place is CarePlace.FACILITY and grade is CareGrade.COGNITIVE:
        return draft.outside("인지지원등급은 시설급여를 받을 수 없습니다.")
    if reduction is None and most_reduced is None:
        draft.assumptions.append("본인부담 감경 대상이 아닌 것으로 보았습니다.")
    name = _NAMES.get(grade, f"{grade.value}등급")
    if place is CarePlace.HOME:
        cost, over, rate = _home(draft, grade, name, monthly_use)
    else:
        cost, over, rate = _facility(draft, grade, name, days)
    full = portion(cost, rate)
    paid = _reduced(full, reduction or Reduction.NONE) + over
    draft.steps.append(
        f"본인부담률 {percent(rate)}%: {won(cost)} × {percent(rate)}% = {won(full)}입니다."
    )
    if reduction not in (None, Reduction.NONE):
        draft.steps.append(f"본인부담금의 {_OFF[reduction]}%를 줄이면 {won(paid)}입니다.")
    draft.notes.append(
        f"감경 대상이면 40% 감경은 {won(_reduced(full, Reduction.FORTY) + over)}, 60% 감경은 "
        f"{won(_reduced(full, Reduction.SIXTY) + over)}, 기초생활보장 의료급여 수급자는 "
        f"{won(over)}입니다."
    )
    if reduction is None and most_reduced is not None:
        draft.missing.append("health_insurance")
        return draft.amount(_reduced(full, most_reduced) + over, paid)
    return draft.amount(paid)


def _reduced(full: int, reduction: Reduction) -> int:
    return full * (100 - _OFF[reduction]) // 100


def _home(
    draft: Draft, grade: CareGrade, name: str, monthly_use: int | None
) -> tuple[int, int, float]:
    """Cost within the limit, cost above it, share."""
    limit = int(draft.figures.values["home_limits"][grade.value])
    rate = float(draft.figures.values["home_share"])
    draft.formula = (
        f"재가급여는 등급별 월 한도액 안에서 이용한 급여비용의 {percent(rate)}%를 본인이 냅니다. "
        "한도를 넘은 금액은 모두 본인이 냅니다."
    )
    draft.steps.append(f"{name}의 재가급여 월 한도액은 {won(limit)}입니다.")
    if monthly_use is None:
        draft.assumptions.append("한 달 한도액을 모두 쓰는 것으로 보았습니다.")
        monthly_use = limit
    over = max(0, monthly_use - limit)
    if over:
        draft.steps.append(f"한도를 넘은 {won(over)}은 모두 본인이 냅니다.")
    draft.notes.append("복지용구와 의사소견서 비용 등은 월 한도액과 따로 계산합니다.")
    return min(monthly_use, limit), over, rate


def _facility(
    draft: Draft, grade: CareGrade, name: str, days: int | None
) -> tuple[int, int, float]:
    fee = int(draft.figures.values["facility_days"][grade.value])
    rate = float(draft.figures.values["facility_share"])
    draft.formula = (
        "시설급여는 등급별 하루 수가에 이용 일수를 곱한 급여비용의 "
        f"{percent(rate)}%를 본인이 냅니다."
    )
    if days is None:
        draft.assumptions.append(f"한 달 {_MONTH_DAYS}일을 이용하는 것으로 보았습니다.")
        days = _MONTH_DAYS
    draft.steps.append(
        f"{name}의 노인요양시설 하루 수가는 {won(fee)}이고, {days}일을 계산했습니다."
    )
    draft.notes.append("식사 재료비, 간식비, 상급침실료, 이·미용비 같은 비급여는 따로 냅니다.")
    if grade not in (CareGrade.GRADE_1, CareGrade.GRADE_2):
        draft.notes.append("3~5등급은 시설급여가 필요하다고 인정받아야 시설에 들어갈 수 있습니다.")
    return fee * days, 0, rate
