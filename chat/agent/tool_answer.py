"""A tool's result as an answer: conclusion, lines, sources, and what to ask next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from chat.agent.asking import OPTIONS
from chat.agent.cards import CitationBook, policy_item
from chat.agent.compose import marked
from chat.agent.evidence import PolicyEvidence, Span
from chat.agent.judging import Judged
from chat.agent.tools.questions import question_of
from chat.agent.tools.registry import get_tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult
from chat.answer import Answer, AskOption, AskOut, Claim, Outcome
from policies.estimates.types import Estimate, EstimateStatus

ESTIMATE_NOTICE = (
    "알려 주신 내용으로 미리 계산한 예상 금액이에요. 실제 금액은 신청한 뒤 조사를 거쳐 정해져요."
)
ON_PAGE = "아직 아무것도 저장하지 않았어요. ‘내 가족’ 화면에서 직접 적거나 고쳐 주세요."
SHOWN = 8
_OUTCOMES = {
    ResultStatus.OK: Outcome.ANSWERED,
    ResultStatus.NEEDS_USER_INPUT: Outcome.ASKED,
    ResultStatus.INVALID: Outcome.ASKED,
    ResultStatus.NOT_FOUND: Outcome.NOT_FOUND_IN_DATA,
    ResultStatus.NO_SUCH_POLICY: Outcome.NO_SUCH_POLICY,
    ResultStatus.UNAVAILABLE: Outcome.SOURCE_UNAVAILABLE,
    ResultStatus.SIGN_IN: Outcome.BLOCKED,
}


def tool_answer(
    result: RetrievalResult,
    judged: Sequence[Judged],
    *,
    member: str,
    asked: Sequence[str],
    today: date,
) -> tuple[Answer, list[str]]:
    """The answer with its lines. `judged`: the policies that the result points at, which get
    cards and whose sentences its items cite; `asked`: keys that are not asked again."""
    book = CitationBook()
    known = {item.evidence.policy_id: item.evidence for item in judged}
    lines = [result.summary]
    if result.estimate is not None:
        lines += estimate_lines(result.estimate)
    lines += [_item_line(item, known, book) for item in result.items[:SHOWN]]
    cards = [policy_item(one, book, today=today) for one in judged[:SHOWN]]
    ask = _ask(result, asked)
    notices = [ESTIMATE_NOTICE] if _has_amount(result.estimate) else []
    more = len(result.items) - SHOWN
    if more > 0:
        notices.append(f"{len(result.items):,}가지 가운데 앞의 {SHOWN}가지만 보여 드려요.")
    answer = Answer(
        outcome=_OUTCOMES[result.status],
        member=member,
        conclusion=result.summary,
        items=cards,
        notices=[*notices, *result.notices],
        citations=book.citations,
        suggestions=_suggestions(result),
        ask=ask,
    )
    return answer, [line for line in lines if line]


def left_to_page(result: RetrievalResult) -> RetrievalResult:
    """A tool that writes wants a yes to exactly what it shows. A talk does not keep what that
    was, so it asks nothing: the person writes it on the page."""
    if result.needs_user_input is None or not get_tool(result.source).writes:
        return result
    update = {"status": ResultStatus.OK, "summary": ON_PAGE, "needs_user_input": None}
    return result.model_copy(update=update)


def estimate_lines(estimate: Estimate) -> list[str]:
    """How the amount came about, in the order a person checks it."""
    lines: list[str] = []
    if estimate.formula:
        lines.append(f"계산 방법: {estimate.formula}")
    lines += [f"- {step}" for step in estimate.steps]
    for title, texts in (
        ("이렇게 보고 계산했어요:", estimate.assumptions),
        ("함께 알아 두세요:", estimate.notes),
    ):
        if texts:
            lines += [title, *(f"- {text}" for text in texts)]
    if estimate.sources:
        lines.append("계산 근거:")
        lines += [
            f"- {' · '.join(part for part in (source.title, source.law) if part)}"
            for source in estimate.sources
        ]
    return lines


def points_at(result: RetrievalResult) -> list[str]:
    """Ids of the policies a result is about, best first."""
    ids = [
        str(item.metadata.get("policy_id") or (item.id if item.kind == "policy" else ""))
        for item in result.items
    ]
    return [key for key in dict.fromkeys(ids) if key]


def lists_policies(result: RetrievalResult) -> bool:
    """Whether a result is nothing but policies: cards say more about them than lines."""
    return bool(result.items) and all(item.kind == "policy" for item in result.items)


def _has_amount(estimate: Estimate | None) -> bool:
    return estimate is not None and estimate.status is EstimateStatus.ESTIMATED


def _item_line(item: ResultItem, known: dict[str, PolicyEvidence], book: CitationBook) -> str:
    text = f"{item.title}: {item.content}" if item.content else item.title
    policy = known.get(str(item.metadata.get("policy_id") or item.id))
    line = f"- {' '.join(text.split())}"
    if policy is None or item.section is None or item.start is None or item.end is None:
        return line
    if item.version_id is not None and item.version_id != policy.version_id:
        return line
    span = Span(section=item.section, start=item.start, end=item.end)
    return marked(Claim(text=line, citations=[book.cite(policy, span)]))


def _ask(result: RetrievalResult, asked: Sequence[str]) -> AskOut | None:
    needed = result.needs_user_input
    if needed is not None:
        return AskOut(
            key=needed.argument,
            question=needed.question,
            reason=needed.reason,
            options=_options(needed.argument),
        )
    missing = result.estimate.missing if result.estimate else []
    key = next((one for one in missing if one not in asked), None)
    if key is None:
        return None
    reason = "이걸 알면 금액을 더 정확히 계산할 수 있어요."
    return AskOut(key=key, question=question_of(key), reason=reason, options=_options(key))


def _options(key: str) -> list[AskOption]:
    return [AskOption(label=word, value=word) for word in OPTIONS.get(key, [])]


def _suggestions(result: RetrievalResult) -> list[str]:
    if result.estimate is None:
        return []
    name = result.estimate.benefit
    return [f"{name} 신청 방법 알려 주세요", f"{name} 신청 서류가 뭐예요?"]
