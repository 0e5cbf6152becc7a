"""Questions with one exact answer in the published fields: deadlines and counts, by SQL."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from pydantic import Field

from chat.agent.evidence import PolicyEvidence
from chat.agent.tools.found import evidences_of, policy_item
from chat.agent.tools.place import Asked, Limited, Place, place_of
from chat.agent.tools.registry import from_talk, tool
from chat.agent.tools.types import (
    ResultItem,
    ResultStatus,
    RetrievalResult,
    ToolContext,
    UserInput,
)
from policies.korean import long_date, number
from policies.retrieval.types import RegionFilter
from policies.selectors import deadlines_from, deadlines_held
from policies.structured.answer import answer_question, conclusion
from policies.structured.places import area_codes
from policies.structured.question import (
    Area,
    Codes,
    Filter,
    Period,
    StructuredQuery,
    Text,
    Window,
)
from policies.structured.read import read_question
from policies.structured.sql import run
from policies.structured.vocabulary import LIFE_STAGES
from policies.vocabulary import LifeStage

PUBLISHED = (
    "공공기관이 항목으로 공개한 접수 기간을 그대로 찾은 결과예요. "
    "예산이 떨어지면 일찍 끝날 수 있어요."
)


class Deadlines(Place, Limited):
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="언제까지 끝나는 무엇을 찾는지"
    )
    within_days: int = Field(default=30, ge=0, le=366, description="며칠 안에 끝나는지(일)")
    life_stage: LifeStage | None = Field(default=None, description="생애주기로 좁히기")
    word: str | None = Field(default=None, max_length=50, description="정책 이름에 들어갈 낱말")


@tool(arguments=Deadlines)
def get_upcoming_deadlines(arguments: Deadlines, context: ToolContext) -> RetrievalResult:
    """지금 신청할 수 있고 곧 마감되는 정책을 마감일이 가까운 순서로 보여 줍니다(일 단위).

    출처가 공개한 접수 기간을 SQL로 찾습니다. 언제나 신청할 수 있는 정책은 넣지 않습니다.
    """
    source = "get_upcoming_deadlines"
    region = place_of(source, arguments, arguments.question or "")
    if isinstance(region, RetrievalResult):
        return region
    wanted = _wanted(arguments, context.as_of, region)
    query = StructuredQuery(as_of=context.as_of, filters=tuple(wanted.filters))
    understood = ", ".join(f"[{each}]" for each in wanted.told)
    unread = [f"‘{word.strip()}’: 이 말은 조건에 넣지 못했어요." for word in wanted.unread]
    found = run(query).ids
    if not found:
        held = [] if deadlines_held() else ["접수 기간을 공개한 자료가 아직 없어요."]
        return RetrievalResult(
            source=source, status=ResultStatus.NOT_FOUND, query=understood, total=0,
            summary=f"{understood} 조건으로 마감되는 정책은 모은 자료에 없어요.",
            notices=[*unread, *held],
        )  # fmt: skip
    ends = deadlines_from(found[: arguments.limit], context.as_of)
    items = [
        _item(each, ends.get(each.policy_id), context.as_of)
        for each in evidences_of(found[: arguments.limit])
    ]
    notices = [*unread, PUBLISHED]
    if len(found) > len(items):
        notices.append(f"{len(found):,}건 가운데 마감이 가까운 {len(items)}건만 보여 드려요.")
    return RetrievalResult(
        source=source, query=understood, items=items, total=len(found), notices=notices,
        summary=f"{understood} 조건으로 곧 마감되는 정책은 {len(found):,}건이에요.",
    )  # fmt: skip


@tool(arguments=Asked)
def count_policies(arguments: Asked, context: ToolContext) -> RetrievalResult:
    """조건에 맞는 정책이 몇 건인지 공개된 항목으로 정확히 셉니다(건).

    지역·기관·나이·접수 상태·분야처럼 출처가 항목으로 공개한 값만 셀 수 있고, 이해하지 못한
    조건이 있으면 세지 않습니다.
    """
    source = "count_policies"
    found = answer_question(arguments.question, as_of=context.as_of)
    if not found.answered:
        unread = ", ".join(f"‘{word.strip()}’" for word in found.unread) or "조건"
        question = f"{unread}: 이 부분을 이해하지 못했어요. 무엇을 셀지 다시 말씀해 주시겠어요?"
        return RetrievalResult(
            source=source, status=ResultStatus.NEEDS_USER_INPUT, query=arguments.question,
            summary=question, needs_user_input=UserInput(argument="question", question=question),
            notices=[found.understood],
        )  # fmt: skip
    counted = found.number if found.number is not None else found.total
    shown = evidences_of(row.policy_id for row in found.rows[:8])
    figure = ResultItem(
        id="count", title="건수", content=f"{number(counted)}건", kind="figure",
        metadata={"value": counted, "conditions": found.conditions},
    )  # fmt: skip
    return RetrievalResult(
        source=source, query=arguments.question, total=found.total, summary=conclusion(found)
        if found.number is not None else f"모두 {number(counted)}건이에요.",
        items=[figure, *(policy_item(each, as_of=context.as_of) for each in shown)],
        notices=[found.understood],
    )  # fmt: skip


@dataclass
class _Wanted:
    """Conditions with how they are told; `unread`: words of the question nobody understood."""

    filters: list[Filter]
    told: list[str]
    unread: tuple[str, ...] = ()
    has_window: bool = False


def _wanted(arguments: Deadlines, as_of: date, region: RegionFilter | None) -> _Wanted:
    """The question's own time where it names one (“12월에 끝나는”), else the days given."""
    wanted = _said(arguments.question, as_of)
    if "within_days" in arguments.model_fields_set or not wanted.has_window:
        wanted.filters = [each for each in wanted.filters if not isinstance(each, Window)]
        wanted.told = [each.label for each in wanted.filters if each.label]
        last = as_of + timedelta(days=arguments.within_days)
        wanted.filters.append(Window(edge="end", first=as_of, last=last, open_on=as_of))
        wanted.told.append(f"{long_date(last)}까지 마감")
    if arguments.life_stage is not None:
        wanted.filters.append(Codes(field=LIFE_STAGES, values=(arguments.life_stage.value,)))
        wanted.told.append(f"생애주기 {arguments.life_stage.value}")
    if arguments.word:
        wanted.filters.append(Text(column="name", words=(arguments.word,)))
        wanted.told.append(f"이름에 ‘{arguments.word}’")
    if region is not None and not any(isinstance(each, Area) for each in wanted.filters):
        codes = tuple(sorted(area_codes(region.sido, region.sigungu or "")))
        wanted.filters.append(Area(how="includes", codes=codes))
        place = " ".join(part for part in (region.sido, region.sigungu) if part)
        wanted.told.append(f"{place}에서 신청 가능")
    return wanted


def _said(question: str | None, as_of: date) -> _Wanted:
    """Conditions of a question as they were read; its states of applications are left out,
    since what ends from today on and is open today is meant."""
    if not question:
        return _Wanted([], [])
    reading = read_question(question, as_of=as_of)
    kept: list[Filter] = []
    for each in reading.query.filters:
        if isinstance(each, Window) and each.edge == "end":
            kept.append(each.model_copy(update={"first": max(each.first or as_of, as_of)}))
        elif not isinstance(each, Period | Window):
            kept.append(each)
    windows = any(isinstance(each, Window) for each in kept)
    labels = [each.label for each in kept if each.label]
    return _Wanted(kept, labels, (*reading.unread, *reading.dropped), windows)


def _item(policy: PolicyEvidence, end: date | None, as_of: date) -> ResultItem:
    item = policy_item(policy, as_of=as_of)
    if end is None:
        return item
    left = (end - as_of).days
    told = f"{long_date(end)} 마감({'오늘까지' if not left else f'{left}일 남음'})"
    metadata = item.metadata | {"deadline": told, "ends_on": end.isoformat(), "days_left": left}
    return item.model_copy(update={"metadata": metadata})
