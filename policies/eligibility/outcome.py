"""What the engine says: three-valued states, criterion outcomes and the decision."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from policies.vocabulary import Section, Verdict


class State(StrEnum):
    MET = "met"
    NOT_MET = "not_met"
    UNKNOWN = "unknown"


class UnknownReason(StrEnum):
    """Why a state is unknown: ask the person, or ask the caseworker. Never mixed."""

    FACT_MISSING = "fact_missing"
    RULE_UNCLEAR = "rule_unclear"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class ReferenceUse(_Frozen):
    """A published table that was used; `year_used` differs from `year_asked` when the
    asked year has no figures."""

    table: str
    year_asked: int
    year_used: int
    notice: str = ""


class CriterionOutcome(_Frozen):
    """State of one criterion, with one whole Korean sentence that says it.

    `decisive`: the verdict rests on this outcome; the others could not change it.
    `exclusion`: the criterion stands inside none_of; `state` is then already that of the
    exclusion (MET = the person is not excluded).
    `distance`: how far a numeric limit is missed ("월 34,000원 초과"), "" otherwise.
    `flip_on`: first day on which the state changes by the passing of time alone.
    """

    criterion: str
    state: State
    sentence: str
    section: Section
    quote: str = ""
    reason: UnknownReason | None = None
    missing: list[str] = []
    question: str = ""
    exclusion: bool = False
    decisive: bool = False
    distance: str = ""
    flip_on: date | None = None
    reference: ReferenceUse | None = None


class Decision(_Frozen):
    """Verdict on one policy for one person.

    `missing`: fact keys (or `other.<key>`) that decide, most decisive first; empty unless
    the verdict is needs_more_info. `flip_on`: next day the verdict may change by time alone.
    """

    verdict: Verdict
    outcomes: list[CriterionOutcome]
    missing: list[str] = []
    flip_on: date | None = None
    references: list[ReferenceUse] = []
