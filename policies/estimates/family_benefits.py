"""Benefits for children and families by name."""

from __future__ import annotations

from collections.abc import Mapping

from policies.estimates.asked import Estimator
from policies.estimates.family_infant import (
    child_allowance,
    first_meeting_voucher,
    home_care_allowance,
    parental_benefit,
)
from policies.estimates.family_postpartum import seoul_postpartum_voucher
from policies.estimates.family_single_parent import single_parent_support

BENEFITS: Mapping[tuple[str, ...], Estimator] = {
    ("부모급여", "부모급여 지원", "영아수당", "0세 1세 수당"): parental_benefit,
    ("아동수당", "아동수당 지급", "아이수당", "애기수당"): child_allowance,
    ("첫만남이용권", "첫만남", "출산 바우처", "출생 축하 바우처"): first_meeting_voucher,
    (
        "가정양육수당", "가정양육수당 지원사업", "양육수당", "가정양육",
    ): home_care_allowance,
    (
        "한부모가족 아동양육비", "한부모가족 아동양육비 지원", "한부모 양육비",
        "한부모 아동양육비", "한부모가족지원", "한부모 지원금", "조손가족 양육비",
        "청소년한부모 아동양육 및 자립지원", "청소년한부모 아동양육비", "청소년한부모 양육비",
    ): single_parent_support,
    (
        "서울형 산후조리경비 지원", "서울형 산후조리경비", "산후조리경비", "산후조리경비 지원",
        "서울맘케어 산후조리경비", "서울 산후조리비",
    ): seoul_postpartum_voucher,
}  # fmt: skip
