"""Rules read from the stored texts of policies: of one, and of all of them again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db import DataError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from policies.catalogue.records import SOURCE as CATALOGUE
from policies.eligibility.parsing.found import PolicyText, Region
from policies.eligibility.parsing.parse import Span, parse_policy
from policies.eligibility.parsing.places import gazetteer, regions_near_agency, regions_of_agency
from policies.eligibility.rule import rule_from_data, rule_to_data
from policies.errors import ReadingFailed
from policies.models import EligibilityRule, Policy, PolicyVersion
from policies.services.rule_store import rule_store
from policies.services.versions import data_version_bump
from policies.vocabulary import Section

logger = logging.getLogger(__name__)
# Policies locked and committed together; whoever writes to one of them waits that long.
BATCH = 50
_NOTE = "원문을 자동으로 읽은 규칙입니다."


@dataclass(frozen=True)
class ReadRule:
    """What a text gives. `tree` None: it states no condition. `unparsed`: [{"section",
    "start", "end", "text"}] as stored with a rule; `confidence` 0 to 1."""

    tree: dict[str, Any] | None
    unparsed: list[dict[str, Any]] = field(default_factory=list)
    confidence: float | None = None
    note: str = ""


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
    """Rule of the stored 지원대상 and 선정기준 of `version`.

    Quotes and spans are exact stretches of the stored sections. Raises ReadingFailed.
    """
    target = version.sections.get(Section.TARGET, "")
    criteria = version.sections.get(Section.CRITERIA, "")
    if not f"{target}{criteria}".strip():
        return ReadRule(None)
    own = tuple(Region(each.sido, each.sigungu or None) for each in policy.regions.all())
    agency, collected = policy.agency.name, version.collected_on
    year = version.year or (collected.year if collected else None)
    regions = bound_regions(own, agency)
    try:
        parsed = parse_policy(PolicyText(policy.name, agency, target, criteria, year, regions))
        tree = rule_to_data(parsed.rule) if parsed.rule is not None else None
        if tree is not None:
            rule_from_data(tree)
    except Exception as error:
        # Whatever a text does to the parser, the policy itself must not be lost by it.
        raise ReadingFailed(f"{type(error).__name__}: {error}") from error
    if tree is None:
        return ReadRule(None)
    _drop_lost_quotes(tree, version)
    unparsed = [_span_data(span) for span in parsed.unparsed if _stands(span, version)]
    return ReadRule(tree, unparsed, parsed.confidence, _NOTE)


def bound_regions(own: tuple[Region, ...], agency: str) -> tuple[Region, ...]:
    """Regions whose residents a policy is for: its own; empty leaves it to the agency's name.

    A corporation's region only says where it stands, so there the text decides. Where the
    agency's name means the same places it is taken: it covers 시군구 that were divided since,
    and one 시도 reads better than the list of its parts.
    """
    named = regions_of_agency(agency)
    if not named:
        return () if regions_near_agency(agency) else own
    divided = all(region.sigungu for region in named) and set(own) <= set(named)
    parts = {part for region in named for part in _parts(region)}
    return named if own and (divided or parts <= set(own)) else own


def _parts(region: Region) -> set[Region]:
    """The 시군구 of a whole 시도; else the region itself."""
    if region.sigungu:
        return {region}
    return {part for parts in gazetteer().parts[region.sido].values() for part in parts}


def _drop_lost_quotes(node: Any, version: PolicyVersion) -> None:
    """A quote that does not stand in its stored section would be no evidence."""
    if isinstance(node, list):
        for each in node:
            _drop_lost_quotes(each, version)
    elif isinstance(node, dict) and "criterion" not in node:
        for each in node.values():
            _drop_lost_quotes(each, version)
    elif isinstance(node, dict) and node.get("quote"):
        section = node.get("section", Section.TARGET)
        if node["quote"] not in version.sections.get(section, ""):
            logger.error("policy %s: quote not in %s: %r", version.policy_id, section, node)
            del node["quote"]


def _stands(span: Span, version: PolicyVersion) -> bool:
    """Whether an unread stretch is where it says it is."""
    found = version.sections.get(span.section, "")[span.start : span.end]
    if found != span.text:
        logger.error("policy %s: span not in %s: %r", version.policy_id, span.section, span)
    return bool(found) and found == span.text


def _span_data(span: Span) -> dict[str, Any]:
    return {
        "section": span.section.value,
        "start": span.start,
        "end": span.end,
        "text": span.text,
    }


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
