"""부모급여, 아동수당, 첫만남이용권, 가정양육수당: by the child's month of age, no means test."""

from __future__ import annotations

from datetime import date
from typing import Any

from policies.eligibility.dates import MONTHS_A_YEAR, reached_on
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.asked import BenefitDetails
from policies.estimates.drafting import Draft, estimates
from policies.estimates.family_children import (
    ChildRule,
    Span,
    child_spans,
    hangs_on_birth,
    month_of,
    total,
    unknown_births,
)
from policies.estimates.parameters import parameters
from policies.estimates.types import Estimate
from policies.korean import won
from policies.vocabulary import Disability, Pregnancy

_PARENTAL, _CHILD = "부모급여", "아동수당"
_FIRST, _HOME = "첫만남이용권", "가정양육수당"
# 초·중등교육법 제13조: school begins on 1 March of the year after the sixth birthday.
_SCHOOL_YEARS = 7
_NO_CHILD = "받을 아이가 없는 것으로 보입니다."


def _monthly(
    draft: Draft, facts: ApplicantFacts, spans: list[Span] | None, rule: ChildRule, ended: str
) -> Estimate:
    """Sum of a monthly rule over the children; `ended` says why nothing is paid."""
    if spans is None:
        return draft.open(unknown_births(facts))
    if not spans:
        return draft.nothing(_NO_CHILD)
    low, high = total(spans, rule)
    if high == 0:
        return draft.nothing(ended)
    if hangs_on_birth(spans, rule):
        draft.missing.append("birth_date")
    if len(spans) > 1:
        draft.steps.append(f"아이 {len(spans)}명의 금액을 더했습니다.")
    return draft.amount(low, high)


@estimates(_PARENTAL, "원/월")
def parental_benefit(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    """Cash a month (KRW) for all children under 24 calendar months; with a nursery, what is
    left in cash beside the voucher."""
    draft = Draft(_PARENTAL, parameters("infant_benefits", facts.as_of), "원/월")
    bands: list[dict[str, Any]] = draft.figures.values["parental"]
    draft.formula = (
        f"0세(0~11개월)는 월 {won(bands[0]['amount'])}, 1세(12~23개월)는 월 "
        f"{won(bands[1]['amount'])}입니다. 어린이집에 다니면 보육료 이용권을 뺀 차액을 "
        "현금으로 받습니다."
    )
    draft.steps += [
        f"{band['months_below']}개월 전까지 월 {won(band['amount'])}, 어린이집 보육료는 "
        f"{won(band['daycare_fee'])}입니다."
        for band in bands
    ]
    if details.attends_daycare is None:
        draft.assumptions.append("어린이집에 다니지 않고 집에서 키우는 것으로 보았습니다.")
        draft.notes.append(
            "어린이집에 다니면 보육료 이용권을 받고, 현금은 0세 월 "
            f"{won(bands[0]['amount'] - bands[0]['daycare_fee'])}, 1세는 없습니다."
        )
    draft.notes.append("태어난 날을 포함해 60일 안에 신청하면 태어난 달부터 받습니다.")

    def rule(birth: date) -> tuple[int, int]:
        month = month_of(birth, facts.as_of)
        band = next((one for one in bands if 0 <= month < one["months_below"]), None)
        if band is None:
            return 0, 0
        fee = band["daycare_fee"] if details.attends_daycare else 0
        cash = max(0, band["amount"] - fee)
        return cash, cash

    ended = "부모급여는 두 돌이 되는 달의 전달까지 받습니다."
    if details.attends_daycare:
        ended = "어린이집에 다니는 1세는 보육료 이용권만 받고, 두 돌부터는 부모급여가 없습니다."
    return _monthly(draft, facts, child_spans(facts, details), rule, ended)


@estimates(_CHILD, "원/월")
def child_allowance(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    """Allowance a month (KRW) for all children under nine (2026); more outside the capital."""
    draft = Draft(_CHILD, parameters("infant_benefits", facts.as_of), "원/월")
    values = draft.figures.values["child"]
    low, high = _regional(draft, facts, values)
    years = values["months_below"] // MONTHS_A_YEAR
    draft.formula = (
        f"만 {years}세가 되는 달의 전달까지 아이마다 월 {won(values['capital_base'])}입니다. "
        f"비수도권과 인구감소지역은 지역에 따라 월 {won(values['highest'])}까지 받습니다."
    )

    def rule(birth: date) -> tuple[int, int]:
        paid = 0 <= month_of(birth, facts.as_of) < values["months_below"]
        return (low, high) if paid else (0, 0)

    spans = child_spans(facts, details)
    if spans is not None and low != high:
        draft.notes.append(
            "우대지역·특별지역인지와 지역사랑상품권으로 받는지에 따라 금액이 달라집니다. "
            "추가 금액은 2026년에 한시적으로 주는 것으로 보도되었습니다."
        )
    return _monthly(
        draft, facts, spans, rule, f"아동수당은 만 {years}세가 되는 달의 전달까지 받습니다."
    )


def _regional(draft: Draft, facts: ApplicantFacts, values: dict[str, Any]) -> tuple[int, int]:
    highest = int(values["highest"])
    if facts.region is None:
        draft.missing.append("region")
        low = int(values["capital_base"])
    elif facts.region.sido in values["without_extra"]:
        low = highest = int(values["capital_base"])
    elif facts.region.sido in values["capital"]:
        low = int(values["capital_base"])
    else:
        low = int(values["elsewhere_base"])
    said = won(low) if low == highest else f"{won(low)}에서 {won(highest)}"
    draft.steps.append(f"아이 한 명에 월 {said}입니다.")
    return low, highest


@estimates(_FIRST, "원")
def first_meeting_voucher(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    """Voucher (KRW) for the youngest birth: 2 million for a first child, 3 million for others.

    Twins each have their own place among the children.
    """
    draft = Draft(_FIRST, parameters("infant_benefits", facts.as_of))
    values = draft.figures.values["first_meeting"]
    draft.formula = (
        f"첫째는 {won(values['first'])}, 둘째부터는 아이마다 {won(values['later'])}입니다."
    )
    draft.notes.append("태어난 날부터 2년 안에 신청해서 써야 합니다.")
    if details.child_count == 0:
        return draft.nothing(_NO_CHILD)
    expecting = facts.pregnancy is Pregnancy.PREGNANT
    spans = child_spans(facts, details) or []
    if spans and not expecting:
        latest = max(last for _, last in spans)
        if facts.as_of >= reached_on(latest, values["months"]):
            return draft.nothing("태어난 날부터 2년이 지난 아이는 받을 수 없습니다.")
        earliest = max(first for first, _ in spans)
        if facts.as_of >= reached_on(earliest, values["months"]):
            draft.missing.append("birth_date")
    first = details.birth_order or _place(facts, expecting=expecting)
    count = _born_together(facts, details, expecting=expecting)
    if first is None:
        draft.missing.append("birth_order")
        draft.steps.append("몇째인지 알 수 없어 첫째와 둘째 이상을 모두 계산했습니다.")
    high = _vouchers(values, first or 2, count)
    low = 0 if "birth_date" in draft.missing else _vouchers(values, first or 1, count)
    if first is not None:
        draft.steps.append(f"이번에 태어난 아이 {count}명에게 모두 {won(high)}입니다.")
    return draft.amount(low, high)


def _vouchers(values: dict[str, Any], first: int, count: int) -> int:
    return sum(
        int(values["first"] if place == 1 else values["later"])
        for place in range(first, first + count)
    )


def _place(facts: ApplicantFacts, *, expecting: bool) -> int | None:
    """Place of the youngest (or of the coming) child, None where it is not known."""
    if facts.children is None:
        return None
    if expecting:
        return len(facts.children) + 1
    if not facts.children:
        return None
    return sum(day < max(facts.children) for day in facts.children) + 1


def _born_together(facts: ApplicantFacts, details: BenefitDetails, *, expecting: bool) -> int:
    if details.child_count:
        return details.child_count
    if expecting or not facts.children:
        return 1
    return facts.children.count(max(facts.children))


@estimates(_HOME, "원/월")
def home_care_allowance(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    """Allowance a month (KRW) from 24 to 85 months, before school, without a nursery."""
    draft = Draft(_HOME, parameters("infant_benefits", facts.as_of), "원/월")
    values = draft.figures.values["home_care"]
    draft.formula = (
        "어린이집·유치원·종일제 아이돌봄을 이용하지 않는 24개월 이상 86개월 미만 취학 전 아이마다 "
        f"월 {won(values['amount'])}입니다."
    )
    if details.attends_daycare:
        return draft.nothing("어린이집이나 유치원에 다니면 가정양육수당을 받을 수 없습니다.")
    if details.attends_daycare is None:
        draft.assumptions.append("어린이집이나 유치원에 다니지 않는 것으로 보았습니다.")
    draft.notes.append(
        f"장애아동은 {values['disabled_months_below']}개월 전까지 월 "
        f"{won(values['disabled_amount'])}입니다."
    )
    own = facts.children is None  # the child is in focus, so the facts are the child's
    disabled = own and facts.disability in (Disability.SEVERE, Disability.MILD)

    def rule(birth: date) -> tuple[int, int]:
        month = month_of(birth, facts.as_of)
        school = facts.as_of >= date(birth.year + _SCHOOL_YEARS, 3, 1)
        if school or not values["months_from"] <= month < values["months_below"]:
            return 0, 0
        more = disabled and month < values["disabled_months_below"]
        amount = int(values["disabled_amount"] if more else values["amount"])
        return amount, amount

    ended = "24개월부터 취학 전까지만 받습니다. 두 돌 전에는 부모급여를 받습니다."
    return _monthly(draft, facts, child_spans(facts, details), rule, ended)
