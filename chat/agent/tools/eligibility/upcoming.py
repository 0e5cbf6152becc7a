"""Which verdicts time alone will turn within some months."""

from __future__ import annotations

from pydantic import Field

from chat.agent.tools.people import OfMember, family_in, member_in
from chat.agent.tools.place import Place, place_of
from chat.agent.tools.registry import needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from chat.agent.tools.verdicts import living_at
from policies.eligibility.dates import add_months
from policies.korean import josa, long_date
from policies.screening.upcoming import Upcoming, upcoming
from policies.vocabulary import VERDICT_LABELS

NAME = "find_upcoming_eligibility"


class UpcomingArguments(OfMember, Place):
    """Whose, and how far ahead."""

    months: int = Field(default=12, ge=1, le=36, description="앞으로 볼 개월 수(1~36)")
    limit: int = Field(default=10, ge=1, le=30, description="보여 줄 가짓수(1~30)")


@tool(arguments=UpcomingArguments)
def find_upcoming_eligibility(
    arguments: UpcomingArguments, context: ToolContext
) -> RetrievalResult:
    """앞으로 몇 달 안에 시간이 지나는 것만으로(나이, 기간) 새로 받을 수 있게 되거나 맞지 않게 되는
    정책을 날짜 순서로 알려 줍니다. 예: 2026년 12월 3일 만 65세부터.

    생년월일이 있어야 날을 셀 수 있습니다. 다른 사정은 지금 그대로라고 봅니다.
    """
    place = place_of(NAME, arguments)
    if isinstance(place, RetrievalResult):
        return place
    family = family_in(context)
    key = member_in(NAME, family, arguments.member)
    if isinstance(key, RetrievalResult):
        return key
    facts = living_at(family.facts.get(key), place, context)
    if facts.birth_date is None:
        return needs(NAME, "birth_date", reason="생년월일을 알아야 나이가 차는 날을 셀 수 있어요.")
    until = add_months(context.as_of, arguments.months)
    found = [each for each in upcoming(facts, until) if each.item.here or facts.region is not None]
    who = family.name(key)
    notices = ["다른 사정(소득, 사는 곳 등)은 지금 그대로라고 보았어요."]
    if facts.region is None:
        notices.append("사는 곳을 몰라서 전국 정책만 살펴보았어요.")
    if not found:
        return RetrievalResult(
            source=NAME,
            status=ResultStatus.NOT_FOUND,
            summary=f"{who}: {long_date(until)}까지 시간이 지나 판정이 바뀌는 정책은 "
            "찾지 못했어요.",
            notices=notices,
        )
    opens = sum(each.opens for each in found)
    return RetrievalResult(
        source=NAME,
        summary=f"{who}: {long_date(until)}까지 새로 열리는 것 {opens}개, "
        f"더는 맞지 않게 되는 것 {len(found) - opens}개예요.",
        items=[_item(each, key) for each in found[: arguments.limit]],
        total=len(found),
        notices=notices,
    )


def _item(found: Upcoming, member: str) -> ResultItem:
    label = josa(f"‘{VERDICT_LABELS[found.after]}’", "으로/로")
    return ResultItem(
        id=f"{found.item.policy_id}:{found.day.isoformat()}",
        title=f"{long_date(found.day)}부터 {found.item.name}",
        content=f"‘{VERDICT_LABELS[found.before]}’에서 {label} 바뀌어요. {found.why}".strip(),
        kind="upcoming",
        metadata={
            "policy_id": str(found.item.policy_id),
            "member": member,
            "day": found.day.isoformat(),
            "before": found.before.value,
            "after": found.after.value,
        },
    )
