"""서울형 산후조리경비: a voucher for mothers who live in Seoul."""

from __future__ import annotations

from datetime import timedelta

from policies.eligibility.derive import youngest_birth
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.asked import BenefitDetails
from policies.estimates.drafting import Draft, estimates
from policies.estimates.parameters import parameters
from policies.estimates.types import Estimate
from policies.korean import won

_BENEFIT = "서울형 산후조리경비"


@estimates(_BENEFIT, "원")
def seoul_postpartum_voucher(facts: ApplicantFacts, details: BenefitDetails) -> Estimate:
    """Voucher of one delivery (KRW), whatever the child's place among brothers and sisters.

    Other places have rules of their own, which are not held: outside Seoul nothing is said.
    """
    draft = Draft(_BENEFIT, parameters("seoul_postpartum", facts.as_of))
    values = draft.figures.values
    draft.formula = (
        "서울에 살고 서울에 출생신고를 한 산모에게 아기 한 명마다 "
        f"{won(values['per_child'])}입니다."
    )
    if facts.region is not None and facts.region.sido != values["sido"]:
        return draft.outside(
            "서울에 사는 산모만 받습니다. 사는 곳의 산후조리 지원은 보건소에 확인해 주세요."
        )
    if facts.region is None:
        draft.assumptions.append("서울에 사는 것으로 보았습니다.")
    born = youngest_birth(facts, facts.as_of)
    if born is None:
        draft.assumptions.append("출산한 지 60일이 지나지 않은 것으로 보았습니다.")
    elif facts.as_of > born + timedelta(days=values["days"]):
        draft.notes.append(
            "출산일부터 60일이 지나면 신청할 수 없습니다. 아기가 입원했으면 퇴원일부터 60일입니다."
        )
    count = details.child_count
    if count == 0:
        return draft.nothing("받을 아이가 없는 것으로 보입니다.")
    if count is None:
        count = max(1, (facts.children or []).count(born)) if born else 1
        if count == 1:
            draft.assumptions.append("아기가 한 명인 것으로 보았습니다.")
    amount = int(values["per_child"]) * count
    draft.steps.append(f"아기 {count}명 × {won(values['per_child'])} = {won(amount)}입니다.")
    draft.notes.append("산후조리원 기본 이용료에는 쓸 수 없습니다.")
    return draft.amount(amount)
