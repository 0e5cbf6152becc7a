"""What a change in a person's life does to every verdict ("직장을 그만두면?")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any
from uuid import UUID

from policies.eligibility.evaluate import evaluate, reasons
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import CriterionOutcome, State
from policies.eligibility.reference import bundled_tables
from policies.eligibility.whatif import WhatIf, what_if
from policies.korean import josa, long_date
from policies.models import Policy
from policies.screening.family import screen_person
from policies.screening.items import Item, MemberScreening, rank
from policies.vocabulary import Verdict


class Shift(StrEnum):
    """How a verdict moved."""

    GAINED = "gained"  # likely now
    OPENED = "opened"  # no longer out of reach
    UNSETTLED = "unsettled"  # was likely, must be checked again
    LOST = "lost"  # out of reach now


_SENTENCES = {
    Shift.GAINED: "{object} 받을 가능성이 높아져요.",
    Shift.OPENED: "{subject} 조건에 맞을 수도 있게 돼요.",
    Shift.UNSETTLED: "{object} 계속 받을 수 있는지 다시 확인해야 해요.",
    Shift.LOST: "{topic} 조건에 맞지 않게 돼요.",
}
_CLOSED = "신청 기간이 {day}에 끝납니다."
_ELSEWHERE = "사는 곳이 달라져 그 지역의 정책에 해당하지 않게 됩니다."


@dataclass(frozen=True)
class Change:
    """A policy whose verdict moved. `why`: the sentence of the criterion that decides, after
    the change; "" where the rule has none to name."""

    item: Item
    shift: Shift
    before: Verdict
    after: Verdict
    sentence: str
    why: str


@dataclass(frozen=True)
class WhatIfScreening:
    """Verdicts before and after. Lists are in the order of a screening; `changes` holds the
    first of each kind with their sentences, `counts` all of them."""

    what_if: WhatIf
    changes: dict[Shift, tuple[Change, ...]]
    counts: dict[Shift, int]
    before: MemberScreening
    after: MemberScreening


def what_if_screen(
    facts: ApplicantFacts, changes: Mapping[str, Any], *, shown: int = 20
) -> WhatIfScreening:
    """Screen a person before and after `changes`; up to `shown` policies of each kind are told
    with their reason. Raises what `what_if` raises."""
    changed = what_if(facts, changes)
    before, after = screen_person(facts), screen_person(changed.facts)
    moved = _moved(before, after)
    closing = _closing([item for item, _ in moved[Shift.LOST][:shown]], changed.facts.as_of)
    return WhatIfScreening(
        what_if=changed,
        changes={
            shift: tuple(
                _change(item, shift, verdicts, facts, changed.facts, closing.get(item.policy_id))
                for item, verdicts in listed[:shown]
            )
            for shift, listed in moved.items()
        },
        counts={shift: len(listed) for shift, listed in moved.items()},
        before=before,
        after=after,
    )


def _closing(items: Sequence[Item], day: date) -> dict[UUID, date]:
    """Last day of application of those that have closed by `day`."""
    rows = Policy.objects.filter(id__in=[item.policy_id for item in items], period_end__lt=day)
    return {key: end for key, end in rows.values_list("id", "period_end") if end is not None}


_Moved = tuple[Item, tuple[Verdict, Verdict]]


def _moved(before: MemberScreening, after: MemberScreening) -> dict[Shift, list[_Moved]]:
    """Policies by shift, each as the item of the side on which it may be received."""
    old, new = _by_policy(before), _by_policy(after)
    moved: dict[Shift, list[_Moved]] = {shift: [] for shift in Shift}
    for policy_id in old.keys() | new.keys():
        first, second = old.get(policy_id), new.get(policy_id)
        verdicts = (_verdict(first), _verdict(second))
        shift = _shift(*verdicts)
        item = first if shift in {Shift.LOST, Shift.UNSETTLED} else second
        if shift is not None and item is not None:
            moved[shift].append((item, verdicts))
    for listed in moved.values():
        listed.sort(key=lambda each: rank(each[0]))
    return moved


def _by_policy(screening: MemberScreening) -> dict[UUID, Item]:
    """What is received already moves as well: it may be lost."""
    listed = (*screening.open_items, *screening.already_received)
    return {item.policy_id: item for item in listed}


def _verdict(item: Item | None) -> Verdict:
    """What is in no list is out of reach, by its rule or by the filters before it."""
    return item.verdict if item is not None else Verdict.UNLIKELY


def _shift(before: Verdict, after: Verdict) -> Shift | None:
    if before is after:
        return None
    if after is Verdict.LIKELY:
        return Shift.GAINED
    if after is Verdict.UNLIKELY:
        return Shift.LOST
    return Shift.OPENED if before is Verdict.UNLIKELY else Shift.UNSETTLED


def _change(
    item: Item,
    shift: Shift,
    verdicts: tuple[Verdict, Verdict],
    before: ApplicantFacts,
    after: ApplicantFacts,
    closed: date | None,
) -> Change:
    name = item.name
    sentence = _SENTENCES[shift].format(
        object=josa(name, "을/를"), subject=josa(name, "이/가"), topic=josa(name, "은/는")
    )
    return Change(
        item=item,
        shift=shift,
        before=verdicts[0],
        after=verdicts[1],
        sentence=sentence,
        why=_CLOSED.format(day=long_date(closed)) if closed else _why(item, shift, before, after),
    )


def _why(item: Item, shift: Shift, before: ApplicantFacts, after: ApplicantFacts) -> str:
    """Sentence of the criterion that moved the verdict: among those whose state changed, one
    that carried the verdict (before, where something was gained; after, where it was lost)."""
    if item.rule.compiled is None:
        return ""
    rule, tables = item.rule.compiled.rule, bundled_tables()
    first, second = evaluate(rule, before, tables), evaluate(rule, after, tables)
    if shift is Shift.LOST and second.verdict is not Verdict.UNLIKELY:
        return _ELSEWHERE
    carrying = first if shift in {Shift.GAINED, Shift.OPENED} else second
    changed = [
        new
        for old, new, carries in zip(
            first.outcomes, second.outcomes, carrying.outcomes, strict=True
        )
        if old.state is not new.state and carries.decisive
    ]
    return _telling(changed, shift) or _first(reasons(second))


def _telling(changed: Sequence[CriterionOutcome], shift: Shift) -> str:
    wanted = {Shift.GAINED: State.MET, Shift.LOST: State.NOT_MET}.get(shift)
    best = [each for each in changed if wanted is None or each.state is wanted] or list(changed)
    return best[0].sentence if best else ""


def _first(sentences: Sequence[str]) -> str:
    return sentences[0] if sentences else ""
