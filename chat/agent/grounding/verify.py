"""The structured answer against what is stored: quotes first, then claims, then lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from chat.agent.citations import MARK, span_holds
from chat.agent.grounding.check import CheckState, Finding, check_claim
from chat.agent.grounding.sources import Grounds, grounds_of
from chat.answer import Answer, CitationOut, Claim, ClaimCheck, PolicyItem

UNCHECKED = "(확인하지 못함)"
CARD_FIELDS = ("benefit", "application", "documents")


@dataclass(frozen=True)
class Removed:
    """A claim that was taken out, with the kind of its fault."""

    text: str
    fault: str


@dataclass(frozen=True)
class Verified:
    """An answer with only what holds. `empty`: it had claims and has none left."""

    answer: Answer
    lines: list[str]
    removed: list[Removed] = field(default_factory=list)
    empty: bool = False


def verify(answer: Answer, lines: list[str], stored: Sequence[str]) -> Verified:
    """Check an answer built by code. `stored`: the text that each citation points into, read
    anew, "" where it is gone. A quote that the text does not hold takes its claims with it;
    one whose text is gone leaves them unchecked."""
    broken: set[int] = set()
    citations: list[CitationOut] = []
    for citation, text in zip(answer.citations, stored, strict=True):
        holds = span_holds(citation, text)
        if text and not holds:
            broken.add(citation.ordinal)
        else:
            citations.append(citation.model_copy(update={"verified": holds}))
    answer = answer.model_copy(update={"citations": citations})
    grounds = grounds_of(answer)
    removed: list[Removed] = []
    items = [_item(item, grounds, broken, removed) for item in answer.items]
    told = _claims(answer.differences, grounds, broken, removed)
    gone = [each.text for each in removed]
    kept = [
        line
        for line in lines
        if not broken & _marks(line) and not any(text in line for text in gone)
    ]
    had = any(getattr(item, name) for item in answer.items for name in CARD_FIELDS)
    has = any(getattr(item, name) for item in items for name in CARD_FIELDS)
    changed = answer.model_copy(update={"items": items, "differences": told})
    return Verified(changed, kept, removed, empty=had and not has)


def line_claim(line: str, grounds: Grounds, *, judged: bool = True) -> Claim:
    """A line of the text as a claim; one whose check did not run says so."""
    marks = sorted(_marks(line) & set(grounds.citations))
    checked = judged and all(grounds.citations[number].verified for number in marks)
    if checked:
        return Claim(text=line, citations=marks)
    return Claim(text=f"{line} {UNCHECKED}", citations=marks, check=ClaimCheck.NOT_CHECKED)


def _item(
    item: PolicyItem, grounds: Grounds, broken: set[int], removed: list[Removed]
) -> PolicyItem:
    changes = {name: _claims(getattr(item, name), grounds, broken, removed) for name in CARD_FIELDS}
    reasons = [
        reason.model_copy(update={"citations": [n for n in reason.citations if n not in broken]})
        for reason in item.reasons
    ]
    return item.model_copy(update={**changes, "reasons": reasons})


def _claims(
    claims: list[Claim], grounds: Grounds, broken: set[int], removed: list[Removed]
) -> list[Claim]:
    kept: list[Claim] = []
    for claim in claims:
        finding = _finding(claim, grounds, broken)
        if finding.state is CheckState.UNSUPPORTED:
            removed.append(Removed(claim.text, finding.fault))
        elif finding.state is CheckState.NOT_CHECKED:
            kept.append(claim.model_copy(update={"check": ClaimCheck.NOT_CHECKED}))
        else:
            kept.append(claim)
    return kept


def _finding(claim: Claim, grounds: Grounds, broken: set[int]) -> Finding:
    if broken & set(claim.citations):
        return Finding(CheckState.UNSUPPORTED, "quote")
    if not claim.citations:  # a deadline that the source gives as a date of its own
        return Finding(CheckState.SUPPORTED)
    cited = [grounds.citations[n] for n in claim.citations]
    text = claim.text
    for citation in cited:  # "이름, 출처(날짜 자료): 원문" of differences
        quote = " ".join(citation.quote.split())
        if text.endswith(quote):
            text = quote
    return check_claim(text, cited, grounds)


def _marks(line: str) -> set[int]:
    return {int(number) for number in MARK.findall(line)}
