"""What was understood is corrected with one tap; what contradicts itself is asked about."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from channels.db import database_sync_to_async

from chat import runner
from chat.agent.correcting import corrected, heard
from chat.models import Message, Trace
from chat.protocol import Correction
from chat.querysets import Owner
from chat.tests.support import Talk, Told, follow
from profiles.models import Profile

TODAY = date(2026, 7, 1)
QUESTION = "저는 60세예요. 기초연금 받을 수 있나요?"


async def correct(talk: Talk, told: Told, key: str, value: str = "") -> Told:
    """Tap the fact of `key` in the last answer: strike it, or change it."""
    shown = next(one for one in told.answer["heard"] if one["key"] == key)
    fields = {name: shown[name] for name in ("member", "key", "item", "label")}
    correction = Correction(**fields, value=value)
    turn = await runner.start_turn(
        owner=talk.owner,
        text=correction.text,
        conversation_id=talk.conversation,
        correction=correction,
    )
    return await follow(talk.owner, turn)


@database_sync_to_async
def trace_of(told: Told) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = Trace.objects.get(turn_id=told.turn).events
    return events


@database_sync_to_async
def _account(email: str, **facts: Any) -> Owner:
    from accounts.models import User

    user = User.objects.create_user(email)
    Profile.objects.create(user=user, relation="self", name="본인", **facts)
    return Owner(user.pk, "")


async def test_every_fact_is_shown_by_member(talk: Talk) -> None:
    told = await talk.say("저는 강남구에 살아요. 어머니는 72세이고 당뇨병과 고혈압이 있어요.")
    labels = [one["label"] for one in told.answer["heard"]]
    assert "사는 곳: 서울특별시 강남구" in labels
    assert "어머니 · 나이: 만 72세" in labels
    assert sum("고혈압" in label for label in labels) == 1
    assert sum("당뇨병" in label for label in labels) == 1


async def test_a_changed_fact_answers_the_last_question_again(talk: Talk) -> None:
    first = await talk.say(QUESTION)
    assert first.item("기초연금")["verdict"] == "unlikely"
    told = await correct(talk, first, "age", "71세")
    assert told.item("기초연금")["verdict"] == "needs_more_info"
    assert "‘나이: 만 60세’를 ‘나이: 만 71세’로" in told.answer["note"]
    assert [one["label"] for one in told.answer["heard"]] == ["나이: 만 71세"]
    event = next(one for one in await trace_of(told) if one["kind"] == "corrected")
    assert event["data"]["before"] == 60
    assert event["data"]["after"] == {"age": 71}
    message = await Message.objects.aget(turn_id=told.turn, role="user")
    assert message.text == "나이: 만 60세 → 71세"
    later = await talk.say("그럼 장애인연금은요?")
    assert "60세" not in later.text


async def test_a_struck_fact_is_unknown_again(talk: Talk) -> None:
    first = await talk.say(QUESTION)
    told = await correct(talk, first, "age")
    assert told.item("기초연금")["verdict"] == "needs_more_info"
    assert told.answer["heard"] == []
    assert "빼고 다시 답할게요" in told.answer["note"]


async def test_one_of_two_diseases_is_struck(talk: Talk) -> None:
    first = await talk.say("당뇨병과 고혈압이 있어요. 받을 수 있는 혜택이 뭐예요?")
    shown = next(one for one in first.answer["heard"] if one["item"] == "당뇨병")
    fields = {name: shown[name] for name in ("member", "key", "item", "label")}
    correction = Correction(**fields)
    turn = await runner.start_turn(
        owner=talk.owner,
        text=correction.text,
        conversation_id=talk.conversation,
        correction=correction,
    )
    told = await follow(talk.owner, turn)
    assert "당뇨병·고혈압 환자" in first.answer["conclusion"]
    assert "고혈압 환자" in told.answer["conclusion"]
    assert "당뇨병" not in told.answer["conclusion"]


async def test_what_cannot_be_read_changes_nothing(talk: Talk) -> None:
    first = await talk.say(QUESTION)
    told = await correct(talk, first, "age", "글쎄 그게 말이죠")
    assert "아직 고치지 않았어요" in told.text
    again = await talk.say("기초연금 받을 수 있나요?")
    assert again.item("기초연금")["verdict"] == "unlikely"


async def test_the_saved_profile_stays_and_does_not_bring_it_back(talk: Talk) -> None:
    owner = await _account("saved@example.com", disability="severe")
    saved = Talk(owner)
    first = await saved.say("저는 심한 장애가 있어요. 장애인연금 받을 수 있나요?")
    told = await correct(saved, first, "disability")
    keys = [one["key"] for one in told.item("장애인연금")["missing"]]
    assert "disability" in keys
    profile = await Profile.objects.aget(user__email="saved@example.com")
    assert profile.disability == "severe"


async def test_a_correction_with_nothing_asked_before_is_kept(talk: Talk) -> None:
    turn = await runner.start_turn(
        owner=talk.owner,
        text="나이: 만 60세 → 71세",
        correction=Correction(member="self", key="age", label="나이: 만 60세", value="71세"),
    )
    told = await follow(talk.owner, turn)
    assert "물어봐 주세요" in told.text


async def test_a_contradiction_is_asked_about_once(talk: Talk) -> None:
    await talk.say("저는 65세예요. 기초연금 받을 수 있나요?")
    asked = await talk.say("저는 71세예요. 기초연금 받을 수 있나요?")
    assert asked.answer["outcome"] == "asked"
    assert [one["label"] for one in asked.answer["ask"]["options"]] == ["만 65세", "만 71세"]
    assert asked.answer["heard"] == []
    told = await talk.say("만 71세")
    assert told.item("기초연금")
    assert [one["label"] for one in told.answer["heard"]] == ["나이: 만 71세"]
    later = await talk.say("저는 80세예요. 기초연금 받을 수 있나요?")
    assert later.answer["outcome"] != "asked"


@pytest.mark.parametrize("text", ["아니 71세예요.", "정정할게요, 71세예요."])
async def test_an_explicit_correction_is_taken(talk: Talk, text: str) -> None:
    await talk.say("저는 65세예요. 기초연금 받을 수 있나요?")
    told = await talk.say(f"{text} 기초연금 받을 수 있나요?")
    assert told.answer["outcome"] == "answered"
    assert any("71" in one["label"] for one in told.answer["heard"])


def test_entries_of_a_list_are_corrected_one_by_one() -> None:
    facts = {"conditions": ["당뇨병", "고혈압"], "monthly_income": 1, "income_is_recognised": True}
    shown = heard({"mother": facts})
    assert [one.item for one in shown if one.key == "conditions"] == ["당뇨병", "고혈압"]
    assert all(one.label.startswith("어머니 · ") for one in shown)
    change = Correction(member="mother", key="conditions", item="당뇨병", label="병", value="치매")
    result = corrected(facts, change, as_of=TODAY)
    assert result is not None
    assert result.facts["conditions"] == ["고혈압", "치매"]
    gone = corrected(
        facts, Correction(member="mother", key="monthly_income", label="소득"), as_of=TODAY
    )
    assert gone is not None
    assert set(gone.facts) == {"conditions"}
