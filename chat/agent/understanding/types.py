"""Values that the language understanding hands out. Plain data, no behaviour.

Dates said without a day or a month stay partial ("2026-12", "2025"): `dates.py` of this
package turns them into a range where a full date is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

SELF = "self"
# Somebody of whom nothing is kept (애 엄마, said by a grandmother).
NOBODY = "nobody"


def base_of(member: str) -> str:
    """The kind of a member: "child2" and "child#2" are children."""
    return member.rstrip("0123456789").rstrip("#")


class Route(StrEnum):
    SEARCH = "SEARCH"
    ELIGIBILITY = "ELIGIBILITY"
    APPLICATION_ASSIST = "APPLICATION_ASSIST"
    SAVE = "SAVE"
    RESET = "RESET"
    SMALLTALK = "SMALLTALK"
    OUT_OF_SCOPE = "OUT_OF_SCOPE"
    CRISIS = "CRISIS"


class GuardLabel(StrEnum):
    ALLOW = "allow"
    OFF_TOPIC = "off_topic"
    INJECTION = "injection"
    ABUSE = "abuse"
    CRISIS = "crisis"


@dataclass(frozen=True)
class Evidence:
    """Where a fact comes from: `quote` is an exact piece of the text at `start`:`end`."""

    quote: str
    confidence: float
    start: int
    end: int


@dataclass(frozen=True)
class Triple:
    """`predicate` is `disease` or `treatment`; `code` a KCD code where the name has one."""

    subject: str
    predicate: str
    object: str
    code: str | None
    confidence: float
    quote: str


@dataclass(frozen=True)
class Denied:
    """Something the person took back or ruled out ("대장암은 아니고")."""

    member: str
    key: str
    value: Any
    quote: str


@dataclass(frozen=True)
class Extraction:
    """What a text says about whom.

    `facts`: member → fact key → JSON value as in the gold-case format. `residual`: the question
    without the stated facts, "" when there is no question. `focus`: whom the text is about at
    its end; pass it on as the next turn's `focus`.
    """

    facts: dict[str, dict[str, Any]] = field(default_factory=dict)
    evidence: dict[str, dict[str, Evidence]] = field(default_factory=dict)
    triples: list[Triple] = field(default_factory=list)
    residual: str = ""
    members: list[str] = field(default_factory=list)
    focus: str = SELF
    denied: list[Denied] = field(default_factory=list)


@dataclass(frozen=True)
class Found:
    """One fact found in a piece of text, before it is given to a member.

    `owner`: "subject" (whoever the piece is about), "household" (the asker's household unless
    somebody else is named in the sentence) or a member's key.
    """

    key: str
    value: Any
    start: int
    end: int
    confidence: float = 0.9
    owner: str = "subject"
    negated: bool = False


@dataclass(frozen=True)
class RouteDecision:
    """`reason` is a Korean sentence; `tool` and `ask` only where a rule is sure of them.
    `lookup`: it asks for records by published fields, which are looked up before any search."""

    route: Route
    reason: str
    policy_mentions: list[str] = field(default_factory=list)
    tool: str | None = None
    ask: str | None = None
    confidence: float = 0.9
    lookup: bool = False


@dataclass(frozen=True)
class GuardDecision:
    label: GuardLabel
    reason: str


@dataclass(frozen=True)
class Span:
    """Personal data at `start`:`end`."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class Rewritten:
    """`text` stands on its own; `reason` says in Korean what was filled in, "" if nothing."""

    text: str
    reason: str
