"""The tools over HTTP: every one typed, whose facts are used, what is refused and how."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from chat.agent.tools.registry import all_tools
from chat.models import ToolCard
from chat.querysets import Owner
from chat.tests.support import load_entries
from chat.tool_access.talk import talk_read, tool_context
from profiles.models import Profile

pytestmark = pytest.mark.django_db(transaction=True)
DETAIL, LIST = "get_policy_detail", "list_received_benefits"
PASSWORD = "한국의-복지-2026"


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    cache.clear()


def call(client: Client, name: str, body: Any = None, **headers: str) -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body or {}).encode("utf-8")
    return client.post(
        f"/api/tools/{name}", data=data, content_type="application/json", headers=headers
    )


def token_of(client: Client, email: str) -> dict[str, str]:
    answer = client.post(
        "/_allauth/app/v1/auth/login",
        data={"email": email, "password": PASSWORD},
        content_type="application/json",
    )
    return {"Authorization": f"Bearer {answer.json()['meta']['access_token']}"}


def account(email: str, *, household_size: int) -> User:
    user = User.objects.create_user(email=email, password=PASSWORD)
    Profile.objects.create(user=user, name="나", relation="self", household_size=household_size)
    return user


def test_openapi_shows_every_tool_with_its_arguments(client: Client) -> None:
    schema = client.get("/api/openapi.json").json()
    for name, tool in all_tools().items():
        operation = schema["paths"][f"/api/tools/{name}"]["post"]
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        shown = schema["components"]["schemas"][body["$ref"].rsplit("/", 1)[1]]
        assert set(shown["properties"]) == {*tool.arguments.model_fields, "context"}
        answer = operation["responses"]["200"]["content"]["application/json"]["schema"]
        assert answer["$ref"].endswith("/RetrievalResult")


def test_the_list_tells_what_each_tool_is(client: Client) -> None:
    ToolCard.objects.create(
        name=DETAIL, purpose="정책 하나를 봅니다", when_to_use=["기초연금 뭐야"]
    )
    ToolCard.objects.create(name=LIST, purpose="받는 것", active=False)
    listed = {tool["name"]: tool for tool in client.get("/api/tools").json()}
    assert set(listed) == set(all_tools()) - {LIST}
    assert listed[DETAIL]["card"]["when_to_use"] == ["기초연금 뭐야"]
    assert listed[DETAIL]["module"] == "policy"
    assert not listed[DETAIL]["personal"]
    assert '"from"' not in json.dumps(listed)


def test_a_public_tool_needs_nobody(client: Client) -> None:
    load_entries("basic-pension")
    answer = call(client, DETAIL, {"policy": "기초연금"})
    assert answer.status_code == 200
    assert answer.json()["items"][0]["title"] == "기초연금"
    assert not answer.cookies


def test_the_talk_fills_what_was_not_given(client: Client) -> None:
    load_entries("basic-pension")
    assert call(client, DETAIL).json()["needs_user_input"]["argument"] == "policy"
    answer = call(client, DETAIL, {"context": {"policies": ["기초연금"]}})
    assert answer.json()["items"][0]["title"] == "기초연금"


@pytest.mark.parametrize(
    ("context", "place", "sentence"),
    [
        ([], "context", "이름과 값의 묶음"),
        ({"unknown": 1}, "context.unknown", "알 수 없는 항목"),
        ({"members": {"self": {"birth_date": "2026-02-30"}}}, "birth_date", "달력에 없는"),
        ({"members": {"self": {"nonsense": 1}}}, "nonsense", "알 수 없는 항목"),
        ({"members": {f"child{n}": {} for n in range(9)}}, "context.members", "8개 이하"),
        ({"question": "가" * 2001}, "context.question", "2000자 이하"),
    ],
)
def test_a_wrong_talk_is_told_by_place(
    client: Client, context: Any, place: str, sentence: str
) -> None:
    answer = call(client, DETAIL, {"policy": "기초연금", "context": context})
    assert answer.status_code == 422
    (where, told) = next(iter(answer.json()["problems"].items()))
    assert place in where
    assert sentence in told


def test_personal_tools_want_a_token_or_a_session(client: Client) -> None:
    user = account("alice@example.org", household_size=3)
    assert call(client, LIST).status_code == 401
    assert call(client, LIST).json()["summary"] == "로그인한 뒤에 쓸 수 있어요."
    assert call(client, LIST, **token_of(Client(), user.email)).status_code == 200
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    refused = call(browser, LIST)
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_missing")
    browser.get("/")
    token = browser.cookies["csrftoken"].value
    assert call(browser, LIST, **{"X-CSRFToken": token}).status_code == 200


@pytest.mark.parametrize("header", ["Bearer x.y.z", "Bearer", "Basic YTpi", "token"])
def test_a_wrong_token_is_no_stranger(client: Client, header: str) -> None:
    answer = call(client, DETAIL, {"policy": "기초연금"}, Authorization=header)
    assert answer.status_code == 401
    assert answer.json()["code"] == "token_invalid"
    assert answer["WWW-Authenticate"] == "Bearer"


async def test_facts_come_from_the_request_over_the_saved_ones() -> None:
    alice = await sync_to_async(account)("alice@example.org", household_size=3)
    await sync_to_async(account)("bob@example.org", household_size=5)
    owner = Owner(alice.pk, "")
    told = {"members": {"self": {"region": {"sido": "서울특별시", "sigungu": "동작구"}}}}
    mine = await tool_context(talk_read(told), owner)
    assert (mine.facts.household_size, mine.region and mine.region.sigungu) == (3, "동작구")
    said = {"members": {"self": {"household_size": 1}}}
    assert (await tool_context(talk_read(said), owner)).facts.household_size == 1
    assert (await tool_context(talk_read({"saved": False}), owner)).members == {}
    assert (await tool_context(talk_read(None), None)).members == {}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "body_invalid"),
        (b"{", 400, "body_invalid"),
        (b"[1]", 400, "body_invalid"),
        (b"[" * 100_000, 400, "body_invalid"),
        (b"\xff", 400, "body_invalid"),
        (b'"' + b"x" * 300_000 + b'"', 413, "body_too_large"),
    ],
    ids=["empty", "open", "list", "deep", "bytes", "long"],
)
def test_unreadable_bodies(client: Client, body: bytes, status: int, code: str) -> None:
    answer = call(client, DETAIL, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("text", ["\\ud800", "\\u0000"], ids=["half a pair", "zero"])
def test_letters_that_cannot_be_stored(client: Client, text: str) -> None:
    answer = call(client, DETAIL, f'{{"policy": "기초{text}연금"}}'.encode())
    assert answer.status_code == 422
    assert "쓸 수 없는 글자" in answer.json()["summary"]


def test_a_switched_off_tool_is_gone(client: Client) -> None:
    load_entries("basic-pension")
    card = ToolCard.objects.create(name=DETAIL, purpose="정책 하나", active=False)
    answer = call(client, DETAIL, {"policy": "기초연금"})
    assert (answer.status_code, answer.json()["code"]) == (404, "tool_missing")
    card.active = True
    card.save()
    assert call(client, DETAIL, {"policy": "기초연금"}).status_code == 200
    assert call(client, "no_such_tool").status_code == 404


def test_calls_are_counted(client: Client, settings: Settings) -> None:
    settings.TOOL_ACCESS = {**settings.TOOL_ACCESS, "calls_anonymous": 1}
    assert call(client, DETAIL).status_code == 200
    answer = call(client, DETAIL)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_calls")
    assert 1 <= int(answer["Retry-After"]) <= 60
    user = account("alice@example.org", household_size=3)
    assert call(client, DETAIL, **token_of(client, user.email)).status_code == 200


def test_logs_hold_nothing_that_was_said(client: Client, caplog: Any) -> None:
    caplog.set_level(logging.DEBUG)
    said = "010-1234-5678 김철수의 기초연금"
    call(client, DETAIL, {"policy": said, "context": {"question": said}})
    assert "get_policy_detail" in caplog.text
    assert "1234-5678" not in caplog.text
    assert "김철수" not in caplog.text
