"""Typed operations on eligibility: one policy, a whole family, a change of life."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from policies.api.eligibility_schemas import (
    ChangeOut,
    CheckIn,
    CheckOut,
    ExclusiveOut,
    FactOut,
    ItemOut,
    MemberOut,
    MissingOut,
    QuestionOut,
    ScreenIn,
    ScreenOut,
    WhatIfIn,
    WhatIfOut,
)
from policies.eligibility.evaluate import reasons
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision
from policies.eligibility.questions import ASKING, question_for, subject_of
from policies.operations import policy_judged
from policies.screening.changes import what_if_screen
from policies.screening.family import screen_family
from policies.screening.items import Item, MemberScreening, NextQuestion
from policies.screening.rules import judge_rule

router = Router(tags=["eligibility"])
_NAMED = 10
_PLACE = "사는 곳을 알면 이 지역의 정책에 해당하는지 확인할 수 있어요."


@router.post("/check", response=CheckOut, summary="자격 판정: 정책 하나")
def check(request: HttpRequest, body: CheckIn) -> CheckOut:
    """정책 하나의 판정과 조건마다의 결과. 없는 정책은 404, `basis` 가 no_rule 이면 판정하지
    못한 것입니다."""
    policy, judged = policy_judged(body.policy_id, body.facts)
    decision = judged.decision
    return CheckOut(
        policy_id=policy.id,
        name=policy.name,
        verdict=judged.verdict,
        basis=judged.basis,
        basis_label=judged.basis_label,
        outdated=judged.outdated,
        notice=judged.notice,
        reasons=reasons(decision) if decision else [],
        missing=[_asked(key, decision) for key in decision.missing] if decision else [],
        flip_on=decision.flip_on if decision else None,
        outcomes=decision.outcomes if decision else [],
        valid_until=_valid_until(decision, policy.period_end),
        references=decision.references if decision else [],
    )


@router.post("/screen", response=ScreenOut, summary="자격 판정: 가족 모두, 정책 모두")
def screen(request: HttpRequest, body: ScreenIn) -> ScreenOut:
    """가족마다 받을 수 있는 정책을 무리 지어 보여 주고, 다음에 무엇을 물을지 까닭과 함께 알려
    줍니다. 판정하는 날은 첫 사람의 `as_of`(없으면 오늘)입니다."""
    as_of = next((each.as_of for each in body.members.values()), timezone.localdate())
    members = {
        name: each.model_copy(update={"as_of": as_of}) for name, each in body.members.items()
    }
    found = screen_family(members, as_of=as_of, declined=body.declined)
    shown = slice(body.offset, body.offset + body.limit)
    return ScreenOut(
        as_of=as_of,
        members={name: _member(each, members[name], shown) for name, each in found.members.items()},
        next_question=_question(found.question) if found.question else None,
    )


@router.post("/what-if", response=WhatIfOut, summary="사정이 바뀌면 달라지는 판정")
def what_if(request: HttpRequest, body: WhatIfIn) -> WhatIfOut:
    """바뀐 사정에 맞추어 사실을 고치고(모르게 된 것은 모르는 것으로), 판정이 달라진 정책을
    까닭과 함께 보여 줍니다."""
    found = what_if_screen(body.facts, body.changes, shown=body.limit)
    return WhatIfOut(
        facts=found.what_if.facts,
        changed=_facts(found.what_if.changed),
        followed=_facts(found.what_if.followed),
        unknown=_facts(found.what_if.unknown),
        counts=found.counts,
        changes={
            shift: [
                ChangeOut(
                    policy_id=each.item.policy_id,
                    name=each.item.name,
                    before=each.before,
                    after=each.after,
                    sentence=each.sentence,
                    why=each.why,
                )
                for each in listed
            ]
            for shift, listed in found.changes.items()
        },
    )


def _asked(key: str, decision: Decision) -> MissingOut:
    own = (each.question for each in decision.outcomes if each.missing[:1] == [key])
    return MissingOut(key=key, subject=subject_of(key), question=next(own, "") or question_for(key))


def _valid_until(decision: Decision | None, period_end: date | None) -> date | None:
    """Last day on which the verdict stands as it is, where that is known."""
    turn = decision.flip_on if decision else None
    days = [turn - timedelta(days=1) if turn else None, period_end]
    return min((day for day in days if day is not None), default=None)


def _member(found: MemberScreening, facts: ApplicantFacts, shown: slice) -> MemberOut:
    def listed(items: Sequence[Item]) -> list[ItemOut]:
        return [_item(item, facts) for item in items[shown]]

    return MemberOut(
        counts=found.counts,
        dropped=dict(found.dropped),
        likely=listed(found.likely),
        needs_more_info=listed(found.needs_more_info),
        unlikely=listed(found.unlikely),
        already_received=listed(found.already_received),
        exclusive=[
            ExclusiveOut(
                notice=group.notice,
                policy_ids=[item.policy_id for item in group.items],
                names=[item.name for item in group.items],
            )
            for group in found.exclusive
        ],
    )


def _item(item: Item, facts: ApplicantFacts) -> ItemOut:
    judged = judge_rule(item.rule, facts)
    decision = judged.decision
    sentences = reasons(decision) if decision else []
    open_place = item.verdict is not judged.verdict
    return ItemOut(
        policy_id=item.policy_id,
        name=item.name,
        verdict=item.verdict,
        basis=judged.basis,
        basis_label=judged.basis_label,
        outdated=judged.outdated,
        notice=judged.notice,
        reasons=[_PLACE] if open_place else sentences,
        missing=[
            MissingOut(
                key=key, subject=subject_of(key), question=item.asks(key) or question_for(key)
            )
            for key in item.missing
        ],
        flip_on=decision.flip_on if decision else None,
        excluded_by=item.held,
    )


def _question(found: NextQuestion) -> QuestionOut:
    return QuestionOut(
        key=found.key,
        question=found.question,
        members=list(found.members),
        settled=list(found.settled[:_NAMED]),
        certain=found.certain,
        bears_on=found.bears_on,
        explanation=found.explanation,
    )


def _facts(keys: Sequence[str]) -> list[FactOut]:
    """Facts by name; free ones and the day of the question have no asking of their own."""
    names = {"other": "그 밖의 사실", "as_of": "기준일"}
    return [
        FactOut(key=key, subject=ASKING[key].subject if key in ASKING else names.get(key, key))
        for key in keys
    ]
