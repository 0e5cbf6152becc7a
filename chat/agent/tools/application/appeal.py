"""How one objects to a decision."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from chat.agent.tools.found import NATION, policy_of
from chat.agent.tools.place import Place, invalid, place_of
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.types import ResultItem, RetrievalResult, ToolContext
from policies.guides.appeals import Appeal, AppealFamily, AppealStep, appeal_for
from policies.korean import josa, long_date
from policies.selectors import legal_basis_of


class Objection(Place):
    policy: str | None = from_talk(
        "policy", default=None, max_length=200, description="결정을 받은 급여나 정책. 예: 기초연금"
    )
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="어떤 결정이 왜 맞지 않은지"
    )
    notified_on: date | None = Field(
        default=None, description="결정 통지를 받은 날(YYYY-MM-DD). 기한을 셀 때 씁니다"
    )


@tool(arguments=Objection)
def appeal_guide(arguments: Objection, context: ToolContext) -> RetrievalResult:
    """탈락·감액·등급 결정에 이의신청이나 심사청구를 하는 방법을 급여별 법 조문에 따라 알려 줍니다.

    어디에, 언제까지(일), 무슨 서류로 하는지와 통지받은 날부터 센 마지막 날을 보여 줍니다.
    """
    source = "appeal_guide"
    if arguments.notified_on is not None and arguments.notified_on > context.as_of:
        return invalid(source, "notified_on", "통지를 받은 날은 오늘보다 뒤일 수 없어요.")
    appeal = _appeal(source, arguments)
    if isinstance(appeal, RetrievalResult):
        return appeal
    families = [appeal.family] if appeal.family else list(appeal.general)
    items = [
        item
        for family in families
        for number, step in enumerate(family.steps, start=1)
        for item in [_step_item(family, step, number, arguments.notified_on, context.as_of)]
    ]
    if appeal.family:
        items += [
            _step_item(family, step, number, arguments.notified_on, context.as_of)
            for family in appeal.general
            if family.key == "administrative_appeal"
            for number, step in enumerate(family.steps, start=1)
        ]
    items += [_papers_item(family) for family in families]
    return RetrievalResult(
        source=source, query=arguments.policy or arguments.question or "", items=items,
        summary=_summary(appeal, arguments.notified_on, context.as_of),
        notices=_notices(families, arguments.notified_on), total=len(items),
    )  # fmt: skip


def _appeal(source: str, arguments: Objection) -> Appeal | RetrievalResult:
    """What the question names goes first, then the named policy with the laws it rests on. A
    programme of a region rests on an ordinance, whatever its name has in common with a law's."""
    said = appeal_for(arguments.question or "")
    if not arguments.policy:
        return said if said.family else _which(source)
    named = said if said.family else appeal_for(arguments.policy)
    region = place_of(source, arguments)
    if isinstance(region, RetrievalResult):
        return region
    policy = policy_of(source, arguments.policy, region)
    if isinstance(policy, RetrievalResult):
        return named if named.family else policy
    if policy.region != NATION and said.family is None:
        return Appeal(None, named.general)
    return named if named.family else appeal_for(policy.name, legal_basis_of(policy.version_id))


def _which(source: str) -> RetrievalResult:
    return needs(
        source, "policy", question="어떤 급여의 결정에 이의가 있으세요?",
        reason="급여마다 이의신청하는 곳과 기한이 달라요.",
    )  # fmt: skip


def _step_item(
    family: AppealFamily, step: AppealStep, number: int, notified_on: date | None, as_of: date
) -> ResultItem:
    first = number == 1
    until = step.until(notified_on) if notified_on and first else None
    parts = [f"어디에: {step.to}.", f"언제까지: {step.from_day}부터 {step.days}일 안."]
    if until is not None:
        parts.append(_until(until, as_of))
    parts.append(step.how)
    parts.append(step.decided)
    return ResultItem(
        id=f"appeal:{family.key}:{number}", title=f"{family.title} · {step.name}",
        content=" ".join(part for part in parts if part), kind="step",
        metadata={
            "law": step.law,
            "days": step.days,
            "until": until.isoformat() if until else None,
            "checked": step.checked.isoformat() if step.checked else None,
        },
    )  # fmt: skip


def _until(until: date, as_of: date) -> str:
    left = (until - as_of).days
    if left < 0:
        return f"마지막 날은 {long_date(until)}이었어요."
    return f"마지막 날은 {long_date(until)}이에요({left}일 남음)."


def _papers_item(family: AppealFamily) -> ResultItem:
    return ResultItem(
        id=f"appeal:{family.key}:papers", title=f"{family.title} · 준비할 것",
        content=", ".join(family.papers), kind="document",
    )  # fmt: skip


def _summary(appeal: Appeal, notified_on: date | None, as_of: date) -> str:
    if appeal.family is None:
        return (
            "이 급여만의 이의신청 절차는 확인하지 못했어요. "
            "사회보장급여에 공통된 이의신청과 행정심판을 알려 드려요."
        )
    step = appeal.family.steps[0]
    told = (
        f"{josa(appeal.family.title, '은/는')} {step.from_day}부터 {step.days}일 안에 해야 해요"
        f"({step.law})."
    )
    if notified_on is not None:
        told += f" {_until(step.until(notified_on), as_of)}"
    return told


def _notices(families: list[AppealFamily], notified_on: date | None) -> list[str]:
    notices = [note for family in families for note in family.notes]
    notices.append("결정 통지서에 적힌 이의신청 방법과 기한이 있으면 그것을 따르세요.")
    if notified_on is not None:
        notices.append(
            "마지막 날이 토요일이나 공휴일이면 그다음 평일까지예요(민법 제161조). 여유 있게 내세요."
        )
    if any(step.checked is None for family in families for step in family.steps):
        notices.append("조문이 바뀌었을 수 있으니 내기 전에 담당 기관에 기한을 확인하세요.")
    return notices
