"""One policy: what its official text says, what changed, and what stands around it."""

from __future__ import annotations

from itertools import pairwise
from uuid import UUID

from pydantic import Field

from chat.agent.aspects import asked_spans
from chat.agent.differences import difference_notice, differences
from chat.agent.evidence import PolicyEvidence, Span, line_spans
from chat.agent.relevance import relevant_spans
from chat.agent.rows import evidence_of, with_relations
from chat.agent.tools.found import contacts_of, policy_item, policy_of, section_item, stale_notices
from chat.agent.tools.place import WithPolicy, place_of
from chat.agent.tools.registry import from_talk, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.graph.walk import Link, enrich
from policies.korean import josa, long_date
from policies.models import PolicyVersion
from policies.models.policy import SECTION_LABELS
from policies.retrieval.types import RegionFilter
from policies.same import policy_twins
from policies.selectors import versions_of
from policies.version_diff import SectionDiff, version_diff
from policies.vocabulary import Section

# Sections of a description in reading order, with the lines shown of each.
OVERVIEW = {
    Section.SUMMARY: 1,
    Section.TARGET: 4,
    Section.CRITERIA: 4,
    Section.BENEFIT: 5,
    Section.APPLICATION: 3,
    Section.NOTICE: 2,
}
CHANGES = 5


class Detail(WithPolicy):
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="정책에서 알고 싶은 것"
    )
    sections: list[Section] | None = Field(
        default=None, max_length=10, description="볼 항목만 고르기(비우면 주요 항목 모두)"
    )


@tool(arguments=Detail)
def get_policy_detail(arguments: Detail, context: ToolContext) -> RetrievalResult:
    """정책 하나의 대상·기준·지원 금액(원문 단위)·신청 방법을 공식 원문 문장 그대로 보여 줍니다.

    질문이 있으면 그에 답하는 문장을 먼저 보여 줍니다. 공개된 금액이며 개인별 계산은 아닙니다.
    """
    source = "get_policy_detail"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    policy = policy_of(source, arguments.policy, region)
    if isinstance(policy, RetrievalResult):
        return policy
    spans, answered = _spans(policy, arguments)
    if not spans:
        labels = ", ".join(SECTION_LABELS[each] for each in arguments.sections or [])
        what = f"{labels} 항목이" if labels else "내용이"
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=policy.name,
            summary=f"‘{policy.name}’의 {what} 모은 자료에는 비어 있어요.",
            items=[policy_item(policy, as_of=context.as_of)],
        )  # fmt: skip
    notices = stale_notices([policy], context.as_of)
    if arguments.question and not answered and not arguments.sections:
        notices.append("물어보신 것에 바로 답하는 문장은 찾지 못해 주요 내용을 보여 드려요.")
    twins = [evidence_of(row) for row in with_relations(policy_twins([policy.policy_id]))]
    if told := difference_notice(differences([policy], twins)):
        notices.append(told)
    if contacts := contacts_of(policy):
        notices.append(f"문의: {', '.join(contacts[:3])}")
    return RetrievalResult(
        source=source, query=policy.name, notices=notices,
        summary=f"{josa(f'‘{policy.name}’', '은/는')} {josa(policy.agency, '이/가')} 맡은 "
        f"{policy.region} 정책이에요.",
        items=[policy_item(policy, as_of=context.as_of), *(section_item(policy, s) for s in spans)],
    )  # fmt: skip


@tool(arguments=WithPolicy)
def get_policy_changes(arguments: WithPolicy, context: ToolContext) -> RetrievalResult:
    """정책 하나의 공식 원문이 모은 뒤로 언제 어떻게 바뀌었는지 앞뒤 문장으로 보여 줍니다.

    날짜는 이 서비스가 자료를 모은 날입니다. 처음 모으기 전에 바뀐 것은 알 수 없습니다.
    """
    source = "get_policy_changes"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    policy = policy_of(source, arguments.policy, region)
    if isinstance(policy, RetrievalResult):
        return policy
    versions = versions_of(UUID(policy.policy_id))
    first = versions[-1].created_at.date()
    notices = [f"{long_date(first)}부터 모은 자료라, 그 전에 바뀐 것은 알 수 없어요."]
    items: list[ResultItem] = []
    for new, old in pairwise(versions[: CHANGES + 1]):
        items += [_diff_item(policy, new, each) for each in version_diff(old, new)]
    if not items:
        return RetrievalResult(
            source=source, query=policy.name, total=0, notices=notices,
            summary=f"‘{policy.name}’의 원문은 모은 뒤로 바뀐 것이 없어요.",
        )  # fmt: skip
    if len(versions) - 1 > CHANGES:
        notices.append(f"{len(versions) - 1}번의 변경 가운데 최근 {CHANGES}번만 보여 드려요.")
    return RetrievalResult(
        source=source, query=policy.name, items=items, total=len(versions) - 1, notices=notices,
        summary=f"‘{policy.name}’의 원문은 모은 뒤로 {len(versions) - 1}번 바뀌었어요.",
    )  # fmt: skip


@tool(arguments=WithPolicy)
def get_related_policies(arguments: WithPolicy, context: ToolContext) -> RetrievalResult:
    """정책 하나와 이어진 정책을 보여 줍니다: 함께 볼 것, 함께 받을 수 없는 것, 지역 추가 지원.

    출처가 적은 관련 정책, 원문의 중복 제한 문장, 같은 법령·주제에서 나온 관계입니다.
    """
    source = "get_related_policies"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    policy = policy_of(source, arguments.policy, region)
    if isinstance(policy, RetrievalResult):
        return policy
    return _related(source, policy, region)


def _spans(policy: PolicyEvidence, arguments: Detail) -> tuple[list[Span], bool]:
    """Lines to show, and whether they answer the question."""
    if arguments.sections:
        return [span for each in arguments.sections for span in line_spans(policy, each)], True
    asked: list[Span] = []
    if arguments.question:
        asked = asked_spans(policy, arguments.question)
        asked += relevant_spans(policy, arguments.question)
        asked = [span for span in dict.fromkeys(asked) if span.attachment is None]
    overview = [
        span for each, count in OVERVIEW.items() for span in line_spans(policy, each)[:count]
    ]
    return asked or overview, bool(asked)


def _diff_item(policy: PolicyEvidence, new: PolicyVersion, diff: SectionDiff) -> ResultItem:
    removed = [line.text for line in diff.lines if line.kind == "removed"]
    added = [line.text for line in diff.lines if line.kind == "added"]
    day = new.created_at.date()
    parts = [f"전: {' / '.join(removed)}"] if removed else []
    parts += [f"뒤: {' / '.join(added)}"] if added else []
    return ResultItem(
        id=f"{policy.policy_id}:v{new.number}:{diff.label}", kind="change",
        title=f"{long_date(day)} · {diff.label}", content="\n".join(parts), version_id=new.pk,
        metadata={"policy_id": policy.policy_id, "removed": removed, "added": added},
    )  # fmt: skip


_KINDS = (
    ("exclusive", "함께 받을 수 없음"),
    ("parents", "국가 사업"),
    ("additions", "지역 추가 지원"),
    ("related", "함께 보기"),
)


def _related(source: str, policy: PolicyEvidence, region: RegionFilter | None) -> RetrievalResult:
    key = UUID(policy.policy_id)
    related = enrich([key], region=region)[key]
    items = [
        _link_item(link, kind, label) for kind, label in _KINDS for link in getattr(related, kind)
    ]
    if not items:
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=policy.name, total=0,
            summary=f"{josa(f'‘{policy.name}’', '과/와')} 이어진 정책은 찾지 못했어요.",
        )  # fmt: skip
    found = [(label, len(getattr(related, kind))) for kind, label in _KINDS]
    counts = [f"{label} {count}건" for label, count in found if count]
    notices = ["함께 받을 수 없다는 문장이 없다고 해서 함께 받을 수 있다는 뜻은 아니에요."]
    return RetrievalResult(
        source=source, query=policy.name, items=items, total=len(items), notices=notices,
        summary=f"{josa(f'‘{policy.name}’', '과/와')} 이어진 정책이에요: {', '.join(counts)}.",
        graph_summary="\n".join(related.walk),
    )  # fmt: skip


def _link_item(link: Link, kind: str, label: str) -> ResultItem:
    content = f"{label}: {link.reason}"
    content += f" 원문: “{link.quote}”" if link.quote else ""
    return ResultItem(
        id=str(link.id), title=link.name, content=content,
        metadata={"policy_id": str(link.id), "relation": kind, "quote": link.quote},
    )  # fmt: skip
