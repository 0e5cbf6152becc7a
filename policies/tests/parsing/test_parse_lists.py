"""Lists: which of them mean all, which mean any, and what narrows all of a list."""

from __future__ import annotations

from typing import Any

import pytest

from policies.eligibility.rule import OtherCriterion
from policies.tests.parsing.deciding import (
    CHILD,
    DISABLED,
    DONGJAK,
    IN_DONGJAK,
    IN_MAPO,
    NOT_POOR,
    OLD,
    POOR,
    SOUND,
    YOUNG,
    kinds,
    leaves,
    parsed,
    verdict,
    verdict_on,
)

LIKELY, OPEN, UNLIKELY = "likely", "needs_more_info", "unlikely"
AGED: dict[str, Any] = {"birth_date": OLD}
YOUTH: dict[str, Any] = {"birth_date": YOUNG}


@pytest.mark.parametrize(
    "target",
    [
        "기초생활수급자, 등록장애인",
        "기초생활수급자 및 등록장애인",
        "기초생활수급자 또는 등록장애인",
        "기초생활수급자이거나 등록장애인인 자",
        "기초생활수급자·등록장애인",
        "- 기초생활수급자\n- 등록장애인",
        "① 기초생활수급자 ② 등록장애인",
        "1. 기초생활수급자\n2. 등록장애인",
        "다음 중 하나에 해당하는 사람\n- 기초생활수급자\n- 등록장애인",
        "다음 각 호의 어느 하나에 해당하는 자\n 가. 기초생활수급자\n 나. 등록장애인",
    ],
)
def test_one_group_of_a_list_is_enough(target: str) -> None:
    rule = parsed(target)
    assert verdict(rule, **POOR) == LIKELY
    assert verdict(rule, **DISABLED) == LIKELY
    assert verdict(rule, **NOT_POOR) == OPEN
    assert verdict(rule, **NOT_POOR, **SOUND) == UNLIKELY


@pytest.mark.parametrize(
    "target",
    [
        "만 65세 이상 등록장애인",
        "만 65세 이상이면서 등록장애인인 자",
        "만 65세 이상이고 등록장애인인 자",
        "등록장애인 중 만 65세 이상인 자",
        "등록장애인으로서 만 65세 이상인 자",
        "등록장애인(만 65세 이상)",
        "다음 요건을 모두 충족하는 사람\n- 만 65세 이상\n- 등록장애인",
        "① 만 65세 이상\n② 등록장애인\n※ 위 조건을 모두 충족하는 자",
        "○ 연령 : 만 65세 이상\n○ 장애 : 등록장애인",
    ],
)
def test_conditions_that_must_meet(target: str) -> None:
    rule = parsed(target)
    assert verdict(rule, **AGED, **DISABLED) == LIKELY
    assert verdict(rule, **AGED) == OPEN
    assert verdict(rule, **AGED, **SOUND) == UNLIKELY
    assert verdict(rule, **YOUTH) == UNLIKELY


def test_place_and_age_narrow_a_whole_list() -> None:
    rule = parsed("동작구에 거주하는 만 19세 이상 의료급여 수급권자 및 차상위계층", agency=DONGJAK)
    grown: dict[str, Any] = {"region": IN_DONGJAK, "birth_date": YOUNG}
    assert verdict(rule, **grown, near_poor=True) == LIKELY
    assert verdict(rule, **grown, health_insurance="medical_aid_1") == LIKELY
    assert verdict(rule, region=IN_DONGJAK, birth_date=CHILD, near_poor=True) == UNLIKELY
    assert verdict(rule, region=IN_MAPO, birth_date=YOUNG, near_poor=True) == UNLIKELY


@pytest.mark.parametrize(
    "target",
    [
        "중위소득 50% 이하인 한부모가족, 다문화가족",
        "한부모가족 및 다문화가족 중 기준 중위소득 50% 이하인 가구",
    ],
)
def test_a_limit_before_or_behind_a_list_holds_for_all(target: str) -> None:
    rule = parsed(target)
    for family in ("single_parent", "multicultural"):
        assert verdict(rule, household_types=[family], median_income_ratio=40) == LIKELY
        assert verdict(rule, household_types=[family], median_income_ratio=60) == UNLIKELY
    assert verdict(rule, household_types=[], median_income_ratio=40) == UNLIKELY


@pytest.mark.parametrize(
    "target",
    [
        "기초생활수급자 중 만 65세 이상",
        "기초생활수급자 및 차상위계층 중 만 65세 이상 노인",
        "지원대상 : 만 65세 이상 어르신 중 아래에 해당하는 자\n - 기초생활수급자\n - 차상위계층",
    ],
)
def test_among(target: str) -> None:
    assert verdict_on(target, {**AGED, **POOR}) == LIKELY
    assert verdict_on(target, {**YOUTH, **POOR}) == UNLIKELY
    assert verdict_on(target, {**AGED, **NOT_POOR}) == UNLIKELY


def test_groups_behind_among_are_alternatives() -> None:
    rule = parsed("등록장애인 중 기초생활수급자 또는 차상위계층")
    assert verdict(rule, **DISABLED, near_poor=True) == LIKELY
    assert verdict(rule, **SOUND, near_poor=True) == UNLIKELY
    assert verdict(rule, **DISABLED, **NOT_POOR) == UNLIKELY


def test_ages_with_their_noun_are_groups() -> None:
    rule = parsed("만 65세 이상 어르신, 등록장애인, 임산부")
    assert verdict(rule, **AGED) == LIKELY
    assert verdict(rule, **YOUTH, pregnancy="pregnant") == LIKELY
    assert verdict(rule, **YOUTH, **SOUND, pregnancy="none") == UNLIKELY


@pytest.mark.parametrize("target", ["만 18세 미만, 만 65세 이상", "만 18세 미만 또는 65세 이상"])
def test_ages_that_shut_each_other_out_are_alternatives(target: str) -> None:
    rule = parsed(target)
    assert verdict(rule, birth_date=CHILD) == verdict(rule, **AGED) == LIKELY
    assert verdict(rule, **YOUTH) == UNLIKELY


def test_a_list_of_requirements_asks_for_all() -> None:
    rule = parsed("- 만 19세 이상\n- 무주택 세대주\n- 기준 중위소득 100% 이하")
    facts: dict[str, Any] = {**YOUTH, "owns_home": False, "median_income_ratio": 80}
    assert {"age", "owns_home", "median_income_ratio"} <= kinds(rule)
    for key, value in (("owns_home", True), ("median_income_ratio", 130), ("birth_date", CHILD)):
        assert verdict(rule, **{**facts, key: value}) == UNLIKELY
    assert verdict(rule, **{**facts, "owns_home": True, "median_income_ratio": 130}) == UNLIKELY


def test_any_of_needs_only_one_even_of_limits() -> None:
    target = "다음 중 하나에 해당하는 사람\n- 기초생활수급자\n- 만 65세 이상\n- 중위소득 50% 이하"
    rule = parsed(target)
    assert verdict(rule, **AGED, **NOT_POOR, median_income_ratio=200) == LIKELY
    assert verdict(rule, **YOUTH, median_income_ratio=40) == LIKELY
    assert verdict(rule, **YOUTH, **NOT_POOR, median_income_ratio=200) == UNLIKELY


def test_income_beside_recipients_is_one_more_way_in() -> None:
    rule = parsed("- 기초생활수급자\n- 차상위계층\n- 기준 중위소득 100% 이하 가구")
    assert verdict(rule, **NOT_POOR, median_income_ratio=90) == LIKELY
    assert verdict(rule, **NOT_POOR, median_income_ratio=120) == UNLIKELY


def test_households_in_bullets() -> None:
    rule = parsed("○ 신혼부부\n○ 한부모가족\n○ 다문화가족")
    assert verdict(rule, household_types=["multicultural"]) == LIKELY


def test_denied_in_its_own_words() -> None:
    rule = parsed("기초생활수급자가 아닌 만 65세 이상인 자")
    assert verdict(rule, **AGED, basic_livelihood=[], health_insurance="employee") == LIKELY
    assert verdict(rule, **AGED, **POOR) == UNLIKELY


def test_free_words_keep_a_verdict_open() -> None:
    rule = parsed("만 65세 이상으로 고독사 위험이 있는 사람")
    assert {"age", "other"} <= kinds(rule)
    assert verdict(rule, **AGED) == OPEN
    assert verdict(rule, **YOUTH) == UNLIKELY


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("사업자등록이 되어 있는 자", "사업자등록"),
        ("농업경영체에 등록된 자로서 관내 거주하는 농업인", "농업경영체"),
        ("농업경영체 등록을 한 만 65세 이상", "농업경영체"),
    ],
)
def test_a_registration_is_asked_in_its_own_words(target: str, words: str) -> None:
    free = [leaf for leaf in leaves(parsed(target)) if isinstance(leaf, OtherCriterion)]
    assert any(words in leaf.quote for leaf in free)
