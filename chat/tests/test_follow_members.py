"""Whom and what a follow-up means when several members of a family are spoken of."""

from __future__ import annotations

from chat.tests.support import Talk


async def test_that_of_another_member_is_what_was_shown_for_them(talk: Talk) -> None:
    father = await talk.say("우리 아버지 70세인데 기초연금 받을 수 있나요?")
    assert father.names[:1] == ["기초연금"]
    mother = await talk.say("어머니는 62세이고 심한 장애인데 장애인연금 받을 수 있나요?")
    assert mother.names[:1] == ["장애인연금"]
    again = await talk.say("그럼 아버지 그거 서류는 뭐예요?")
    assert again.names[:1] == ["기초연금"]


async def test_what_no_longer_fits_is_told_with_the_day_it_will(talk: Talk) -> None:
    father = await talk.say("우리 아버지가 70세인데 받을 수 있는 거 뭐 있어요?")
    assert "기초연금" in father.names
    told = await talk.say("어머니는 65년 3월생이신데 받을 수 있는 거 뭐 있어요?")
    assert "지금 조건으로는 어려운 것:" in told.text
    assert "기초연금" in told.text
    assert "2030년 3월" in told.text
