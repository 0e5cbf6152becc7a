"""Several policies side by side, aspect by aspect."""

from __future__ import annotations

import re
from itertools import combinations
from uuid import UUID

from chat.agent.cards import deadline_text
from chat.agent.evidence import PolicyEvidence, line_spans
from chat.agent.relevance import relevant_spans
from chat.agent.tools.found import policy_item, policy_of, section_item, stale_notices
from chat.agent.tools.place import Place, place_of
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.graph.walk import enrich
from policies.guides.terms import Term, term_named
from policies.korean import josa
from policies.models.policy import SECTION_LABELS
from policies.retrieval.types import RegionFilter
from policies.vocabulary import Section

ASPECTS = {
    Section.TARGET: 3,
    Section.CRITERIA: 3,
    Section.BENEFIT: 4,
    Section.APPLICATION: 2,
}
MAX_COMPARED = 4


class Comparison(Place):
    policies: list[str] = from_talk(
        "policies", min_length=1, max_length=MAX_COMPARED,
        description="견줄 정책 이름 둘에서 넷. 예: [부모급여, 가정양육수당]",
    )  # fmt: skip


@tool(arguments=Comparison)
def compare_policies(arguments: Comparison, context: ToolContext) -> RetrievalResult:
    """정책 둘에서 넷을 대상·기준·지원 내용(원문의 금액)·신청으로 나누어 원문 문장으로 견줍니다.

    함께 받을 수 없다는 원문이 있으면 그 문장도 보여 줍니다.
    """
    source = "compare_policies"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    names = list(dict.fromkeys(name.strip() for name in arguments.policies if name.strip()))
    if len(names) < 2:
        return needs(source, "policies", question="무엇과 무엇을 견줄까요? 이름을 알려 주시겠어요?")
    found: dict[str, PolicyEvidence] = {}
    terms: dict[str, Term] = {}
    for name in names:
        policy = _meant(source, name, region)
        if isinstance(policy, PolicyEvidence):
            found[name] = policy
        elif (term := term_named(name)) is not None:
            terms[name] = term
        else:
            return policy
    if terms or len({each.policy_id for each in found.values()}) < len(names):
        return _named_apart(source, names, found, terms)
    policies = list(found.values())
    notices = stale_notices(policies, context.as_of)
    notices += _exclusions(policies, region)
    named = ", ".join(f"‘{each.name}’" for each in policies)
    return RetrievalResult(
        source=source, query=", ".join(names), notices=notices,
        items=[
            *(policy_item(each, as_of=context.as_of) for each in policies),
            *_aspects(policies),
            *_periods(policies, context),
        ],
        summary=f"{josa(named, '을/를')} 공식 원문으로 견주었어요.",
    )  # fmt: skip


def _meant(source: str, name: str, region: RegionFilter | None) -> PolicyEvidence | RetrievalResult:
    """The policy of a name; a part of one (의료급여 1종) is found under the whole."""
    policy = policy_of(source, name, region)
    whole = re.sub(r"\s*\d+\s?(?:종|등급|유형|형)$", "", name)
    if isinstance(policy, RetrievalResult) and whole != name:
        return policy_of(source, whole, region)
    return policy


def _named_apart(
    source: str, names: list[str], found: dict[str, PolicyEvidence], terms: dict[str, Term]
) -> RetrievalResult:
    """What was named is a word or a part of one policy: the word explained, and the lines of
    the policy that speak of the part."""
    items: list[ResultItem] = []
    for name in names:
        term = terms.get(name) or term_named(name)
        if term is not None:
            items.append(
                ResultItem(
                    id=f"term:{term.name}", title=term.name, content=term.meaning, kind="term",
                    metadata={"law": term.law, "named": name},
                )
            )  # fmt: skip
        if name in found:
            policy = found[name]
            items += [
                section_item(policy, span, title=f"{name} · {SECTION_LABELS[span.section]}")
                for span in relevant_spans(policy, name)
                if span.attachment is None
            ]
    items = list({item.id: item for item in items}.values())
    status = ResultStatus.OK if items else ResultStatus.NOT_FOUND
    told = ", ".join(f"‘{name}’" for name in names)
    summary = f"{josa(told, '을/를')} 뜻과 원문으로 견주었어요."
    if not items:
        summary = f"{josa(told, '을/를')} 나누어 설명하는 문장을 모은 자료에서 찾지 못했어요."
    return RetrievalResult(
        source=source, status=status, query=", ".join(names), items=items, summary=summary
    )


def _aspects(policies: list[PolicyEvidence]) -> list[ResultItem]:
    """Lines of each aspect, policy by policy; an aspect that a text lacks says so."""
    items: list[ResultItem] = []
    for section, count in ASPECTS.items():
        label = SECTION_LABELS[section]
        shown = [(each, line_spans(each, section)[:count]) for each in policies]
        if not any(spans for _, spans in shown):
            continue
        for policy, spans in shown:
            title = f"{label} · {policy.name}"
            items += [section_item(policy, span, title=title) for span in spans]
            if not spans:
                items.append(_absent(policy, title, section))
    return items


def _absent(policy: PolicyEvidence, title: str, section: Section) -> ResultItem:
    return ResultItem(
        id=f"{policy.policy_id}:{section}", title=title, kind="section",
        content="이 항목은 모은 자료에 없어요.", version_id=policy.version_id,
        metadata={"policy_id": policy.policy_id, "policy": policy.name, "absent": True},
    )  # fmt: skip


def _periods(policies: list[PolicyEvidence], context: ToolContext) -> list[ResultItem]:
    return [
        ResultItem(
            id=f"{policy.policy_id}:period", title=f"신청 기간 · {policy.name}", content=text,
            kind="deadline", version_id=policy.version_id,
            metadata={"policy_id": policy.policy_id, "policy": policy.name},
        )
        for policy in policies
        if (text := deadline_text(policy, context.as_of))
    ]  # fmt: skip


def _exclusions(policies: list[PolicyEvidence], region: RegionFilter | None) -> list[str]:
    """Pairs that a relation says cannot be received together, each with its sentence."""
    walks = enrich([UUID(each.policy_id) for each in policies], region=region)
    told = []
    for one, other in combinations(policies, 2):
        links = [
            link
            for first, second in ((one, other), (other, one))
            for link in walks[UUID(first.policy_id)].exclusive
            if str(link.id) == second.policy_id
        ]
        if links:
            quote = f" 원문: “{links[0].quote}”" if links[0].quote else ""
            names = f"{josa(f'‘{one.name}’', '과/와')} ‘{other.name}’"
            told.append(f"{josa(names, '은/는')} 함께 받을 수 없다고 되어 있어요.{quote}")
    return told
