"""Rows of policies as the agent sees them."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery

from chat.agent.evidence import NATIONWIDE, AttachmentEvidence, Place, PolicyEvidence
from policies.models import Policy, PolicyAttachment, SourceCheck
from policies.vocabulary import Section


def with_relations(policies: QuerySet[Policy]) -> QuerySet[Policy]:
    """What `evidence_of` reads, in a fixed number of queries."""
    check = SourceCheck.objects.filter(source=OuterRef("source")).values("good_on")
    return (
        policies.annotate(checked_on=Subquery(check))
        .select_related("agency", "current_version")
        .prefetch_related("regions", "rules")
    )


def attachment_of(row: PolicyAttachment) -> AttachmentEvidence:
    """A file of a policy with the places of its paragraphs."""
    places = [
        Place(start=block.start, end=block.end, label=block.location.label())
        for block in row.read_blocks()
    ]
    return AttachmentEvidence(name=row.name, url=row.url, text=row.text, places=places)


def evidence_of(policy: Policy) -> PolicyEvidence:
    """A published policy as the agent sees it. Raises LookupError for one without a version."""
    version = policy.current_version
    if version is None:
        raise LookupError(f"policy {policy.id} has no version")
    rule = next((rule for rule in policy.rules.all() if rule.in_force), None)
    regions = [str(region) for region in policy.regions.all()]
    return PolicyEvidence(
        policy_id=str(policy.id),
        version_id=version.pk,
        source=policy.source,
        name=policy.name,
        agency=policy.agency.name,
        region=", ".join(regions) if regions else NATIONWIDE,
        sections={Section(name): text for name, text in version.sections.items()},
        rule=rule.tree if rule else None,
        rule_status=rule.status if rule else "",
        rule_outdated=rule.is_outdated if rule else False,
        status=policy.status,
        period_kind=policy.period_kind,
        period_text=policy.period_text,
        period_end=policy.period_end,
        apply_url=policy.apply_url,
        detail_url=policy.detail_url,
        contacts=version.contacts,
        source_title=version.source_title or policy.agency.name,
        source_url=version.source_url,
        collected_on=version.collected_on,
        checked_on=getattr(policy, "checked_on", None),
        updated_on=version.source_updated_at.date() if version.source_updated_at else None,
        year=version.year,
        group=policy.group_id,
    )
