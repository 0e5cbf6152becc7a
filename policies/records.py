"""The record every source is turned into before it becomes a PolicyVersion.

One shape for the catalogue and all importers, so that loading, versioning, chunking and
embedding exist once (`policies.services.policy_load`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from policies.vocabulary import PeriodKind, PolicyStatus, Section


@dataclass(frozen=True)
class RecordRegion:
    """Official names; `sigungu` None = the whole 시도."""

    sido: str
    sigungu: str | None = None


@dataclass(frozen=True)
class RecordContact:
    name: str
    phone: str = ""


@dataclass(frozen=True)
class PolicyRecord:
    """One policy as published by one source.

    `sections` holds plain text (entities decoded, ①②③ and line structure kept), empty
    sections left out. `regions` empty = nationwide. `for_persons` False marks services for
    businesses or institutions only. `rule` is the JSON form of an eligibility rule and
    `rule_certain` whether a person wrote it (catalogue) rather than a parser.
    `raw` keeps the source record as received (JSON-serialisable).
    """

    source: str
    external_id: str
    name: str
    agency: str
    sections: dict[Section, str]
    aliases: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    regions: list[RecordRegion] = field(default_factory=list)
    life_stages: list[str] = field(default_factory=list)
    target_groups: list[str] = field(default_factory=list)
    themes: list[str] = field(default_factory=list)
    contacts: list[RecordContact] = field(default_factory=list)
    legal_basis: list[str] = field(default_factory=list)
    status: PolicyStatus = PolicyStatus.OPEN
    for_persons: bool = True
    year: int | None = None
    period_kind: PeriodKind = PeriodKind.OTHER
    period_text: str = ""
    period_start: date | None = None
    period_end: date | None = None
    apply_url: str = ""
    detail_url: str = ""
    source_title: str = ""
    collected_on: date | None = None
    source_updated_at: datetime | None = None
    related: list[str] = field(default_factory=list)
    exclusive_with: list[str] = field(default_factory=list)
    rule: dict[str, Any] | None = None
    rule_note: str = ""
    rule_certain: bool = False
    raw: dict[str, Any] = field(default_factory=dict)
