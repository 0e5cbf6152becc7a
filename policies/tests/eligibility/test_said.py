"""Free keys in people's own words, matched to the criteria they are about."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.eligibility.figures import figures
from policies.eligibility.outcome import State
from policies.tests.eligibility.people import decide, judged

MET, NOT_MET, UNKNOWN = State.MET, State.NOT_MET, State.UNKNOWN


def free(quote: str, **fields: Any) -> dict[str, Any]:
    return {"criterion": "other", "key": quote[:20], "quote": quote, **fields}


JOB = "중소·중견기업 동일 사업장 6개월 이상 근무"


@pytest.mark.parametrize(
    ("quote", "other", "state"),
    [
        ("유사사업 참여 중이거나 지원금을 수령한 자", {"유사사업참여또는수령": False}, NOT_MET),
        ("유사사업 참여 중이거나 지원금을 수령한 자", {"유사사업참여또는수령": True}, MET),
        (JOB, {"동일사업장6개월이상근무": True}, MET),
        (JOB, {"중소또는중견기업재직": True}, UNKNOWN),
        (JOB, {"동일사업장6개월이상근무": False}, NOT_MET),
        (JOB, {"동일사업장6개월이상근무": True, "중소또는중견기업재직": True}, MET),
        (JOB, {"동일사업장5개월근무": False}, UNKNOWN),
        ("동일 사업장에서 6개월 이상 근무", {"동일 사업장 근무": True}, UNKNOWN),
        ("연소득이 4천만 원 이하", {"연소득 4,000만원 이하": True}, MET),
        ("연소득이 4천만 원 이하", {"연소득 2천만원 이하": False}, UNKNOWN),
        ("개인신용평점이 하위 100분의 20에 해당", {"개인신용평점 하위 20%": True}, MET),
        ("귀향여비가 없는 자", {"귀향여비없음": True}, MET),
        ("귀향여비가 없는 자", {"귀향여비없음": False}, NOT_MET),
        ("타 지원금을 받지 않은 자", {"타지원금수령": True}, NOT_MET),
        ("타 지원금을 받지 않은 자", {"타지원금수령": False}, MET),
        ("타 지원금 미수령자", {"타지원금수령": True}, NOT_MET),
        ("상당기간 일정한 주거 없이 생활하는 노숙인", {"노숙인": False}, NOT_MET),
        ("다둥이행복카드 소지자", {"다둥이행복카드소지": True}, MET),
        ("정부 미지원 어린이집", {"정부미지원어린이집": True}, MET),
        ("정부 미지원 어린이집", {"정부미지원어린이집": False}, NOT_MET),
        ("어린이집에 재원 중인 아동", {"국공립 어린이집 재원 아동": True}, MET),
        ("어린이집에 재원 중인 아동", {"국공립 유치원 재원": False}, UNKNOWN),
        ("무주군에 거주하는 자", {"배우자 무주군 거주": False}, UNKNOWN),
        ("동작구에 거주하는 자", {"이전 거주지 동작구": True}, UNKNOWN),
        ("병역특례로 근무 중인 자", {"우수 자원봉사자": False}, UNKNOWN),
    ],
)
def test_one_criterion(quote: str, other: dict[str, bool], state: State) -> None:
    outcome = decide(free(quote), other=other).outcomes[0]
    assert outcome.state is state
    if state is UNKNOWN:
        assert outcome.missing == [f"other.{quote[:20]}"]


def test_a_key_belongs_to_the_criterion_that_holds_most_of_it() -> None:
    rule = {"all_of": [free("중소·중견기업 재직자"), free("동일 사업장에서 6개월 이상 근무")]}
    first, second = decide(rule, other={"동일사업장6개월이상근무": False}).outcomes
    assert (first.state, second.state) == (UNKNOWN, NOT_MET)


def test_the_exact_key_wins() -> None:
    criterion = {**free("지원금을 수령한 자"), "key": "지원금 수령"}
    other = {"지원금수령": True, "지원금을 받음": False}
    assert decide(criterion, other=other).outcomes[0].state is MET


def test_what_the_text_denies_as_a_whole() -> None:
    excluded = {"none_of": [free("유사사업에 참여 중인 자")]}
    assert decide(excluded, other={"유사사업참여": False}).outcomes[0].state is MET
    assert decide(excluded, other={"유사사업참여": True}).outcomes[0].state is NOT_MET


def test_open_typed_criteria_are_settled_by_their_quote() -> None:
    family = {"any_of": ["multi_child"], "quote": "3자녀 이상 가정"}
    met = judged("household_type", family, other={"3자녀이상가정": True})
    assert met.state is MET
    assert met.sentence == "말씀하신 내용으로 다자녀가구 조건에 맞습니다."
    failed = judged("household_type", family, other={"3자녀이상가정": False})
    assert failed.sentence == (
        "다자녀가구여야 하는데 말씀하신 내용으로는 해당하지 않습니다."
    )  # fmt: skip
    assert judged("household_type", family, other={"2자녀가정": True}).state is UNKNOWN


def test_facts_go_before_free_words() -> None:
    family = {"any_of": ["multi_child"], "quote": "3자녀 이상 가정"}
    other = {"3자녀이상가정": True}
    assert judged("household_type", family, household_types=[], other=other).state is NOT_MET


def test_discretion_is_settled_by_nobody() -> None:
    clause = {**free("그 밖에 시장이 인정하는 사람"), "unclear": True}
    assert decide(clause, other={"시장 인정": True}).outcomes[0].state is UNKNOWN


QUOTES = [
    JOB,
    "유사사업 참여 중이거나 지원금을 수령한 자",
    "귀향여비가 없는 자",
    "노숙인 시설 입소자",
]
KEYS = [
    "동일사업장6개월이상근무",
    "중소또는중견기업재직",
    "유사사업참여또는수령",
    "유사사업 참여",
    "지원금 수령",
    "귀향여비없음",
    "노숙",
    "노숙인 시설",
]


@settings(max_examples=150, deadline=None)
@given(
    few=st.dictionaries(st.sampled_from(KEYS), st.booleans(), max_size=4),
    more=st.dictionaries(st.sampled_from(KEYS), st.booleans(), max_size=4),
)
def test_another_key_never_opens_a_settled_criterion(
    few: dict[str, bool], more: dict[str, bool]
) -> None:
    rule = {"all_of": [free(quote) for quote in QUOTES]}
    before = decide(rule, other=few).outcomes
    after = decide(rule, other={**more, **few}).outcomes
    for old, new in zip(before, after, strict=True):
        if old.state is not UNKNOWN:
            assert new.state is not UNKNOWN


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("4천만 원", {"40000000원"}),
        ("40,000,000원", {"40000000원"}),
        ("1억5천만원", {"150000000원"}),
        ("100분의 20", {"20%"}),
        ("1년 이상", {"12개월"}),
        ("2025년", {"2025년"}),
        ("2023. 1. 1. 이후", {"2023-1-1"}),
        ("2023-01-01", {"2023-1-1"}),
        ("6·25 참전", {"625"}),
        ("독립유공자·5.18·특수임무", {"518"}),
        ("세 자녀", {"3자녀"}),
        ("19세이상 49세이하", {"19세", "49세"}),
    ],
)
def test_figures(text: str, found: set[str]) -> None:
    assert figures(text)[0] == found


def test_without_free_keys_no_analyser_is_loaded() -> None:
    code = (
        "import sys\n"
        "from policies.tests.eligibility.people import decide\n"
        "decide({'criterion': 'other', 'key': '세대주', 'quote': '세대주인 자'})\n"
        "sys.exit('kiwipiepy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
