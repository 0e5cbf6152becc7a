"""Quotes against the stored text, claims that are taken out, and the numbers of citations."""

from __future__ import annotations

from typing import Any

from chat.agent.citations import span_holds
from chat.agent.grounding.sources import grounds_of
from chat.agent.grounding.verify import UNCHECKED, line_claim, verify
from chat.agent.numbering import renumbered
from chat.answer import (
    Answer,
    CitationOut,
    Claim,
    ClaimCheck,
    Outcome,
    PolicyItem,
    ReasonOut,
    RuleBasis,
)
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


def test_span_is_what_the_section_says() -> None:
    text = f"2026년 선정기준액: {SOURCE}"
    start = text.index("혼자")
    good = citation(1, start=start, end=start + len(SOURCE))
    assert span_holds(good, text)
    assert not span_holds(good, " " + text)
    assert not span_holds(citation(1, start=start, end=start + 3), text)


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


def answer_with(*quotes: str, claim: str = "") -> Answer:
    citations = [citation(number, quote) for number, quote in enumerate(quotes, start=1)]
    benefit = [Claim(text=claim or quotes[0], citations=[1])]
    card = item([1], [1]).model_copy(update={"benefit": benefit})
    return Answer(
        outcome=Outcome.ANSWERED, conclusion="기초연금", items=[card], citations=citations
    )


def test_what_the_stored_text_says_stays_and_is_verified() -> None:
    result = verify(
        answer_with("월 최대 30만 원"), ["- 월 최대 30만 원 [1]"], ["월 최대 30만 원을 지급"]
    )
    assert [c.verified for c in result.answer.citations] == [True]
    assert (result.removed, result.empty) == ([], False)
    assert result.lines == ["- 월 최대 30만 원 [1]"]


def test_a_quote_that_the_text_does_not_hold_takes_its_claims_and_lines_with_it() -> None:
    lines = ["기초연금", "- 월 최대 30만 원 [1]"]
    result = verify(answer_with("월 최대 30만 원"), lines, ["월 최대 20만 원을 지급"])
    assert result.answer.citations == []
    assert result.answer.items[0].benefit == []
    assert result.answer.items[0].reasons[0].citations == []
    assert [each.fault for each in result.removed] == ["quote"]
    assert result.lines == ["기초연금"]
    assert result.empty


def test_a_claim_that_its_quote_does_not_support_is_taken_out() -> None:
    draft = answer_with("월 최대 30만 원", claim="월 최대 90만 원")
    result = verify(draft, ["- 월 최대 90만 원 [1]"], ["월 최대 30만 원"])
    assert [each.fault for each in result.removed] == ["figure:amount"]
    assert result.lines == []


def test_a_text_that_is_gone_leaves_its_claims_unchecked() -> None:
    result = verify(answer_with("월 최대 30만 원"), ["- 월 최대 30만 원 [1]"], [""])
    claim = result.answer.items[0].benefit[0]
    assert (claim.check, claim.unchecked) == (ClaimCheck.NOT_CHECKED, "확인하지 못함")
    assert not result.empty
    line = line_claim(result.lines[0], grounds_of(result.answer))
    assert line.check is ClaimCheck.NOT_CHECKED
    assert line.text.endswith(UNCHECKED)
