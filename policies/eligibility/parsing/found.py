"""What a recogniser gives: a stretch of a clause and the condition it states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.rule import Rule
from policies.geography.table import Region as Region


class Kind(StrEnum):
    """How a condition joins its neighbours in a list.

    SCOPE narrows ("만 19세 이상", "부산에 거주", "중위소득 100% 이하"): neighbours are joined by
    and. GROUP names a group of people ("기초생활수급자", "한부모가족", "등록장애인"): a list of
    them is joined by or.
    """

    SCOPE = "scope"
    GROUP = "group"


@dataclass(frozen=True)
class Setting:
    """What a recogniser may know beside its clause.

    `year`: the year the text is about, for years and windows without one. `regions`: those of
    a local agency, empty for a national one. `title`: the policy's name.
    """

    title: str = ""
    agency: str = ""
    regions: tuple[Region, ...] = ()
    year: int | None = None


@dataclass(frozen=True)
class Found:
    """A condition read from `clause.text[start:end]`.

    `rule` is one criterion or a small group of criteria; quote and section are filled in by
    the assembly, so recognisers leave them empty. `dimension` is what it is about ("age",
    "income", "recipient" …). Where stretches overlap, the longer wins, then the higher
    confidence. `negated`: the words themselves turn it round ("수급자가 아닌").
    """

    start: int
    end: int
    rule: Rule
    kind: Kind
    dimension: str
    confidence: float = 1.0
    negated: bool = False


Recogniser = Callable[[Flat, Setting], Iterable[Found]]


@dataclass(frozen=True)
class PolicyText:
    """The published texts a rule is read from. `year` as in Setting."""

    title: str
    agency: str
    target: str
    criteria: str = ""
    year: int | None = None
    regions: tuple[Region, ...] = field(default=())
