"""The region of a local agency binds, unless the text opens the policy to others."""

from __future__ import annotations

import pytest

from policies.eligibility.parsing.found import PolicyText, Region
from policies.eligibility.parsing.parse import parse_policy
from policies.eligibility.rule import RegionCriterion
from policies.tests.parsing.deciding import (
    DISABLED,
    DONGJAK,
    IN_DONGJAK,
    IN_MAPO,
    SOUND,
    kinds,
    leaves,
    parsed,
    verdict,
)

LIKELY, OPEN, UNLIKELY = "likely", "needs_more_info", "unlikely"
IN_BUSAN = {"sido": "부산광역시", "sigungu": "해운대구"}


def regions(target: str, agency: str) -> set[tuple[str, str | None]]:
    found = leaves(parsed(target, agency=agency))
    return {(leaf.sido, leaf.sigungu) for leaf in found if isinstance(leaf, RegionCriterion)}


@pytest.mark.parametrize(
    "target",
    [
        "등록장애인",
        "관내에 거주하는 등록장애인",
        "동작구에 거주하는 등록장애인",
        "신청일 현재 동작구에 주민등록을 둔 등록장애인",
        "동작구민인 등록장애인",
    ],
)
def test_local_agencies_serve_their_residents(target: str) -> None:
    rule = parsed(target, agency=DONGJAK)
    assert verdict(rule, region=IN_DONGJAK, **DISABLED) == LIKELY
    assert verdict(rule, region=IN_MAPO, **DISABLED) == UNLIKELY
    assert verdict(rule, **DISABLED) == OPEN


def test_who_binds_is_said() -> None:
    rule = parsed("등록장애인", agency=DONGJAK)
    bound = [leaf for leaf in leaves(rule) if isinstance(leaf, RegionCriterion)]
    assert [(leaf.quote, leaf.legal_basis) for leaf in bound] == [("", f"소관기관: {DONGJAK}")]
    assert rule.read == 1


@pytest.mark.parametrize(
    ("agency", "expected"),
    [
        ("서울특별시 동작구", {("서울특별시", "동작구")}),
        ("동작구 보건소", {("서울특별시", "동작구")}),
        ("경상북도 칠곡군 복지과", {("경상북도", "칠곡군")}),
        ("부산광역시", {("부산광역시", None)}),
        ("경상북도교육청", {("경상북도", None)}),
        ("보건복지부", set()),
        ("부산시설공단", set()),
        ("중구", set()),
        ("", set()),
    ],
)
def test_which_agencies_bind(agency: str, expected: set[tuple[str, str | None]]) -> None:
    assert regions("등록장애인", agency) == expected


def test_given_regions_go_before_the_agency() -> None:
    text = PolicyText("", "보건복지부", "등록장애인", regions=(Region("부산광역시", "해운대구"),))
    rule = parse_policy(text)
    assert verdict(rule, region=IN_BUSAN, **DISABLED) == LIKELY
    assert verdict(rule, region=IN_DONGJAK, **DISABLED) == UNLIKELY


def test_a_ministry_binds_only_where_the_text_does() -> None:
    assert verdict(parsed("등록장애인"), **DISABLED) == LIKELY
    rule = parsed("서울특별시에 거주하는 등록장애인")
    assert verdict(rule, region=IN_DONGJAK, **DISABLED) == LIKELY
    assert verdict(rule, region=IN_BUSAN, **DISABLED) == UNLIKELY


@pytest.mark.parametrize(
    "target",
    [
        "동작구에 주민등록을 둔 자 또는 관내 사업장 재직자",
        "동작구 거주자 또는 동작구 소재 직장 재직자",
    ],
)
def test_who_works_there_is_no_resident(target: str) -> None:
    rule = parsed(target, agency=DONGJAK)
    assert verdict(rule, region=IN_DONGJAK) == LIKELY
    assert verdict(rule, region=IN_MAPO) == OPEN


def test_the_stranded_live_elsewhere() -> None:
    rule = parsed("여비가 소진된 행려자로 귀향여비를 원하는 자", agency=DONGJAK)
    assert "region" not in kinds(rule)


def test_time_of_residence() -> None:
    rule = parsed("신청일 현재 관내에 6개월 이상 계속 거주하는 등록장애인", agency=DONGJAK)
    assert verdict(rule, region=IN_DONGJAK, moved_in_on="2020-01-01", **DISABLED) == LIKELY
    assert verdict(rule, region=IN_DONGJAK, moved_in_on="2026-10-01", **DISABLED) == UNLIKELY
    assert verdict(rule, region=IN_DONGJAK, **DISABLED) == OPEN


def test_a_place_alone_promises_nothing_where_words_stay_unread() -> None:
    rule = parsed("동작구에 거주하는 자\n○ 생태 해설사 양성 과정", agency=DONGJAK)
    assert verdict(rule, region=IN_DONGJAK) == OPEN
    assert verdict(rule, region=IN_MAPO) == UNLIKELY


def test_reduced_prices_at_home() -> None:
    rule = parsed("국가유공자, 등록장애인", agency=DONGJAK, title="공영주차장 요금 감면")
    assert verdict(rule, region=IN_DONGJAK, **DISABLED) == LIKELY
    assert verdict(rule, region=IN_DONGJAK, **SOUND, veteran=False) == UNLIKELY
