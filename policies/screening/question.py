"""The next best question: the fact that settles the most verdicts of the whole family."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from policies.screening.items import Item, NextQuestion, names_of, rank

# Facts of the household: one answer serves every member of whom they are not known.
HOUSEHOLD_KEYS = frozenset(
    {
        "region",
        "household_size",
        "median_income_ratio",
        "monthly_income",
        "assets",
        "owns_home",
        "tenure",
        "basic_livelihood",
        "near_poor",
    }
)
_NAMED = 3
# What an answer is worth that brings a verdict nearer without settling it.
_NEARER = 0.25


@dataclass
class _Asked:
    """A fact with what hangs on it."""

    worth: float = 0.0
    members: dict[str, None] = field(default_factory=dict)
    settled: list[Item] = field(default_factory=list)
    certain: int = 0
    bears_on: int = 0
    question: str = ""


def next_question(
    members: Mapping[str, tuple[Item, ...]], *, declined: Collection[str] = ()
) -> NextQuestion | None:
    """What to ask next over the open items of each member; None when no answer helps.

    An answer is worth 1 for each verdict that it settles whichever way it falls, a half for
    one that it settles one way, a little for one that it brings nearer. Questions without
    plain words and `declined` keys (말하고 싶지 않아요) are not asked.
    """
    asked: dict[tuple[str, str], _Asked] = {}
    for member, items in members.items():
        for item in items:
            keys = item.missing
            for key in keys:
                question = "" if key in declined else item.asks(key)
                if question:
                    place = ("", key) if key in HOUSEHOLD_KEYS else (member, key)
                    _add(asked.setdefault(place, _Asked()), item, member, key, question)
    if not asked:
        return None
    (_, key), best = max(asked.items(), key=lambda each: (each[1].worth, each[1].bears_on))
    return _question(key, best)


def _add(asked: _Asked, item: Item, member: str, key: str, question: str) -> None:
    settles = item.settles(key)
    asked.members[member] = None
    asked.question = asked.question or question
    asked.bears_on += 1
    asked.certain += settles == 2
    if settles:
        asked.worth += settles / 2
        asked.settled.append(item)
    else:
        asked.worth += _NEARER / len(item.missing)


def _question(key: str, best: _Asked) -> NextQuestion:
    names = names_of(sorted(best.settled, key=rank), len(best.settled))
    return NextQuestion(
        key=key,
        question=best.question,
        members=tuple(best.members),
        settled=names,
        certain=best.certain,
        bears_on=best.bears_on,
        explanation=_explanation(names, best),
    )


def _explanation(names: tuple[str, ...], best: _Asked) -> str:
    """Why it is asked, in one sentence with the first names."""
    if not names:
        return f"이 답을 알면 {best.bears_on}개 정책의 판정에 한 걸음 다가가요."
    listed = ", ".join(names[:_NAMED]) + (" 등" if len(names) > _NAMED else "")
    certain = best.certain == len(best.settled)
    end = "정해져요" if certain else "정해질 수 있어요"
    return f"이 답으로 {len(best.settled)}개 정책의 판정이 {end}: {listed}."
