"""국민취업지원제도 Ⅰ유형 구직촉진수당 (구직자 취업촉진 및 생활안정지원에 관한 법률 제18조)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from policies.estimates.drafting import Draft, estimates
from policies.estimates.parameters import parameters
from policies.estimates.results import money
from policies.estimates.spans import Span
from policies.estimates.types import Estimate
from policies.korean import number, won

_BENEFIT = "구직촉진수당(국민취업지원제도 Ⅰ유형)"


@dataclass(frozen=True)
class JobSeeker:
    """`ratio` per cent of 기준중위소득 of the household, `assets` KRW of the household.

    `dependents`: household members of 18 or less, 70 or more, or with a severe disability.
    """

    age: int | None = None
    ratio: float | None = None
    assets: int | None = None
    dependents: int | None = None
    worked: bool | None = None  # 100 days or 800 hours within two years
    livelihood_recipient: bool | None = None


@estimates(_BENEFIT, "원/월")
def job_seeker_support(*, as_of: date, seeker: JobSeeker) -> Estimate:
    """Allowance a month (KRW), paid for six months."""
    draft = Draft(_BENEFIT, parameters("job_seeker_support", as_of), "원/월")
    values = draft.figures.values
    draft.formula = (
        f"기본 월 {won(values['base'])}에 부양가족 한 명마다 월 {won(values['per_dependent'])}을 "
        f"더해 월 {won(values['highest'])}까지, {values['months']}개월 동안 받습니다."
    )
    if reason := _refused(values, seeker):
        draft.notes.append(
            "Ⅱ유형으로 취업 상담·훈련과 취업활동비용(최대 "
            f"{won(values['second_type_highest'])})을 받을 수 있는지 "
            "고용센터(1350)에 확인해 주세요."
        )
        return draft.nothing(reason)
    _assume(draft, seeker, values)
    base, each = int(values["base"]), int(values["per_dependent"])
    highest, months = int(values["highest"]), int(values["months"])
    if seeker.dependents is None:
        draft.missing.append("dependents")
        low, high = base, highest
        draft.steps.append(f"부양가족 수에 따라 월 {won(base)}에서 {won(highest)}까지입니다.")
    else:
        low = high = min(highest, base + each * seeker.dependents)
        draft.steps.append(
            f"기본 {won(base)}에 부양가족 {seeker.dependents}명을 더하면 월 {won(low)}입니다."
        )
    draft.steps.append(f"{months}개월 동안 모두 {money(Span(low * months, high * months))}입니다.")
    draft.notes.append("부양가족은 18세 이하, 70세 이상, 중증장애인 가구원입니다.")
    return draft.amount(low, high)


def _is_youth(values: dict[str, Any], age: int | None) -> bool:
    youth = values["youth"]
    return age is not None and youth["from"] <= age <= youth["to"]


def _refused(values: dict[str, Any], seeker: JobSeeker) -> str:
    """Why Ⅰ유형 is closed, "" where it is not; an unknown age takes the wider limits."""
    ages = values["age"]
    if seeker.age is not None and not ages["from"] <= seeker.age <= ages["to"]:
        return f"만 {ages['from']}세 이상 {ages['to']}세 이하만 참여할 수 있습니다."
    if seeker.livelihood_recipient:
        return "생계급여 수급자는 Ⅰ유형에 참여할 수 없습니다."
    wide = seeker.age is None or _is_youth(values, seeker.age)
    limits = values["youth"] if wide else values
    if seeker.ratio is not None and seeker.ratio > limits["income_ratio"]:
        return (
            f"가구 소득이 기준 중위소득의 {number(seeker.ratio)}%로 Ⅰ유형 기준인 "
            f"{limits['income_ratio']}%를 넘습니다."
        )
    if seeker.assets is not None and seeker.assets > limits["assets"]:
        return f"가구 재산이 Ⅰ유형 기준인 {won(limits['assets'])}을 넘습니다."
    return ""


def _assume(draft: Draft, seeker: JobSeeker, values: dict[str, Any]) -> None:
    youth = _is_youth(values, seeker.age)
    if seeker.age is None:
        draft.assumptions.append("Ⅰ유형 나이 기준에 맞는 것으로 보았습니다.")
    if seeker.ratio is None:
        draft.assumptions.append(
            f"가구 소득이 기준 중위소득 {values['income_ratio']}%"
            f"(18~34세는 {values['youth']['income_ratio']}%) 이하인 것으로 보았습니다."
        )
    elif seeker.ratio > values["income_ratio"] and not youth:
        draft.assumptions.append("18~34세 청년인 것으로 보았습니다.")
    if seeker.assets is None:
        draft.assumptions.append("가구 재산이 기준 이하인 것으로 보았습니다.")
    elif seeker.assets > values["assets"] and not youth:
        draft.assumptions.append("18~34세 청년의 재산 기준에 맞는 것으로 보았습니다.")
    if not seeker.worked:
        draft.notes.append(
            "최근 2년 안에 100일(800시간) 이상 일한 경험이 없으면 예산에 따라 선발합니다."
        )
    draft.notes.append("실업급여를 받는 중이거나 끝난 지 6개월이 지나지 않으면 참여할 수 없습니다.")
