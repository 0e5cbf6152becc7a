"""The household ledger in a talk: what is received, and what it adds up to."""

from __future__ import annotations

from pydantic import BaseModel, Field

from chat.agent.tools.benefit.telling import (
    NOTHING,
    clashes_said,
    entry_items,
    ledger_of,
    sums_said,
    unmatched_said,
)
from chat.agent.tools.registry import tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.korean import josa, long_date
from profiles.ledger import MemberLedger

LIST, SUM = "list_received_benefits", "sum_received_benefits"
_AS_TOLD = "적어 주신 금액 그대로 더한 것이라 실제로 받은 돈과 다를 수 있어요."


class OptionalMember(BaseModel):
    """One member, or the whole family where none is named."""

    member: str | None = Field(
        default=None,
        max_length=40,
        description="가족 구성원(예: 어머니). 비우면 가족 모두",
    )


class ListArguments(OptionalMember):
    include_ended: bool = Field(default=False, description="끝난 지원도 보여 줄지")


@tool(arguments=ListArguments, personal=True)
def list_received_benefits(arguments: ListArguments, context: ToolContext) -> RetrievalResult:
    """가족이 지금 받고 있다고 적어 둔 지원을 사람마다 보여 줍니다(이름, 금액(원), 시작한 날).

    함께 받을 수 없다고 알려진 것이 있으면 근거 문장과 함께 알려 줍니다. 본인이 적은 내용입니다.
    """
    found = ledger_of(LIST, arguments.member, context)
    if isinstance(found, RetrievalResult):
        return found
    items = [
        each for member in found.members for each in entry_items(member, arguments.include_ended)
    ]
    if not items:
        return RetrievalResult(source=LIST, status=ResultStatus.NOT_FOUND, summary=NOTHING)
    told = [f"{each.profile.name} {len(each.now) + len(each.named)}건" for each in found.members]
    return RetrievalResult(
        source=LIST,
        summary=f"{long_date(context.as_of)}에 받고 있다고 적어 둔 지원이에요: {', '.join(told)}.",
        items=items,
        total=len(items),
        notices=[*clashes_said(found), *unmatched_said(found)],
    )


@tool(arguments=OptionalMember, personal=True)
def sum_received_benefits(arguments: OptionalMember, context: ToolContext) -> RetrievalResult:
    """지금 받고 있다고 적어 둔 지원을 모두 더합니다. 매달 받는 것(원/월)과 한 번에 받은 것(원)을
    나누고, 금액을 모르는 것은 더하지 않고 이름을 말합니다.
    """
    found = ledger_of(SUM, arguments.member, context)
    if isinstance(found, RetrievalResult):
        return found
    if not any(each.now or each.named for each in found.members):
        return RetrievalResult(source=SUM, status=ResultStatus.NOT_FOUND, summary=NOTHING)
    who = found.members[0].profile.name if arguments.member else "우리 가족"
    return RetrievalResult(
        source=SUM,
        summary=f"{josa(who, '이/가')} 지금 {sums_said(found.monthly, found.once)}",
        items=[_sum_item(each) for each in found.members if each.now or each.named],
        total=found.monthly.counted + found.once.counted,
        notices=[
            *(
                f"{what} 가운데 {each.sentence}"
                for what, each in (("매달 받는 것", found.monthly), ("한 번에 받은 것", found.once))
                if each.unknown
            ),
            _AS_TOLD,
        ],
    )


def _sum_item(member: MemberLedger) -> ResultItem:
    return ResultItem(
        id=str(member.profile.pk),
        title=member.profile.name,
        content=sums_said(member.monthly, member.once),
        kind="figure",
        metadata={
            "monthly": member.monthly.amount,
            "once": member.once.amount,
            "unknown": [*member.monthly.unknown, *member.once.unknown],
        },
    )
