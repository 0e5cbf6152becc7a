"""Eligibility operations: one policy, a family, a change of life; wrong input in Korean."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from ninja import NinjaAPI
from ninja.testing import TestClient

from policies.api import eligibility
from policies.errors import PolicyNotFound
from policies.models import PolicyRelation, PolicyVersion, RuleStatus
from policies.tests.factories import make_policy

pytestmark = pytest.mark.django_db
client = TestClient(eligibility.router)
OLD: dict[str, Any] = {"criterion": "age", "min": 65, "quote": "만 65세 이상"}
YOUNG: dict[str, Any] = {"criterion": "age", "max": 34}
POOR: dict[str, Any] = {"criterion": "near_poor"}
JOBLESS: dict[str, Any] = {"criterion": "employment", "one_of": ["unemployed"]}
INSURED: dict[str, Any] = {"criterion": "health_insurance", "one_of": ["employee"]}
PERSON = {"as_of": "2026-11-29", "birth_date": "1961-12-03"}


def post(address: str, body: Any) -> tuple[int, Any]:
    response = client.post(address, json=body)
    return response.status_code, response.json()


def faults(address: str, body: Any) -> dict[str, str]:
    """Messages of a refused body by the field they are about."""
    status, answer = post(address, body)
    assert status == 422, answer
    return {
        ".".join(str(part) for part in each["loc"][2:]): each["msg"] for each in answer["detail"]
    }


def test_check_tells_all_there_is_to_say() -> None:
    policy = make_policy("노인 지원", rule={"all_of": [OLD, POOR]}, period_end=date(2026, 12, 31))
    status, answer = post("/check", {"policy_id": str(policy.pk), "facts": PERSON})
    assert status == 200
    assert (answer["name"], answer["verdict"], answer["basis"]) == (
        "노인 지원",
        "unlikely",
        "draft",
    )
    assert answer["basis_label"] == "자동 분석"
    assert (answer["outdated"], answer["notice"]) == (False, "")
    assert answer["flip_on"] == "2026-12-03"
    assert answer["valid_until"] == "2026-12-02"
    age, poor = answer["outcomes"]
    assert (age["state"], age["distance"], age["decisive"]) == ("not_met", "1살 부족", True)
    assert answer["reasons"] == [age["sentence"]]
    assert poor["reason"] == "fact_missing"
    later = {**PERSON, "as_of": "2026-12-03"}
    answer = post("/check", {"policy_id": str(policy.pk), "facts": later})[1]
    assert answer["verdict"] == "needs_more_info"
    assert answer["missing"] == [
        {
            "key": "near_poor",
            "subject": "차상위계층 여부",
            "question": "차상위계층으로 확인받으셨나요?",
        }
    ]
    assert answer["valid_until"] == "2026-12-31"


def test_check_names_the_year_of_the_tables_it_used() -> None:
    rule = {"criterion": "median_income_ratio", "max": 50}
    policy = make_policy(rule=rule)
    facts = {**PERSON, "household_size": 2, "monthly_income": 1_000_000}
    answer = post("/check", {"policy_id": str(policy.pk), "facts": facts})[1]
    assert [use["year_used"] for use in answer["references"]] == [2026]


def test_check_says_that_the_text_has_changed_since_the_review() -> None:
    policy = make_policy(rule=OLD)
    policy.rules.update(status=RuleStatus.APPROVED, reviewed_at=timezone.now())
    policy.current_version = PolicyVersion.objects.create(
        policy=policy, number=2, content_hash="1" * 64, sections={}
    )
    policy.save()
    answer = post("/check", {"policy_id": str(policy.pk), "facts": PERSON})[1]
    assert (answer["outdated"], answer["basis"]) == (True, "approved")
    assert answer["notice"] == "원문이 바뀌어 담당자가 다시 확인하고 있어요."


def test_check_without_a_rule_and_without_a_day() -> None:
    policy = make_policy()
    answer = post("/check", {"policy_id": str(policy.pk), "facts": {}})[1]
    assert (answer["basis"], answer["verdict"]) == ("no_rule", "needs_more_info")
    assert (answer["outcomes"], answer["missing"], answer["valid_until"]) == ([], [], None)
    with pytest.raises(PolicyNotFound):
        post("/check", {"policy_id": str(uuid4()), "facts": {}})


def test_screen_groups_counts_and_asks() -> None:
    for number in range(3):
        make_policy(f"노인 {number}", rule=OLD)
    make_policy("차상위 지원", rule={"all_of": [OLD, POOR]})
    make_policy("청년 지원", rule=YOUNG)
    make_policy("기초연금", rule=OLD)
    make_policy("서울 지원", rule=OLD, region=("서울특별시", ""))
    make_policy("기준 없음")
    mother = {"birth_date": "1950-01-01", "receives": ["기초연금"], "as_of": "2026-11-29"}
    body = {"members": {"mother": mother, "self": {"birth_date": "2000-01-01"}}, "limit": 2}
    status, answer = post("/screen", body)
    assert (status, answer["as_of"]) == (200, "2026-11-29")
    found = answer["members"]["mother"]
    assert found["counts"] == {
        "likely": 3,
        "needs_more_info": 2,
        "unlikely": 1,
        "already_received": 1,
        "no_rule": 1,
    }
    assert [item["name"] for item in found["likely"]] == ["노인 0", "노인 1"]
    assert found["likely"][0]["reasons"]
    assert [item["name"] for item in found["needs_more_info"]] == ["차상위 지원", "서울 지원"]
    place = found["needs_more_info"][1]
    assert [each["key"] for each in place["missing"]] == ["region"]
    assert place["reasons"] == ["사는 곳을 알면 이 지역의 정책에 해당하는지 확인할 수 있어요."]
    assert [item["name"] for item in found["already_received"]] == ["기초연금"]
    assert answer["members"]["self"]["counts"]["likely"] == 1
    question = answer["next_question"]
    assert question["key"] in {"near_poor", "region"}
    assert "정책의 판정이 정해져요" in question["explanation"]
    rest = post("/screen", {**body, "offset": 2, "declined": ["near_poor", "region"]})[1]
    assert [item["name"] for item in rest["members"]["mother"]["likely"]] == ["노인 2"]
    assert rest["next_question"] is None


def test_screen_tells_what_cannot_be_received_together() -> None:
    one, other = make_policy("가 연금", rule=OLD), make_policy("나 연금", rule=OLD)
    PolicyRelation.objects.create(origin=one, target=other, kind=PolicyRelation.EXCLUSIVE)
    person = {"birth_date": "1950-01-01"}
    group = post("/screen", {"members": {"self": person}})[1]["members"]["self"]["exclusive"][0]
    assert group["names"] == ["가 연금", "나 연금"]
    assert group["notice"] == "이 가운데 하나만 받을 수 있어요."
    found = post("/screen", {"members": {"self": {**person, "receives": ["나 연금"]}}})[1]
    assert found["members"]["self"]["likely"][0]["excluded_by"] == "나 연금"
    assert found["members"]["self"]["exclusive"] == []


def test_what_if_tells_what_is_gained_lost_and_unknown() -> None:
    make_policy("실업 지원", rule=JOBLESS)
    make_policy("실업 차상위 지원", rule={"all_of": [JOBLESS, POOR]})
    make_policy("직장인 지원", rule={"criterion": "employment", "one_of": ["employed"]})
    make_policy("직장가입자 지원", rule=INSURED)
    make_policy("노인 지원", rule=OLD)
    facts = {**PERSON, "employment": "employed", "health_insurance": "employee"}
    status, answer = post("/what-if", {"facts": facts, "changes": {"employment": "unemployed"}})
    assert status == 200
    assert answer["counts"] == {"gained": 1, "opened": 1, "unsettled": 1, "lost": 1}
    told = {shift: listed[0] for shift, listed in answer["changes"].items()}
    assert told["gained"]["sentence"] == "실업 지원을 받을 가능성이 높아져요."
    assert told["gained"]["why"] == "미취업자 조건에 맞습니다."
    assert (told["lost"]["before"], told["lost"]["after"]) == ("likely", "unlikely")
    assert told["lost"]["why"] == "재직자여야 하는데 미취업자입니다."
    assert told["opened"]["name"] == "실업 차상위 지원"
    assert told["unsettled"]["name"] == "직장가입자 지원"
    assert answer["changed"] == [{"key": "employment", "subject": "취업 상태"}]
    assert answer["unknown"] == [{"key": "health_insurance", "subject": "건강보험 자격"}]
    assert answer["facts"]["health_insurance"] is None


def test_what_if_a_move_loses_the_old_and_gains_the_new_region() -> None:
    make_policy("동작 지원", rule=OLD, region=("서울특별시", "동작구"))
    make_policy("부산 지원", rule=OLD, region=("부산광역시", ""))
    make_policy("전국 지원", rule=OLD)
    facts = {"birth_date": "1950-01-01", "region": {"sido": "서울특별시", "sigungu": "동작구"}}
    body = {"facts": facts, "changes": {"region": {"sido": "부산광역시"}}}
    answer = post("/what-if", body)[1]
    names = {
        shift: [each["name"] for each in listed] for shift, listed in answer["changes"].items()
    }
    assert names == {"gained": ["부산 지원"], "opened": [], "unsettled": [], "lost": ["동작 지원"]}
    assert answer["changes"]["lost"][0]["why"].startswith("사는 곳이 달라져")
    assert answer["followed"] == [{"key": "moved_in_on", "subject": "전입일"}]


TOMORROW = (timezone.localdate() + timedelta(days=1)).isoformat()


def test_every_fault_is_told_in_korean_with_its_field() -> None:
    found = faults(
        "/check",
        {
            "policy_id": "기초연금",
            "facts": {
                "birth_date": "2026-02-30",
                "household_size": 0,
                "height": 180,
                "children": ["2020-01-01", TOMORROW],
                "region": {"sigungu": "동작구"},
            },
        },
    )
    assert set(found) == {
        "policy_id",
        "facts.birth_date",
        "facts.household_size",
        "facts.height",
        "facts.children.1",
        "facts.region.sido",
    }
    assert found["policy_id"] == "정책의 식별자(UUID)가 아닙니다."
    assert found["facts.household_size"] == "1 이상이어야 합니다."
    assert "달력에 없는 날짜" in found["facts.birth_date"]
    assert all(message.endswith(".") for message in found.values())


@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        ("/check", {"facts": {}}, "policy_id"),
        ("/check", {"policy_id": str(uuid4()), "facts": []}, "facts"),
        ("/check", {"policy_id": str(uuid4()), "facts": {}, "extra": 1}, "extra"),
        ("/screen", {"members": {}}, "members"),
        ("/screen", {"members": {str(n): {} for n in range(9)}}, "members"),
        ("/screen", {"members": {"mother": {"sex": "여자"}}}, "members.mother.sex"),
        ("/screen", {"members": {"self": {}}, "limit": 101}, "limit"),
        ("/screen", {"members": {"self": {}}, "offset": -1}, "offset"),
        ("/screen", {"members": {"self": {}}, "declined": "all"}, "declined"),
        ("/what-if", {"facts": {}, "changes": {}}, "changes"),
        ("/what-if", {"facts": {}, "changes": {"job": "none"}}, "changes.job"),
        ("/what-if", {"facts": {}, "changes": {"employment": "retired"}}, "changes.employment"),
        ("/what-if", {"facts": {}, "changes": {"other": {"동거": "네"}}}, "changes.other.동거"),
    ],
)
def test_wrong_input_is_refused_with_its_field(address: str, body: Any, field: str) -> None:
    found = faults(address, body)
    assert set(found) == {field}
    assert all(re.search("[가-힣]", message) for message in found.values())


def test_operations_are_documented() -> None:
    api = NinjaAPI(urls_namespace="documented")
    api.add_router("/eligibility", eligibility.router)
    schema = api.get_openapi_schema(path_prefix="/api/")
    assert set(schema["paths"]) == {
        f"/api/eligibility/{name}" for name in ("check", "screen", "what-if")
    }
    facts = schema["components"]["schemas"]["ApplicantFacts"]["properties"]
    assert {"birth_date", "region", "receives"} <= set(facts)
    for name in ("CheckIn", "ScreenIn", "WhatIfIn"):
        assert schema["components"]["schemas"][name]["examples"]
