"""Rules read from the stored texts of policies: of one, and of all of them again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import DataError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from policies.catalogue.records import SOURCE as CATALOGUE
from policies.eligibility.parsing.found import Region
from policies.errors import ReadingFailed
from policies.models import EligibilityRule, Policy, PolicyVersion
from policies.services.rule_store import rule_store
from policies.services.rule_text import ReadRule, RuleText, text_read
from policies.services.versions import data_version_bump

# Policies locked and committed together; whoever writes to one of them waits that long.
BATCH = 50


@dataclass(frozen=True)
class Refused:
    """A policy whose text could not be read, and why."""

    source: str
    external_id: str
    reason: str


@dataclass
class Rereading:
    """Counts of a run. `with_rule`: texts that state conditions, whatever came of them."""

    total: int = 0
    with_rule: int = 0
    changed: int = 0
    unchanged: int = 0
    failed: int = 0

    def add(self, other: Rereading) -> None:
        for name in ("with_rule", "changed", "unchanged", "failed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def rule_read(*, version: PolicyVersion, policy: Policy) -> ReadRule:
    """Rule of the stored text of `version`. Raises ReadingFailed."""
    return text_read(
        RuleText(
            label=str(policy.pk),
            name=policy.name,
            agency=policy.agency.name,
            sections=version.sections,
            regions=[Region(each.sido, each.sigungu or None) for each in policy.regions.all()],
            year=version.year,
            collected_on=version.collected_on,
        )
    )


def rules_read(
    *,
    sources: Sequence[str] = (),
    changed_only: bool = False,
    limit: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    refuse: Callable[[Refused], None] | None = None,
) -> Rereading:
    """Read the stored texts of all policies for persons again and store what they give.

    Policies whose source wrote a rule of its own for the present text are left out, and what a
    caseworker decided stays (`rule_store`). Each batch is committed by itself, a second run
    changes nothing. `changed_only`: policies without a rule from their present text.
    """
    ids = list(_to_read(sources, changed_only).values_list("pk", flat=True)[:limit])
    result = Rereading(total=len(ids))
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        counts, refused = _read_batch(batch)
        result.add(counts)
        for each in refused:
            if refuse:
                refuse(each)
        if progress:
            progress(start + len(batch), len(ids))
    return result


def _to_read(sources: Sequence[str], changed_only: bool) -> QuerySet[Policy]:
    present = EligibilityRule.objects.filter(
        policy=OuterRef("pk"), version=OuterRef("current_version")
    )
    # Only what was read has a confidence.
    written = present.filter(confidence__isnull=True)
    found = Policy.objects.published().filter(~Exists(written), for_persons=True)
    # An entry without a rule says why none can be written.
    found = found.exclude(source=CATALOGUE)
    if sources:
        found = found.filter(source__in=sources)
    if changed_only:
        found = found.filter(~Exists(present))
    return found.order_by("pk")


@transaction.atomic
def _read_batch(ids: Sequence[UUID]) -> tuple[Rereading, list[Refused]]:
    """Locked in the order of their keys, so that a text cannot change under its reading."""
    policies = list(
        Policy.objects.select_for_update(of=("self",))
        .filter(pk__in=ids, current_version__isnull=False)
        .select_related("agency", "current_version")
        .prefetch_related("regions")
        .order_by("pk")
    )
    counts, refused, moved = Rereading(), list[Refused](), set[str]()
    for policy in policies:
        try:
            has_rule, changed = _read_again(policy)
        except (ReadingFailed, DataError) as error:
            counts.failed += 1
            refused.append(Refused(policy.source, policy.external_id, str(error)))
            continue
        counts.with_rule += has_rule
        counts.changed += changed
        counts.unchanged += not changed
        if changed:
            moved.add(policy.source)
    for source in sorted(moved):
        data_version_bump(group=source)
    return counts, refused


def _read_again(policy: Policy) -> tuple[bool, bool]:
    """(whether the text gives a rule, whether anything changed by that)."""
    version = policy.current_version
    if version is None:
        raise ReadingFailed("현재 버전이 없습니다")
    current = EligibilityRule.objects.filter(policy=policy, in_force=True).first()
    reading = rule_read(version=version, policy=policy)
    if current is not None and current.reviewed_at is None:
        # The note of its record stays.
        reading = replace(reading, note=current.note)
    stored = reading_store(policy=policy, version=version, reading=reading)
    left = (
        current is not None
        and not EligibilityRule.objects.filter(pk=current.pk, in_force=True).exists()
    )
    return reading.tree is not None, stored is not None or left


def reading_store(
    *, policy: Policy, version: PolicyVersion, reading: ReadRule
) -> EligibilityRule | None:
    """Store a reading as an automatic draft; None where nothing was stored."""
    return rule_store(
        policy=policy,
        version=version,
        tree=reading.tree,
        unparsed=reading.unparsed,
        confidence=reading.confidence,
        certain=False,
        note=reading.note,
    )
