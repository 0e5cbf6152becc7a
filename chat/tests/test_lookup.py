"""Questions for published fields are answered by a lookup, others as before."""

from __future__ import annotations

from datetime import timedelta

from channels.db import database_sync_to_async
from django.utils import timezone

from chat.models import Trace
from chat.tests.support import Talk, Told
from policies.models import Policy
from policies.records import RecordListing, RecordRegion
from policies.services import policy_load
from policies.tests.records import make_record
from policies.vocabulary import LifeStage


@database_sync_to_async
def open_policies(count: int) -> None:
    """Policies for young people of 울산 whose applications end within ten days."""
    today = timezone.localdate()
    for number in range(count):
        listing = RecordListing(
            agency="울산광역시",
            areas=["31110"],
            period="range",
            rounds=[(today - timedelta(days=1), today + timedelta(days=number % 10))],
        )
        policy_load(
            record=make_record(
                f"open-{number}",
                name=f"울산 청년 지원 {number}",
                life_stages=[LifeStage.YOUTH.value],
                regions=[RecordRegion("울산광역시")],
                listing=listing,
            )
        )


async def nodes(told: Told) -> list[str]:
    trace = await Trace.objects.aget(turn_id=told.turn)
    return [event["node"] for event in trace.events]


async def test_a_count_is_told_with_how_it_was_understood(talk: Talk) -> None:
    await open_policies(3)
    told = await talk.say("울산만 대상인 청년정책 몇 개야?")
    assert told.answer["outcome"] == "answered"
    assert told.answer["conclusion"] == "모두 3건이에요."
    assert "거주지역이 울산광역시뿐" in told.text
    assert "search" not in await nodes(told)


async def test_a_list_shows_eight_records_and_says_that_more_exist(talk: Talk) -> None:
    await open_policies(10)
    told = await talk.say("울산만 대상인 청년정책 중 30일 안에 마감되는 거 뭐 있어?")
    assert told.answer["conclusion"] == "조건에 맞는 정책은 10건이에요."
    assert len(told.names) == 8
    assert told.names[0] == "울산 청년 지원 0"
    assert any("10건 가운데" in notice for notice in told.answer["notices"])
    assert all(citation["verified"] for citation in told.answer["citations"])
    trace = await Trace.objects.aget(turn_id=told.turn)
    entry = next(e for e in trace.events if e["node"] == "lookup" and e["kind"] == "fields")
    assert [part["kind"] for part in entry["data"]["query"]["filters"]] == [
        "codes",
        "area",
        "window",
    ]


async def test_no_record_is_an_absence_in_the_data(talk: Talk) -> None:
    await open_policies(1)
    told = await talk.say("부산만 대상인 청년정책 중 지금 접수 중인 거 있어?")
    assert told.answer["outcome"] == "not_found_in_data"
    assert told.answer["items"] == []


async def test_a_region_asked_about_is_not_where_the_person_lives(talk: Talk) -> None:
    await open_policies(1)
    await talk.say("울산 청년정책 몇 개야?")
    told = await talk.say("당뇨 환자가 받을 수 있는 혜택 알려 주세요")
    assert not any("울산" in fact for fact in told.answer["understood"])


async def test_what_is_not_understood_goes_to_the_search(talk: Talk) -> None:
    told = await talk.say("중구 정책 몇 개야?")
    seen = await nodes(told)
    assert "lookup" in seen
    assert "use_tool" in seen


async def test_a_persons_own_question_is_not_looked_up(talk: Talk) -> None:
    told = await talk.say("저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?")
    assert "lookup" not in await nodes(told)


async def test_the_next_turn_can_ask_about_a_shown_record(talk: Talk) -> None:
    await open_policies(2)
    await talk.say("울산만 대상인 청년정책 중 30일 안에 마감되는 거 뭐 있어?")
    told = await talk.say("첫 번째 거 신청 방법 알려줘")
    assert told.names[0] == "울산 청년 지원 0"
    assert await database_sync_to_async(Policy.objects.filter(name="울산 청년 지원 0").exists)()
