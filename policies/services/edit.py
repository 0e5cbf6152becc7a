"""Corrections of a policy by a caseworker: fields, everyday words, status."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from policies.models import LexicalPosting, Policy, PolicyChunk
from policies.services.embed import vectors_copy
from policies.services.index import version_index
from policies.services.versions import data_version_bump
from policies.vocabulary import PolicyStatus

EDITABLE_FIELDS = (
    "status",
    "for_persons",
    "aliases",
    "keywords",
    "period_kind",
    "period_text",
    "period_start",
    "period_end",
)
_INDEXED_FIELDS = frozenset({"aliases", "keywords"})
# Beyond any ordinal of a policy: old chunks wait there until their vectors are copied.
_ASIDE = 1_000_000


@transaction.atomic
def policy_edit(*, policy: Policy, fields: Collection[str]) -> None:
    """Store the named fields of `policy`; changed words become searchable at once.

    Only `EDITABLE_FIELDS` may be named: all else belongs to the source.
    """
    foreign = set(fields) - set(EDITABLE_FIELDS)
    if foreign:
        raise ValueError(f"고칠 수 없는 항목입니다: {', '.join(sorted(foreign))}")
    if not fields:
        return
    Policy.objects.select_for_update(of=("self",)).get(pk=policy.pk)
    policy.save(update_fields=[*fields, "updated_at"])
    if _INDEXED_FIELDS & set(fields):
        policy_reindex(policy=policy)
    data_version_bump(group=policy.source)


@transaction.atomic
def policies_status_set(*, ids: Collection[UUID], status: PolicyStatus) -> list[Policy]:
    """Set the status of many policies; returns those that had another one before."""
    changed = list(
        Policy.objects.select_for_update(of=("self",))
        .filter(pk__in=ids)
        .exclude(status=status)
        .order_by("pk")
    )
    Policy.objects.filter(pk__in=[policy.pk for policy in changed]).update(
        status=status, updated_at=timezone.now()
    )
    for source in sorted({policy.source for policy in changed}):
        data_version_bump(group=source)
    return changed


def policy_reindex(*, policy: Policy) -> None:
    """Chunks and postings of the current version made anew; unchanged texts keep vectors."""
    version = policy.current_version
    if version is None:
        return
    old = PolicyChunk.objects.filter(version=version)
    hashes = list(old.values_list("content_hash", flat=True))
    old.update(ordinal=F("ordinal") + _ASIDE)
    LexicalPosting.objects.filter(version=version).delete()
    version_index(version=version, policy=policy)
    vectors_copy(hashes=hashes)
    PolicyChunk.objects.filter(version=version, ordinal__gte=_ASIDE).delete()
