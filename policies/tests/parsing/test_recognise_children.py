"""Children by number, age and place, pregnancy, infertility, late births."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from policies.eligibility.parsing.recognise import ages, births, children, maternity
from policies.tests.parsing.recognising import assert_inside, quotes, rules
from policies.tests.parsing.test_recognise_ages import age_texts

ALL = (
    *ages.RECOGNISERS,
    *births.RECOGNISERS,
    *children.RECOGNISERS,
    *maternity.RECOGNISERS,
)


def having(**limits: Any) -> dict[str, Any]:
    return {"criterion": "children", **limits}


def pregnancy(*states: str, **more: int) -> dict[str, Any]:
    return {"criterion": "pregnancy", "one_of": list(states), **more}


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("자녀 3명 이상", having(min_count=3)),
        ("자녀가 둘 이상인 가정", having(min_count=2)),
        ("세 자녀 이상 가정", having(min_count=3)),
        ("3자녀 이상", having(min_count=3)),
        ("다자녀가정(2자녀 이상)", having(min_count=2)),
        ("둘 이상의 자녀", having(min_count=2)),
        ("18세 미만 자녀를 2명 이상 둔 가정", having(min_count=2, below=18)),
        ("만 19세 미만인 자녀를 3명 이상 둔 가족", having(min_count=3, below=19)),
        ("12세 이하 아동 2명 이상", having(min_count=2, max=12)),
        ("만 19세 미만 2자녀 이상", having(min_count=2, below=19)),
        ("미성년인 세 명 이상의 자녀를 둔 가구", having(min_count=3, below=19)),
        ("미성년 자녀를 양육하는 가구", having(below=19)),
        ("5세 이하의 자녀를 둔 한부모", having(max=5)),
        ("막내가 만 18세 이하", having(max=18)),
        ("자녀 나이 12개월 미만", having(unit="months", below=12)),
        ("10세 이하 자녀(2015년생 이하)를 1명 이상 포함", having(born_from="2015-01-01")),
        ("셋째 이상 자녀", having(ordinal=3)),
        ("둘째 이상", having(ordinal=2)),
        ("셋째아 출산가정", having(ordinal=3, within_months=12)),
        ("출생일로부터 1년 이내 신청", having(within_months=12)),
        ("출산일로부터 180일 이내에 신청", having(within_days=180)),
        ("신청일 현재 영아의 출생일이 12개월이 지나지 않았을 것", having(within_months=12)),
        ("출산가정", having(within_months=12)),
        ("출생아의 부 또는 모", having(within_months=12)),
        ("미취학 자녀를 둔 가정", having(below=7)),
        ("다자녀가구", {"criterion": "household_type", "any_of": ["multi_child"]}),
        ("임산부", pregnancy("pregnant", "postpartum")),
        ("임신부", pregnancy("pregnant")),
        ("출산한 산모", pregnancy("postpartum")),
        ("출산 후 6개월 이내 산모", pregnancy("postpartum", within_months=6)),
        (
            "임신 중이거나 출산 후 6개월 미만인 여성",
            pregnancy("pregnant", "postpartum", within_months=6),
        ),
        ("난임부부", {"criterion": "infertility_treatment"}),
        ("입양가정", {"criterion": "other", "key": "입양", "terms": ["입양"]}),
    ],
)
def test_rule(words: str, rule: dict[str, Any]) -> None:
    assert rules(ALL, words) == [rule]


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("한부모가족의 18세 미만 자녀", {"below": 18}),
        ("34세 이하의 자녀로 대학에 재학 중인 자", {"max": 34}),
        ("만 3~5세 아동", {"min": 3, "max": 5}),
    ],
)
def test_granted_to_the_child_both_may_ask(words: str, limits: dict[str, int]) -> None:
    child, person = having(**limits), {"criterion": "age", **limits}
    assert rules(ALL, words) == [{"any_of": [person, child]}]


def test_the_age_and_the_place_are_of_the_same_child() -> None:
    (rule,) = rules(ALL, "만 5세 이하인 둘째 이상 자녀")
    assert rule["any_of"][1] == having(max=5, ordinal=2)


def test_a_child_of_a_large_family_asks_for_itself() -> None:
    (rule,) = rules(ALL, "3자녀 이상 가정의 자녀")
    assert rule["any_of"][0] == having(min_count=3)
    assert {"criterion": "household_type", "any_of": ["multi_child"]} in rule["any_of"][1]["all_of"]


def test_the_youngest_and_the_number_are_two_conditions() -> None:
    assert quotes(ALL, "2자녀 이상, 막내 만 18세 이하") == ["2자녀 이상", "막내 만 18세 이하"]
    assert rules(ALL, "막내가 만 18세 이하인 2자녀 이상 가정") == [
        having(max=18),
        having(min_count=2),
    ]


@pytest.mark.parametrize(
    "words",
    [
        "첫째 자녀: 100만원",
        "둘째 자녀 300만원 이내",
        "자녀 1인당 2년",
        "다자녀 증명서",
        "손자녀",
        "임산부 배려석",
        "산모수첩 지참",
        "산모·신생아 건강관리 서비스",
        "난임부부시술비 지원",
        "출생일 기준 6개월 전부터 거주",
        "출생일로부터 180일 이상 거주",
        "출생 후 2년 이내에 선천성 이상으로 진단받은 경우",
        "임신중독증",
    ],
)
def test_nothing(words: str) -> None:
    assert rules((*children.RECOGNISERS, *maternity.RECOGNISERS), words) == []


@given(age_texts)
def test_any_text_gives_stretches_inside_it(words: str) -> None:
    assert_inside((*children.RECOGNISERS, *maternity.RECOGNISERS), words)
