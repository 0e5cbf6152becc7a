"""Cards: every text a stored span, reasons on their official sentence, deadlines."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from chat.agent.cards import CitationBook, benefit_spans, deadline_text, policy_item
from chat.agent.citations import span_holds
from chat.agent.evidence import PolicyEvidence, find_span, line_spans
from chat.agent.judging import judge
from chat.answer import PolicyItem, RuleBasis
from policies.eligibility.facts import ApplicantFacts
from policies.vocabulary import Section, Verdict

TODAY = date(2026, 11, 29)
RULE: dict[str, Any] = {
    "all_of": [
        {"criterion": "age", "min": 65, "quote": "만 65세 이상"},
        {
            "any_of": [
                {"criterion": "basic_livelihood", "any_of": ["생계"], "quote": "생계급여 수급자"},
                {"criterion": "near_poor", "quote": "차상위계층"},
            ]
        },
    ]
}
SECTIONS = {
    Section.SUMMARY: "무릎 수술비를 드립니다.",
    Section.TARGET: "○ 만 65세 이상\n○ 생계급여 수급자 또는 차상위계층",
    Section.BENEFIT: "○ 수술을 돕습니다.\n○ 한쪽에 120만 원까지\n○ 양쪽 240만 원까지\n○ 상담",
    Section.APPLICATION: "1. 보건소에 갑니다.\n2. 신청서를 냅니다.\n3. 기다립니다.\n4. 받습니다.",
    Section.DOCUMENTS: "- 진단서\n- 신분증",
}


def evidence(**changes: Any) -> PolicyEvidence:
    fields: dict[str, Any] = {
        "policy_id": "p",
        "version_id": 7,
        "source": "test",
        "name": "무릎 수술 지원",
        "agency": "보건복지부",
        "region": "전국",
        "sections": SECTIONS,
        "rule": RULE,
        "rule_status": "approved",
        "contacts": [{"name": "보건소", "phone": "129"}, {"name": "재단"}],
        "source_title": "복지로",
        "source_url": "https://www.bokjiro.go.kr/",
        "collected_on": date(2026, 6, 12),
        "year": 2026,
    }
    return PolicyEvidence(**{**fields, **changes})


def card(facts: dict[str, Any], **changes: Any) -> tuple[PolicyItem, CitationBook]:
    book = CitationBook()
    known = ApplicantFacts(as_of=TODAY, **facts)
    return policy_item(judge(evidence(**changes), known), book, today=TODAY), book


def test_reasons_cite_the_sentence_they_rest_on() -> None:
    item, book = card({"birth_date": date(1950, 1, 1), "basic_livelihood": ["생계"]})
    assert item.verdict is Verdict.LIKELY
    quotes = {c.ordinal: c.quote for c in book.citations}
    cited = [quotes[reason.citations[0]] for reason in item.reasons]
    assert cited[:2] == ["만 65세 이상", "생계급여 수급자"]


def test_every_citation_is_a_span_of_the_stored_text() -> None:
    item, book = card({"birth_date": date(1950, 1, 1)})
    for found in book.citations:
        assert span_holds(found, SECTIONS[found.section])
        assert (found.version_id, found.verified) == (7, False)
        assert found.collected_on == date(2026, 6, 12)
    numbers = [found.ordinal for found in book.citations]
    assert numbers == list(range(1, len(numbers) + 1))
    claims = [*item.benefit, *item.application, *item.documents]
    used = {number for claim in claims for number in claim.citations}
    used |= {number for reason in item.reasons for number in reason.citations}
    assert used == set(numbers)


def test_unknown_that_cannot_change_the_verdict_is_hidden() -> None:
    item, _ = card({"birth_date": date(2000, 1, 1)})
    assert item.verdict is Verdict.UNLIKELY
    assert [reason.state for reason in item.reasons] == ["not_met"]
    assert item.missing == []


def test_what_decides_is_asked() -> None:
    item, _ = card({"birth_date": date(1950, 1, 1)})
    assert item.verdict is Verdict.NEEDS_MORE_INFO
    assert {missing.key for missing in item.missing} == {"basic_livelihood", "near_poor"}
    assert all(missing.question.endswith("?") for missing in item.missing)
    assert [reason.state for reason in item.reasons] == ["met", "unknown", "unknown"]


def test_failures_come_first() -> None:
    facts = {"birth_date": date(2000, 1, 1), "near_poor": True}
    item, _ = card(facts)
    assert [reason.state for reason in item.reasons][:1] == ["not_met"]


@pytest.mark.parametrize("rule", [None, {"criterion": "gone"}])
def test_without_a_rule_nothing_is_promised(rule: Any) -> None:
    item, book = card({"birth_date": date(1950, 1, 1)}, rule=rule)
    assert (item.verdict, item.basis) == (Verdict.NEEDS_MORE_INFO, RuleBasis.NO_RULE)
    (reason,) = item.reasons
    assert "분석하지 못했어요" in reason.text
    assert book.citations[reason.citations[0] - 1].quote == "만 65세 이상"


def test_draft_rule_says_so() -> None:
    assert card({}, rule_status="draft")[0].basis_label == "자동 분석"
    assert card({}, rule_status="corrected")[0].basis is RuleBasis.APPROVED


def test_day_of_change_is_told() -> None:
    item, _ = card({"birth_date": date(1961, 12, 5), "near_poor": True})
    assert (item.verdict, item.flip_on) == (Verdict.UNLIKELY, date(2026, 12, 5))


def test_benefit_lines_with_figures_go_first_in_reading_order() -> None:
    found = evidence()
    assert [found.text(span) for span in benefit_spans(found)] == [
        "한쪽에 120만 원까지",
        "양쪽 240만 원까지",
    ]
    without = evidence(sections={Section.SUMMARY: "무릎 수술비를 드립니다."})
    assert [without.text(span) for span in benefit_spans(without)] == ["무릎 수술비를 드립니다."]


def test_card_is_short() -> None:
    item, _ = card({})
    assert len(item.application) == 3
    assert [claim.text for claim in item.documents] == ["진단서", "신분증"]
    assert item.contacts == ["보건소 129", "재단"]


def test_same_span_keeps_its_number() -> None:
    book = CitationBook()
    found = evidence()
    span = find_span(found, Section.TARGET, "만 65세 이상")
    assert span is not None
    assert book.cite(found, span) == book.cite(found, span) == 1
    assert book.claim(found, span).citations == [1]
    assert find_span(found, Section.TARGET, "만 70세") is None
    assert find_span(found, Section.TARGET, "") is None


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"status": "closed", "period_kind": "always"}, "지금은 끝난 사업이에요"),
        ({"period_end": date(2026, 11, 29)}, "2026년 11월 29일까지 신청해요"),
        (
            {"period_end": date(2026, 11, 28)},
            "2026년 11월 28일에 접수가 끝났어요. 다음 접수 때를 문의해 주세요",
        ),
        ({"period_kind": "always"}, "언제나 신청할 수 있어요"),
        ({"period_kind": "budget"}, "예산이 떨어지면 마감돼요"),
        ({"period_kind": "annual"}, "해마다 정해진 때에 신청해요"),
        ({"period_kind": "annual", "period_text": "매년 3월"}, "매년 3월"),
        ({}, ""),
    ],
)
def test_deadline_in_a_sentence(changes: dict[str, Any], text: str) -> None:
    assert deadline_text(evidence(**changes), TODAY) == text


def test_long_flattened_line_is_cut_into_sentences() -> None:
    text = " ".join(f"{word * 40}을 지원합니다." for word in "가나다라마")
    found = evidence(sections={Section.BENEFIT: text})
    spans = line_spans(found, Section.BENEFIT)
    assert len(spans) == 5
    assert all(found.text(span).strip().endswith("지원합니다.") for span in spans)


def test_a_rule_older_than_its_text_is_told() -> None:
    assert card({"age": 70}, rule_outdated=True)[0].outdated
    assert not card({"age": 70})[0].outdated
    assert not card({"age": 70}, rule=None, rule_outdated=True)[0].outdated
