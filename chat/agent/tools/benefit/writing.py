"""Writing into the household ledger: only after the person said that it may be kept."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field

from chat.agent.facts import member_name
from chat.agent.tools.benefit.telling import clashes_said, days, entry_item, ledger_of, paid
from chat.agent.tools.people import WithConsent, asker_of, family_in, member_in
from chat.agent.tools.place import invalid
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.types import ResultStatus, RetrievalResult, ToolContext
from policies.korean import josa, long_date, particle
from profiles.errors import BenefitRefused
from profiles.ledger import entries_called
from profiles.ledger_services import benefit_add, benefit_end
from profiles.models import MOST_WON, ReceivedBenefit
from profiles.services import member_add

ADD, END = "add_received_benefit", "end_received_benefit"


class AddArguments(WithConsent):
    name: str = from_talk("policy", min_length=1, max_length=100, description="받는 지원의 이름")
    amount: int | None = Field(
        default=None, ge=0, le=MOST_WON, description="금액(원). 매달 받으면 한 달 금액"
    )
    paid: Literal["monthly", "once"] = Field(
        default="monthly", description="monthly 매달, once 한 번"
    )
    since: date | None = Field(default=None, description="받기 시작한 날(YYYY-MM-DD)")
    until: date | None = Field(default=None, description="마지막으로 받는 날(YYYY-MM-DD)")
    note: str = Field(default="", max_length=200, description="메모")


class EndArguments(WithConsent):
    name: str = from_talk("policy", min_length=1, max_length=100, description="끝난 지원의 이름")
    until: date | None = Field(
        default=None, description="마지막으로 받은 날(YYYY-MM-DD). 비우면 오늘"
    )


@tool(arguments=AddArguments, personal=True, writes=True)
def add_received_benefit(arguments: AddArguments, context: ToolContext) -> RetrievalResult:
    """지금 받고 있는 지원을 가족 정보에 적어 둡니다(이름, 금액(원), 매달·한 번, 기간, 메모).

    본인이 저장해도 된다고 말한 뒤에만 저장하고, 그 전에는 무엇을 저장할지 보여 주며 묻습니다.
    """
    family = family_in(context)
    user = asker_of(ADD, family)
    key = member_in(ADD, family, arguments.member)
    if isinstance(user, RetrievalResult):
        return user
    if isinstance(key, RetrievalResult):
        return key
    values: dict[str, Any] = arguments.model_dump(
        include={"name", "amount", "paid", "since", "until", "note"}
    )
    if not arguments.consent:
        asked = f"{family.name(key)}의 ‘받고 있는 지원’에 {_said(arguments)} 저장할까요?"
        return needs(ADD, "consent", question=asked)
    profile = family.saved.get(key) or member_add(user=user, key=key, name=member_name(key))
    try:
        added = benefit_add(profile=profile, values=values)
    except BenefitRefused as refused:
        return invalid(ADD, refused.field, refused.message)
    found = ledger_of(ADD, key, context)
    notices = [] if isinstance(found, RetrievalResult) else clashes_said(found)
    if added.policy is None:
        notices.append("이름만으로 어떤 정책인지 확실하지 않아 중복 여부는 살펴보지 못했어요.")
    return RetrievalResult(
        source=ADD,
        summary=f"{family.name(key)}의 ‘받고 있는 지원’에 {_said(arguments)} 적어 두었어요.",
        items=[entry_item(profile, added, context.as_of)],
        notices=notices,
    )


@tool(arguments=EndArguments, personal=True, writes=True)
def end_received_benefit(arguments: EndArguments, context: ToolContext) -> RetrievalResult:
    """적어 둔 지원을 이제 받지 않는 것으로 바꿉니다. 마지막으로 받은 날이 없으면 오늘로 적습니다.

    본인이 바꿔도 된다고 말한 뒤에만 바꿉니다.
    """
    family = family_in(context)
    user = asker_of(END, family)
    key = member_in(END, family, arguments.member)
    if isinstance(user, RetrievalResult):
        return user
    if isinstance(key, RetrievalResult):
        return key
    profile = family.saved.get(key)
    found = entries_called(profile, arguments.name, context.as_of) if profile else []
    who, name = family.name(key), f"‘{arguments.name}’"
    if not found:
        return RetrievalResult(
            source=END,
            status=ResultStatus.NOT_FOUND,
            query=arguments.name,
            summary=f"{josa(who, '이/가')} 받고 있다고 적어 둔 {josa(name, '이/가')} 없어요.",
        )
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        return needs(END, "name", question=f"어느 것이 끝났는지 알려 주시겠어요? {names}")
    until = arguments.until or context.as_of
    name = f"‘{found[0].name}’"
    if not arguments.consent:
        asked = f"{who}의 {josa(name, '을/를')} {long_date(until)}까지 받은 것으로 바꿀까요?"
        return needs(END, "consent", question=asked)
    try:
        ended = benefit_end(benefit=found[0], until=until)
    except BenefitRefused as refused:
        return invalid(END, refused.field, refused.message)
    return RetrievalResult(
        source=END,
        summary=f"{who}의 {josa(name, '을/를')} {long_date(until)}까지 받은 것으로 바꾸었어요.",
        items=[entry_item(ended.profile, ended, context.as_of)],
    )


def _said(arguments: AddArguments) -> str:
    """The entry with its particle: “‘기초연금’(월 334,810원)을”."""
    told = ReceivedBenefit(
        name=arguments.name, amount=arguments.amount, paid=arguments.paid,
        since=arguments.since, until=arguments.until,
    )  # fmt: skip
    inside = ", ".join(part for part in (paid(told), days(told)) if part)
    return f"‘{arguments.name}’({inside}){particle(arguments.name, '을/를')}"
