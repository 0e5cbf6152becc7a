"""Where the records of a source go: what a run needs to stage, publish and undo them.

A crawler names its target (`crawler.target`). `PolicyTarget` (runs/policy_target.py) makes
policies; entity sources bring targets of their own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from crawling.sources.base import RawItem


@dataclass(frozen=True)
class About:
    """What people read of a source; becomes the columns of `crawling.models.Source`."""

    title: str
    publisher: str
    document_url: str
    data_group: str


@dataclass(frozen=True)
class Staged:
    """One record as it will be published; made without touching what is published.

    `data` is JSON and all that `Target.publish` gets. `digest` (see `digest_of`) covers what
    readers can see: rows with the digest of the last publish are not published again.
    `length`: characters of its text, whose average the gates watch. `lacks`: names of required
    fields that are empty (the record is published all the same; a gate counts them).
    """

    external_id: str
    data: dict[str, Any]
    digest: str
    length: int = 0
    lacks: tuple[str, ...] = ()


class Outcome(StrEnum):
    NEW = "created"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    CLOSED = "closed"
    REOPENED = "reopened"


@dataclass(frozen=True)
class Change:
    """What came of one row. `ref` names what is stored now (at most 64 characters, "" where
    nothing is): while `Target.refs` gives the same, nobody else changed it. `before` is JSON
    that `Target.restore` understands, None where there was nothing before."""

    external_id: str
    outcome: Outcome
    ref: str
    before: dict[str, Any] | None = None


@dataclass(frozen=True)
class Undo:
    """One change to take back: the record as it was, None to take it away."""

    external_id: str
    before: dict[str, Any] | None


@runtime_checkable
class Target(Protocol):
    """Stores the records of one source.

    `publish`, `close` and `restore` are called with at most some hundred rows at a time,
    inside the one transaction of a publish or a roll-back: they must not commit, and an
    exception takes everything back.
    """

    about: About
    # Whether chunks have to be embedded after a publish (policies only).
    embeds: bool

    def stage(self, item: RawItem, *, day: date) -> Staged:
        """The record in `item`. Raises RecordError where it has to be refused (counts as
        failed) and RecordSkipped where it is none of ours (counts as skipped)."""
        ...

    def prepare(self, rows: Sequence[Staged]) -> list[Staged]:
        """`rows` in order, with what takes long to find out of those that are not stored yet, in
        their `data`: the transaction of a publish shall be short. A row may come back as it
        is; `publish` then finds out itself. Nothing is raised for an odd row."""
        ...

    def refs(self, ids: Collection[str]) -> Mapping[str, str]:
        """`Change.ref` of what is stored now, by external id; ids without a row left out."""
        ...

    def known(self) -> Iterable[str]:
        """External ids of all stored records of this source that have not ended."""
        ...

    def publish(self, rows: Sequence[Staged], *, closed: Collection[str]) -> list[Change]:
        """Store `rows`, one change each. Those in `closed` were ended by `close` before:
        they become REOPENED. Same content gives UNCHANGED. A row that cannot be stored
        raises: nothing of the run is published then."""
        ...

    def close(self, ids: Sequence[str]) -> list[Change]:
        """End records that have disappeared, keeping them for whoever cites them. Ids whose
        records are gone or ended already are left out of the answer."""
        ...

    def restore(self, undos: Sequence[Undo]) -> Mapping[str, str]:
        """Take changes back; returns the refs of what is stored then, by external id."""
        ...


def digest_of(data: Any) -> str:
    """SHA-256 of JSON data, the same for equal content whatever the order of its keys."""
    # ASCII escapes: half characters, as broken pages have them, have no UTF-8.
    text = json.dumps(data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
