"""Text without spaces: every place leads back to the words as published."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.eligibility.parsing.flat import Flat
from policies.tests.parsing.words import texts_of


@pytest.mark.parametrize(
    ("original", "flat"),
    [
        ("만 65세 이상", "만65세이상"),
        ("주 민 등록\t상\n", "주민등록상"),
        ("만 19～39세", "만19~39세"),
        ("생계ㆍ의료‧주거", "생계·의료·주거"),
        ("『국민기초생활 보장법』", "「국민기초생활보장법」"),
        ("100\uff05 이하", "100%이하"),
        ("（소득）", "(소득)"),
        ("\uff21\uff22\uff11\uff12", "AB12"),
        ("① 장애인 ㎡", "①장애인㎡"),
        ("6–12개월", "6-12개월"),
        ("무\u200b주택", "무주택"),
        ("‘청년’ “자립”", "'청년'\"자립\""),
        ("㈜회사", "(주)회사"),
        ("", ""),
    ],
)
def test_spelling(original: str, flat: str) -> None:
    assert Flat.of(original).text == flat


def test_quotes_keep_spaces_and_signs() -> None:
    flat = Flat.of("주 민등록을 둔  만 19～39세 청년")
    start = flat.text.index("만19")
    assert flat.quote(start, start + len("만19~39세")) == "만 19～39세"
    assert flat.quote(0, 4) == "주 민등록"


def test_a_sign_of_several_letters_has_one_origin() -> None:
    flat = Flat.of("㈜ 회사")
    assert flat.quote(0, 3) == "㈜"
    assert flat.span(2, 4) == (0, 3)


def test_a_part_counts_from_the_whole() -> None:
    original = "○ 지원대상 : 만 65세 이상"
    flat = Flat.of(original, original.index("만"), len(original))
    assert flat.text == "만65세이상"
    assert flat.span(0, len(flat.text)) == (9, len(original))


def test_where_words_begin_and_end() -> None:
    flat = Flat.of("등록 장애인(중증)")
    begins = [flat.text[place] for place in range(len(flat.text)) if flat.starts_word(place)]
    assert begins == ["등", "장", "중"]
    assert flat.ends_word(2)
    assert not flat.ends_word(1)
    assert flat.ends_word(len(flat.text))


def test_hidden_stretches_are_left_out_of_words() -> None:
    flat = Flat.of("신청일 현재 무주택자")
    hidden = flat.hiding([(0, 5)])
    assert hidden.words(0, len(flat.text)).strip() == "무주택자"
    assert hidden.quote(0, len(flat.text)) == "신청일 현재 무주택자"
    assert flat.words(0, len(flat.text)) == "신청일 현재 무주택자"
    assert hidden.words(3, 3) == ""


TEXTS = st.one_of(
    texts_of("만 65세 ～ ㆍ ① 『 』 \uff05 ㈜ \u200b 주 민등록"), st.text(max_size=30)
)


@given(TEXTS)
def test_origins_lead_back(original: str) -> None:
    flat = Flat.of(original)
    assert len(flat.origins) == len(flat.text)
    assert list(flat.origins) == sorted(flat.origins)
    assert not any(sign.isspace() for sign in flat.text)
    for place, sign in enumerate(flat.text):
        assert sign in Flat.of(flat.quote(place, place + 1)).text


@given(TEXTS, st.data())
def test_a_quote_is_the_same_text_again(original: str, data: st.DataObject) -> None:
    flat = Flat.of(original)
    if flat.text:
        start = data.draw(st.integers(0, len(flat.text) - 1))
        end = data.draw(st.integers(start + 1, len(flat.text)))
        quote = flat.quote(start, end)
        assert quote in original
        assert flat.text[start:end] in Flat.of(quote).text
