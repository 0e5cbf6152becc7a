"""구직급여: days and daily amount (고용보험법 제45조·제46조·제50조·별표 1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from policies.eligibility.dates import add_months
from policies.estimates.drafting import Draft, estimates, portion
from policies.estimates.parameters import parameters
from policies.estimates.results import money
from policies.estimates.spans import Span
from policies.estimates.tables import wage
from policies.estimates.types import Estimate
from policies.korean import won

_BENEFIT = "구직급여"
_WAGE_MONTHS = 3
_LEAST_MONTHS = 6
_LATE_AGE = 65


@dataclass(frozen=True)
class LostJob:
    """`left_on`: 이직일, whose year gives the figures; `wage` KRW a month before tax; `insured`
    full months of 고용보험; `hours` a day by contract."""

    left_on: date
    wage: int | None = None
    insured: int | None = None
    age: int | None = None
    disabled: bool | None = None
    hours: int | None = None
    voluntary: bool | None = None


@estimates(_BENEFIT, "원")
def unemployment_benefit(job: LostJob) -> Estimate:
    """Sum over all days (KRW): daily amount × days, both in the steps."""
    draft = Draft(_BENEFIT, parameters("unemployment_benefit", job.left_on))
    draft.formula = (
        "퇴직 전 석 달 하루 평균임금의 60%를 하루 금액으로 하되 상한액과 하한액(최저임금의 80%) "
        "안에서 정하고, 나이와 고용보험 가입 기간에 따른 일수를 곱합니다."
    )
    if job.insured is not None and job.insured < _LEAST_MONTHS:
        return draft.nothing(
            "퇴직 전 18개월 동안 고용보험에 가입해 일한 날이 180일 이상이어야 받습니다."
        )
    _say_conditions(draft, job)
    daily = _daily(draft, job)
    days = _days(draft, job)
    draft.steps.append(
        f"하루 {money(Span(*daily))}을 {_counted(*days)} 동안 받는 것으로 계산했습니다."
    )
    # Who left of their own will is paid only where the reason is found to be just (제58조).
    least = 0 if job.voluntary else daily[0] * days[0]
    return draft.amount(least, daily[1] * days[1])


def daily_limits(left_on: date, hours: int) -> tuple[int, int]:
    """Lowest and highest daily amount (KRW) by the year of leaving. Raises NoParameters."""
    values = parameters("unemployment_benefit", left_on).values
    hourly = wage(left_on).amount
    floor = portion(hourly * min(hours, values["hours"]), values["floor_share"])
    # Where the floor has overtaken the cap the floor holds (제46조 제2항).
    return floor, max(floor, portion(values["highest_base"], values["share"]))


def _daily(draft: Draft, job: LostJob) -> tuple[int, int]:
    values = draft.figures.values
    if job.hours is None:
        draft.assumptions.append(f"하루 {values['hours']}시간 일한 것으로 보았습니다.")
    floor, cap = daily_limits(job.left_on, job.hours or values["hours"])
    draft.steps.append(f"하루 하한액은 {won(floor)}, 상한액은 {won(cap)}입니다.")
    if job.wage is None:
        draft.missing.append("monthly_wage")
        return floor, cap
    # 근로기준법 제2조 제1항 제6호: wages of three months over the days of those months.
    days = (job.left_on - add_months(job.left_on, -_WAGE_MONTHS)).days
    average = job.wage * _WAGE_MONTHS // days
    amount = min(cap, max(floor, portion(average, values["share"])))
    draft.assumptions.append("퇴직 전 석 달의 세전 월급이 같고 상여금이 없는 것으로 보았습니다.")
    draft.steps.append(f"하루 평균임금 {won(average)}으로 계산한 하루 금액은 {won(amount)}입니다.")
    return amount, amount


def _days(draft: Draft, job: LostJob) -> tuple[int, int]:
    values = draft.figures.values
    bands: list[dict[str, Any]] = values["days"]
    if job.insured is None:
        draft.missing.append("insured_months")
    else:
        insured = job.insured
        bands = [next(b for b in bands if insured < b.get("months_below", insured + 1))]
    groups = ["younger", "older"]
    if job.disabled or (job.age is not None and job.age >= values["older_from"]):
        groups = ["older"]
    elif job.age is not None:
        groups = ["younger"]
        if job.disabled is None:
            draft.assumptions.append("등록장애인이 아닌 것으로 보았습니다.")
    else:
        draft.missing.append("age")
    counts = [int(band[group]) for band in bands for group in groups]
    draft.steps.append(f"받는 일수는 {_counted(min(counts), max(counts))}입니다.")
    return min(counts), max(counts)


def _say_conditions(draft: Draft, job: LostJob) -> None:
    if job.voluntary:
        draft.notes.append(
            "스스로 그만두면 원칙적으로 받지 못합니다. 임금 체불, 질병, 통근 곤란 같은 정당한 "
            "사유가 인정되어야 합니다."
        )
    elif job.voluntary is None:
        draft.assumptions.append("스스로 원해서 그만둔 것이 아니라고 보았습니다.")
    if job.age is not None and job.age >= _LATE_AGE:
        draft.notes.append("65세가 된 뒤에 새로 취업한 경우에는 원칙적으로 받을 수 없습니다.")
    draft.notes += [
        "퇴직 전 18개월 동안 고용보험에 가입해 일한 날이 180일 이상이어야 합니다.",
        "퇴직한 다음 날부터 12개월이 지나면 남은 날이 있어도 받을 수 없습니다.",
    ]


def _counted(low: int, high: int) -> str:
    return f"{low}일" if low == high else f"{low}일에서 {high}일"
