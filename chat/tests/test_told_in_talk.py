"""What was told in everyday words settles free criteria, and follow-ups stay with the talk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date

import pytest

from chat.agent.facts import known_facts
from chat.agent.in_passing import answered, stated_clauses
from chat.agent.understanding import extract
from chat.agent.understanding.question import spelled_out
from chat.agent.understanding.restated import restated
from chat.agent.understanding.types import Extraction
from chat.tests.support import ENTRIES, Talk, finish, load_entries
from policies.models import Policy, PolicyRelation

TODAY = date(2026, 12, 1)
SPOKEN_OF = (
    *ENTRIES,
    "unemployment-benefit",
    "emergency-welfare",
    "livelihood-benefit",
    "child-disability-allowance",
)


@pytest.fixture
def entries(transactional_db: None) -> None:
    """What these talks are about, with one relation."""
    load_entries(*SPOKEN_OF)
    two = [Policy.objects.get(name=name) for name in ("장애수당", "장애아동수당")]
    PolicyRelation.objects.create(origin=two[0], target=two[1], kind=PolicyRelation.RELATED)


@pytest.fixture
async def talk(entries: None) -> AsyncIterator[Talk]:
    yield Talk()
    await finish()


async def test_everyday_words_settle_a_verdict_and_the_talk_goes_on_with_it(talk: Talk) -> None:
    first = await talk.say(
        "46살인데 회사에서 해고됐어요. 5년 다녔고 고용보험도 계속 냈어요. 지금 구직 중이에요"
    )
    verdicts = {item["name"]: item["verdict"] for item in first.answer["items"]}
    assert verdicts["구직급여(실업급여)"] == "likely"
    chips = {one["item"]: one for one in first.answer["heard"] if one["key"] == "other"}
    assert chips["비자발적이직"]["label"] == "비자발적 이직: 네"
    assert chips["비자발적이직"]["options"] == ["아니요"]
    most = await talk.say("하루에 최대 얼마예요")
    assert "68,100원" in most.text
    supposed = await talk.say("만약에 제가 스스로 그만둔 거였으면 못 받는 거예요?")
    assert supposed.names[:1] == ["구직급여(실업급여)"]
    assert "정당한 사유" in supposed.text


async def test_emergency_aid_is_told_of_without_a_death(talk: Talk) -> None:
    told = await talk.say("분식집 하다가 지난주에 문 닫았어요. 당장 생활비가 없어요")
    assert "긴급복지지원" in told.names


async def test_instead_of_what_does_not_fit(talk: Talk) -> None:
    told = await talk.say(
        "여덟 살 아들이 지적장애 심한 장애로 등록돼 있고 차상위예요. 장애수당 되나요?"
    )
    assert told.text.startswith("[어려움]")
    assert "대신 살펴볼 만한 것:" in told.text
    assert "장애아동수당" in told.names


async def test_a_story_goes_on_and_help_asked_of_it_is_searched_for(talk: Talk) -> None:
    await talk.say("40살이고 청각장애 심하지 않은 장애예요. 생계급여 받고 있어요. 장애수당 되나요?")
    cold = await talk.say("보일러 기름값이 무서워요. 그런 지원은요?")
    assert "에너지바우처" in cold.names


async def test_a_brother_told_of_in_a_talk_about_a_child_is_a_child(talk: Talk) -> None:
    await talk.say("한국 사람이고요 딸이 2017년 5월생이에요. 아동수당 되나요?")
    told = await talk.say("아 동생이 있어요 2022년 3월생. 걔는 나와요?")
    assert told.answer["member"].startswith("child")
    assert told.answer["items"][0]["verdict"] == "likely"


async def test_a_figure_put_right_changes_what_was_told(talk: Talk) -> None:
    await talk.say("50살이고 둘이 살아요. 소득인정액이 70만원인데 생계급여 되나요?")
    told = await talk.say("아 70이 아니고 270이래요")
    assert told.text.startswith("[어려움]")


@pytest.mark.parametrize(
    ("text", "value"),
    [("50이 아니고 150이라네요", 1_500_000), ("50만 원이 아니라 150만이래요", 1_500_000)],
)
def test_a_bare_figure_is_the_fact_that_had_it(text: str, value: int) -> None:
    found = restated(Extraction(), text, {"self": {"monthly_income": 500_000}})
    assert found.facts == {"self": {"monthly_income": value}}


@pytest.mark.parametrize("text", ["60이 아니고 150이라네요", "50명이 왔어요"])
def test_a_figure_never_told_changes_nothing(text: str) -> None:
    assert restated(Extraction(), text, {"self": {"monthly_income": 500_000}}).facts == {}


@pytest.mark.parametrize(
    ("text", "received"),
    [
        ("그래도 아동수당은 나와요?", None),
        ("걔네도 부모급여 받아요?", None),
        ("기초연금 받아요. 뭐 더 있어요?", ["기초연금"]),
    ],
)
def test_what_is_asked_is_not_received(text: str, received: list[str] | None) -> None:
    assert extract(text, as_of=TODAY).facts.get("self", {}).get("receives") == received


def test_who_comes_to_help_is_not_ones_job() -> None:
    assert extract("요양보호사 부를 수 있나요?", as_of=TODAY).facts == {}
    assert extract("저 요양보호사예요", as_of=TODAY).facts["self"]["employment"] == "employed"


def test_a_grandparent_alone_with_a_grandchild() -> None:
    facts = extract("제가 70인데 손녀를 혼자 키워요", as_of=TODAY).facts
    assert facts["self"]["household_types"] == ["grandparent"]


def test_another_pension_denies_nothing_of_this_one() -> None:
    question = "장애정도 심사에서 장애인연금법상 중증장애인으로 판정받으셨나요?"
    told = stated_clauses("공무원연금이나 군인연금 같은 건 안 받아요")
    assert answered({"other.장애인연금법상중증": question}, told) == {}


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("양육비를 안 줘요", ["양육비를 안 줘요"]),
        ("아들하고 연락이 끊겼어요", ["아들하고 연락이 끊겼어요"]),
        ("서류 알려줘요", []),
        ("암환자 지원이란 것도 있던데", []),
    ],
)
def test_what_states_something(text: str, clauses: list[str]) -> None:
    assert stated_clauses(text) == clauses


def test_spoken_question_words_are_spelled_out() -> None:
    assert spelled_out("한달에 얼맙니까") == "한달에 얼마입니까"
    assert spelled_out("그게 얼만데요") == "그게 얼마인데요"


def test_a_child_of_a_korean_parent_is_korean_and_a_grandchild_shares_the_home() -> None:
    state = {
        "as_of": "2026-12-01",
        "profiles": {"self": {"nationality": "korean"}},
        "members": {
            "self": {"household_types": ["grandparent"], "household_size": 2},
            "child": {"birth_date": "2020-01-01"},
            "grandchild": {"birth_date": "2021-02"},
            "mother": {"age": 70},
        },
    }
    assert known_facts(state, "child")["nationality"] == "korean"  # type: ignore[arg-type]
    assert known_facts(state, "grandchild")["household_size"] == 2  # type: ignore[arg-type]
    assert "nationality" not in known_facts(state, "mother")  # type: ignore[arg-type]


async def test_small_talk_about_poly_is_answered_and_not_refused(talk: Talk) -> None:
    told = await talk.say("너 이름이 뭐야?")
    assert told.answer["outcome"] == "smalltalk"


async def test_what_asks_on_in_a_talk_is_no_foreign_topic(talk: Talk) -> None:
    await talk.say("66살이고 한국 사람이에요. 기초연금 되나요?")
    told = await talk.say("남편 연봉이 좀 높은데 그럼 안 되겠죠?")
    assert told.answer["outcome"] == "answered"
    assert told.names[:1] == ["기초연금"]
