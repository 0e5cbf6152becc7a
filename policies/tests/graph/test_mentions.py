"""Sentences that keep two programmes apart, and those that only seem to."""

from __future__ import annotations

import pytest

from policies.graph.mentions import NameIndex, exclusions, name_forms

NAMES = [
    "에너지바우처",
    "영양플러스 사업",
    "아이돌봄서비스",
    "국가장학금",
    "여성장애인 출산비용 지원",
    "청년월세 지원",
    "의료급여",
    "기초연금",
    "한부모가족 지원",
]


def index() -> NameIndex:
    return NameIndex(form for name in NAMES for form in name_forms(name, []))


def named(text: str, own: str = "") -> list[str]:
    return [text[each.start : each.end] for each in exclusions(text, index(), own=own)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("※ 에너지바우처와 중복지원 불가", "에너지바우처"),
        ("영양플러스 사업과 함께 받을 수 없습니다.", "영양플러스 사업"),
        ("유치원 이용시간에 아이돌봄서비스 등과 중복지원 불가", "아이돌봄서비스"),
        ("한국장학재단 국가장학금과 중복수혜 불가", "국가장학금"),
        ("- (중복지원 제외) 에너지 바우처를 받은 세대", "에너지 바우처"),
        ("90세 이상 어르신(기초연금수급자는 제외)", "기초연금"),
        ("에너지바우처 수급 가구는 신청할 수 없습니다.", "에너지바우처"),
    ],
)
def test_what_is_not_given_together(text: str, name: str) -> None:
    assert named(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "에너지바우처와 중복 지원 가능",
        "에너지바우처를 받는 가구",
        "의료급여 수급자(시설 수급자 제외)",
        "의료급여 수급자는 본인부담금이 없습니다.",
        "국가장학금은 한도에서 그 금액만큼 제외합니다. 다른 지원과는 관계없습니다.",
        "한부모가족과 중복 지원 불가",
        "제기초연금과 중복 지원 불가",
        "중복 지원 불가",
        "",
    ],
)
def test_what_only_looks_like_it(text: str) -> None:
    assert named(text) == []


def test_a_name_in_another_sentence_is_not_meant() -> None:
    assert named("기초연금 수급자를 우선합니다.\n다른 사업과 중복지원 불가") == []


def test_the_own_name_counts_only_as_the_nations() -> None:
    own = "청년월세지원"
    assert named("청년월세 지원은 중복지원 불가", own) == []
    assert named("국토부 청년월세 지원과 중복지원 불가", own) == ["청년월세 지원"]


def test_spans_point_into_the_text_as_it_is() -> None:
    text = "가. 지원대상\n나. 에너지 바우처와  중복지원 불가\n다. 신청"
    found = exclusions(text, index())
    assert len(found) == 1
    assert text[found[0].start : found[0].end] == "에너지 바우처"
    assert "중복지원 불가" in text[found[0].quote_start : found[0].quote_end]
    assert "다. 신청" not in text[found[0].quote_start : found[0].quote_end]


def test_full_width_and_decomposed_letters_meet_the_name() -> None:
    import unicodedata

    text = unicodedata.normalize("NFD", "에너지바우처와 중복지원 불가")
    assert exclusions(unicodedata.normalize("NFC", text), index())


def test_short_and_general_names_are_no_programmes() -> None:
    assert name_forms("한부모가족 지원", []) == {"한부모가족지원"}
    assert name_forms("지원", []) == set()
    assert "청년월세" not in name_forms("청년월세 지원", [])
    assert "국민내일배움카드" in name_forms("국민내일배움카드 지원사업", [])
