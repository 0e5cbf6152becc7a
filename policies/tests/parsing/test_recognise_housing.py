"""Housing and assets."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.recognise.housing import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, quotes, rules, texts


@pytest.mark.parametrize(
    "words",
    [
        "무주택자",
        "무주택 세대구성원",
        "무주택 세대주",
        "부부 모두 무주택자",
        "세대구성원 전원 무주택",
        "무주택자이어야 함",
        "주택을 소유하지 않은 자",
    ],
)
def test_without_a_home(words: str) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "owns_home", "equals": False}]


def test_the_stretch_leaves_other_words() -> None:
    assert quotes(RECOGNISERS, "관내 무주택 청년") == ["무주택"]


@pytest.mark.parametrize(
    "words", ["주택소유자", "유주택자", "자가 거주자", "자가 가구", "1주택 소유자"]
)
def test_owners(words: str) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "owns_home", "equals": True}]


@pytest.mark.parametrize(
    ("words", "tenures"),
    [
        ("공공임대주택 거주자", ["public_rental"]),
        ("영구임대아파트에 거주하는 자", ["public_rental"]),
        ("월세로 거주하는 청년", ["monthly_rent"]),
        ("전세 거주자", ["jeonse"]),
        ("전·월세 거주자", ["jeonse", "monthly_rent"]),
        ("임차가구", ["jeonse", "monthly_rent"]),
    ],
)
def test_tenures(words: str, tenures: list[str]) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "tenure", "one_of": tenures}]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("가구재산이 4억원 이하인 자", {"criterion": "assets", "max": 400_000_000}),
        ("재산기준 : 261백만원 이하", {"criterion": "assets", "max": 261_000_000}),
        ("재산 합계액 2.4억원 미만", {"criterion": "assets", "below": 240_000_000}),
        ("순자산 3.45억원 이하", {"criterion": "assets", "max": 345_000_000}),
        (
            "재산 4억원 초과",
            {"none_of": [{"criterion": "assets", "max": 400_000_000}]},
        ),
        (
            "재산이 3억원 이상",
            {"none_of": [{"criterion": "assets", "below": 300_000_000}]},
        ),
    ],
)
def test_assets(words: str, expected: dict[str, object]) -> None:
    assert rules(RECOGNISERS, words) == [expected]


@pytest.mark.parametrize(
    "words",
    [
        "금융재산 800만원 이하",
        "자동차가액 4,200만원 이하",
        "자산총액 5천억원 미만 기업",
        "(원가구) 재산 470백만원 이하",
        "전용면적 85㎡ 이하 주택",
        "전세자금 대출을 받은 자",
        "월세 60만원 이하",
        "임차보증금 2억원 이하",
        "무주택으로 간주",
        "무주택 세대주 우선",
        "공공임대주택 입주 신청",
        "주택 수리",
        "재산세 납부자",
    ],
)
def test_not_housing_conditions(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(texts)
def test_any_text_is_read_without_error(words: str) -> None:
    assert_inside(RECOGNISERS, words)
