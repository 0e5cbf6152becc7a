"""Recipients of basic livelihood and other benefits, and the near-poor."""

from __future__ import annotations

import pytest
from hypothesis import given

from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.recognise.recipients import RECOGNISERS
from policies.tests.parsing.recognising import assert_inside, found, quotes, rules, texts

ALL = ["생계", "의료", "주거", "교육"]
NEAR_POOR = {"criterion": "near_poor"}


def basic(*kinds: str) -> dict[str, object]:
    return {"criterion": "basic_livelihood", "any_of": list(kinds) or ALL}


def aid(*classes: str) -> dict[str, object]:
    return {"criterion": "health_insurance", "one_of": [f"medical_aid_{each}" for each in classes]}


@pytest.mark.parametrize(
    "words",
    [
        "기초생활수급자",
        "기초수급자",
        "기초 생활 수급가구",
        "국민기초생활보장 수급권자",
        "국민기초생활보장법상 수급자",
        "「국민기초생활 보장법」에 따른 수급자",
        "「국민기초생활 보장법」 제2조제2호에 따른 수급자",
        "생활보장수급자",
        "맞춤형급여 수급자",
    ],
)
def test_recipients_of_any_benefit(words: str) -> None:
    assert rules(RECOGNISERS, words) == [basic()]
    assert quotes(RECOGNISERS, words) == [words]
    assert found(RECOGNISERS, words)[0].kind is Kind.GROUP


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("생계급여 수급자", ["생계"]),
        ("주거급여대상자", ["주거"]),
        ("생계·의료급여 수급자", ["생계", "의료"]),
        ("생계, 의료, 주거급여 수급권자", ["생계", "의료", "주거"]),
        ("기초생계(의료)급여 수급자", ["생계", "의료"]),
        ("기초생계 또는 의료급여 수급자", ["생계", "의료"]),
        ("기초생활수급자(생계, 의료)", ["생계", "의료"]),
        ("국민기초생활보장 급여(생계·의료·교육·주거) 수급자", ["생계", "의료", "교육", "주거"]),
        ("기초생활수급자 중 의료 및 생계급여 대상자", ["의료", "생계"]),
        (
            "「국민기초생활 보장법」 제7조제1항제1호에 따른 생계급여 수급자",
            ["생계"],
        ),
    ],
)
def test_recipients_of_named_benefits(words: str, kinds: list[str]) -> None:
    assert rules(RECOGNISERS, words) == [basic(*kinds)]
    assert quotes(RECOGNISERS, words) == [words]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("의료급여 수급권자", {"any_of": [basic("의료"), aid("1", "2")]}),
        ("「의료급여법」 제3조에 따른 수급권자", {"any_of": [basic("의료"), aid("1", "2")]}),
        ("의료급여 1종", aid("1")),
        ("1종 수급권자 전체", aid("1")),
        ("의료급여 1종 및 2종", aid("1", "2")),
        ("의료급여 수급권자(1종, 2종)", aid("1", "2")),
    ],
)
def test_medical_aid(words: str, expected: dict[str, object]) -> None:
    assert rules(RECOGNISERS, words) == [expected]


@pytest.mark.parametrize(
    "words",
    [
        "차상위",
        "차상위계층",
        "법정 차상위계층",
        "차상위 본인부담경감 대상자",
        "차상위 자활",
        "차상위 장애수당 대상자",
        "차상위계층 확인서 발급 대상자",
        "차상위계층(기준중위소득 50% 이하)",
        "차상위계층(차상위 자활, 본인부담 경감, 장애수당 대상자 등)",
        "「국민기초생활 보장법」 제2조제10호에 따른 차상위계층",
        "「국민기초생활 보장법」 제2조제10호에 해당하는 사람",
    ],
)
def test_near_poor(words: str) -> None:
    assert rules(RECOGNISERS, words) == [NEAR_POOR]
    assert quotes(RECOGNISERS, words) == [words]


def test_near_poor_and_below_takes_recipients_in() -> None:
    assert rules(RECOGNISERS, "차상위계층 이하") == [{"any_of": [basic(), NEAR_POOR]}]


def test_potentially_near_poor_is_unclear() -> None:
    assert rules(RECOGNISERS, "잠재적 차상위계층") == [{**NEAR_POOR, "unclear": True}]


@pytest.mark.parametrize(
    "words",
    [
        "수급자 및 차상위계층",
        "기초, 차상위계층",
        "기초생활보장수급자ㆍ차상위계층",
        "수급자, 차상위",
    ],
)
def test_lists_give_one_found_each(words: str) -> None:
    assert rules(RECOGNISERS, words) == [basic(), NEAR_POOR]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("기초연금 수급자", "기초연금"),
        ("기초노령연금수급자", "기초연금"),
        ("실업급여를 받는 사람", "구직급여"),
        ("「장애인복지법」 제49조제1항에 따른 장애수당 수급자", "장애수당"),
        ("「장애인연금법」 제2조제4호에 따른 수급자", "장애인연금"),
        ("양육수당을 받고 있는 가구", "양육수당"),
    ],
)
def test_other_benefits(words: str, name: str) -> None:
    assert rules(RECOGNISERS, words) == [{"criterion": "receives", "any_of": [name]}]


@pytest.mark.parametrize(
    "words",
    [
        "기초생활수급자가 아닌 자",
        "생계·의료급여 수급자에 해당하지 않는 자",
        "차상위계층이 아닌 사람",
        "「의료급여법」 제3조에 따른 수급권자가 아닌 자",
    ],
)
def test_words_that_turn_it_round(words: str) -> None:
    (only,) = found(RECOGNISERS, words)
    assert only.negated
    assert quotes(RECOGNISERS, words) == [words]


@pytest.mark.parametrize(
    "words",
    [
        "국민기초생활보장법",
        "수급자가 마지막으로 이직한 사업주",
        "부정수급으로 적발된 자",
        "중복수급 불가",
        "조건부수급자",
        "시설수급자",
        "기초생활수급자 우선 지원",
        "차상위 초과",
        "의료급여기관",
        "의료급여법 시행령",
        "생계급여 선정기준",
        "기초생활수급자격 확인",
        "교육 수료자",
        "주거 환경 개선",
        "생계가 곤란한 자",
    ],
)
def test_not_recipients(words: str) -> None:
    assert rules(RECOGNISERS, words) == []


@given(texts)
def test_any_text_is_read_without_error(words: str) -> None:
    assert_inside(RECOGNISERS, words)
