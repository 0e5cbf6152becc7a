"""How one objects to a decision, by family of benefits, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from policies.guides.files import Part, longest_said, read_guide
from policies.same import squeezed_name


class AppealStep(Part):
    """One way to object. `days`: time from `from_day`, the first day not counted; `decided`:
    how soon the answer must come, "" where `law` does not say; `checked`: when its wording was
    read, None where the article is only named."""

    name: str
    to: str
    days: int
    from_day: str
    how: str
    decided: str
    law: str
    checked: date | None = None

    def until(self, notified_on: date) -> date:
        """The last day, counted from the day of notice. A last day on a weekend or holiday
        moves on by law (민법 제161조); this is the day before any such move."""
        return notified_on + timedelta(days=self.days)


class AppealFamily(Part):
    """Benefits that are objected to in one way: words of their names, laws they rest on."""

    key: str
    title: str
    names: tuple[str, ...]
    laws: tuple[str, ...]
    steps: tuple[AppealStep, ...]
    papers: tuple[str, ...]
    notes: tuple[str, ...] = ()


class Decision(Part):
    """How long a decision may take by law, for benefits of these names or laws."""

    names: tuple[str, ...]
    laws: tuple[str, ...]
    text: str
    law: str


class _Appeals(Part):
    families: tuple[AppealFamily, ...]
    general: tuple[AppealFamily, ...]


class _Decisions(Part):
    decisions: tuple[Decision, ...]


@dataclass(frozen=True)
class Appeal:
    """`family` None: no way of its own is held, only what holds for every decision."""

    family: AppealFamily | None
    general: tuple[AppealFamily, ...]


@cache
def _appeals() -> _Appeals:
    return read_guide("appeals", _Appeals)


@cache
def _decisions() -> tuple[Decision, ...]:
    return read_guide("decisions", _Decisions).decisions


def appeal_for(text: str, laws: Sequence[str] = ()) -> Appeal:
    """The way to object to what `text` names; else the one of the law a policy rests on."""
    data = _appeals()
    named = max(data.families, key=lambda each: longest_said(text, each.names))
    if not longest_said(text, named.names):
        resting = [each for each in data.families if _rests_on(laws, each.laws)]
        return Appeal(resting[0] if len(resting) == 1 else None, data.general)
    return Appeal(named, data.general)


def decision_for(name: str, laws: Sequence[str] = ()) -> Decision | None:
    """How long the decision on a policy may take, None where no law of it is held."""
    for each in _decisions():
        if longest_said(name, each.names) and (not laws or _rests_on(laws, each.laws)):
            return each
    return None


def _rests_on(laws: Sequence[str], wanted: Sequence[str]) -> bool:
    cited = [squeezed_name(law) for law in laws]
    return any(law.startswith(name) for law in cited for name in map(squeezed_name, wanted))
