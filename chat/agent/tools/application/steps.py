"""How and where one applies."""

from __future__ import annotations

import re
import unicodedata

from pydantic import Field

from chat.agent.cards import deadline_text
from chat.agent.evidence import PolicyEvidence, Span, line_spans
from chat.agent.relevance import relevant_spans
from chat.agent.tools.found import (
    ask_contact,
    contacts_of,
    office_item,
    policy_of,
    section_item,
    stale_notices,
)
from chat.agent.tools.place import Place, WithPolicy, place_of
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.geography import Region, places_in
from policies.geography.offices import Office
from policies.guides.appeals import decision_for
from policies.korean import josa
from policies.offices import nearest_offices
from policies.retrieval.types import RegionFilter
from policies.selectors import legal_basis_of
from policies.vocabulary import PolicyStatus, Section

_ONLINE = re.compile(r"온라인|인터넷|누리집|홈페이지|앱|복지로|정부24|www\.|http|고용24")
_WAIT = re.compile(r"얼마나\s?걸|언제\s?나오|언제쯤|며칠|결과|처리\s?기간|기다")
_NUMBER = re.compile(r"^\s*(?:\d+[.)]|[①-⑳])\s*")
OFFICES = 6


class Steps(WithPolicy):
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="신청에서 알고 싶은 것"
    )


class WhichOffice(Place):
    policy: str | None = from_talk(
        "policy", default=None, max_length=200, description="신청하거나 물어볼 정책 이름"
    )
    dong: str | None = Field(default=None, max_length=30, description="사는 읍·면·동. 예: 상도동")


@tool(arguments=Steps)
def application_steps(arguments: Steps, context: ToolContext) -> RetrievalResult:
    """정책 하나를 신청하는 순서를 공식 원문의 신청 방법 문장으로 차례대로 보여 줍니다.

    신청 기간, 온라인 신청 주소, 법으로 정한 처리 기간(일)이 있으면 함께 알려 줍니다.
    """
    source = "application_steps"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    policy = policy_of(source, arguments.policy, region)
    if isinstance(policy, RetrievalResult):
        return policy
    spans = line_spans(policy, Section.APPLICATION)
    if not spans:
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=policy.name,
            summary=f"‘{policy.name}’의 신청 방법은 모은 자료에 없어요. {ask_contact(policy)}",
            items=_address(policy),
        )  # fmt: skip
    steps = [_step(policy, span, number) for number, span in enumerate(spans, start=1)]
    extra = _asked(policy, arguments.question, spans)
    notices = _notices(policy, arguments.question, context)
    closed = policy.status == PolicyStatus.CLOSED
    summary = (
        f"{josa(f'‘{policy.name}’', '은/는')} 지금은 끝난 사업이라 신청할 수 없어요."
        if closed
        else f"‘{policy.name}’ 신청 방법이에요."
    )
    return RetrievalResult(
        source=source, query=policy.name, summary=summary, notices=notices,
        items=[*extra, *steps, *_address(policy)], total=len(steps),
    )  # fmt: skip


@tool(arguments=WhichOffice)
def application_office(arguments: WhichOffice, context: ToolContext) -> RetrievalResult:
    """정책을 어디에서 신청하고 어디로 전화하는지, 사는 곳의 행정복지센터·구청과 함께 알려 줍니다.

    전화번호는 공개된 정책의 문의처와 기관 누리집에서 확인한 것만 보여 줍니다.
    """
    source = "application_office"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    if not arguments.policy and region is None:
        return needs(source, "policy")
    policy = policy_of(source, arguments.policy, region) if arguments.policy else None
    if isinstance(policy, RetrievalResult):
        return policy
    items = _contact_items(policy) if policy else []
    if policy:
        items += [section_item(policy, span) for span in _where(policy)]
    offices = _offices(region, arguments.dong or _dong(context.question, region))
    items += [office_item(office) for office in offices]
    notices = stale_notices([policy], context.as_of) if policy else []
    if region is None or region.sigungu is None:
        notices.append("시·군·구를 알려 주시면 가까운 구청·보건소도 찾아 드려요.")
    if any(office.phone is None for office in offices):
        notices.append("전화번호가 없는 곳은 공개된 번호를 확인하지 못했어요. 110에 물어보세요.")
    what = f"‘{policy.name}’" if policy else "복지 지원"
    return RetrievalResult(
        source=source, query=policy.name if policy else "", items=items, notices=notices,
        summary=f"{josa(what, '을/를')} 신청하거나 물어볼 곳이에요.", total=len(items),
    )  # fmt: skip


def _step(policy: PolicyEvidence, span: Span, number: int) -> ResultItem:
    """A line as a step; its own number at the front is left outside the span."""
    lead = _NUMBER.match(policy.text(span))
    if lead and span.end - span.start - lead.end() >= 2:
        span = span.model_copy(update={"start": span.start + lead.end()})
    return section_item(policy, span, title=f"{number}단계", kind="step")


def _asked(policy: PolicyEvidence, question: str | None, shown: list[Span]) -> list[ResultItem]:
    """Lines of other sections that answer the question (대리 신청, 처리 기간 …)."""
    if not question or _WAIT.search(question):
        return []
    spans = relevant_spans(policy, question)
    return [
        section_item(policy, span)
        for span in spans
        if span.attachment is None and span not in shown
    ]


def _notices(policy: PolicyEvidence, question: str | None, context: ToolContext) -> list[str]:
    notices = stale_notices([policy], context.as_of)
    if period := deadline_text(policy, context.as_of):
        notices.append(f"신청 기간: {period}")
    text = policy.sections.get(Section.APPLICATION, "")
    if policy.apply_url and _ONLINE.search(text):
        notices.append("온라인으로도 신청할 수 있다고 되어 있어요.")
    decision = decision_for(policy.name, legal_basis_of(policy.version_id))
    if decision is not None:
        notices.append(f"결과가 나오기까지: {decision.text} ({decision.law})")
    elif question and _WAIT.search(question):
        notices.append(f"결과가 나오는 데 걸리는 기간은 확인하지 못했어요. {ask_contact(policy)}")
    return notices


def _address(policy: PolicyEvidence) -> list[ResultItem]:
    if not policy.apply_url:
        return []
    return [
        ResultItem(
            id=f"{policy.policy_id}:apply", title="온라인 신청 주소", content=policy.apply_url,
            kind="link", url=policy.apply_url,
            metadata={"policy_id": policy.policy_id, "policy": policy.name},
        )
    ]  # fmt: skip


def _where(policy: PolicyEvidence) -> list[Span]:
    """Lines of the application that say where to go."""
    spans = line_spans(policy, Section.APPLICATION)
    telling = [span for span in spans if _PLACE.search(policy.text(span))]
    return (telling or spans)[:3]


_PLACE = re.compile(
    r"센터|공단|보건소|주민|구청|시청|군청|청에|지사|은행|병원|방문|복지로|정부24|홈페이지|누리집|온라인|우편"
)


def _contact_items(policy: PolicyEvidence) -> list[ResultItem]:
    return [
        ResultItem(
            id=f"{policy.policy_id}:contact:{number}", title="문의처", content=text, kind="contact",
            version_id=policy.version_id, url=policy.source_url,
            metadata={"policy_id": policy.policy_id, "policy": policy.name},
        )
        for number, text in enumerate(contacts_of(policy), start=1)
    ]  # fmt: skip


def _offices(region: RegionFilter | None, dong: str | None) -> list[Office]:
    lived = Region(region.sido, region.sigungu) if region else None
    return nearest_offices(lived, dong=dong)[:OFFICES]


def _dong(question: str, region: RegionFilter | None) -> str | None:
    """The dong a question names in the place somebody lives in."""
    if region is None:
        return None
    lived = Region(region.sido, region.sigungu)
    said = places_in(unicodedata.normalize("NFC", question))
    return next((place.dong for place in said if place.dong and lived in place.regions), None)
