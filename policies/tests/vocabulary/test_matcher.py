"""What a form finds in a text, and what it must not find."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from policies.retrieval.morphemes import normalise
from policies.vocab.forms import form_problem, spelled_out
from policies.vocab.matcher import Matcher
from policies.vocab.types import Entry


def found(text: str, *said: str, **guards: Any) -> list[str]:
    matcher = Matcher([Entry("key", said, ("공식",), **guards)])
    return [expansion.said for expansion in matcher.expansions(text)]


@pytest.mark.parametrize(
    "text",
    [
        "할머니가 누워만 계세요",
        "누워 계십니다",
        "아버지가 3년째 누워 계셔서요",
        "누워계신 어머니",
    ],
)
def test_a_dictionary_form_finds_its_conjugations(text: str) -> None:
    assert found(text, "누워 계시다")


@pytest.mark.parametrize(
    "text",
    ["베트남서 시집왔는데요", "시집온 지 오래됐어요", "한국으로 시집와서", "시집오신 분"],
)
def test_how_the_analyser_cuts_a_word_does_not_matter(text: str) -> None:
    assert found(text, "시집오다")


@pytest.mark.parametrize("text", ["병원비가 없어요", "병원 비가 걱정", "병원비없어요", "병 원비"])
def test_spaces_do_not_matter(text: str) -> None:
    assert found(text, "병원비")


def test_a_noun_is_not_found_inside_another() -> None:
    assert not found("지방세가 밀렸어요", "방세")
    assert not found("애인이 아파요", "애")
    assert not found("애매한 질문", "애")
    assert found("애가 아파요", "애") == ["애"]
    assert found("우리 애들 밥", "애") == ["애"]


def test_parts_may_have_words_between_them_but_not_sentences() -> None:
    form = "혼자 .. (애|아이) .. 키우다"
    assert found("혼자서 애 둘을 키워요", form)
    assert found("저 혼자 우리 아이 키우고 있어요", form)
    assert not found("혼자 살아요. 애는 언니가 키워요", form)
    assert not found("혼자 밥을 먹고 자고 씻고 놀고 애를 키워요", form)


def test_letters_with_a_tilde_take_any_ending() -> None:
    assert found("회사에서 짤렸어요", "짤렸~") == ["짤렸"]
    assert found("짤렸습니다만", "짤렸~") == ["짤렸"]


def test_words_that_change_nothing_may_stand_anywhere() -> None:
    assert found("돈을 좀 많이 빌려야 해요", "돈 빌리다")
    assert found("귀가 안 들려요", "귀가 잘 안 들리다")
    assert not found("귀가 들려요", "귀가 잘 안 들리다")


def test_the_longest_form_wins_and_nothing_overlaps() -> None:
    matcher = Matcher(
        [
            Entry("single", ("혼자 .. 애 .. 키우다",), ("한부모",)),
            Entry("child", ("애",), ("아동",)),
            Entry("cost", ("병원비",), ("의료비",)),
        ]
    )
    keys = [one.key for one in matcher.expansions("혼자 애 키우는데 애 병원비가 없어요")]
    assert keys == ["single", "child", "cost"]


def test_a_gap_leaves_its_words_to_other_forms() -> None:
    matcher = Matcher(
        [Entry("raise", ("혼자 .. 키우다",), ("한부모",)), Entry("child", ("아기",), ("영아",))]
    )
    assert {one.key for one in matcher.expansions("혼자 아기 키워요")} == {"raise", "child"}


def test_guards() -> None:
    assert found("화장 비용이 없어요", "화장", not_before=("품",))
    assert not found("화장 품 사고 싶어요", "화장", not_before=("품",))
    assert not found("분양가 상한제", "상한제", not_after=("분양가",))
    assert found("병원비 상한제", "상한제", not_after=("분양가",))
    assert not found("끊고 싶어요", "끊다", needs=("담배", "술"))
    assert found("담배를 끊고 싶어요", "끊다", needs=("담배", "술"))
    assert not found("쌀국수 먹고 싶어", "쌀", word=True)
    assert found("쌀이 없어요", "쌀", word=True)


def test_offsets_are_those_of_the_text() -> None:
    matcher = Matcher([Entry("cost", ("병원비",), ("의료비",))])
    for text in ("아이고  병원비가…", unicodedata.normalize("NFD", "아이고 병원비가")):
        (one,) = matcher.expansions(text)
        assert normalise(text)[one.start : one.end] == one.said == "병원비"


@pytest.mark.parametrize("text", ["", "   ", "\n", "!!!", "ㅋㅋㅋ", "🙂", "İstanbul 병", "\ud800"])
def test_odd_texts_are_no_fault(text: str) -> None:
    assert found(text, "병원비", "누워 계시다", "짤렸~") == []


def test_a_typed_code_belongs_to_the_narrowest_range() -> None:
    matcher = Matcher(
        [
            Entry("cancer", (), ("암",), codes=("C00-C97",)),
            Entry("breast", (), ("유방암",), codes=("C50",)),
        ]
    )

    def keys(text: str) -> list[str]:
        return [one.key for one in matcher.expansions(text)]

    assert keys("C50.9 진단") == ["breast"]
    assert keys("c509로 나왔어요") == ["breast"]
    assert keys("C80이래요") == ["cancer"]
    assert keys("C203호에 살아요") == keys("ABC50") == keys("D50") == []


def test_signs_of_a_form() -> None:
    assert spelled_out("(애|아이) .. 혼자") == ["애 .. 혼자", "아이 .. 혼자"]
    for good in ("약값", "혼자 .. 키우다", "짤렸~", "6.25 참전", "5·18"):
        assert form_problem(good) is None, good
    for bad in ("", "..", "~", "혼자 ..", "(애|아이", "가~ .. 나~", "짤~렸", "끝."):
        assert form_problem(bad), bad
