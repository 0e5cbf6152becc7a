"""What people ask after a list, and what they tell in the middle of a talk."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from chat.tests.support import ENTRIES, Talk, finish, load_entries

BIRTH = ("parental-benefit", "first-meeting-voucher", "home-care-allowance")


@pytest.fixture
def of_parents(transactional_db: None) -> None:
    """What is there for parents of small children, and for others."""
    load_entries(*ENTRIES, *BIRTH)


@pytest.fixture
async def parents(of_parents: None) -> AsyncIterator[Talk]:
    yield Talk()
    await finish()


async def test_an_amount_asked_after_a_list_is_told_of_its_first_few(parents: Talk) -> None:
    listed = await parents.say("지난달에 첫아이를 낳았고 저는 한국 사람이에요")
    assert len(listed.names) > 1
    told = await parents.say("그건 얼마예요?")
    assert set(told.names) == set(listed.names[: len(told.names)])
    assert len(told.names) > 1
    for name in told.names:
        assert f"{name}:" in told.text
    assert "200만원" in told.text
    assert "100만원" in told.text


async def test_of_several_the_one_that_speaks_of_it_is_told(parents: Talk) -> None:
    await parents.say("지난달에 첫아이를 낳았고 저는 한국 사람이에요")
    await parents.say("그건 얼마예요?")
    told = await parents.say("60일이 지나서 신청하면요?")
    assert "60일" in told.text


async def test_what_is_new_comes_first(talk: Talk) -> None:
    await talk.say("저는 50세이고 한국 사람이에요. 지원 뭐 있어요?")
    told = await talk.say("심한 장애로 등록했어요")
    assert any("장애" in name for name in told.names[:2])


async def test_what_the_words_come_close_to_is_told_though_it_does_not_fit(talk: Talk) -> None:
    told = await talk.say("저는 50세이고 심하지 않은 장애로 등록했어요. 받을 거 뭐 있어요?")
    assert told.item("장애인연금")["verdict"] == "unlikely"
    assert "장애인연금 — 어려움" in told.text


async def test_others_of_the_same_breath_are_judged_too(talk: Talk) -> None:
    told = await talk.say("할머니는 83세, 할아버지는 60세예요. 두 분 받을 거 있어요?")
    others = [text for text in told.answer["notices"] if "의 경우 — " in text]
    assert len(others) == 1
    assert "어려움" in others[0]


async def test_a_matter_of_its_own_points_at_nothing(talk: Talk) -> None:
    await talk.say("기초연금 신청은 어떻게 해요?")
    told = await talk.say("당뇨병 소모품도 거기서 줘요?")
    assert any("당뇨" in name for name in told.names)


async def test_the_text_is_quoted_where_more_than_a_verdict_is_asked(talk: Talk) -> None:
    await talk.say("저는 72세예요. 기초연금 받을 수 있나요?")
    told = await talk.say("이사하면 다시 신청해야 돼요?")
    assert "전입신고" in told.text


async def test_who_tells_income_still_asks_for_the_child(talk: Talk) -> None:
    first = await talk.say("딸이 2009년 5월생인데 지적장애 심한 장애로 등록했어요. 받을 거 있나요?")
    assert first.answer["member"] == "child"
    told = await talk.say("세 식구고 제가 월 380 벌어요 그게 다예요")
    assert told.answer["member"] == "child"


async def test_hardship_told_calmly_is_answered_under_the_help_lines(talk: Talk) -> None:
    told = await talk.say("아버지가 기초연금 받으시는데 밤마다 소리 지르고 나가려고 하세요")
    assert told.answer["outcome"] != "crisis"


async def test_a_programme_of_another_district_is_no_residence(talk: Talk) -> None:
    told = await talk.say(
        "저는 부산 해운대구에 살아요. 동작구 고혈압·당뇨 건강교실 받을 수 있나요?"
    )
    assert "동작구" in told.text
    assert "[가능]" not in told.text
    again = await talk.say("동작구 고혈압·당뇨 건강교실 신청 돼요?")
    assert "[가능]" not in again.text
    assert not [fact for fact in again.answer["heard"] if "사는 곳" in fact["label"]]


async def test_who_refuses_to_tell_something_is_shown_the_same_once_more(talk: Talk) -> None:
    listed = await talk.say("저는 70세이고 동작구에 혼자 살아요. 받을 수 있는 거 뭐 있어요?")
    told = await talk.say("소득은 말하기 싫어요")
    assert set(told.names) <= set(listed.names)
    assert "기초연금" in told.names
    asked = told.answer["ask"]
    assert asked is None or asked["key"] != "monthly_income"
