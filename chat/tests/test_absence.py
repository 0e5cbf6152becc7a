"""The three kinds of absence, told apart, each with what to do next."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import connection

from chat.answer import Outcome
from chat.models import Message, Trace, Turn
from chat.protocol import EventType
from chat.tests.support import Talk, Told
from policies.models import EmbeddingModelState, Policy, PolicyVersion
from policies.retrieval import embedders
from policies.tests.scripted_embeddings import KEY, Fault, scripted_embeddings
from policies.vocabulary import PolicyStatus


def outcome(told: Told) -> str:
    value: str = told.answer["outcome"]
    return value


async def test_a_name_that_no_source_has(talk: Talk) -> None:
    for question in ("무지개돌봄수당 얼마 받아요?", "무지개돌봄수당 받을 수 있나요?"):
        told = await talk.say(question)
        assert outcome(told) == Outcome.NO_SUCH_POLICY
        assert "무지개돌봄수당" in told.text
        assert "129" in told.text
        assert told.answer["items"] == []


async def test_a_name_in_the_data_is_no_missing_name(talk: Talk) -> None:
    told = await talk.say("아동수당 얼마 받아요?")
    assert outcome(told) == Outcome.ANSWERED


async def test_a_want_that_ends_like_a_name_is_searched_for(talk: Talk) -> None:
    told = await talk.say("당뇨 환자가 혈당 재는 소모품을 살 때 쓰는 요양급여를 찾아 주세요")
    assert outcome(told) == Outcome.ANSWERED


async def test_nothing_in_the_data(talk: Talk) -> None:
    told = await talk.say("공룡 화석 발굴 비용을 지원해 주나요?")
    assert outcome(told) == Outcome.NOT_FOUND_IN_DATA
    assert "혜택이 없다는 뜻은 아니니" in told.text
    trace = await Trace.objects.aget(turn_id=told.turn)
    searches = [event for event in trace.events if event["kind"] == "hits"]
    assert len(searches) == 2


async def test_a_named_policy_that_says_nothing_of_it(talk: Talk) -> None:
    told = await talk.say("기초연금 홍보 모델이 누구예요?")
    assert outcome(told) == Outcome.ANSWERED or "적혀 있지 않아요" in told.text
    told = await talk.say("에너지바우처 카드 디자인 색깔이 뭐예요?")
    assert outcome(told) == Outcome.NOT_FOUND_IN_DATA
    assert "적혀 있지 않아요" in told.text
    assert told.names == ["에너지바우처"]


async def test_no_tool_computes_a_programme_that_is_not_there(talk: Talk) -> None:
    told = await talk.say("손주사랑장려금 얼마 주나요?")
    assert outcome(told) == Outcome.NO_SUCH_POLICY
    assert "손주사랑장려금" in told.text


@pytest.mark.parametrize("matter", ["예산 규모가 전국에 얼마예요?", "심사위원은 어떻게 뽑아요?"])
async def test_how_a_programme_is_run_is_not_in_its_text(talk: Talk, matter: str) -> None:
    told = await talk.say(f"기초연금 {matter}")
    assert outcome(told) == Outcome.NOT_FOUND_IN_DATA
    assert "적혀 있지 않아요" in told.text


async def test_a_list_without_the_policy_that_was_named_is_no_answer(talk: Talk) -> None:
    end = date.today() - timedelta(1)
    await database_sync_to_async(Policy.objects.filter(external_id="energy-voucher").update)(
        name="청년햇살계좌", aliases=[], period_kind="range", period_end=end
    )
    told = await talk.say("청년햇살계좌 지금 신청할 수 있나요?")
    assert told.text.startswith(f"청년햇살계좌는 {end.year}년 {end.month}월 {end.day}일에 신청이")


async def test_a_closed_programme_has_ended(talk: Talk) -> None:
    await database_sync_to_async(Policy.objects.filter(external_id="basic-pension").update)(
        status=PolicyStatus.CLOSED, period_end=date(2025, 12, 31)
    )
    told = await talk.say("기초연금 받을 수 있나요? 저는 72세예요")
    assert told.text.startswith("기초연금은 2025년 12월 31일에 끝난 사업이에요.")
    assert "조건에 맞아요" not in told.text


async def test_a_closed_programme_without_a_day_says_from_when_it_is_known(talk: Talk) -> None:
    await database_sync_to_async(Policy.objects.filter(external_id="basic-pension").update)(
        status=PolicyStatus.CLOSED
    )
    day = await PolicyVersion.objects.filter(policy__external_id="basic-pension").afirst()
    assert day is not None
    assert day.collected_on is not None
    told = await talk.say("기초연금 얼마 받아요?")
    seen = day.collected_on
    assert f"{seen.year}년 {seen.month}월 {seen.day}일 자료에서 끝난 사업으로" in told.text


async def test_an_application_period_that_is_over_is_said_first(talk: Talk) -> None:
    end = date.today() - timedelta(1)
    await database_sync_to_async(Policy.objects.filter(external_id="energy-voucher").update)(
        period_kind="range", period_end=end
    )
    told = await talk.say("에너지바우처 신청 방법 알려 주세요")
    assert told.text.startswith(f"에너지바우처는 {end.year}년 {end.month}월 {end.day}일에 신청이")
    assert outcome(told) == Outcome.ANSWERED


async def test_a_policy_of_another_region_is_told_as_such(talk: Talk) -> None:
    rename = Policy.objects.filter(external_id="gangnam-metabolic-syndrome").update
    await database_sync_to_async(rename)(name="한여름 얼음물 나눔 교실", aliases=[])
    await talk.say("부산 해운대구에 살아요")
    told = await talk.say("한여름 얼음물 나눔 교실 받을 수 있나요?")
    assert outcome(told) == Outcome.NOT_FOUND_IN_DATA
    assert "서울특별시 강남구에서 하는 정책" in told.text
    assert told.answer["items"] == []


@pytest.fixture
def failing_embedder(settings: Any) -> Any:
    """The service that embeds questions answers with errors only."""
    settings.OPENAI_API_KEY = KEY
    settings.EMBEDDER = "openai"
    settings.LLM_TIMEOUT_SECONDS = 5.0
    with scripted_embeddings() as script:
        script.always = Fault("status", 503)
        settings.OPENAI_BASE_URL = script.base_url
        embedders._cached_query.cache_clear()
        embedders._openai.cache_clear()
        yield script
    embedders._openai.cache_clear()


@database_sync_to_async
def _remote_model() -> None:
    EmbeddingModelState.objects.all().delete()
    EmbeddingModelState.objects.create(
        name="text-embedding-3-small", version="1", embedder="openai", dimension=1536, role="active"
    )


async def test_an_embedder_that_fails_is_no_missing_policy(
    talk: Talk, failing_embedder: Any
) -> None:
    await _remote_model()
    told = await talk.say("공룡 화석 발굴 비용을 지원해 주나요?")
    assert told.last.type is EventType.DONE
    assert outcome(told) == Outcome.SOURCE_UNAVAILABLE
    assert "잠시 뒤 다시" in told.text
    assert "129" in told.text


async def test_a_named_policy_needs_no_embedder(talk: Talk, failing_embedder: Any) -> None:
    await _remote_model()
    told = await talk.say("기초연금 얼마 받아요?")
    assert outcome(told) == Outcome.ANSWERED
    assert "349,700" in told.text


@database_sync_to_async
def _break_search(*, broken: bool) -> None:
    old, new = (
        ("policies_lexicalposting", "away") if broken else ("away", "policies_lexicalposting")
    )
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {old} RENAME TO {new}")


async def test_a_database_that_fails_the_search_is_no_missing_policy(talk: Talk) -> None:
    await _break_search(broken=True)
    try:
        told = await talk.say("혈당을 재는 소모품을 살 때 도와주는 것이 있나요?")
    finally:
        await _break_search(broken=False)
    assert outcome(told) == Outcome.SOURCE_UNAVAILABLE
    message = await Message.objects.aget(turn_id=told.turn, role=Message.Role.ASSISTANT)
    assert message.text == told.text
    turn = await Turn.objects.aget(id=told.turn)
    assert turn.status == Turn.Status.DONE
    again = await talk.say("혈당을 재는 소모품을 살 때 도와주는 것이 있나요?")
    assert outcome(again) != Outcome.SOURCE_UNAVAILABLE


async def test_a_nationwide_programme_is_never_said_to_be_elsewhere(talk: Talk) -> None:
    told = await talk.say("67살이고 기초연금 받아요. 동작구에서 독감주사 그냥 맞을 수 있죠?")
    assert "전국에서 하는 정책" not in told.text
    assert "사시는 곳의 자료에는 없" not in told.text
