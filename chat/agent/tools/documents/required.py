"""Papers for a policy, and one list for several."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chat.agent.evidence import PolicyEvidence, Span, line_spans
from chat.agent.tools.found import ask_contact, policy_of, section_item, stale_notices
from chat.agent.tools.place import Place, place_of
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.guides.papers import Paper, paper_named, paper_of_line, papers, procedure_named
from policies.korean import josa
from policies.same import squeezed_name
from policies.vocabulary import Section

_PAPERS = re.compile(
    r"서류|구비|지참|제출|신청서|증명서|확인서|진단서|등본|신분증|통장|계약서|영수증"
)
_PROXY = re.compile(r"대리|대신|위임|가족이\s?(?:가|신청)|보호자")
_ISSUED = re.compile(r"떼(?:려|는|고|러|면|어|요)|뗄|발급|발행")
_NOTHING = re.compile(r"^(?:없음|해당\s?없음|해당사항\s?없음|별도\s?서류\s?없음|-)$")


class Required(Place):
    policy: str | None = from_talk(
        "policy", default=None, max_length=200, description="서류를 낼 정책이나 증명서 이름"
    )
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="서류에 대해 알고 싶은 것"
    )


class Checklist(Place):
    policies: list[str] = from_talk(
        "policies", min_length=1, max_length=8, description="함께 신청할 정책 이름들"
    )


@tool(arguments=Required)
def required_documents(arguments: Required, context: ToolContext) -> RetrievalResult:
    """정책을 신청할 때 내는 서류를 공식 원문 그대로 보여 주고, 어디서 떼는지 함께 알려 줍니다.

    한부모가족 증명서처럼 증명서를 떼는 데 필요한 것과 요양원 입소 서류도 알려 줍니다.
    """
    source = "required_documents"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    told = _no_policy(source, arguments)
    if told is not None:
        return told
    if not arguments.policy:
        return needs(source, "policy")
    policy = policy_of(source, arguments.policy, region)
    if isinstance(policy, RetrievalResult):
        return policy
    spans = document_spans(policy)
    if not spans:
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=policy.name,
            summary=f"‘{policy.name}’에 필요한 서류는 모은 자료에 없어요. {ask_contact(policy)}",
            notices=stale_notices([policy], context.as_of),
        )  # fmt: skip
    if all(_NOTHING.match(policy.text(span).strip()) for span in spans):
        return RetrievalResult(
            source=source, query=policy.name,
            summary=f"‘{policy.name}’의 자료에는 따로 내는 서류가 없다고 되어 있어요.",
            items=[section_item(policy, span) for span in spans],
        )  # fmt: skip
    return RetrievalResult(
        source=source, query=policy.name, total=len(spans),
        items=[_paper_item(policy, span) for span in spans],
        summary=f"‘{policy.name}’ 신청에 필요하다고 적힌 서류는 {len(spans)}가지예요.",
        notices=_notices(policy, arguments.question, spans, context),
    )  # fmt: skip


@tool(arguments=Checklist)
def make_document_checklist(arguments: Checklist, context: ToolContext) -> RetrievalResult:
    """여러 정책을 함께 신청할 때 낼 서류를 겹치지 않게 하나로 묶고, 어느 정책에 쓰는지 보여 줍니다.

    서류마다 떼는 곳과 수수료(원)를 함께 알려 줍니다.
    """
    source = "make_document_checklist"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    entries: dict[str, _Entry] = {}
    notices: list[str] = []
    read: list[PolicyEvidence] = []
    for name in dict.fromkeys(arguments.policies):
        policy = policy_of(source, name, region)
        if isinstance(policy, RetrievalResult):
            notices.append(policy.summary)
            continue
        read.append(policy)
        spans = document_spans(policy)
        if not spans:
            notices.append(f"‘{policy.name}’의 서류는 모은 자료에 없어요. {ask_contact(policy)}")
        for span in spans:
            _add(entries, policy, span)
    if not entries:
        status = ResultStatus.NOT_FOUND if read else ResultStatus.NO_SUCH_POLICY
        summary = "함께 낼 서류를 모은 자료에서 찾지 못했어요." if read else " ".join(notices)
        return RetrievalResult(
            source=source, status=status, summary=summary, notices=notices if read else []
        )
    shared = sum(len(entry.needed_for) > 1 for entry in entries.values())
    told = f" 이 가운데 {shared}가지는 여러 정책에 함께 써요." if shared else ""
    return RetrievalResult(
        source=source, query=", ".join(each.name for each in read), total=len(entries),
        items=[entry.item() for entry in entries.values()],
        summary=f"정책 {len(read)}건에 낼 서류는 모두 {len(entries)}가지예요.{told}",
        notices=[*notices, *stale_notices(read, context.as_of)],
    )  # fmt: skip


def document_spans(policy: PolicyEvidence) -> list[Span]:
    """Lines that say what to bring: the list of papers, else lines of the application."""
    listed = line_spans(policy, Section.DOCUMENTS)
    if listed:
        return listed
    spans = line_spans(policy, Section.APPLICATION)
    return [span for span in spans if _PAPERS.search(policy.text(span))]


def how_to_get(paper: Paper) -> str:
    """Where one gets a paper and what it costs, in Korean."""
    where = ", ".join(paper.where)
    fee = f" · 수수료: {paper.fee}" if paper.fee else ""
    return f"떼는 곳: {where}{fee}"


def paper_metadata(paper: Paper | None) -> dict[str, object]:
    """Facts of a known paper for the metadata of an item."""
    if paper is None:
        return {}
    return {
        "paper": paper.name,
        "where": list(paper.where),
        "fee": paper.fee,
        "online": paper.online,
        "how_to_get": how_to_get(paper),
    }


@dataclass
class _Entry:
    """A paper with the first line that asks for it and the policies that do."""

    policy: PolicyEvidence
    span: Span
    paper: Paper | None
    needed_for: list[str] = field(default_factory=list)

    def item(self) -> ResultItem:
        item = _paper_item(self.policy, self.span, self.paper)
        title = f"{self.paper.name if self.paper else item.content} → {', '.join(self.needed_for)}"
        metadata = item.metadata | {"needed_for": list(self.needed_for)}
        return item.model_copy(update={"title": title, "metadata": metadata})


def _add(entries: dict[str, _Entry], policy: PolicyEvidence, span: Span) -> None:
    text = policy.text(span)
    if _NOTHING.match(text.strip()):
        return
    paper = paper_of_line(text)
    key = paper.key if paper else squeezed_name(text)
    entry = entries.setdefault(key, _Entry(policy, span, paper))
    if policy.name not in entry.needed_for:
        entry.needed_for.append(policy.name)


def _paper_item(policy: PolicyEvidence, span: Span, paper: Paper | None = None) -> ResultItem:
    paper = paper or paper_of_line(policy.text(span))
    item = section_item(policy, span, kind="document")
    return item.model_copy(update={"metadata": item.metadata | paper_metadata(paper)})


def _notices(
    policy: PolicyEvidence, question: str | None, spans: list[Span], context: ToolContext
) -> list[str]:
    notices = stale_notices([policy], context.as_of)
    text = "\n".join(policy.text(span) for span in spans)
    if question and _PROXY.search(question) and not _PROXY.search(text):
        notices.append(
            "대리인이 더 낼 서류는 이 자료에 없어요. 보통 위임장과 본인·대리인 신분증을 요구하니 "
            f"{ask_contact(policy)}"
        )
    asked = paper_named(question) if question else None
    if asked is not None and not any(squeezed_name(n) in squeezed_name(text) for n in asked.names):
        notices.append(
            f"{josa(f'‘{asked.name}’', '은/는')} 이 목록에 적혀 있지 않아요. {ask_contact(policy)}"
        )
    if not line_spans(policy, Section.DOCUMENTS):
        notices.append("서류 목록이 따로 없어 신청 방법에 적힌 문장을 보여 드려요.")
    notices.append("창구에서 더 요구하는 서류가 있을 수 있으니 가기 전에 전화로 확인해 주세요.")
    return notices


def _no_policy(source: str, arguments: Required) -> RetrievalResult | None:
    """What was named is no policy but a procedure (요양원 입소) or a certificate to get
    (한부모증명서 떼려면); None where it is neither."""
    question = arguments.question or ""
    procedure = procedure_named(f"{arguments.policy or ''} {question}")
    if procedure is not None:
        known = [each for each in papers() if each.name in procedure.papers]
        return RetrievalResult(
            source=source, query=procedure.name, notices=[procedure.note],
            summary=f"{procedure.name}에는 {', '.join(procedure.papers)} 등이 필요해요"
            f"({procedure.law}).",
            items=[certificate_item(each) for each in known],
        )  # fmt: skip
    paper = paper_of_line(arguments.policy) if arguments.policy else None
    if paper is None and _ISSUED.search(question):
        paper = paper_named(question)
    if paper is None:
        return None
    return RetrievalResult(
        source=source, query=paper.name, items=[certificate_item(paper)],
        summary=f"{josa(paper.name, '을/를')} 떼는 방법이에요. {paper.need}",
    )  # fmt: skip


def certificate_item(paper: Paper) -> ResultItem:
    """A paper with what it is and how one gets it."""
    return ResultItem(
        id=f"paper:{paper.key}", title=paper.name, kind="document", url=paper.online,
        content=f"{paper.what} {how_to_get(paper)}", metadata=paper_metadata(paper),
    )  # fmt: skip
