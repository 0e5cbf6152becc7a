"""Everybody against everything, and what to ask next."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from chat.agent.tools.people import ASK_WHO, Family, family_in
from chat.agent.tools.registry import needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext, UserInput
from policies.eligibility.evaluate import reasons
from policies.eligibility.facts import ApplicantFacts
from policies.screening.family import screen_family as family_screening
from policies.screening.items import ExclusiveGroup, Item, MemberScreening, NextQuestion
from policies.screening.rules import judge_rule
from policies.vocabulary import VERDICT_LABELS, Verdict

SCREEN, NEXT = "screen_family", "suggest_next_question"
RECEIVED = "이미 받고 있음"
_GROUPS_TOLD = 3


class FamilyArguments(BaseModel):
    """How much is shown of each member, and what is not to be asked."""

    limit: int = Field(default=5, ge=1, le=20, description="가족마다 묶음별로 보여 줄 가짓수(1~20)")
    declined: list[str] = Field(
        default_factory=list,
        max_length=40,
        description="말하고 싶지 않다고 한 항목의 이름. 예: monthly_income",
    )


class AskArguments(BaseModel):
    declined: list[str] = Field(
        default_factory=list,
        max_length=40,
        description="말하고 싶지 않다고 한 항목의 이름. 예: monthly_income",
    )


@tool(arguments=FamilyArguments)
def screen_family(arguments: FamilyArguments, context: ToolContext) -> RetrievalResult:
    """가족 모두를 공개된 모든 정책과 한꺼번에 견주어, 사람마다 묶어서 보여 줍니다.

    묶음은 받을 가능성이 높음·더 확인 필요·이미 받고 있음이고, 사람마다 전체 개수와 함께 받을 수
    없는 것(택1), 다음에 물을 것을 알려 줍니다. 근거는 정책마다의 공식 기준입니다.
    """
    family = family_in(context)
    known = family.known
    if not known:
        return needs(SCREEN, "member", question=ASK_WHO)
    found = family_screening(known, as_of=context.as_of, declined=arguments.declined)
    items: list[ResultItem] = []
    for key, screening in found.members.items():
        items += _member_items(family.name(key), key, screening, known[key], arguments.limit)
    return RetrievalResult(
        source=SCREEN,
        summary=" ".join(_told(family.name(key), each) for key, each in found.members.items()),
        items=items,
        total=sum(len(each.open_items) for each in found.members.values()),
        notices=_notices(family, known, found.members),
        needs_user_input=asked(found.question, family),
    )


@tool(arguments=AskArguments)
def suggest_next_question(arguments: AskArguments, context: ToolContext) -> RetrievalResult:
    """다음에 무엇을 물으면 가장 많은 정책의 판정이 정해지는지 하나만 골라 줍니다.

    가족 모두의 판정을 함께 보고 고르며, 그 답으로 정해지는 정책의 이름과 까닭을 알려 줍니다.
    말하고 싶지 않다고 한 항목은 다시 묻지 않습니다.
    """
    family = family_in(context)
    known = family.known or {context.focus: context.facts}
    found = family_screening(known, as_of=context.as_of, declined=arguments.declined).question
    if found is None:
        return RetrievalResult(
            source=NEXT,
            status=ResultStatus.NOT_FOUND,
            summary="더 여쭤봐서 판정이 달라질 것은 지금 없어요.",
        )
    who = ", ".join(family.name(key) for key in found.members)
    item = ResultItem(
        id=found.key,
        title=found.question,
        content=found.explanation,
        kind="question",
        metadata={
            "members": list(found.members),
            "settled": list(found.settled[:10]),
            "certain": found.certain,
            "bears_on": found.bears_on,
        },
    )
    return RetrievalResult(
        source=NEXT,
        summary=f"{who}에 대해 이것을 먼저 알면 좋아요. {found.question}",
        items=[item],
        needs_user_input=asked(found, family),
    )


def asked(found: NextQuestion | None, family: Family) -> UserInput | None:
    """The next question as a request to the person, with whom it is about."""
    if found is None:
        return None
    who = ", ".join(family.name(key) for key in found.members)
    question = found.question if list(found.members) == ["self"] else f"({who}) {found.question}"
    return UserInput(argument=found.key, question=question, reason=found.explanation)


def _member_items(
    name: str, key: str, found: MemberScreening, facts: ApplicantFacts, limit: int
) -> list[ResultItem]:
    groups: tuple[tuple[str, Sequence[Item]], ...] = (
        (VERDICT_LABELS[Verdict.LIKELY], found.likely),
        (VERDICT_LABELS[Verdict.NEEDS_MORE_INFO], found.needs_more_info),
        (RECEIVED, found.already_received),
    )
    return [
        _item(name, key, label, item, facts) for label, listed in groups for item in listed[:limit]
    ]


def _item(name: str, key: str, label: str, item: Item, facts: ApplicantFacts) -> ResultItem:
    judged = judge_rule(item.rule, facts)
    told = reasons(judged.decision)[:1] if judged.decision and label != RECEIVED else []
    if item.held:
        told.append(f"지금 받는 ‘{item.held}’ 때문에 함께 받을 수 없을 수 있어요.")
    return ResultItem(
        id=f"{item.policy_id}:{key}",
        title=f"{name} · {label} · {item.name}",
        content=" ".join(told),
        kind="verdict",
        metadata={
            "policy_id": str(item.policy_id),
            "member": key,
            "verdict": item.verdict.value,
            "received": label == RECEIVED,
            "missing": list(item.missing),
            "excluded_by": item.held,
            "basis": judged.basis_label,
        },
    )


def _told(name: str, found: MemberScreening) -> str:
    counts = [
        f"받을 가능성이 높은 것 {len(found.likely)}개",
        f"더 확인할 것 {len(found.needs_more_info)}개",
    ]
    if found.already_received:
        counts.append(f"이미 받는 것 {len(found.already_received)}개")
    return f"{name}: {', '.join(counts)}."


def _notices(
    family: Family, known: dict[str, ApplicantFacts], found: dict[str, MemberScreening]
) -> list[str]:
    notices = []
    for key, each in found.items():
        name = family.name(key)
        if known[key].region is None:
            notices.append(f"{name}: 사는 곳을 몰라서 지역 정책은 ‘더 확인 필요’에 두었어요.")
        notices += [_exclusive(name, group) for group in each.exclusive[:_GROUPS_TOLD]]
        if each.no_rule:
            notices.append(
                f"{name}: 조건을 분석하지 못해 판단하지 못한 정책이 {each.no_rule}개예요."
            )
    unknown = [family.name(key) for key in family.facts if key not in known]
    if unknown:
        notices.append(f"아는 것이 없어 살펴보지 못한 가족: {', '.join(unknown)}.")
    return [*notices, "실제로 받을 수 있는지는 신청한 뒤 담당 기관이 결정해요."]


def _exclusive(name: str, group: ExclusiveGroup) -> str:
    names = ", ".join(dict.fromkeys(item.name for item in group.items))
    return f"{name}: {names} — {group.notice}"
