"""Where the data have no answer, the person is told whom to ask in the own place."""

from __future__ import annotations

from typing import cast

import pytest

from chat.agent.answers import absent
from chat.agent.offices import place_to_ask, with_offices
from chat.agent.state import TurnState
from chat.answer import Outcome
from chat.tests.support import Talk
from policies.geography import Region
from policies.geography.offices import offices_of


async def test_absence_names_the_offices_of_the_residence(talk: Talk) -> None:
    told = await talk.say("저는 동작구 사당동에 살아요. 우주여행 보조금 받고 싶어요")
    assert told.answer["outcome"] in {"not_found_in_data", "no_such_policy"}
    steps = told.answer["next_steps"]
    assert any("동작구보건소" in step and "02-820-9565" in step for step in steps)
    unknown = [step for step in steps if "전화번호를 확인하지 못했어요." in step]
    assert any(step.startswith("사당동을 맡은 행정복지센터") for step in unknown)
    assert not any(character.isdigit() for step in unknown for character in step)
    assert all(step in told.text for step in steps)


async def test_without_a_residence_no_office_is_named(talk: Talk) -> None:
    told = await talk.say("우주여행 보조금 받고 싶어요")
    assert told.answer["outcome"] in {"not_found_in_data", "no_such_policy"}
    assert not any("보건소" in step or "구청" in step for step in told.answer["next_steps"])


async def test_policies_that_were_found_need_no_office(talk: Talk) -> None:
    told = await talk.say("저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?")
    assert told.answer["outcome"] == "answered"
    assert not any("동작구청" in step for step in told.answer["next_steps"])


def state_of(question: str, *, route: str = "SEARCH", **region: str) -> TurnState:
    members = {"self": {"region": region}} if region else {}
    return cast(
        TurnState,
        {
            "question": question,
            "route": route,
            "focus": "self",
            "members": members,
            "profiles": {},
            "understood": [],
        },
    )


DONGJAK = {"sido": "서울특별시", "sigungu": "동작구"}


@pytest.mark.parametrize(
    ("question", "region", "expected"),
    [
        ("사당동인데 우주여행 보조금", DONGJAK, (Region(**DONGJAK), "사당동")),
        ("친구는 역삼동에 살아요. 우주여행 보조금", DONGJAK, (Region(**DONGJAK), None)),
        (
            "우주여행 보조금",
            {"sido": "광주광역시", "sigungu": "광산구"},
            (Region("전남광주통합특별시", "광산구"), None),
        ),
        ("우주여행 보조금", {"sido": "서울특별시"}, None),
        ("우주여행 보조금", {"sido": "없는도", "sigungu": "없는군"}, None),
        ("우주여행 보조금", {}, None),
    ],
)
def test_the_place_to_ask_is_the_residence(
    question: str, region: dict[str, str], expected: tuple[Region, str | None] | None
) -> None:
    state = state_of(question, **region)
    draft = absent(state, Outcome.NOT_FOUND_IN_DATA, "찾지 못했어요.")
    assert place_to_ask(state, draft) == expected


def test_an_outage_sends_nobody_to_an_office() -> None:
    state = state_of("우주여행 보조금", **DONGJAK)
    draft = absent(state, Outcome.SOURCE_UNAVAILABLE, "열 수 없어요.")
    assert place_to_ask(state, draft) is None


def test_known_numbers_come_first_and_none_is_made_up() -> None:
    state = state_of("우주여행 보조금", **DONGJAK)
    draft = absent(state, Outcome.NOT_FOUND_IN_DATA, "찾지 못했어요.")
    told = with_offices(draft, offices_of(Region(**DONGJAK)))
    first, *others = told.answer.next_steps
    assert first == "동작구보건소 건강증진과(02-820-9565)에 전화해 물어볼 수 있어요."
    assert others[-1] == "동작구청으로 찾아가 물어볼 수 있어요. 전화번호를 확인하지 못했어요."
    assert told.lines == ["찾지 못했어요.", first, *others]
