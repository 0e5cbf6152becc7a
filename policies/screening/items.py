"""What screening gives: policies in groups for each member, and what to ask next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from policies.eligibility.person import Outline
from policies.eligibility.questions import OTHER_PREFIX, question_for
from policies.screening.candidates import Dropped
from policies.screening.rules import RuleInForce
from policies.vocabulary import Verdict

ONLY_ONE = "이 가운데 하나만 받을 수 있어요."


@dataclass(frozen=True)
class Item:
    """One policy for one member. `here`: it holds where the member surely lives.

    `fit`: how much it speaks to the member; `chance`: that what is open is met. `held`: name of
    a benefit received now that rules this one out, "" otherwise.
    """

    rule: RuleInForce
    outline: Outline
    here: bool = True
    fit: float = 0.0
    chance: float = 1.0
    held: str = ""

    @property
    def policy_id(self) -> UUID:
        return self.rule.policy_id

    @property
    def name(self) -> str:
        return self.rule.name

    @property
    def verdict(self) -> Verdict:
        """That of the rule; what may be another region's is open at best."""
        if self.here or self.outline.verdict is Verdict.UNLIKELY:
            return self.outline.verdict
        return Verdict.NEEDS_MORE_INFO

    @property
    def missing(self) -> tuple[str, ...]:
        """Fact keys that decide, the most decisive first."""
        keys = tuple(each.key for each in self.outline.missing)
        if self.here or "region" in keys or self.verdict is Verdict.UNLIKELY:
            return keys
        return ("region", *keys)

    @property
    def question(self) -> str:
        """Question for the most decisive fact that can be asked in plain words, "" if none."""
        return next((asked for key in self.missing if (asked := self.asks(key))), "")

    def asks(self, key: str) -> str:
        """The rule's own question, else the common one; a free key has no common one."""
        own = next((each.question for each in self.outline.missing if each.key == key), "")
        if key.startswith(OTHER_PREFIX):
            return "" if own == question_for(key) else own
        return own or question_for(key)

    def settles(self, key: str) -> int:
        """How many of the two answers (met, not met) to a missing fact settle the verdict."""
        if key == "region" and not self.here:
            return 2 if self.outline.verdict is Verdict.LIKELY else 1
        return next((each.settles for each in self.outline.missing if each.key == key), 0)


@dataclass(frozen=True)
class ExclusiveGroup:
    """Policies of which each rules the others out (택1), in the order of the lists."""

    items: tuple[Item, ...]
    notice: str = ONLY_ONE


@dataclass(frozen=True)
class MemberScreening:
    """Policies in groups, best first. `unlikely` holds those that were judged; what the
    filters left out before is only counted in `dropped`. `no_rule`: policies of the place
    that no rule tells anything of."""

    likely: tuple[Item, ...]
    needs_more_info: tuple[Item, ...]
    unlikely: tuple[Item, ...]
    already_received: tuple[Item, ...]
    exclusive: tuple[ExclusiveGroup, ...]
    dropped: Counter[Dropped]
    no_rule: int

    @property
    def counts(self) -> dict[str, int]:
        """Every open policy once."""
        return {
            Verdict.LIKELY.value: len(self.likely),
            Verdict.NEEDS_MORE_INFO.value: len(self.needs_more_info),
            Verdict.UNLIKELY.value: len(self.unlikely) + self.dropped.total(),
            "already_received": len(self.already_received),
            "no_rule": self.no_rule,
        }

    @property
    def open_items(self) -> tuple[Item, ...]:
        """What may still be received."""
        return (*self.likely, *self.needs_more_info)


@dataclass(frozen=True)
class NextQuestion:
    """What to ask next, of whom, and why. `settled`: names of policies whose verdict the
    answer decides or may decide; `bears_on` counts all it bears on."""

    key: str
    question: str
    members: tuple[str, ...]
    settled: tuple[str, ...]
    certain: int
    bears_on: int
    explanation: str


@dataclass(frozen=True)
class FamilyScreening:
    """Screening of every member on one day."""

    as_of: date
    members: dict[str, MemberScreening]
    question: NextQuestion | None = None


_ORDER = {Verdict.LIKELY: 0, Verdict.NEEDS_MORE_INFO: 1, Verdict.UNLIKELY: 2}


def rank(item: Item) -> tuple[int, bool, bool, int, float, str, str]:
    """Sort key: likely first; then what holds where the member lives, what an answer can
    settle before what only the agency can, few open facts, and what speaks to the member."""
    verdict = item.verdict
    unanswerable = verdict is Verdict.NEEDS_MORE_INFO and not item.question
    return (
        _ORDER[verdict],
        not item.here,
        unanswerable,
        len(item.missing),
        -item.fit,
        item.name,
        str(item.policy_id),
    )


def names_of(items: Sequence[Item], most: int) -> tuple[str, ...]:
    """Different names in the order of the items, `most` of them."""
    return tuple(dict.fromkeys(item.name for item in items))[:most]
