"""The coded conditions of 온통청년 reach the rule as the portal means them."""

from __future__ import annotations

from typing import Any

import pytest

from crawling.sources.base import RawItem
from crawling.sources.youthcenter.adapter import Youthcenter
from crawling.tests.factories import youth_policy
from policies.models import EligibilityRule
from policies.services import policy_load
from policies.tests.eligibility.people import decide
from policies.vocabulary import Verdict

pytestmark = pytest.mark.django_db
UNRESTRICTED = {
    "earnCndSeCd": "0043001",
    "schoolCd": "0049010",
    "jobCd": "0013010",
    "sbizCd": "0014010",
    "ptcpPrpTrgtCn": "",
}
RESIDENT = {"region": {"sido": "경기도", "sigungu": "안산시"}, "age": 25}
LIKELY, OPEN, UNLIKELY = Verdict.LIKELY, Verdict.NEEDS_MORE_INFO, Verdict.UNLIKELY


def rule_of(**changes: Any) -> EligibilityRule:
    """The draft of a policy for 19 to 39 in 안산시 without further conditions."""
    policy = youth_policy(**{**UNRESTRICTED, **changes})
    policy_load(record=Youthcenter().parse(RawItem("1", {"policy": policy})))
    return EligibilityRule.objects.get(in_force=True)


def verdict(rule: EligibilityRule, **facts: Any) -> Verdict:
    return decide(rule.tree, **{**RESIDENT, **facts}).verdict


@pytest.mark.parametrize(
    ("age", "expected"), [(18, UNLIKELY), (19, LIKELY), (39, LIKELY), (40, UNLIKELY)]
)
def test_published_ages_decide(age: int, expected: Verdict) -> None:
    rule = rule_of()
    assert verdict(rule, age=age) is expected
    assert not rule.unparsed


def test_no_age_limit_asks_nothing() -> None:
    ages = {"sprtTrgtAgeLmtYn": "Y", "sprtTrgtMinAge": "0", "sprtTrgtMaxAge": "0"}
    rule = rule_of(**ages)
    assert verdict(rule, age=70) is LIKELY
    assert not rule.unparsed


def test_ages_beside_the_flag_for_no_limit_refuse_nobody() -> None:
    rule = rule_of(sprtTrgtAgeLmtYn="Y")
    assert (verdict(rule, age=25), verdict(rule, age=70)) == (LIKELY, OPEN)
    assert not rule.unparsed


@pytest.mark.parametrize(
    "changes",
    [
        {"sprtTrgtMinAge": "0", "sprtTrgtMaxAge": "0"},
        {"earnCndSeCd": "0043002", "earnMaxAmt": "0"},
        {"earnCndSeCd": "0043003", "earnEtcCn": ""},
        {"schoolCd": "0049007"},
        {"plcyMajorCd": "0011005"},
        {"sbizCd": "0014001"},
    ],
    ids=["age", "income", "other income", "degree", "major", "field"],
)
def test_a_limit_nobody_can_check_is_no_promise(changes: dict[str, str]) -> None:
    assert verdict(rule_of(**changes)) is OPEN


@pytest.mark.parametrize(
    ("employment", "expected"),
    [("unemployed", LIKELY), ("self_employed", LIKELY), ("employed", UNLIKELY)],
)
def test_values_of_one_field_are_alternatives(employment: str, expected: Verdict) -> None:
    rule = rule_of(jobCd="0013002,0013003")
    assert verdict(rule, employment=employment) is expected


@pytest.mark.parametrize(
    "text", ["취업자", "취업자\r\n\r\n해외 체류자", "- 취업자\r\n- 해외 체류자"]
)
def test_whom_a_programme_leaves_out(text: str) -> None:
    rule = rule_of(ptcpPrpTrgtCn=text)
    assert verdict(rule, employment="employed") is UNLIKELY
    assert verdict(rule, employment="unemployed") is not UNLIKELY


def test_conditions_repeated_as_exclusions_exclude_nobody() -> None:
    rule = rule_of(addAplyQlfcCndCn="미취업 청년", ptcpPrpTrgtCn=" 미취업  청년 ")
    assert verdict(rule, employment="unemployed") is LIKELY
    assert verdict(rule, employment="employed") is UNLIKELY


def test_residents_of_elsewhere_are_told_so() -> None:
    assert verdict(rule_of(), region={"sido": "경기도", "sigungu": "수원시"}) is UNLIKELY


def test_a_corporation_serves_whom_its_text_names() -> None:
    rule = rule_of(sprvsnInstCdNm="(재)경기테크노파크", zipCd="41271,41273")
    assert verdict(rule) is LIKELY
    assert verdict(rule, region={"sido": "경기도", "sigungu": "수원시"}) is UNLIKELY
