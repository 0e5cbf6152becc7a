"""Events of a life: what to look for, and what the law sets a time for."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

from pydantic import Field

from policies.eligibility.dates import add_months, reached_on
from policies.guides.files import Part, longest_said, read_guide


class Duty(Part):
    """What must be done in time: `days` or `months` after `from_day`, by `law`.

    `by_event`: `from_day` is the day of the event itself; `first_day`: that day counts.
    """

    what: str
    from_day: str = Field(alias="from")
    law: str
    days: int | None = None
    months: int | None = None
    by_event: bool = False
    first_day: bool = False

    def span(self) -> str:
        """The time in Korean."""
        return f"{self.months}개월" if self.months is not None else f"{self.days}일"

    def until(self, event_on: date) -> date | None:
        """The last day for an event of that day; None where the time starts on another day."""
        if not self.by_event:
            return None
        if self.months is None:
            return event_on + timedelta(days=(self.days or 0) - self.first_day)
        if self.first_day:
            return reached_on(event_on, self.months) - timedelta(days=1)
        return add_months(event_on, self.months)


class LifeEvent(Part):
    """`topics`: what to search for; `note`: said first."""

    key: str
    name: str
    said: tuple[str, ...]
    topics: tuple[str, ...]
    duties: tuple[Duty, ...]
    note: str = ""


class _Events(Part):
    events: tuple[LifeEvent, ...]


@cache
def life_events() -> tuple[LifeEvent, ...]:
    """Every event that is held here."""
    return read_guide("life_events", _Events).events


def event_named(text: str) -> LifeEvent | None:
    """The event that `text` tells of, by the longest form of it that stands there."""
    best = max(life_events(), key=lambda each: longest_said(text, (each.name, *each.said)))
    return best if longest_said(text, (best.name, *best.said)) else None
