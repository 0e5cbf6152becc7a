"""What tools share: the policy a person means, and items with their spans."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from chat.agent.cards import benefit_spans, deadline_text
from chat.agent.evidence import PolicyEvidence, Span, line_spans
from chat.agent.rows import evidence_of, with_relations
from chat.agent.tools.questions import question_of
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, UserInput
from policies.freshness import freshness
from policies.geography.offices import OFFICE_LABELS, Office
from policies.graph.names import without_ending
from policies.korean import josa
from policies.models import Policy
from policies.models.policy import SECTION_LABELS
from policies.named import NamedPolicy, policy_named
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query, RegionFilter, SearchResult
from policies.vocabulary import Section

NEAR = 3
# Region of a policy that holds everywhere (chat.agent.rows).
NATION = "전국"


def policy_of(
    source: str, name: str, region: RegionFilter | None
) -> PolicyEvidence | RetrievalResult:
    """The policy somebody means by a name or id; else the result that says why none is told."""
    if policy := _by_id(name):
        return _evidence(policy)
    found = _named(name, region)
    if found.policy is not None:
        return _evidence(found.policy)
    if found.elsewhere:
        return _elsewhere(source, name, found)
    if found.candidates:
        return _which(source, name, found, region)
    return _no_such(source, name, region)


def evidences_of(ids: Iterable[UUID]) -> list[PolicyEvidence]:
    """Published policies in the order of their ids."""
    wanted = list(ids)
    rows = {row.id: row for row in with_relations(Policy.objects.published().filter(id__in=wanted))}
    return [evidence_of(rows[each]) for each in wanted if each in rows]


def found_policies(query: Query) -> tuple[SearchResult, list[PolicyEvidence]]:
    """A search with its policies; each keeps its score and its best passages."""
    result = search_policies(query)
    hits = {str(hit.policy_id): hit for hit in result.hits}
    found = []
    for evidence in evidences_of(hit.policy_id for hit in result.hits):
        hit = hits[evidence.policy_id]
        spans = [
            Span(section=chunk.section, start=chunk.start, end=chunk.end)
            for chunk in hit.chunks
            if chunk.attachment_id is None
        ]
        found.append(evidence.model_copy(update={"score": hit.score, "spans": spans}))
    return result, found


def outcome_of(result: SearchResult) -> ResultStatus:
    """How a search ended: found, nothing near, or not searched in full."""
    if result.hits and not result.below_floor:
        return ResultStatus.OK
    return ResultStatus.UNAVAILABLE if result.lexical_only else ResultStatus.NOT_FOUND


def policy_item(
    policy: PolicyEvidence, *, as_of: date | None = None, span: Span | None = None
) -> ResultItem:
    """A policy with the sentence that says most of it, and when one can apply."""
    spans = line_spans(policy, Section.SUMMARY) or benefit_spans(policy, 1)
    shown = span or next(iter(spans), None)
    metadata = {
        "policy_id": policy.policy_id,
        "agency": policy.agency,
        "region": policy.region,
        "source": policy.source,
        "status": policy.status,
        "apply_url": policy.apply_url,
    }
    if as_of is not None:
        metadata["deadline"] = deadline_text(policy, as_of)
        metadata["stale"] = _stale(policy, as_of)
    return ResultItem(
        id=policy.policy_id,
        title=policy.name,
        content=policy.text(shown) if shown else "",
        score=max(0.0, min(1.0, policy.score or 1.0)),
        url=policy.detail_url or policy.source_url,
        metadata=metadata,
        **_at(policy, shown),
    )


def section_item(
    policy: PolicyEvidence, span: Span, *, title: str = "", kind: str = "section"
) -> ResultItem:
    """A stretch of an official text, word for word."""
    name = title or f"{policy.name} · {SECTION_LABELS[span.section]}"
    return ResultItem(
        id=f"{policy.policy_id}:{span.section}:{span.start}-{span.end}",
        title=name,
        content=policy.text(span),
        kind=kind,
        url=policy.source_url or policy.detail_url,
        metadata={"policy_id": policy.policy_id, "policy": policy.name},
        **_at(policy, span),
    )


def office_item(office: Office, *, kind: str = "office") -> ResultItem:
    """An office with its number, or that none is known."""
    return ResultItem(
        id=f"office:{office.name}", title=office.name, kind=kind,
        content=office.phone or "전화번호를 확인하지 못했어요.",
        metadata={
            "phone": office.phone, "office": OFFICE_LABELS[office.kind], "source": office.source,
        },
    )  # fmt: skip


def stale_notices(policies: Iterable[PolicyEvidence], as_of: date) -> list[str]:
    """One sentence a policy whose data is older than its source promises, at most three."""
    told = [(each.name, _stale(each, as_of)) for each in policies]
    return [f"{name}: {text}" for name, text in told if text][:3]


def contacts_of(policy: PolicyEvidence) -> list[str]:
    """Contacts of a policy as they are published."""
    named = [f"{each.get('name', '')} {each.get('phone', '')}".strip() for each in policy.contacts]
    return [each for each in named if each]


def ask_contact(policy: PolicyEvidence) -> str:
    """Whom to ask where the text does not say, in one sentence."""
    contacts = [each for each in contacts_of(policy) if any(sign.isdigit() for sign in each)]
    if contacts:
        return f"{contacts[0]}에 물어보세요."
    return f"{josa(policy.agency, '이나/나')} 보건복지상담센터(129)에 물어보세요."


def _at(policy: PolicyEvidence, span: Span | None) -> dict[str, object]:
    if span is None:
        return {"version_id": policy.version_id}
    return {
        "version_id": policy.version_id,
        "section": span.section,
        "start": span.start,
        "end": span.end,
    }


def _stale(policy: PolicyEvidence, as_of: date) -> str:
    return freshness(
        policy.source,
        collected_on=policy.collected_on,
        checked_on=policy.checked_on,
        year=policy.year,
        today=as_of,
    ).sentence


def _by_id(name: str) -> Policy | None:
    try:
        key = UUID(name.strip())
    except ValueError:
        return None
    return Policy.objects.published().filter(id=key).first()


def _named(name: str, region: RegionFilter | None) -> NamedPolicy:
    """The name as it was said, then without 서비스, 지원사업 … at its end."""
    place = (region.sido, region.sigungu) if region else (None, None)
    found = policy_named(name, *place)
    bare = without_ending(name)
    if found == NamedPolicy() and bare != name:
        return policy_named(bare, *place)
    return found


def _evidence(policy: Policy) -> PolicyEvidence:
    return evidences_of([policy.id])[0]


def _items(policies: Iterable[Policy]) -> list[ResultItem]:
    return [policy_item(each) for each in evidences_of(policy.id for policy in policies)]


def _which(
    source: str, name: str, found: NamedPolicy, region: RegionFilter | None
) -> RetrievalResult:
    """Several go by the name: the place tells them apart, or the person does."""
    names = ", ".join(dict.fromkeys(each.name for each in found.candidates))
    question = f"‘{name}’에 맞는 정책이 여럿이에요. 어느 것을 말씀하세요? {names}"
    asked = UserInput(argument="policy", question=question)
    if region is None and not any(each.nationwide for each in found.candidates):
        asked = UserInput(
            argument="sigungu",
            question=question_of("sigungu"),
            reason=f"{josa(f'‘{name}’', '은/는')} 지역마다 따로 하는 정책이에요.",
        )
    return RetrievalResult(
        source=source, status=ResultStatus.NEEDS_USER_INPUT, query=name, summary=asked.question,
        needs_user_input=asked, items=_items(found.candidates),
    )  # fmt: skip


def _elsewhere(source: str, name: str, found: NamedPolicy) -> RetrievalResult:
    items = _items(found.candidates)
    places = ", ".join(dict.fromkeys(str(item.metadata["region"]) for item in items))
    text = f"{josa(f'‘{name}’', '은/는')} 사는 곳이 아닌 다른 지역({places})의 정책으로만 있어요."
    return RetrievalResult(
        source=source, status=ResultStatus.NOT_FOUND, query=name, summary=text, items=items
    )


def _no_such(source: str, name: str, region: RegionFilter | None) -> RetrievalResult:
    """Nothing goes by the name; what comes near it is offered, never taken for it."""
    if not Policy.objects.published().exists():
        return RetrievalResult(
            source=source, status=ResultStatus.UNAVAILABLE, query=name,
            summary="정책 자료가 아직 없어서 찾아볼 수 없어요.",
        )  # fmt: skip
    query = Query(name, region=region, nationwide_only=region is None, limit=NEAR)
    result, near = found_policies(query)
    near = [] if result.below_floor else near
    text = f"{josa(f'‘{name}’', '이라는/라는')} 이름의 정책은 모은 자료에 없어요."
    if near:
        names = ", ".join(f"‘{each.name}’" for each in near)
        text += f" 비슷한 정책으로 {josa(names, '이/가')} 있어요."
    return RetrievalResult(
        source=source, status=ResultStatus.NO_SUCH_POLICY, query=name, summary=text,
        items=[policy_item(each) for each in near],
        notices=[result.notice] if result.notice else [],
    )  # fmt: skip
