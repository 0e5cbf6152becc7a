"""Helpers for the tests of recognisers: flat text in, what was found out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Recogniser, Setting
from policies.eligibility.parsing.recognise.phrases import without_overlaps
from policies.eligibility.rule import rule_to_data

# Korean syllables, digits and signs, with the words that recognisers look for among them.
WORDS = (
    "소득 기준중위소득 중위소득 이하 초과 ~ % 100분의 50 180 인정액 재산 4억원 3천만원 12,300원"
    " 만원 천원 기초생활 수급자 생계 의료급여 주거 교육급여 차상위 차상위계층 본인부담경감 저소득층"
    " 취약계층 한부모 조손 다문화 1인 가구 2인 이상 무주택 세대주 전세 월세 공공임대주택 거주자"
    " 건강보험료 직장 지역가입자 최저보험료 ( ) [ ] 「 」 : , · / 및 또는 이 아닌 자 제2조 제10호"
    " 에 따른 등 우선 제외 기초연금"
).split()
SYLLABLES = "가나다라마 0123456789.,~%()·년세원"
texts = st.lists(
    st.one_of(st.sampled_from(WORDS), st.text(alphabet=SYLLABLES, max_size=4)), max_size=40
).map("".join)


def found(
    recognisers: Sequence[Recogniser], words: str, setting: Setting | None = None
) -> list[Found]:
    """What the recognisers see, the longest of overlapping stretches."""
    flat = Flat.of(words)
    return without_overlaps(
        each for reader in recognisers for each in reader(flat, setting or Setting())
    )


def _bare(data: Any) -> Any:
    """Rule data without its confidence and section."""
    if isinstance(data, list):
        return [_bare(each) for each in data]
    if isinstance(data, dict):
        return {key: _bare(value) for key, value in data.items() if key != "confidence"}
    return data


def rules(
    recognisers: Sequence[Recogniser], words: str, setting: Setting | None = None
) -> list[dict[str, Any]]:
    return [_bare(rule_to_data(each.rule)) for each in found(recognisers, words, setting)]


def quotes(recognisers: Sequence[Recogniser], words: str) -> list[str]:
    """The stretches as they stand in the text."""
    flat = Flat.of(words)
    return [flat.quote(each.start, each.end) for each in found(recognisers, words)]


def assert_inside(recognisers: Sequence[Recogniser], words: str) -> None:
    """Every stretch is non-empty and inside the text."""
    flat = Flat.of(words)
    for reader in recognisers:
        for each in reader(flat, Setting()):
            assert 0 <= each.start < each.end <= len(flat.text)
