"""A record becomes a policy with a version, chunks, postings and a rule."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from pydantic import ValidationError as RuleValidationError

from policies.eligibility.rule import rule_from_data
from policies.errors import ReadingFailed, RecordInvalid
from policies.models import (
    Agency,
    LifeStage,
    Policy,
    PolicyAttachment,
    PolicyVersion,
    Region,
    TargetGroup,
    Theme,
)
from policies.records import PolicyRecord, RecordRegion
from policies.services.attachments import (
    attachments_known,
    attachments_read,
    attachments_store,
)
from policies.services.index import version_index
from policies.services.listing import listing_store
from policies.services.reading import ReadRule, reading_store, rule_read
from policies.services.rule_store import rule_store
from policies.services.versions import data_version_bump

logger = logging.getLogger(__name__)
Outcome = Literal["created", "changed", "unchanged"]
_TAXONOMY = (("life_stages", LifeStage), ("target_groups", TargetGroup), ("themes", Theme))


@dataclass(frozen=True)
class LoadResult:
    outcome: Outcome
    policy: Policy


def policy_load(
    *,
    record: PolicyRecord,
    searchable: bool = True,
    files: Sequence[PolicyAttachment] | None = None,
) -> LoadResult:
    """Store `record`. Same content again changes nothing ("unchanged") but counts and dates
    of its listing. Not `searchable`: without taxonomy, chunks, postings and a rule, for
    questions that ask for published fields only.

    A changed text makes a new version with new chunks; the old versions stay for the
    citations that point to them. Raises RecordInvalid for a record without name or text,
    or with a malformed rule. Its attachments are read before anything is locked, and only
    where the record is new; one that cannot be read is stored as such. `files`: what
    `attachments_read` gave for them before.
    """
    record_check(record=record)
    record = attachments_known(record=record)
    digest = content_hash(record)
    same = Policy.objects.filter(
        source=record.source,
        external_id=record.external_id,
        current_version__content_hash=digest,
    )
    if same.exists():
        files = []
    elif files is None:
        files = attachments_read(files=record.attachments)
    return _load(record, digest, files, searchable=searchable)


@transaction.atomic
def _load(
    record: PolicyRecord, digest: str, files: Sequence[PolicyAttachment], *, searchable: bool
) -> LoadResult:
    # As weak as it may be: rows that point here can be written while a long publish goes on,
    # until a new version is put in.
    policy = (
        Policy.objects.select_for_update(of=("self",), no_key=True)
        .select_related("current_version")
        .filter(source=record.source, external_id=record.external_id)
        .first()
    )
    before = policy.current_version if policy is not None else None
    if policy is not None and before is not None and before.content_hash == digest:
        changed = listing_store(policy=policy, record=record)
        # Stored for its fields only so far; every text has at least its title's terms.
        if searchable and not before.term_count:
            _make_searchable(policy, before, record)
            changed = True
        if changed:
            data_version_bump(group=record.source)
        return LoadResult("unchanged", policy)
    outcome: Outcome = "created" if policy is None else "changed"
    policy = policy or Policy(source=record.source, external_id=record.external_id)
    _store_fields(policy, record)
    version = _store_version(policy, record, digest)
    attachments_store(version=version, rows=files, before=before)
    listing_store(policy=policy, record=record, new=outcome == "created")
    # What the search knows already must not stay behind with an old text.
    if searchable or (before is not None and before.term_count):
        _make_searchable(policy, version, record)
    data_version_bump(group=record.source)
    return LoadResult(outcome, policy)


def _make_searchable(policy: Policy, version: PolicyVersion, record: PolicyRecord) -> None:
    _store_taxonomy(policy, record)
    version_index(version=version, policy=policy)
    _store_rule(policy, version, record)


def content_hash(record: PolicyRecord) -> str:
    """SHA-256 over everything people or rules can see of a record."""
    visible = {
        key: value
        for key, value in vars(record).items()
        if key not in {"raw", "collected_on", "source_updated_at", "attachments", "listing"}
    }
    if record.attachments:
        visible["attachments"] = [[file.name, file.url, file.digest] for file in record.attachments]
    text = json.dumps(visible, ensure_ascii=False, sort_keys=True, default=_jsonable)
    return hashlib.sha256(text.encode()).hexdigest()


def _jsonable(value: Any) -> Any:
    return (
        vars(value) if isinstance(value, RecordRegion) or hasattr(value, "__dict__") else str(value)
    )


def record_check(*, record: PolicyRecord) -> None:
    """Raises RecordInvalid for what `policy_load` would refuse."""
    if not record.name.strip():
        raise RecordInvalid("정책명이 없습니다")
    if not any(text.strip() for text in record.sections.values()):
        raise RecordInvalid("본문이 없습니다")
    for url in (record.apply_url, record.detail_url):
        if url:
            try:
                URLValidator(schemes=["http", "https"])(url)
            except ValidationError:
                raise RecordInvalid(f"주소가 올바르지 않습니다: {url[:100]}") from None
    if record.rule is not None:
        try:
            rule_from_data(record.rule)
        except RuleValidationError as error:
            raise RecordInvalid(
                f"규칙 형식이 올바르지 않습니다: {error.errors()[0]['msg']}"
            ) from None


def _store_fields(policy: Policy, record: PolicyRecord) -> None:
    policy.name = record.name
    policy.aliases = record.aliases
    policy.keywords = record.keywords
    policy.agency = agency_get(record.agency)
    policy.status = record.status
    policy.for_persons = record.for_persons
    policy.nationwide = not record.regions
    policy.period_kind = record.period_kind
    policy.period_text = record.period_text
    policy.period_start = record.period_start
    policy.period_end = record.period_end
    policy.apply_url = record.apply_url
    policy.detail_url = record.detail_url
    policy.save()


def _store_taxonomy(policy: Policy, record: PolicyRecord) -> None:
    policy.regions.set([region_get(region) for region in record.regions])
    for field, model in _TAXONOMY:
        names = getattr(record, field)
        terms = [model._default_manager.get_or_create(name=str(name))[0] for name in names]
        getattr(policy, field).set(terms)


def _store_version(policy: Policy, record: PolicyRecord, digest: str) -> PolicyVersion:
    last = policy.versions.order_by("-number").first()
    version = PolicyVersion.objects.create(
        policy=policy,
        number=last.number + 1 if last else 1,
        content_hash=digest,
        sections={section.value: text for section, text in record.sections.items() if text.strip()},
        contacts=[vars(contact) for contact in record.contacts],
        legal_basis=record.legal_basis,
        year=record.year,
        source_title=record.source_title,
        source_url=record.detail_url,
        collected_on=record.collected_on,
        source_updated_at=record.source_updated_at,
        raw=record.raw,
    )
    policy.current_version = version
    policy.save(update_fields=["current_version"])
    return version


def _store_rule(policy: Policy, version: PolicyVersion, record: PolicyRecord) -> None:
    """The record's own rule; where it has none, what its text says to persons, unless those who
    wrote the record decided that no rule can say it."""
    if record.rule is None and record.for_persons and not record.rule_certain:
        reading = _reading(policy, version)
        noted = replace(reading, note=record.rule_note or reading.note)
        reading_store(policy=policy, version=version, reading=noted)
        return
    rule_store(
        policy=policy,
        version=version,
        tree=record.rule,
        certain=record.rule_certain,
        note=record.rule_note,
    )


def _reading(policy: Policy, version: PolicyVersion) -> ReadRule:
    """An unreadable text must not keep the policy itself away."""
    try:
        return rule_read(version=version, policy=policy)
    except ReadingFailed:
        logger.exception("policy %s: no rule read", policy.pk)
        return ReadRule(None)


def region_get(region: RecordRegion) -> Region:
    """Region row by official names, made with its 시도 when it is new."""
    parent = None
    if region.sigungu:
        parent, _ = Region.objects.get_or_create(sido=region.sido, sigungu="")
    row, _ = Region.objects.get_or_create(
        sido=region.sido, sigungu=region.sigungu or "", defaults={"parent": parent}
    )
    return row


def agency_get(name: str) -> Agency:
    """Agency row by its published name."""
    return Agency.objects.get_or_create(name=name.strip()[:100] or "소관기관 미상")[0]
