"""The record every source is turned into before it becomes a PolicyVersion.

One shape for the catalogue and all importers, so that loading, versioning, chunking and
embedding exist once (`policies.services.policy_load`).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from policies.geography import Region
from policies.vocabulary import PeriodKind, PolicyStatus, Section

RecordRegion = Region


@dataclass(frozen=True)
class RecordContact:
    name: str
    phone: str = ""


@dataclass(frozen=True)
class RecordListing:
    """What a source publishes of a policy in fields, for questions that ask for fields.

    `agency`, `operator`, `registrar`: names as published (`PolicyRecord.agency` may be
    completed). `codes`: values by field, under the source's own field names. `areas`: 5-digit
    법정동 codes of the residences it is for, as published; `nationwide` when they cover every
    시도. `period`: range, always, closed, or other; `rounds`: application periods, both days
    inclusive. Ages in years, incomes in 만원 a year, None where there is none; `age_limited`
    None where the source does not say. `begins_on`, `ends_on`: the programme itself.
    """

    agency: str
    operator: str = ""
    registrar: str = ""
    codes: dict[str, list[str]] = field(default_factory=dict)
    areas: list[str] = field(default_factory=list)
    nationwide: bool = False
    period: str = "other"
    rounds: list[tuple[date | None, date]] = field(default_factory=list)
    age_limited: bool | None = None
    age_from: int | None = None
    age_to: int | None = None
    income_from: int | None = None
    income_to: int | None = None
    views: int | None = None
    capacity: int | None = None
    registered_at: datetime | None = None
    modified_at: datetime | None = None
    begins_on: date | None = None
    ends_on: date | None = None


@dataclass(frozen=True)
class RecordAttachment:
    """A file of a policy. `content` None: its source names it without giving it."""

    name: str
    url: str = ""
    content: bytes | None = field(default=None, repr=False)
    sha256: str = ""  # of a file read before, where `content` is None

    @property
    def digest(self) -> str:
        """SHA-256 of the content, "" where it is unknown."""
        return self.sha256 if self.content is None else hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True)
class PolicyRecord:
    """One policy as published by one source.

    `sections` holds plain text (entities decoded, ①②③ and line structure kept), empty
    sections left out. `regions` empty = nationwide. `for_persons` False marks services for
    businesses or institutions only. `rule` is the JSON form of an eligibility rule and
    `rule_certain` whether a person wrote it (catalogue) rather than a parser.
    `raw` keeps the source record as received (JSON-serialisable). `listing` None: it is made
    of what the record itself says.
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
    listing: RecordListing | None = None
    attachments: list[RecordAttachment] = field(default_factory=list)
