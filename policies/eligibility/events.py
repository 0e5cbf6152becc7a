"""Changes of life that people think of, as changes of facts (for `whatif.what_if`)."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Any

from policies.eligibility.dates import age_reached_on
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.korean import long_date
from policies.vocabulary import Disability, Employment, MaritalStatus, Pregnancy


class Event(StrEnum):
    """What changes."""

    QUIT = "quit"
    WORK = "work"
    MOVE = "move"
    BIRTH = "birth"
    PREGNANT = "pregnant"
    AGE = "age"
    INCOME = "income"
    SIZE = "size"
    MARRY = "marry"
    DISABILITY = "disability"


EVENT_LABELS = {
    Event.QUIT: "직장을 그만두면",
    Event.WORK: "취업하면",
    Event.MOVE: "이사하면",
    Event.BIRTH: "아이가 태어나면",
    Event.PREGNANT: "임신하면",
    Event.AGE: "나이가 들면",
    Event.INCOME: "소득이 바뀌면",
    Event.SIZE: "함께 사는 사람 수가 바뀌면",
    Event.MARRY: "결혼하면",
    Event.DISABILITY: "장애를 등록하면",
}
_FIXED: dict[Event, dict[str, Any]] = {
    Event.QUIT: {"employment": Employment.UNEMPLOYED},
    Event.WORK: {"employment": Employment.EMPLOYED},
    Event.PREGNANT: {"pregnancy": Pregnancy.PREGNANT},
    Event.MARRY: {"marital_status": MaritalStatus.MARRIED},
}


class EventIncomplete(ValueError):
    """What the event needs besides: `argument` with a Korean sentence that asks for it.

    `impossible`: it was said but cannot be.
    """

    def __init__(self, argument: str, message: str, *, impossible: bool = False) -> None:
        super().__init__(message)
        self.argument = argument
        self.message = message
        self.impossible = impossible


def event_changes(
    event: Event,
    facts: ApplicantFacts,
    *,
    region: RegionFact | None = None,
    age: int | None = None,
    monthly_income: int | None = None,
    household_size: int | None = None,
    disability: Disability | None = None,
) -> dict[str, Any]:
    """The event as changes of facts. Raises EventIncomplete.

    `age` in full years, `monthly_income` KRW of the household, `household_size` after the
    change, the person included.
    """
    match event:
        case Event.MOVE:
            return {"region": _said("sido", region)}
        case Event.BIRTH:
            # Of siblings nobody has spoken of nothing is known: callers must say so.
            return {"children": [*(facts.children or []), facts.as_of]}
        case Event.AGE:
            return {"as_of": _grown(facts, _said("age", age))}
        case Event.INCOME:
            return {"monthly_income": _said("monthly_income", monthly_income)}
        case Event.SIZE:
            return {"household_size": _said("household_size", household_size)}
        case Event.DISABILITY:
            return {"disability": _said("disability", disability)}
    return dict(_FIXED[event])


_NEEDED = {
    "sido": "새로 살 시·도를 골라 주세요.",
    "age": "몇 세가 되는지 적어 주세요.",
    "monthly_income": "바뀔 한 달 소득을 적어 주세요.",
    "household_size": "함께 살 가구원 수를 적어 주세요.",
    "disability": "장애의 정도를 골라 주세요.",
}


def _said(argument: str, value: Any) -> Any:
    if value is None:
        raise EventIncomplete(argument, _NEEDED[argument])
    return value


def _grown(facts: ApplicantFacts, age: int) -> date:
    """The day on which the person becomes so old."""
    if facts.birth_date is None:
        raise EventIncomplete("birth_date", "생년월일을 적어 두어야 그날을 셀 수 있어요.")
    day = age_reached_on(facts.birth_date, age)
    if day <= facts.as_of:
        text = f"{long_date(day)}에 이미 그 나이가 되었어요."
        raise EventIncomplete("age", text, impossible=True)
    return day
