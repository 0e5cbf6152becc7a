"""Sources of one programme that disagree, and sources older than they promise."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async

from chat.agent.differences import differences, preference
from chat.agent.evidence import PolicyEvidence
from chat.answer import Outcome
from chat.tests.support import Talk, finish
from chat.tests.test_cards import evidence
from policies.catalogue.load import DATA_DIR, load_catalogue
from policies.catalogue.records import entry_record
from policies.freshness import freshness
from policies.models import Policy, PolicyVersion
from policies.services import policy_load
from policies.services.sources import source_checked
from policies.vocabulary import Section

TODAY = date(2026, 11, 30)


def other(text: str, section: Section = Section.BENEFIT, **changes: Any) -> PolicyEvidence:
    fields = {"policy_id": "q", "version_id": 8, "source": "gov24", "source_title": "보조금24"}
    return evidence(**{**fields, "sections": {section: text}, **changes})


def mine(text: str, section: Section = Section.BENEFIT, **changes: Any) -> PolicyEvidence:
    return evidence(sections={section: text}, **changes)


@pytest.mark.parametrize(
    ("one", "two", "what"),
    [
        ("한쪽에 120만 원까지 지원", "한쪽에 100만 원까지 지원", "금액"),
        ("수술비의 80%를 지원", "수술비의 70%를 지원", "비율"),
        ("만 65세 이상 어르신", "만 60세 이상 어르신", "나이"),
    ],
)
def test_figures_that_disagree_are_told(one: str, two: str, what: str) -> None:
    section = Section.TARGET if what == "나이" else Section.BENEFIT
    found = differences([mine(one, section)], [other(two, section)])
    assert [each.what for each in found] == [what]
    texts = {stated.policy.policy_id: stated.span for stated in found[0].stated}
    assert set(texts) == {"p", "q"}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("한쪽에 120만 원까지 지원", "한쪽에 1,200,000원까지 지원"),
        ("한쪽에 120만 원까지 지원", "한쪽에 120만 원, 양쪽에 240만 원까지 지원"),
        ("첫째 30만 원\n둘째 50만 원", "둘째 50만 원\n첫째 30만 원"),
        ("교통비 5만 원\n식비 7만 원", "교통비 5만 원\n숙박비 9만 원"),
        ("수술비를 지원", "한쪽에 100만 원까지 지원"),
    ],
)
def test_what_only_one_source_says_is_no_difference(one: str, two: str) -> None:
    assert differences([mine(one)], [other(two)]) == []


def test_other_regions_and_agencies_are_other_programmes() -> None:
    shown = [mine("월 20만 원을 지급")]
    assert differences(shown, [other("월 10만 원을 지급", region="서울특별시")]) == []
    assert differences(shown, [other("월 10만 원을 지급", agency="고용노동부")]) == []
    assert differences(shown, [other("월 10만 원을 지급", name="다른 지원")]) == []
    assert differences(shown, [other("월 10만 원을 지급")])
    grouped = [mine("월 20만 원을 지급", group=3)]
    assert differences(grouped, [other("월 10만 원을 지급", name="다른 이름", group=3)])


def test_deadlines_that_disagree() -> None:
    ends = date(2026, 12, 1), date(2026, 12, 31)
    found = differences([mine("", period_end=ends[0])], [other("", period_end=ends[1])])
    assert [each.what for each in found] == ["신청 마감일"]


def test_the_nearer_then_the_newer_then_the_catalogue_comes_first() -> None:
    old, new = date(2026, 1, 1), date(2026, 9, 1)
    nation = other("", policy_id="nation", collected_on=new)
    district = other("", policy_id="district", region="서울특별시 동작구", collected_on=old)
    province = other("", policy_id="province", region="서울특별시", collected_on=new)
    older = other("", policy_id="older", collected_on=old)
    seen = other("", policy_id="seen", collected_on=old, checked_on=new + timedelta(1))
    own = other("", policy_id="own", source="catalogue", collected_on=new)
    found = sorted([older, nation, own, province, district, seen], key=preference)
    assert [each.policy_id for each in found] == [
        "district",
        "province",
        "seen",
        "own",
        "nation",
        "older",
    ]


def _entry(name: str) -> Any:
    path = next(path for path in DATA_DIR.rglob("*.yaml") if path.stem == name)
    return entry_record(next(iter(load_catalogue([path]).entries.values())))


@database_sync_to_async
def _copy(name: str, old: str, new: str, **changes: Any) -> None:
    """A copy of a catalogue entry from another source, with something else in it."""
    record = _entry(name)
    sections = {section: text.replace(old, new) for section, text in record.sections.items()}
    assert sections != record.sections
    fields = {"source": "gov24", "external_id": "x", "source_title": "보조금24", **changes}
    policy_load(record=replace(record, sections=sections, related=[], rule=None, **fields))


async def test_answer_shows_both_figures_with_their_days_newer_first(talk: Talk) -> None:
    await _copy("basic-pension", "349,700", "342,510", collected_on=date(2026, 1, 5))
    told = await talk.say("기초연금 얼마 받아요?")
    claims = told.answer["differences"]
    assert len(claims) >= 2
    assert "349,700" in claims[0]["text"]
    assert "342,510" in claims[1]["text"]
    assert "2026년 1월 5일 자료" in claims[1]["text"]
    assert all(claim["citations"] for claim in claims)
    assert any("다르게 적힌" in notice for notice in told.answer["notices"])
    assert told.text.index("349,700") < told.text.index("342,510")
    verified = {c["ordinal"]: c["verified"] for c in told.answer["citations"]}
    assert all(verified[number] for claim in claims for number in claim["citations"])


async def test_newer_copy_comes_first_whatever_its_source(talk: Talk) -> None:
    await _copy("basic-pension", "349,700", "351,200", collected_on=date(2026, 11, 1))
    told = await talk.say("기초연금 얼마 받아요?")
    assert "351,200" in told.answer["differences"][0]["text"]


async def test_sources_that_agree_say_nothing(talk: Talk) -> None:
    await _copy(
        "basic-pension", "매월 25일 지급", "매달 25일에 지급", collected_on=date(2026, 7, 5)
    )
    told = await talk.say("기초연금 얼마 받아요?")
    assert told.answer["differences"] == []


@pytest.mark.parametrize(
    ("source", "days", "stale", "unusable"),
    [
        ("gov24", 0, False, False),
        ("gov24", 7, False, False),
        ("gov24", 8, True, False),
        ("gov24", 90, True, False),
        ("gov24", 91, True, True),
        ("catalogue", 200, False, False),
        ("catalogue", 401, True, False),
        ("unheard-of", 4000, False, False),
    ],
)
def test_bounds_of_the_promise(source: str, days: int, stale: bool, unusable: bool) -> None:
    found = freshness(source, collected_on=TODAY - timedelta(days), today=TODAY)
    assert (found.stale, found.unusable) == (stale, unusable)
    assert bool(found.sentence) is stale


def test_an_unchanged_text_is_as_fresh_as_its_source() -> None:
    old, today = TODAY - timedelta(300), TODAY
    assert not freshness("gov24", collected_on=old, checked_on=today, today=today).stale
    assert freshness("gov24", collected_on=old, checked_on=old, today=today).stale
    assert freshness("gov24", collected_on=None, today=today).unusable


def test_a_yearly_text_of_last_year_is_stale() -> None:
    found = freshness("catalogue", collected_on=TODAY, year=2025, today=TODAY)
    assert found.sentence == "2025년 기준 자료라 올해는 바뀌었을 수 있어요."


@database_sync_to_async
def _age(days: int) -> date:
    day = date.today() - timedelta(days)
    PolicyVersion.objects.update(collected_on=day)
    Policy.objects.update(source="gov24")
    return day


async def test_stale_answer_says_of_which_day_it_is(talk: Talk) -> None:
    day = await _age(30)
    told = await talk.say("기초연금 얼마 받아요?")
    sentence = f"{day.year}년 {day.month}월 {day.day}일에 모은 자료라 바뀌었을 수 있어요."
    assert told.item("기초연금")["stale"] == sentence
    assert any(sentence in notice for notice in told.answer["notices"])
    await database_sync_to_async(source_checked)(source="gov24", day=date.today())
    again = await talk.say("기초연금 얼마 받아요?")
    assert again.item("기초연금")["stale"] == ""


async def test_finding_nothing_in_sources_too_old_proves_nothing(talk: Talk) -> None:
    await _age(30)
    told = await talk.say("공룡 화석 발굴 비용을 지원해 주나요?")
    assert told.answer["outcome"] == Outcome.NOT_FOUND_IN_DATA
    await _age(200)
    told = await talk.say("공룡 화석 발굴 비용을 지원해 주나요?")
    assert told.answer["outcome"] == Outcome.SOURCE_UNAVAILABLE
    assert "너무 오래되어" in told.text
    assert "129" in told.text


async def test_without_any_source_nothing_is_said_to_be_missing(transactional_db: None) -> None:
    try:
        told = await Talk().say("기초연금 받을 수 있나요? 저는 72세예요")
        assert told.answer["outcome"] in {Outcome.SOURCE_UNAVAILABLE, Outcome.NO_SUCH_POLICY}
        told = await Talk().say("저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?")
        assert told.answer["outcome"] == Outcome.SOURCE_UNAVAILABLE
    finally:
        await finish()
