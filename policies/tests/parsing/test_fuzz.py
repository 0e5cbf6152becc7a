"""The parser's own fuzzer over invented texts: it finds nothing, and would find a fault."""

from __future__ import annotations

import pytest

from policies.eligibility.parsing.found import PolicyText
from policies.eligibility.parsing.parse import ParsedRule, Span
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import OtherCriterion
from policies.evals import fuzz as fuzzing
from policies.evals.fuzz import fuzz
from policies.vocabulary import Section

TEXTS = [
    PolicyText(
        "어르신 이동 지원",
        "서울특별시 동작구",
        "○ 지원대상 : 만 65세 이상 기초생활수급자\n - 시설 입소자 제외(단, 주간보호 이용자는 가능)",
        "기준 중위소득 50% 이하",
        2026,
    ),
    PolicyText(
        "청년 월세",
        "부산광역시",
        "만 19세~34세 무주택 청년으로서 다음 요건을 모두 충족하는 자\n"
        "① 부산에 주민등록을 둔 자 ② 기준 중위소득 60% 이하 ③ 임차보증금 5천만원 이하",
        "○ 소득기준 : 1인가구 월 1,538,543원 이하\n※ 기존 수혜자, 공무원은 제외",
        2025,
    ),
    PolicyText(
        "산모 돌봄",
        "보건복지부",
        "임신 16주 이상 임산부, 출산 후 6개월 이내 산모(난임부부 포함), 2025. 1. 1. 이후 출생아",
        "지원대상과 동일",
        None,
    ),
    PolicyText(
        "체육관 이용료 감면",
        "경상북도 칠곡군",
        "국가유공자 및 그 유족 50%, 등록장애인(심한 장애) 100%, 다자녀가구(2자녀 이상) 30%",
        "[제외대상]\n관외 거주자\n<참고>\n건강보험료 직장가입자 월 12만원 이하",
        2026,
    ),
]


@pytest.mark.parametrize("seed", [1, 20261130])
def test_nothing_thrown_at_the_parser_breaks_it(seed: int) -> None:
    report = fuzz(TEXTS, count=200, seed=seed, tables=bundled_tables())
    assert report.faults == []
    assert report.texts == 200
    assert report.with_rule == report.decisions > 100


def test_the_same_seed_throws_the_same() -> None:
    first, second = (fuzz(TEXTS, count=30, seed=7, tables=bundled_tables()) for _ in range(2))
    assert first == second


def test_progress_is_told() -> None:
    done: list[int] = []
    fuzz(TEXTS, count=3, seed=1, tables=bundled_tables(), progress=done.append)
    assert done == [1, 2, 3]


def _misread(text: PolicyText) -> ParsedRule:
    """A rule that quotes what nobody wrote, and points where it does not stand."""
    rule = OtherCriterion(criterion="other", key="꾸며 낸 말", quote="꾸며 낸 말 \u2603")
    return ParsedRule(rule, (Span(Section.TARGET, 0, 1, "\u2603\u2603"),), 1.0, 1)


def test_faults_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "parse_policy", _misread)
    report = fuzz(TEXTS, count=3, seed=1, tables=bundled_tables())
    assert any(fault.startswith("quote not in section") for fault in report.faults)
    assert any(fault.startswith("span out of place") for fault in report.faults)


def test_an_exception_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(text: PolicyText) -> ParsedRule:
        raise ValueError("unlesbar")

    monkeypatch.setattr(fuzzing, "parse_policy", fails)
    report = fuzz(TEXTS, count=30, seed=1, tables=bundled_tables())
    assert report.texts == 30
    assert len(report.faults) == 20
    assert report.faults[0].startswith("ValueError: unlesbar")
