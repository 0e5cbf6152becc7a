"""A change of life: what it turns, before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from chat.agent.describe import fact_labels
from chat.agent.tools.eligibility.said_change import SaidChange, said_change
from chat.agent.tools.people import OfMember, family_in, member_in
from chat.agent.tools.place import Place, place_of
from chat.agent.tools.registry import from_talk, needs, tool
from chat.agent.tools.types import ResultItem, ResultStatus, RetrievalResult, ToolContext, UserInput
from chat.agent.tools.verdicts import living_at
from policies.eligibility.casefile import KEYS, FactsInvalid, facts_from_case
from policies.eligibility.events import EVENT_LABELS, Event, EventIncomplete, event_changes
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.questions import ASKING, question_for
from policies.korean import josa, long_date
from policies.screening.changes import Change, Shift, WhatIfScreening, what_if_screen
from policies.vocabulary import VERDICT_LABELS

NAME = "what_if"
_HEADINGS = {
    Shift.GAINED: "새로 받을 가능성이 높아지는 것",
    Shift.OPENED: "받을 수도 있게 되는 것",
    Shift.UNSETTLED: "다시 확인해야 하는 것",
    Shift.LOST: "더는 맞지 않게 되는 것",
}
_ASK = "무엇이 어떻게 바뀌는 경우인지 알려 주시겠어요? 예: 직장을 그만두면, 65세가 되면, 이사하면"
_QUESTIONS = {
    "sido": "새로 살 곳은 어느 시·도, 어느 시·군·구인가요?",
    "age": "몇 세가 되는 경우인가요?",
    "monthly_income": "바뀐 뒤 가구의 한 달 소득은 얼마인가요?",
    "household_size": "바뀐 뒤 함께 사는 가구원은 본인을 포함해 몇 명인가요?",
    "disability": "장애의 정도는 심한 장애인가요, 심하지 않은 장애인가요?",
}
_OWN_HOUSEHOLD = (
    "주민등록에서 세대를 나눠도 기초생활보장에서는 30세 미만 미혼 자녀를 부모와 같은 가구로 볼 수 "
    "있어요(국민기초생활 보장법 시행령 제2조). 주민센터에 확인해 주세요."
)
_INCOME_AFTER = UserInput(
    argument="monthly_income",
    question=_QUESTIONS["monthly_income"],
    reason="함께 사는 사람이 바뀌면 가구의 소득도 달라져요.",
)
_NAMES = {"other": "그 밖의 사실", "as_of": "기준일"}


class WhatIfArguments(OfMember, Place):
    """Whose life changes, and how: `changes` by fact, else an event, else the question."""

    changes: dict[str, Any] | None = Field(
        default=None,
        description="바뀌는 사실과 새 값. 예: {'employment': 'unemployed'}, "
        "{'monthly_income': 1000000}(원), {'household_size': 2}(명), "
        "{'as_of': '2027-03-02'}(기준일). null은 모르게 됨",
    )
    event: Event | None = Field(
        default=None,
        description="바뀌는 일: quit 퇴사, work 취업, birth 출산, pregnant 임신, marry 결혼",
    )
    question: str | None = from_talk(
        "question", default=None, max_length=500, description="바뀌는 일을 담은 말이나 질문"
    )
    limit: int = Field(default=5, ge=1, le=20, description="묶음마다 보여 줄 가짓수(1~20)")


@tool(arguments=WhatIfArguments)
def what_if(arguments: WhatIfArguments, context: ToolContext) -> RetrievalResult:
    """사정이 바뀌면(퇴사, 취업, 이사, 출산, 나이, 소득, 가구원 수, 결혼, 장애 등록) 판정이 어떻게
    달라지는지 앞뒤를 견주어 보여 줍니다. 아무것도 저장하지 않습니다.

    새로 받을 수 있는 것, 다시 확인할 것, 더는 맞지 않는 것을 까닭과 함께 알려 주고, 바뀐 사실과
    그 때문에 모르게 된 사실을 말합니다. 근거는 정책마다의 공식 기준입니다.
    """
    place = place_of(NAME, Place(sido=arguments.sido, sigungu=arguments.sigungu))
    if isinstance(place, RetrievalResult):
        return place
    family = family_in(context)
    key = member_in(NAME, family, arguments.member)
    if isinstance(key, RetrievalResult):
        return key
    facts = living_at(family.facts.get(key), place, context)
    said = said_change(arguments.question or "", facts)
    try:
        changes = _changes(arguments, facts, said)
    except EventIncomplete as missing:
        return _incomplete(missing)
    except FactsInvalid as wrong:
        return RetrievalResult(
            source=NAME,
            status=ResultStatus.INVALID,
            problems={"changes": " ".join(wrong.errors)},
            summary=" ".join(wrong.errors),
        )
    if not changes:
        return needs(NAME, "changes", question=_ASK)
    found = what_if_screen(facts, changes, shown=arguments.limit)
    return RetrievalResult(
        source=NAME,
        query=EVENT_LABELS[said.event] if said and not arguments.changes else "",
        summary=_summary(family.name(key), found),
        items=[each for shift in Shift for each in _items(shift, found.changes[shift])],
        total=sum(found.counts.values()),
        notices=_notices(facts, found, said),
        needs_user_input=_INCOME_AFTER if said and said.apart and not arguments.changes else None,
    )


def _changes(
    arguments: WhatIfArguments, facts: ApplicantFacts, said: SaidChange | None
) -> dict[str, Any]:
    """Changes of facts, checked as facts are. Raises EventIncomplete, FactsInvalid."""
    if arguments.changes:
        return _checked(arguments.changes, facts)
    if arguments.event is not None:
        details = said.details if said and said.event is arguments.event else {}
        return event_changes(arguments.event, facts, **details)
    if said is None:
        return {}
    # Who leaves or joins may earn: what the household earns then, nobody has said.
    unsaid = {"monthly_income": None, "median_income_ratio": None} if said.apart else {}
    return {**event_changes(said.event, facts, **said.details), **unsaid}


def _checked(changes: Mapping[str, Any], facts: ApplicantFacts) -> dict[str, Any]:
    """The changes with typed values; those to null stay unknown."""
    strange = [f"{key}: 알 수 없는 항목입니다." for key in changes if key not in KEYS]
    if strange:
        raise FactsInvalid(strange)
    known = {key: value for key, value in changes.items() if value is not None}
    typed = facts_from_case(known, as_of=facts.as_of)
    return {key: getattr(typed, key) if key in known else None for key in changes}


def _incomplete(missing: EventIncomplete) -> RetrievalResult:
    if missing.impossible:
        return RetrievalResult(
            source=NAME,
            status=ResultStatus.INVALID,
            problems={missing.argument: missing.message},
            summary=missing.message,
        )
    key = missing.argument
    question = _QUESTIONS.get(key) or question_for(key)
    return needs(NAME, key, question=question, reason=missing.message)


def _summary(who: str, found: WhatIfScreening) -> str:
    day = found.what_if.facts.as_of
    told = ", ".join(_name(key) for key in found.what_if.changed if key != "as_of")
    changed = f"{josa(told, '이/가')} 바뀌" if told else f"{long_date(day)}이 되"
    counted = [f"{_HEADINGS[each]} {found.counts[each]}개" for each in Shift if found.counts[each]]
    if not found.what_if.changed:
        return f"{who}: 이미 그런 상황이라 달라지는 것이 없어요."
    if not counted:
        return f"{who}: {changed}더라도 지금 아는 것만으로는 판정이 달라지는 정책이 없어요."
    return f"{who}: {changed}면 {', '.join(counted)}예요."


def _items(shift: Shift, changes: Sequence[Change]) -> list[ResultItem]:
    return [
        ResultItem(
            id=str(each.item.policy_id),
            title=f"{_HEADINGS[shift]} · {each.item.name}",
            content=f"{each.sentence} {each.why}".strip(),
            kind="change",
            metadata={
                "policy_id": str(each.item.policy_id),
                "shift": shift.value,
                "before": each.before.value,
                "before_label": VERDICT_LABELS[each.before],
                "after": each.after.value,
                "after_label": VERDICT_LABELS[each.after],
            },
        )
        for each in changes
    ]


def _notices(facts: ApplicantFacts, found: WhatIfScreening, said: SaidChange | None) -> list[str]:
    change = found.what_if
    after = change.facts.model_dump(mode="json", exclude={"provenance", "income_is_recognised"})
    moved = {key: after[key] for key in (*change.changed, *change.followed) if key != "as_of"}
    known = {key: value for key, value in moved.items() if value is not None}
    told = [f"바뀐 것으로 본 사실: {', '.join(fact_labels(known))}."] if known else []
    if change.facts.as_of != facts.as_of:
        told.append(f"{long_date(change.facts.as_of)}을 기준으로 판단했어요.")
    if change.unknown:
        told.append(f"바뀌면서 알 수 없게 된 것: {', '.join(map(_name, change.unknown))}.")
    if "children" in change.changed and facts.children is None:
        told.append("다른 자녀를 몰라서 태어날 아이 한 명만 있는 것으로 보았어요.")
    if said is not None and said.apart:
        told.append("바뀐 뒤 가구의 소득은 모르는 것으로 두고, 재산은 그대로라고 보았어요.")
        told.append(_OWN_HOUSEHOLD)
    return [*told, "미리 견주어 본 것이고 저장하지 않았어요. 실제 결정은 담당 기관이 해요."]


def _name(key: str) -> str:
    return ASKING[key].subject if key in ASKING else _NAMES.get(key, key)
