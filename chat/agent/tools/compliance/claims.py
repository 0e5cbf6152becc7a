"""Whether an official text says what somebody claims."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chat.agent.cards import CitationBook
from chat.agent.evidence import PolicyEvidence, Span, line_spans
from chat.agent.grounding.check import CheckState, Finding, check_line
from chat.agent.grounding.figures import figures_of
from chat.agent.grounding.sources import Grounds
from chat.agent.tools.found import found_policies, policy_of, section_item, stale_notices
from chat.agent.tools.place import WithPolicy, place_of
from chat.agent.tools.registry import from_talk, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.retrieval.morphemes import terms
from policies.retrieval.types import Query, RegionFilter
from policies.vocabulary import Section

NAME = "check_claim"
_SPANS, _POLICIES = 8, 3
# Faults that mean that the text speaks of the same thing and says something else.
_OTHERWISE = frozenset({"bound", "per", "measure", "polarity"})
# So much of the claim's words must stand in a line for it to speak of the same thing.
_SAME_THING = 0.3


class ClaimArguments(WithPolicy):
    """A sentence to be checked; without a policy it is looked for in all of them."""

    policy: str | None = from_talk(  # type: ignore[assignment]
        "policy", default=None, max_length=200, description="어느 정책에 대한 말인지. 모르면 비움"
    )
    claim: str = from_talk(
        "question",
        min_length=2,
        max_length=300,
        description="공식 원문에 있는지 확인할 문장. 예: 기초연금은 만 65세부터 받는다",
    )


@dataclass(frozen=True)
class _Checked:
    """A line of a text held against the claim; `shared`: part of its words that the line has."""

    policy: PolicyEvidence
    span: Span
    finding: Finding
    shared: float

    @property
    def holds(self) -> bool:
        return self.finding.state is not CheckState.UNSUPPORTED

    @property
    def says_otherwise(self) -> bool:
        if self.holds or self.shared < _SAME_THING:
            return False
        fault, _, kind = self.finding.fault.partition(":")
        if fault == "figure":
            return any(each.kind.value == kind for each in figures_of(self.text))
        return fault in _OTHERWISE

    @property
    def text(self) -> str:
        return self.policy.text(self.span)


@tool(arguments=ClaimArguments)
def check_claim(arguments: ClaimArguments, context: ToolContext) -> RetrievalResult:
    """어떤 말이 공식 원문에 근거가 있는지 확인합니다(금액·나이·날짜·비율·되고 안 되고).

    원문의 문장이 그대로 뒷받침하는지, 비슷하지만 말이 달라 확인이 더 필요한지, 원문에는 다르게
    적혀 있는지, 찾지 못했는지를 나누어 원문 문장과 함께 알려 줍니다. 찾지 못했다고 거짓이라는
    뜻은 아닙니다.
    """
    place = place_of(NAME, arguments)
    if isinstance(place, RetrievalResult):
        return place
    if arguments.policy:
        policy = policy_of(NAME, arguments.policy, place)
        if isinstance(policy, RetrievalResult):
            return policy
        policies = [policy]
    else:
        policies = _near(arguments.claim, place)
    checked = [each for policy in policies for each in _lines(policy, arguments.claim)]
    return _told(arguments.claim, policies, checked, context)


def _near(claim: str, place: RegionFilter | None) -> list[PolicyEvidence]:
    result, policies = found_policies(
        Query(claim, region=place, nationwide_only=place is None, limit=_POLICIES)
    )
    return [] if result.below_floor else policies


def _lines(policy: PolicyEvidence, claim: str) -> list[_Checked]:
    """The lines of a policy that share most words with the claim, each checked by itself."""
    words = set(terms(claim)) - set(terms(policy.name))
    wanted = {word for word in words if not word[0].isdigit()} or words
    spans = [span for section in Section for span in line_spans(policy, section)]
    shares = {span: _shared(wanted, policy.text(span)) for span in spans}
    best = sorted(spans, key=lambda span: -shares[span])[:_SPANS]
    return [_checked(policy, span, claim, shares[span]) for span in best if shares[span]]


def _shared(wanted: set[str], line: str) -> float:
    return len(wanted & set(terms(line))) / len(wanted) if wanted else 0.0


def _checked(policy: PolicyEvidence, span: Span, claim: str, shared: float) -> _Checked:
    book = CitationBook()
    ordinal = book.cite(policy, span)
    citation = book.citations[0].model_copy(update={"verified": True})
    finding = check_line(f"{claim} [{ordinal}]", Grounds(citations={ordinal: citation}))
    return _Checked(policy, span, finding, shared)


def _told(
    claim: str, policies: list[PolicyEvidence], checked: list[_Checked], context: ToolContext
) -> RetrievalResult:
    holding = [each for each in checked if each.holds]
    sure = [each for each in holding if not each.finding.doubtful]
    against = sorted((each for each in checked if each.says_otherwise), key=lambda e: -e.shared)
    notices = stale_notices(policies, context.as_of)
    if sure:
        return _result(claim, "supported", "공식 원문에 그렇게 적혀 있어요.", sure[:2], notices)
    if holding:
        text = "비슷한 내용이 원문에 있지만 말이 조금 달라요. 아래 문장을 직접 견주어 봐 주세요."
        return _result(claim, "partly", text, holding[:2], notices)
    if against:
        text = "원문에는 다르게 적혀 있어요. 같은 것을 말하는지 아래 문장을 확인해 주세요."
        return _result(claim, "otherwise", text, against[:2], notices)
    near = sorted(checked, key=lambda each: -each.shared)[:2]
    return RetrievalResult(
        source=NAME,
        status=ResultStatus.NOT_FOUND,
        query=claim,
        summary="그렇다고 적힌 공식 문장을 자료에서 찾지 못했어요.",
        items=_items(near, "not_found"),
        notices=["찾지 못했다고 거짓이라는 뜻은 아니에요. 담당 기관에 확인해 주세요.", *notices],
    )


def _result(
    claim: str, verdict: str, summary: str, found: list[_Checked], notices: list[str]
) -> RetrievalResult:
    return RetrievalResult(
        source=NAME,
        query=claim,
        summary=summary,
        items=_items(found, verdict),
        total=len(found),
        notices=notices,
    )


def _items(found: Iterable[_Checked], verdict: str) -> list[ResultItem]:
    items = []
    for each in found:
        item = section_item(each.policy, each.span)
        data = {"claim": verdict, "fault": each.finding.fault, "detail": each.finding.detail}
        items.append(item.model_copy(update={"metadata": {**item.metadata, **data}}))
    return items
