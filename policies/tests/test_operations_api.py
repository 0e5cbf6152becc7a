"""Search and eligibility as typed operations over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import Settings

from policies.models import Policy
from policies.records import RecordRegion
from policies.tests.records import AGE_RULE, load

pytestmark = pytest.mark.django_db
SEARCH = "/api/policies/search"
FACTS = {"as_of": "2026-11-29", "birth_date": "1950-05-05"}


def post(client: Client, address: str, body: Any) -> tuple[int, Any]:
    response = client.post(address, body, content_type="application/json")
    return response.status_code, response.json()


def eligibility(policy_id: object) -> str:
    return f"/api/policies/{policy_id}/eligibility"


def test_search_finds_by_region(client: Client) -> None:
    load("nation")
    load("dongjak", name="동작구 치매", regions=[RecordRegion("서울특별시", "동작구")])
    load("gangnam", name="강남구 치매", regions=[RecordRegion("서울특별시", "강남구")])
    body = {"text": "치매 약값", "sido": "서울특별시", "sigungu": "동작구"}
    status, answer = post(client, SEARCH, body)
    assert status == 200
    assert {hit["name"] for hit in answer["hits"]} == {"치매치료관리비 지원", "동작구 치매"}
    assert all(0 <= hit["score"] <= 1 for hit in answer["hits"])
    assert answer["below_floor"] is False
    assert len(post(client, SEARCH, {**body, "limit": 1})[1]["hits"]) == 1


def test_search_leaves_closed_policies_out(client: Client) -> None:
    load(status="closed")
    assert post(client, SEARCH, {"text": "치매"})[1]["hits"] == []
    assert len(post(client, SEARCH, {"text": "치매", "include_closed": True})[1]["hits"]) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": ""},
        {"text": "가" * 2001},
        {"text": "치매", "limit": 0},
        {"text": "치매", "limit": 51},
        {"text": ["치매"]},
        ["치매"],
    ],
)
def test_wrong_search_is_refused(client: Client, body: Any) -> None:
    status, answer = post(client, SEARCH, body)
    assert status == 422
    assert answer["detail"]


def test_broken_json_is_refused(client: Client) -> None:
    assert post(client, SEARCH, '{"text": ')[0] == 400
    assert post(client, SEARCH, r'{"text": "치매 \ud800"}')[0] == 422


@pytest.mark.parametrize(
    "body",
    [
        r'{"text": "치매\u0000약값"}',
        r'{"text": "100% {a} %(x)s 치매\"; --"}',
        r'{"text": "치매", "sido": "서울\u0000"}',
        r'{"text": "치매", "sido": "\ud800", "sigungu": "%s {x}"}',
    ],
)
def test_odd_signs_do_no_harm(client: Client, body: str) -> None:
    load()
    status, answer = post(client, SEARCH, body)
    assert status == 200
    assert [hit["name"] for hit in answer["hits"]] == ["치매치료관리비 지원"]


def test_without_an_embedder_words_are_searched_and_that_is_said(
    client: Client, settings: Settings
) -> None:
    policy = load(name="치매 약값 지원")
    settings.EMBEDDER = "none"
    status, answer = post(client, SEARCH, {"text": "서울 동작구 치매"})
    assert status == 200
    assert [hit["policy_id"] for hit in answer["hits"]] == [str(policy.pk)]
    assert "임베딩" in answer["notice"]
    assert answer["region"] == "서울특별시 동작구"


def test_verdict_with_its_basis(client: Client) -> None:
    policy = load(rule=AGE_RULE)
    status, answer = post(client, eligibility(policy.pk), {"facts": FACTS})
    assert (status, answer["basis"], answer["decision"]["verdict"]) == (200, "draft", "likely")
    assert answer["decision"]["outcomes"][0]["quote"] == "만 60세 이상"
    young = {"facts": {**FACTS, "birth_date": "2000-01-01"}}
    assert post(client, eligibility(policy.pk), young)[1]["decision"]["verdict"] == "unlikely"
    unknown = post(client, eligibility(policy.pk), {"facts": {"as_of": "2026-11-29"}})[1]
    assert unknown["decision"]["verdict"] == "needs_more_info"
    assert unknown["decision"]["missing"] == ["birth_date"]


def test_policy_without_a_rule_is_not_judged(client: Client) -> None:
    policy = load(for_persons=False)
    answer = post(client, eligibility(policy.pk), {"facts": FACTS})[1]
    assert answer == {"basis": "no_rule", "decision": None}


def test_rule_that_no_longer_parses_is_no_rule(client: Client) -> None:
    policy = load(rule=AGE_RULE)
    policy.rules.update(tree={"criterion": "gone"})
    status, answer = post(client, eligibility(policy.pk), {"facts": FACTS})
    assert (status, answer["basis"]) == (200, "no_rule")


def test_unknown_or_unpublished_policy_is_not_found(client: Client) -> None:
    hidden = load()
    Policy.objects.update(current_version=None)
    for key in (uuid4(), hidden.pk):
        status, answer = post(client, eligibility(key), {"facts": FACTS})
        assert (status, answer["code"]) == (404, "PolicyNotFound")
        assert answer["message"] == "그런 정책이 없거나 공개되지 않았어요."


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"as_of": "언젠가"},
        {**FACTS, "height": 180},
        {**FACTS, "household_size": 0},
        {**FACTS, "region": {"sido": "서울특별시", "dong": "사당동"}},
    ],
)
def test_wrong_facts_are_refused(client: Client, facts: Any) -> None:
    status, _ = post(client, eligibility(load(rule=AGE_RULE).pk), {"facts": facts})
    assert status == 422
    assert post(client, eligibility("not-an-id"), {"facts": FACTS})[0] in {404, 422}


def test_rule_language_is_published(client: Client) -> None:
    response = client.get("/api/policies/rule-schema")
    assert response.status_code == 200
    assert "AgeCriterion" in response.json()["$defs"]
    assert client.get(SEARCH).status_code == 405
