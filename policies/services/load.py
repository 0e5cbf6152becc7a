"""A record becomes a policy with a version, chunks, postings and a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from policies.models import Policy, PolicyAttachment, PolicyVersion
from policies.querysets import PolicyQuerySet
from policies.records import PolicyRecord
from policies.services.attachments import (
    attachments_known,
    attachments_read,
    attachments_store,
)
from policies.services.contents import content_hash, record_check, sections_of
from policies.services.index import Indexing, versions_index
from policies.services.listing import listings_store
from policies.services.prepared import Prepared, record_prepare
from policies.services.rule_store import RuleReading, rules_store
from policies.services.taxonomy import agencies_get, agency_name, taxonomy_store
from policies.services.versions import data_version_bump

Outcome = Literal["created", "changed", "unchanged"]
Key = tuple[str, str]
# Columns of a policy that come from its record under the same name.
_SAME = (
    *("name", "aliases", "keywords", "status", "for_persons", "period_kind", "period_text"),
    *("period_start", "period_end", "apply_url", "detail_url"),
)
_STORED = (*_SAME, "agency", "nationwide", "current_version", "updated_at")


@dataclass(frozen=True)
class LoadResult:
    outcome: Outcome
    policy: Policy


@dataclass(frozen=True)
class Loading:
    """A record to be stored. `files`: what `attachments_read` gave for its attachments before;
    `prepared`: what `record_prepare` gave for it. Where they are None and the record is new they
    are made before anything is locked."""

    record: PolicyRecord
    files: Sequence[PolicyAttachment] | None = None
    prepared: Prepared | None = None


def policy_load(*, record: PolicyRecord, searchable: bool = True) -> LoadResult:
    """`policies_load` of one record."""
    return policies_load(rows=[Loading(record)], searchable=searchable)[0]


def policies_load(*, rows: Sequence[Loading], searchable: bool = True) -> list[LoadResult]:
    """Store records, each of another policy: all of them or, where one is refused, none.

    Same content again changes nothing ("unchanged") but counts and dates of its listing. Not
    `searchable`: without taxonomy, chunks, postings and a rule, for questions that ask for
    published fields only. A changed text makes a new version with new chunks; the old versions
    stay for the citations that point to them. An attachment that cannot be read is stored as
    such. Raises RecordInvalid for a record without name or text, or with a malformed rule.
    """
    works = []
    for row in rows:
        record_check(record=row.record)
        record = attachments_known(record=row.record)
        works.append(_Work(record, content_hash(record), row.files, row.prepared))
    same = _current(works)
    for work in works:
        if work.key not in same:
            work.read(searchable=searchable)
    return _load(works, searchable=searchable)


def records_new(*, records: Sequence[PolicyRecord]) -> list[PolicyRecord]:
    """Those whose content is not that of a current version."""
    known = [attachments_known(record=record) for record in records]
    same = _current([_Work(record, content_hash(record)) for record in known])
    return [each for each in records if (each.source, each.external_id) not in same]


@dataclass
class _Work:
    """A record on its way. What `place` sets is known under the lock only."""

    record: PolicyRecord
    digest: str
    files: Sequence[PolicyAttachment] | None = None
    prepared: Prepared | None = None
    outcome: Outcome = "created"
    # Whether it has to be made searchable.
    ready: bool = False
    policy: Policy = field(init=False)
    version: PolicyVersion = field(init=False)
    before: PolicyVersion | None = None

    @property
    def key(self) -> Key:
        return self.record.source, self.record.external_id

    def place(self, policy: Policy | None, *, searchable: bool) -> None:
        """Compare with what is stored of it."""
        source, external_id = self.key
        self.outcome = "created" if policy is None else "changed"
        self.policy = policy or Policy(source=source, external_id=external_id)
        self.before = self.policy.current_version
        # Stored for its fields only else: every text has at least its title's terms.
        indexed = self.before is not None and bool(self.before.term_count)
        # What the search knows already must not stay behind with an old text.
        self.ready = searchable or indexed
        if self.before is not None and self.before.content_hash == self.digest:
            self.outcome, self.version = "unchanged", self.before
            self.ready = searchable and not indexed

    def read(self, *, searchable: bool) -> Sequence[PolicyAttachment]:
        """Its files; makes what is `prepared` where it is to be searchable. Both once."""
        if self.files is None and self.outcome == "unchanged":
            self.files = list(self.version.attachments.all())
        elif self.files is None:
            self.files = attachments_read(files=self.record.attachments)
        if searchable and self.prepared is None:
            self.prepared = record_prepare(record=self.record, files=self.files)
        return self.files


def _policies(works: Sequence[_Work]) -> PolicyQuerySet:
    return Policy.objects.filter(
        source__in={work.record.source for work in works},
        external_id__in=[work.record.external_id for work in works],
    )


def _current(works: Sequence[_Work]) -> set[Key]:
    """Keys of records whose content is that of the current version."""
    rows = _policies(works).values_list("source", "external_id", "current_version__content_hash")
    stored = {(source, external_id): digest for source, external_id, digest in rows}
    return {work.key for work in works if stored.get(work.key) == work.digest}


@transaction.atomic
def _load(works: Sequence[_Work], *, searchable: bool) -> list[LoadResult]:
    stored = _locked(works)
    for work in works:
        work.place(stored.get(work.key), searchable=searchable)
    fresh = [work for work in works if work.outcome != "unchanged"]
    ready = [work for work in works if work.ready]
    _versions_store(fresh)
    moved = listings_store(
        rows=[(work.policy, work.record) for work in works],
        new={work.policy.pk for work in works if work.outcome == "created"},
    )
    _make_searchable(ready)
    touched = {work.policy.pk for work in (*fresh, *ready)} | moved
    for source in sorted({work.policy.source for work in works if work.policy.pk in touched}):
        data_version_bump(group=source)
    return [LoadResult(work.outcome, work.policy) for work in works]


def _locked(works: Sequence[_Work]) -> dict[Key, Policy]:
    """As weakly as may be: rows that point here can be written while a long publish goes on,
    until a new version is put in."""
    rows = _policies(works).select_for_update(of=("self",), no_key=True)
    found = rows.select_related("current_version").order_by("pk")
    return {(policy.source, policy.external_id): policy for policy in found}


def _versions_store(works: Sequence[_Work]) -> None:
    """Policies with new versions, and the files of those."""
    if not works:
        return
    agencies = agencies_get(agency_name(work.record.agency) for work in works)
    changed = [work.policy for work in works if work.outcome == "changed"]
    numbers = _last_numbers(changed)
    files = [work.read(searchable=work.ready) for work in works]
    for work in works:
        _fields_put(work.policy, work.record)
        work.policy.agency = agencies[agency_name(work.record.agency)]
        work.version = _version(work, numbers.get(work.policy.pk, 0) + 1)
    # Foreign keys are looked at when the transaction ends: a version may come before its policy.
    PolicyVersion.objects.bulk_create([work.version for work in works])
    for work in works:
        work.policy.current_version = work.version
    Policy.objects.bulk_create([work.policy for work in works if work.outcome == "created"])
    Policy.objects.bulk_update(changed, _STORED)
    attachments_store(
        rows=[(work.version, read, work.before) for work, read in zip(works, files, strict=True)]
    )


def _last_numbers(policies: Sequence[Policy]) -> dict[UUID, int]:
    if not policies:
        return {}
    versions = PolicyVersion.objects.filter(policy__in=policies).order_by()
    return dict(versions.values_list("policy_id").annotate(last=Max("number")))


def _fields_put(policy: Policy, record: PolicyRecord) -> None:
    for name in _SAME:
        setattr(policy, name, getattr(record, name))
    policy.nationwide = not record.regions
    policy.updated_at = timezone.now()


def _version(work: _Work, number: int) -> PolicyVersion:
    record = work.record
    return PolicyVersion(
        policy=work.policy,
        number=number,
        content_hash=work.digest,
        sections=sections_of(record),
        contacts=[vars(contact) for contact in record.contacts],
        legal_basis=record.legal_basis,
        year=record.year,
        source_title=record.source_title,
        source_url=record.detail_url,
        collected_on=record.collected_on,
        source_updated_at=record.source_updated_at,
        raw=record.raw,
        term_count=work.prepared.words.length if work.ready and work.prepared else 0,
    )


def _make_searchable(works: Sequence[_Work]) -> None:
    if not works:
        return
    for work in works:
        work.read(searchable=True)
    taxonomy_store(rows=[(work.policy, work.record) for work in works])
    versions_index(
        rows=[
            Indexing(work.policy, work.version, work.prepared.words if work.prepared else None)
            for work in works
        ]
    )
    rules_store(readings=[_rule(work) for work in works])


def _rule(work: _Work) -> RuleReading:
    """The record's own rule; where it has none, what its text says to persons."""
    record, read = work.record, work.prepared.reading if work.prepared else None
    if read is None:
        return RuleReading(
            work.policy, work.version, record.rule, record.rule_certain, note=record.rule_note
        )
    return RuleReading(
        work.policy,
        work.version,
        read.tree,
        False,
        read.unparsed,
        read.confidence,
        record.rule_note or read.note,
    )
