"""Claims against the spans they cite, and the numbers of citations."""

from __future__ import annotations

from typing import Any

import pytest

from chat.agent.citations import (
    figures,
    figures_supported,
    line_fault,
    span_holds,
    words_supported,
)
from chat.agent.numbering import renumbered
from chat.answer import Answer, CitationOut, Claim, Outcome, PolicyItem, ReasonOut, RuleBasis
from policies.vocabulary import Section, Verdict

SOURCE = "혼자 사시면(단독가구) 월 2,470,000원 이하, 부부가구는 월 3,952,000원 이하"


def citation(ordinal: int, quote: str = SOURCE, **changes: Any) -> CitationOut:
    fields: dict[str, Any] = {
        "ordinal": ordinal,
        "policy_id": "p",
        "policy_name": "기초연금",
        "version_id": 1,
        "section": Section.CRITERIA,
        "section_label": "선정기준",
        "start": 0,
        "end": len(quote),
        "quote": quote,
    }
    return CitationOut(**{**fields, **changes})


def fault(line: str, *, context: list[str] | None = None) -> str | None:
    return line_fault(line, citations={1: citation(1)}, context=context or [], names={"기초연금"})


@pytest.mark.parametrize(
    ("written", "source"),
    [
        ("247만 원", "2,470,000원"),
        ("2,470,000원", "247만 원"),
        ("247만원", "2470000원"),
        ("3천만 원", "30,000,000원"),
        ("1.5억 원", "150,000,000원"),
        ("5백만 원", "500만 원"),
        ("만 65세", "65세 이상"),
        ("349,700원", "월 최대 349,700원"),
    ],
)
def test_spellings_of_one_figure(written: str, source: str) -> None:
    assert figures_supported(written, [source])


@pytest.mark.parametrize(
    ("written", "source"),
    [
        ("248만 원", "2,470,000원"),
        ("247원", "2,470,000원"),
        ("소득 50% 이하", "월 50만 원"),
        ("3세", "월 3만 원"),
        ("24만 7천 원", "2,470,000원"),
        ("66세", "만 65세 이상"),
        ("2027년", "2026년 선정기준액"),
        ("30%", "20%를 줄여 지급"),
    ],
)
def test_another_figure_is_not_supported(written: str, source: str) -> None:
    assert not figures_supported(written, [source])


def test_marks_are_no_figures() -> None:
    assert figures("받을 수 있어요 [12]") == set()
    assert figures("월 34만 9,700원 [1]") >= {340_000, 9_700}


def test_words_must_mostly_be_those_of_the_source() -> None:
    assert words_supported("단독가구는 부부가구와 다릅니다", [SOURCE])
    assert not words_supported("우주선 조립 공장 견학", [SOURCE])
    assert words_supported("네, 있어요.", [])


def test_span_is_what_the_section_says() -> None:
    text = f"2026년 선정기준액: {SOURCE}"
    start = text.index("혼자")
    good = citation(1, start=start, end=start + len(SOURCE))
    assert span_holds(good, text)
    assert not span_holds(good, " " + text)
    assert not span_holds(citation(1, start=start, end=start + 3), text)


def test_supported_line_has_no_fault() -> None:
    assert fault("단독가구는 월 247만 원 이하여야 해요 [1]") is None
    assert fault("1. 기초연금: 부부가구는 월 3,952,000원 이하 [1]") is None
    assert fault("- 단독가구 월 2,470,000원 이하 [1]") is None
    assert fault("67세이신 어머니께 맞아요.", context=["어머니는 67세예요"]) is None
    assert fault("네, 그래요.") is None


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("단독가구는 월 2,470,000원 이하 [2]", "unknown_citation"),
        ("단독가구는 월 2,470,000원 이하 [1] [9]", "unknown_citation"),
        ("단독가구는 월 300만 원 이하 [1]", "figure_not_in_source"),
        ("기초연금은 한 달에 50만 원이에요.", "figure_not_in_source"),
        (
            "가까운 보건소 직원이 집으로 찾아와 혈압과 혈당을 재고 약을 챙겨 드립니다.",
            "no_citation",
        ),
        ("우주선 조립 공장 견학과 비행기 조종 실습 [1]", "words_not_in_source"),
    ],
)
def test_unsupported_line_is_refused_with_its_kind(line: str, kind: str) -> None:
    assert fault(line) == kind


def item(reason: list[int], benefit: list[int]) -> PolicyItem:
    return PolicyItem(
        policy_id="p",
        name="기초연금",
        agency="보건복지부",
        region="전국",
        verdict=Verdict.LIKELY,
        verdict_label="받을 가능성 높음",
        basis=RuleBasis.APPROVED,
        basis_label="담당자가 확인한 기준",
        reasons=[ReasonOut(state="met", text="만 65세 이상", citations=reason)],
        benefit=[Claim(text="월 최대 349,700원", citations=benefit)],
    )


def test_numbers_follow_the_text_then_the_cards() -> None:
    quotes = {1: "첫째", 2: "둘째", 3: "셋째"}
    answer = Answer(
        outcome=Outcome.ANSWERED,
        conclusion="기초연금",
        items=[item([1], [3, 1])],
        citations=[citation(number, quote) for number, quote in quotes.items()],
    )
    changed, lines = renumbered(answer, ["먼저 [3] 그리고 [1]", "다시 [3]"])
    assert lines == ["먼저 [1] 그리고 [2]", "다시 [1]"]
    assert [(c.ordinal, c.quote) for c in changed.citations] == [
        (1, "셋째"),
        (2, "첫째"),
        (3, "둘째"),
    ]
    assert changed.items[0].reasons[0].citations == [2]
    assert changed.items[0].benefit[0].citations == [1, 2]
    assert answer.items[0].reasons[0].citations == [1]
    assert renumbered(changed, lines) == (changed, lines)
