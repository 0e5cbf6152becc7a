"""Relations between policies out of their texts, their groups and published pairs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from django.db import connection, transaction

from policies.graph.mentions import NameIndex
from policies.models import Law, Policy, PolicyRelation, PolicySignature
from policies.services.relation_sources import (
    exclusive_by_text,
    named_policies,
    of_groups,
    pairs_read,
    supported_pairs,
)
from policies.services.signatures import Progress, signatures_refresh
from policies.services.versions import data_version_bump

_LOCK = 0x52454C41
_ARTICLE = re.compile(r"\s*(?:\(제|제\s?\d+\s?조|\(\s*제?\d+조).*$", re.DOTALL)
_MADE_HERE = (PolicyRelation.TEXT, PolicyRelation.GROUP, PolicyRelation.PUBLISHED_PAIR)

Key = tuple[UUID, UUID, str]


@dataclass(frozen=True)
class Relating:
    """`read` policies; relations that were added, changed or taken away."""

    read: int
    added: int
    changed: int
    removed: int


def relations_rebuild(
    *, full: bool = False, pairs: Path | None = None, progress: Progress | None = None
) -> Relating:
    """Relate what is new or changed since the last run (with `full` everything), and store the
    laws each policy cites. `pairs` is a published list of pairs of which one may have only one;
    those are kept that a text of theirs supports. Raises RecordInvalid for a malformed list.

    Safe to run twice. What records, catalogue and caseworkers say stays as it is, and so does
    what a caseworker rejected.
    """
    published = pairs_read(pairs) if pairs else []
    signatures_refresh()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        rows = (
            PolicySignature.objects.all() if full else PolicySignature.objects.filter(linked=False)
        )
        ids = list(rows.order_by("policy_id").values_list("policy_id", flat=True))
        everything = named_policies() if ids else {}
        names = NameIndex(everything)
        wanted: dict[Key, PolicyRelation] = {}
        for number, policy in enumerate(_with_texts(ids), start=1):
            _store_laws(policy)
            for relation in exclusive_by_text(policy, names, everything):
                _keep(wanted, relation)
            if progress:
                progress(number, len(ids))
        scopes = {PolicyRelation.TEXT: set(ids)}
        for relation in of_groups():
            _keep(wanted, relation)
        if pairs:
            for relation in supported_pairs(published):
                _keep(wanted, relation)
        result = _store(wanted, scopes, replace_pairs=pairs is not None)
        PolicySignature.objects.filter(policy_id__in=ids, linked=False).update(linked=True)
    return Relating(len(ids), *result)


@transaction.atomic
def relation_add(
    *, origin: Policy, target: Policy, kind: str, rejected: bool = False
) -> PolicyRelation:
    """A relation that a caseworker states; no rebuild takes it away."""
    relation, _ = PolicyRelation.objects.update_or_create(
        origin=origin,
        target=target,
        kind=kind,
        defaults={
            "provenance": PolicyRelation.CASEWORKER,
            "confidence": 1.0,
            "rejected": rejected,
        },
    )
    data_version_bump(group=origin.source)
    return relation


@transaction.atomic
def relation_reject(*, relation: PolicyRelation, rejected: bool) -> None:
    """Whether a caseworker says that a relation does not hold; no rebuild changes that."""
    PolicyRelation.objects.filter(pk=relation.pk).update(rejected=rejected)
    data_version_bump(group=relation.origin.source)


def law_name(citation: str) -> str:
    """Name of a law without article and paragraph, "" for an empty one."""
    return _ARTICLE.sub("", citation).strip(" 「」『』,.-")[:200]


def _keep(wanted: dict[Key, PolicyRelation], relation: PolicyRelation) -> None:
    key = (relation.origin_id, relation.target_id, relation.kind)
    if key not in wanted or wanted[key].confidence < relation.confidence:
        wanted[key] = relation


def _with_texts(ids: Collection[UUID]) -> Iterator[Policy]:
    policies = Policy.objects.filter(pk__in=ids).select_related("current_version")
    return policies.prefetch_related("regions", "laws").order_by("pk").iterator(500)


def _store_laws(policy: Policy) -> None:
    version = policy.current_version
    cited = {law_name(str(each)) for each in (version.legal_basis if version else [])} - {""}
    if cited != {law.name for law in policy.laws.all()}:
        policy.laws.set([Law.objects.get_or_create(name=name)[0] for name in sorted(cited)])


def _store(
    wanted: dict[Key, PolicyRelation], scopes: dict[str, set[UUID]], *, replace_pairs: bool
) -> tuple[int, int, int]:
    """(added, changed, removed). Out of scope are texts that were not read in this run."""
    touched: set[UUID] = set()
    existing: dict[Key, PolicyRelation] = {}
    gone: list[int] = []
    for row in PolicyRelation.objects.all():
        key = (row.origin_id, row.target_id, row.kind)
        existing[key] = row
        in_scope = {
            PolicyRelation.TEXT: row.origin_id in scopes[PolicyRelation.TEXT],
            PolicyRelation.GROUP: True,
            PolicyRelation.PUBLISHED_PAIR: replace_pairs,
        }.get(row.provenance, False)
        if in_scope and not row.rejected and key not in wanted:
            gone.append(row.pk)
            touched.add(row.origin_id)
    new = [row for key, row in wanted.items() if key not in existing]
    changed = [
        merged
        for key, row in wanted.items()
        if key in existing and (merged := _merged(existing[key], row)) is not None
    ]
    PolicyRelation.objects.filter(pk__in=gone).delete()
    PolicyRelation.objects.bulk_create(new, batch_size=500)
    PolicyRelation.objects.bulk_update(changed, list(_FIELDS), 500)
    touched |= {row.origin_id for row in (*new, *changed)}
    sources = Policy.objects.filter(pk__in=touched).order_by().values_list("source", flat=True)
    for source in sorted(sources.distinct()):
        data_version_bump(group=source)
    return len(new), len(changed), len(gone)


_FIELDS = ("provenance", "confidence", "version", "section", "start", "end", "quote")


def _merged(old: PolicyRelation, new: PolicyRelation) -> PolicyRelation | None:
    """The stored row with what is known now, None where nothing changes."""
    if old.rejected or old.provenance not in _MADE_HERE:
        return None
    names = ("provenance", "confidence", "version_id", "section", "start", "end", "quote")
    if all(getattr(old, name) == getattr(new, name) for name in names):
        return None
    for name in names:
        setattr(old, name, getattr(new, name))
    return old
