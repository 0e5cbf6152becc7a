"""Claims against what they cite, by kind, and whole catalogues of true and wrong lines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chat.agent.grounding.check import CheckState, check_claim, check_line
from chat.agent.grounding.sources import Grounds
from chat.answer import CitationOut, PolicyItem, RuleBasis
from chat.tests.mutations import evidences, true_lines, wrong_lines
from policies.vocabulary import Section, Verdict

PENSION = "혼자 사시면(단독가구) 월 2,470,000원 이하, 부부가구는 월 3,952,000원 이하"
QUOTES: dict[int, tuple[str, Section, str]] = {
    1: ("기초연금", Section.CRITERIA, PENSION),
    2: ("기초연금", Section.BENEFIT, "2026년 기준연금액: 월 최대 349,700원(매월 25일 지급)"),
    3: ("기초연금", Section.TARGET, "만 65세 이상이고 대한민국 국적을 가진, 국내에 사는 어르신"),
    4: ("기초연금", Section.NOTICE, "이사해도 다시 신청하지 않아도 됩니다."),
    5: ("기초연금", Section.CRITERIA, "공무원연금 수급권자와 그 배우자는 제외됩니다."),
    6: ("기초연금", Section.CONTACT, "국민연금공단 콜센터 1355, 지사 02-123-4567"),
    7: ("이사비 지원", Section.BENEFIT, "이사비를 한 번만 20만 원까지 드립니다."),
    8: ("이사비 지원", Section.APPLICATION, "2026.7.1.~2026.7.31.에 동작구청에서 신청합니다."),
    9: (
        "이사비 지원",
        Section.BENEFIT,
        "첫째 30만 원, 둘째 50만 원, 셋째 이상 100만 원을 드립니다.",
    ),
    10: ("이사비 지원", Section.TARGET, "만 19세~34세 청년, 전입한 지 6개월 이내"),
    11: ("이사비 지원", Section.BENEFIT, "연 1회 10만 원을 지급하고, 보증금의 50%를 빌려드립니다."),
    12: ("이사비 지원", Section.NOTICE, "주택임대차보호법에 따라 확정일자를 받아야 합니다."),
}


def item(name: str, **changes: Any) -> PolicyItem:
    fields: dict[str, Any] = {
        "policy_id": name,
        "name": name,
        "agency": "보건복지부",
        "region": "서울특별시 동작구" if name == "이사비 지원" else "전국",
        "verdict": Verdict.NEEDS_MORE_INFO,
        "verdict_label": "확인 필요",
        "basis": RuleBasis.CATALOGUED,
        "basis_label": "공식 자료로 정리한 기준",
        "apply_url": "https://www.bokjiro.go.kr/apply",
        "year": 2026,
    }
    return PolicyItem(**{**fields, **changes})


def citation(ordinal: int, **changes: Any) -> CitationOut:
    name, section, quote = QUOTES[ordinal]
    fields: dict[str, Any] = {
        "ordinal": ordinal,
        "policy_id": name,
        "policy_name": name,
        "version_id": 1,
        "section": section,
        "section_label": "항목",
        "start": 0,
        "end": len(quote),
        "quote": quote,
        "verified": True,
    }
    return CitationOut(**{**fields, **changes})


GROUNDS = Grounds(
    citations={number: citation(number) for number in QUOTES},
    policies={name: item(name) for name in ("기초연금", "이사비 지원")},
    facts=("나이: 만 72세", "월 소득: 800,000원", "사는 곳: 서울특별시 동작구"),
    spoken=("월 90만 원 준다던데 기초연금 받을 수 있나요?",),
    conclusion="맞을 만한 정책을 2가지 찾았어요.",
)


@pytest.mark.parametrize(
    "line",
    [
        "단독가구는 월 247만 원 이하여야 해요 [1]",
        "1. 기초연금: 부부가구는 월 3,952,000원 이하 [1]",
        "기초연금은 매달 최대 34만 9,700원을 드려요 [2]",
        "기초연금은 매달 최대 삼십사만 구천칠백 원을 드려요 [2]",
        "기초연금은 예순다섯 살 이상 어르신이 받아요 [3]",
        "만 65세 이상이고 대한민국 국적이면 돼요 [3]",
        "이사해도 다시 신청할 필요가 없어요 [4]",
        "공무원연금 수급권자와 배우자는 받을 수 없어요 [5]",
        "국민연금공단 1355로 전화하세요 [6]",
        "이사비 지원은 20만 원까지 드려요 [7]",
        "이사비 지원은 2026년 7월 1일부터 2026년 7월 31일까지 동작구청에서 신청해요 [8]",
        "이사비 지원은 '26.7.1.부터 신청해요 [8]",
        "둘째는 50만 원을 드려요 [9]",
        "만 19세부터 34세까지 청년이 신청해요 [10]",
        "기초연금은 월 최대 349,700원 [2], 이사비 지원은 20만 원까지 [7]",
        "72세이신 분께 알려 드려요.",
        "말씀하신 월 소득 80만 원으로 살펴봤어요.",
        "정책을 2가지 찾았어요.",
        "신청은 https://www.bokjiro.go.kr 에서 해요. [3]",
        "네, 안내해 드릴게요.",
    ],
)
def test_supported_lines(line: str) -> None:
    finding = check_line(line, GROUNDS)
    assert (finding.state, finding.fault, finding.detail) == (CheckState.SUPPORTED, "", "")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("단독가구는 월 247만 원 이하 [99]", "unknown_citation"),
        ("단독가구는 월 300만 원 이하 [1]", "figure:amount"),
        ("기초연금은 매달 구십만 원을 드려요 [2]", "figure:amount"),
        ("기초연금은 매달 \uff19\uff10\uff10,\uff10\uff10\uff10원을 드려요 [2]", "figure:amount"),
        ("기초연금은 매달 ٩٠٠,٠٠٠원을 드려요 [2]", "figure:amount"),
        ("기초연금은 매달 9\u200b00,000원을 드려요 [2]", "figure:amount"),
        ("기초연금은 매달 ⑨0만 원을 드려요 [2]", "figure:number"),
        ("기초연금은 매달 90만 원을 드려요.", "figure:amount"),
        ("부부가구는 월 247만 원 이하여야 해요 [1]", "measure"),
        ("기초연금은 매달 247만 원 이하로 드려요 [1]", "measure"),
        ("첫째는 50만 원을 드려요 [9]", "measure"),
        ("기초연금은 연간 최대 349,700원을 드려요 [2]", "per"),
        ("이사비 지원은 매달 10만 원을 드려요 [11]", "per"),
        ("기초연금은 매달 349,700원 이상을 드려요 [2]", "bound"),
        ("기초연금은 매달 349,700원을 드려요 [2]", "bound"),
        ("기초연금은 만 65세 미만 어르신이 받아요 [3]", "bound"),
        ("기초연금은 만 65세 초과 어르신이 받아요 [3]", "bound"),
        ("기초연금은 66세 이상 어르신이 받아요 [3]", "figure:age"),
        ("이사비 지원은 2026년 8월 1일부터 신청해요 [8]", "figure:date"),
        ("이사비 지원은 2026년 7월 31일부터 신청해요 [8]", "bound"),
        ("이사비 지원은 두 번만 20만 원까지 드려요 [7]", "figure:count"),
        ("이사비 지원은 6년 이내에 전입한 청년을 돕습니다 [10]", "figure:count"),
        ("이사비 지원은 보증금의 60%를 빌려드립니다 [11]", "figure:percent"),
        ("국민연금공단 1366으로 전화하세요 [6]", "figure:phone"),
        ("지사 02-123-9999로 전화하세요 [6]", "figure:phone"),
        ("신청은 https://bokjiro-help.com 에서 해요. [3]", "figure:url"),
        ("이사해도 다시 신청해야 합니다 [4]", "polarity"),
        ("공무원연금 수급권자와 그 배우자도 포함됩니다 [5]", "polarity"),
        ("이사비를 한 번만 20만 원까지 드리지 않습니다 [7]", "polarity"),
        ("이사비 지원은 20만 원까지 드려요 [2]", "other_policy"),
        ("기초연금은 20만 원까지 드려요 [7]", "other_policy"),
        ("이사비 지원은 한국이사재단에서 신청해요 [8]", "name"),
        ("이사비 지원은 강남구청에서 신청합니다 [8]", "name"),
        ("이사비 지원은 주거기본법에 따라 확정일자를 받아야 합니다 [12]", "name"),
        ("어르신은 효도수당도 받아요 [3]", "name"),
        ("가까운 곳의 직원이 집으로 찾아와 혈압과 혈당을 재고 약을 챙겨 드립니다.", "no_citation"),
        ("우주선 조립 공장 견학과 비행기 조종 실습 [1]", "words"),
    ],
)
def test_unsupported_line_is_refused_with_its_kind(line: str, kind: str) -> None:
    finding = check_line(line, GROUNDS)
    assert (finding.state, finding.fault) == (CheckState.UNSUPPORTED, kind)


def test_own_figures_are_no_benefit() -> None:
    """What the person said, or asked about, is not what a policy gives."""
    assert check_line("기초연금으로 매달 90만 원을 드려요 [2]", GROUNDS).fault
    assert check_line("기초연금으로 80만 원을 드려요 [2]", GROUNDS).fault == "figure:amount"


def test_another_policys_figure_in_the_evidence_does_not_support() -> None:
    assert check_line("기초연금은 20만 원까지 드려요 [3]", GROUNDS).fault == "figure:amount"


def test_unverified_citation_is_not_checked_rather_than_passed() -> None:
    citations = {3: citation(3, verified=False)}
    grounds = Grounds(citations=citations, policies={"기초연금": item("기초연금")})
    text = QUOTES[3][2]
    assert check_line(f"{text} [3]", grounds).state is CheckState.NOT_CHECKED
    assert check_claim(text, citations.values(), grounds).state is CheckState.NOT_CHECKED


def test_a_claim_without_citation_is_unsupported() -> None:
    assert check_claim("만 65세 이상", [], GROUNDS).fault == "no_citation"


def test_own_words_are_doubtful_and_quotes_are_not() -> None:
    assert not check_line(f"기초연금: {PENSION} [1]", GROUNDS).doubtful
    assert check_line("만 65세 이상이고 국내에 사는 어르신이면 좋아요 [3]", GROUNDS).doubtful


@pytest.fixture(scope="module")
def catalogue() -> list[Any]:
    # Others than those the checks were written with (every 7th and 10th).
    return evidences()[3::9]


def test_wrong_lines_are_all_refused(catalogue: list[Any]) -> None:
    lines = list(wrong_lines(catalogue))
    passed = [
        (line.kind, line.text) for line in lines if not check_line(line.text, line.grounds).fault
    ]
    assert len(lines) > 700
    assert passed == []


def test_true_lines_are_seldom_refused(catalogue: list[Any]) -> None:
    lines = list(true_lines(catalogue))
    refused = Counter(line.kind for line in lines if check_line(line.text, line.grounds).fault)
    assert len(lines) > 400
    assert refused["as it is"] == 0
    assert refused.total() <= 0.01 * len(lines)
