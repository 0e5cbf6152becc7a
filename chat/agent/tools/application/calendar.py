"""Until when one can apply for several policies."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from chat.agent.cards import deadline_text
from chat.agent.evidence import PolicyEvidence
from chat.agent.tools.found import policy_of, stale_notices
from chat.agent.tools.place import Place, place_of
from chat.agent.tools.registry import from_talk, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext
from policies.korean import long_date
from policies.selectors import deadlines_from
from policies.vocabulary import PeriodKind, PolicyStatus

_UNTOLD = "신청 기간이 모은 자료에 없어요. 신청 전에 문의해 주세요."


class Calendar(Place):
    policies: list[str] = from_talk(
        "policies", min_length=1, max_length=12, description="달력에 넣을 정책 이름들"
    )


@tool(arguments=Calendar)
def make_application_calendar(arguments: Calendar, context: ToolContext) -> RetrievalResult:
    """여러 정책의 신청 마감일을 날짜 순서로 묶고, 언제나 신청하는 것과 기간을 모르는 것을 나눕니다.

    날짜는 출처가 공개한 접수 기간입니다.
    """
    source = "make_application_calendar"
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    found: list[PolicyEvidence] = []
    problems: list[str] = []
    for name in dict.fromkeys(arguments.policies):
        policy = policy_of(source, name, region)
        if isinstance(policy, RetrievalResult):
            problems.append(policy.summary)
        elif policy.policy_id not in {each.policy_id for each in found}:
            found.append(policy)
    if not found:
        return RetrievalResult(
            source=source, status=ResultStatus.NO_SUCH_POLICY, summary=" ".join(problems),
            query=", ".join(arguments.policies),
        )  # fmt: skip
    ends = deadlines_from([UUID(each.policy_id) for each in found], context.as_of)
    items = [_item(each, ends.get(each.policy_id), context.as_of) for each in found]
    items.sort(key=lambda item: (_ORDER[item.metadata["when"]], item.metadata["ends_on"] or ""))
    dated = sum(item.metadata["when"] == "dated" for item in items)
    named = ", ".join(f"‘{each.name}’" for each in found)
    return RetrievalResult(
        source=source, query=", ".join(arguments.policies), items=items, total=len(items),
        summary=f"{named}의 신청 일정이에요. 마감일이 정해진 것은 {dated}건이에요.",
        notices=[*problems, *stale_notices(found, context.as_of)],
    )  # fmt: skip


_ORDER = {"dated": 0, "budget": 1, "yearly": 2, "always": 3, "unknown": 4, "ended": 5}


def _item(policy: PolicyEvidence, end: date | None, as_of: date) -> ResultItem:
    last = end or policy.period_end
    when = _when(policy, last, as_of)
    text = deadline_text(policy, as_of) or _UNTOLD
    if when == "dated" and last is not None:
        left = (last - as_of).days
        text = f"{long_date(last)}까지({'오늘까지' if not left else f'{left}일 남음'})"
    return ResultItem(
        id=f"{policy.policy_id}:calendar", title=policy.name, content=text, kind="deadline",
        url=policy.apply_url or policy.detail_url, version_id=policy.version_id,
        metadata={
            "policy_id": policy.policy_id,
            "when": when,
            "ends_on": last.isoformat() if last and when == "dated" else None,
            "period": policy.period_text,
        },
    )  # fmt: skip


def _when(policy: PolicyEvidence, last: date | None, as_of: date) -> str:
    if policy.status == PolicyStatus.CLOSED or (last is not None and last < as_of):
        return "ended"
    if last is not None:
        return "dated"
    kinds = {
        PeriodKind.ALWAYS: "always", PeriodKind.BUDGET: "budget", PeriodKind.ANNUAL: "yearly",
    }  # fmt: skip
    return kinds.get(PeriodKind(policy.period_kind), "unknown")
