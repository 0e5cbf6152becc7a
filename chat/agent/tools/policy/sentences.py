"""The sentence of an official text that says something, and what a word means."""

from __future__ import annotations

from pydantic import Field

from chat.agent.evidence import PolicyEvidence, Span, line_spans
from chat.agent.relevance import relevant_spans
from chat.agent.tools.found import (
    found_policies,
    outcome_of,
    policy_of,
    section_item,
    stale_notices,
)
from chat.agent.tools.place import Place, place_of
from chat.agent.tools.registry import from_talk, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.guides.terms import Term, term_named
from policies.korean import josa
from policies.retrieval.types import Query, RegionFilter
from policies.vocab.expand import expansions
from policies.vocabulary import Section

SEARCHED = 5
A_POLICY = 2


class Sentence(Place):
    question: str = from_talk(
        "question", min_length=2, max_length=500, description="원문에서 확인하고 싶은 말이나 질문"
    )
    policy: str | None = Field(
        default=None, max_length=200, description="이 정책의 원문에서만 찾을 때 그 이름"
    )
    limit: int = Field(default=5, ge=1, le=10, description="보여 줄 문장 수(1~10)")


class Word(Place):
    term: str = Field(min_length=1, max_length=100, description="뜻을 알고 싶은 복지 용어")


@tool(arguments=Sentence)
def find_official_sentence(arguments: Sentence, context: ToolContext) -> RetrievalResult:
    """질문에 답하는 공식 원문의 문장을 그대로, 어느 정책 어느 항목의 몇째 글자인지와 함께 찾습니다.

    문장을 고치거나 요약하지 않습니다. 정책을 정하면 그 원문에서만 찾습니다.
    """
    source = "find_official_sentence"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    searched = _searched(source, arguments, region)
    if isinstance(searched, RetrievalResult):
        return searched
    policies, notices = searched
    found = [
        (policy, span)
        for policy in policies
        for span in relevant_spans(policy, arguments.question, limit=arguments.limit)
        if span.attachment is None
    ]
    if arguments.policy is None:
        found = _few_each(found)
    if not found:
        where = f"‘{policies[0].name}’의 원문에는" if arguments.policy else "모은 원문에는"
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=arguments.question,
            summary=f"{where} 그 말을 하는 문장이 없어요.", notices=notices, total=0,
        )  # fmt: skip
    shown = found[: arguments.limit]
    read = list({policy.policy_id: policy for policy, _ in shown}.values())
    return RetrievalResult(
        source=source, query=arguments.question, total=len(found),
        items=[section_item(policy, span) for policy, span in shown],
        summary=f"공식 원문에서 관련된 문장 {len(shown)}개를 찾았어요.",
        notices=[*notices, *stale_notices(read, context.as_of)],
    )  # fmt: skip


@tool(arguments=Word)
def explain_welfare_term(arguments: Word, context: ToolContext) -> RetrievalResult:
    """소득인정액·기준중위소득·차상위 같은 복지 용어의 뜻을 쉬운 말과 근거 법령으로 설명합니다.

    용어집에 없는 말이면 공식 원문에서 그 말을 쓴 문장을 보여 줍니다.
    """
    source = "explain_welfare_term"
    term = term_named(arguments.term)
    official = [word for each in expansions(arguments.term) for word in each.official]
    if term is None:
        term = next((found for word in official if (found := term_named(word))), None)
    sentences = _using(term.name if term else arguments.term)
    if term is None and not sentences:
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=arguments.term,
            summary=f"{josa(f'‘{arguments.term}’', '은/는')} 용어집과 모은 원문에서 찾지 못했어요.",
        )  # fmt: skip
    items = [_term_item(term)] if term else []
    summary = f"{term.name}: {term.meaning}" if term else (
        f"{josa(f'‘{arguments.term}’', '은/는')} 용어집에 없어서 원문에서 쓴 문장을 보여 드려요."
    )  # fmt: skip
    return RetrievalResult(
        source=source, query=arguments.term, items=[*items, *sentences], summary=summary
    )


def _searched(
    source: str, arguments: Sentence, region: RegionFilter | None
) -> tuple[list[PolicyEvidence], list[str]] | RetrievalResult:
    """Policies to read: the named one, else those the question leads to."""
    if arguments.policy:
        policy = policy_of(source, arguments.policy, region)
        return policy if isinstance(policy, RetrievalResult) else ([policy], [])
    query = Query(arguments.question, region=region, nationwide_only=region is None, limit=SEARCHED)
    result, policies = found_policies(query)
    notices = [result.notice] if result.notice else []
    if (status := outcome_of(result)) is not ResultStatus.OK:
        return RetrievalResult(
            source=source, status=status, query=arguments.question, notices=notices, total=0,
            summary="모은 원문에는 그 말을 하는 문장이 없어요.",
        )  # fmt: skip
    return policies, notices


def _few_each(found: list[tuple[PolicyEvidence, Span]]) -> list[tuple[PolicyEvidence, Span]]:
    counts: dict[str, int] = {}
    kept = []
    for policy, span in found:
        counts[policy.policy_id] = counts.get(policy.policy_id, 0) + 1
        if counts[policy.policy_id] <= A_POLICY:
            kept.append((policy, span))
    return kept


def _using(word: str) -> list[ResultItem]:
    """Sentences of official texts that hold the word."""
    result, policies = found_policies(Query(word, nationwide_only=True, limit=3))
    if result.below_floor:
        return []
    flat = "".join(word.split())
    spans = [
        (policy, span)
        for policy in policies
        for section in (Section.SUMMARY, Section.TARGET, Section.CRITERIA, Section.BENEFIT)
        for span in line_spans(policy, section)
        if flat in "".join(policy.text(span).split())
    ]
    return [section_item(policy, span) for policy, span in spans[:2]]


def _term_item(term: Term) -> ResultItem:
    return ResultItem(
        id=f"term:{term.name}", title=term.name, content=term.meaning, kind="term",
        metadata={"law": term.law, "aliases": list(term.aliases)},
    )  # fmt: skip
