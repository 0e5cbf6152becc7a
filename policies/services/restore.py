"""Policies ended, taken away and put back to an earlier version, for publishes that are undone."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.core import serializers
from django.db import transaction
from django.utils import timezone

from policies.models import (
    EligibilityRule,
    LexicalPosting,
    Listing,
    Policy,
    PolicyChunk,
    RuleStatus,
)
from policies.services.index import version_index
from policies.services.rule_store import rule_store
from policies.services.versions import data_version_bump
from policies.vocabulary import PolicyStatus

# What a load writes; groups, counts and what caseworkers settled are not its business.
_FIELDS = (
    *("name", "aliases", "keywords", "agency_id", "status", "for_persons", "nationwide"),
    *("period_kind", "period_text", "period_start", "period_end", "apply_url", "detail_url"),
    "current_version_id",
)
_LINKS = ("regions", "life_stages", "target_groups", "themes")
_RULE_FIELDS = ("tree", "unparsed", "confidence", "note", "status")


def policy_pictures(*, ids: Collection[UUID]) -> dict[str, dict[str, Any]]:
    """JSON of all that a load may change of policies of one source, for `policy_restore`, by
    external id."""
    policies = Policy.objects.filter(pk__in=ids).prefetch_related(*_LINKS, "laws")
    listings = Listing.objects.prefetch_related("rounds").in_bulk(ids)
    drafts = EligibilityRule.objects.filter(policy__in=ids, in_force=True, reviewed_at=None)
    rules = {rule.policy_id: rule for rule in drafts}
    pictures = {}
    for policy in policies:
        listing, rule = listings.get(policy.pk), rules.get(policy.pk)
        rows = [policy, *([listing, *listing.rounds.all()] if listing is not None else [])]
        pictures[policy.external_id] = {
            "rows": json.loads(serializers.serialize("json", rows)),
            "rule": {name: getattr(rule, name) for name in _RULE_FIELDS} if rule else None,
        }
    return pictures


@transaction.atomic
def policy_restore(*, policy: Policy, picture: dict[str, Any]) -> None:
    """Put `policy` back to its picture. Its texts become searchable again; versions made since
    stay for the citations that point to them, and so does what a caseworker decided."""
    before, *listed = serializers.deserialize("json", json.dumps(picture["rows"]))
    for name in _FIELDS:
        setattr(policy, name, getattr(before.object, name))
    policy.save()
    for name in _LINKS:
        getattr(policy, name).set((before.m2m_data or {}).get(name, []))
    Listing.objects.filter(policy=policy).delete()
    for row in listed:
        row.save()
    policy = Policy.objects.select_related("current_version").get(pk=policy.pk)
    version = policy.current_version
    if version is not None:
        LexicalPosting.objects.filter(version=version).delete()
        PolicyChunk.objects.filter(version=version).delete()
        version_index(version=version, policy=policy)
        _rule_put_back(policy, picture["rule"])
    data_version_bump(group=policy.source)


def _rule_put_back(policy: Policy, rule: dict[str, Any] | None) -> None:
    version = policy.current_version
    if version is None:
        return
    rule_store(
        policy=policy,
        version=version,
        tree=rule["tree"] if rule else None,
        unparsed=rule["unparsed"] if rule else None,
        confidence=rule["confidence"] if rule else None,
        certain=rule is not None and rule["status"] == RuleStatus.CATALOGUED,
        note=rule["note"] if rule else "",
    )


@transaction.atomic
def policy_withdraw(*, policy: Policy) -> None:
    """Take a policy out of sight as if it had never been published; its versions stay."""
    LexicalPosting.objects.filter(version__policy=policy).delete()
    PolicyChunk.objects.filter(policy=policy).delete()
    policy.current_version = None
    policy.save(update_fields=["current_version", "updated_at"])
    data_version_bump(group=policy.source)


@transaction.atomic
def policies_close(*, source: str, external_ids: Collection[str]) -> dict[str, str]:
    """End published policies that have disappeared from their source; returns the status
    that those which had not ended yet had before, by external id."""
    rows = Policy.objects.select_for_update(of=("self",), no_key=True).published()
    found = rows.filter(source=source, external_id__in=external_ids).exclude(
        status=PolicyStatus.CLOSED
    )
    before = dict(found.order_by("pk").values_list("external_id", "status"))
    if before:
        Policy.objects.filter(source=source, external_id__in=before).update(
            status=PolicyStatus.CLOSED, updated_at=timezone.now()
        )
        data_version_bump(group=source)
    return before


@transaction.atomic
def policy_status_put(*, source: str, external_id: str, status: str) -> bool:
    """Set the status of one policy; whether it had another one."""
    rows = Policy.objects.filter(source=source, external_id=external_id).exclude(status=status)
    moved = bool(rows.update(status=status, updated_at=timezone.now()))
    if moved:
        data_version_bump(group=source)
    return moved
