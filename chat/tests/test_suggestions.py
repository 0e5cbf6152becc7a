"""Questions that are offered: made of what is known, and all of them answered."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from chat.agent.suggesting import answerable
from chat.suggestions import starting_questions
from chat.tests.support import Talk, load_entries
from profiles.models import HealthFact, Profile

ANSWERED = {"answered", "asked"}
SAMPLE = [
    "동작구 사는 72세 당뇨병 환자가 받을 수 있는 혜택이 뭐예요?",
    "저는 60세이고 어머니는 85세예요. 기초연금 신청은 어떻게 하나요?",
]


async def answered(question: str, before: str = "") -> bool:
    """Whether somebody who taps it gets an answer with policies or a sum."""
    talk = Talk()
    if before:
        await talk.say(before)
    told = await talk.say(question)
    assert told.answer["outcome"] in ANSWERED, question
    return bool(told.answer["items"]) or told.answer["outcome"] == "asked"


@pytest.mark.parametrize("question", SAMPLE)
async def test_every_suggestion_under_an_answer_is_answered(talk: Talk, question: str) -> None:
    told = await talk.say(question)
    offered = told.answer["suggestions"]
    assert 2 <= len(offered) <= 4
    assert question not in offered
    for one in offered:
        assert await answered(one, before=question), one


async def test_every_question_to_start_with_is_answered(talk: Talk) -> None:
    offered = await database_sync_to_async(starting_questions)([])
    assert 2 <= len(offered) <= 4
    for one in offered:
        assert await answered(one), one


async def test_the_family_comes_first(talk: Talk) -> None:
    def questions() -> list[str]:
        from accounts.models import User

        user = User.objects.create_user("family@example.com")
        mother = Profile.objects.create(
            user=user, relation="mother", name="어머니", sido="서울특별시", sigungu="동작구"
        )
        HealthFact.objects.create(
            profile=mother, subject="mother", predicate="disease", object="당뇨병"
        )
        return starting_questions([mother])

    offered = await database_sync_to_async(questions)()
    assert offered[0] == "동작구에 사는 당뇨병 환자가 받을 수 있는 혜택이 뭐예요?"


async def test_new_data_are_looked_at_anew(talk: Talk) -> None:
    wanted = ["첫만남이용권 받을 수 있나요?", "우주선 탑승권 되나요?"]
    look = database_sync_to_async(answerable)
    assert await look(wanted, None) == []
    await database_sync_to_async(load_entries)("first-meeting-voucher")
    assert await look(wanted, None) == wanted[:1]
