"""Every database call the agent may make. Async outside, synchronous ORM inside.

No connection is held between calls: a model may be awaited for long.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import User
from chat.agent.evidence import AttachmentEvidence, Place, PolicyEvidence, Span
from chat.agent.facts import member_name
from chat.agent.screening import Screened, screen_published
from chat.answer import CitationOut
from chat.querysets import Owner
from policies.eligibility.facts import ApplicantFacts
from policies.geography import Region
from policies.geography.offices import Office
from policies.graph.walk import Related, enrich
from policies.models import Policy, PolicyAttachment, SourceCheck
from policies.offices import nearest_offices
from policies.residence import residence_regions
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query, RegionFilter, SearchResult
from policies.same import policies_called, policy_twins, sources_seen, stored_texts
from policies.structured.answer import StructuredAnswer, answer_question
from policies.vocabulary import Section
from profiles import choices
from profiles.facts import facts_of
from profiles.models import Profile
from profiles.services import facts_save

KNOWN_LIMIT = 5


class AgentStore:
    """Reads policies and profiles for one turn; loaded policies are kept for its length."""

    def __init__(self) -> None:
        self._loaded: dict[str, PolicyEvidence] = {}

    async def search(self, query: Query) -> SearchResult:
        """Search, and keep the best chunks of each hit for citing."""
        result, policies, files = await _search(query)
        for hit in result.hits:
            row = policies.get(hit.policy_id)
            if row is None:
                continue
            spans = [
                Span(section=c.section, start=c.start, end=c.end, attachment=c.attachment_id)
                for c in hit.chunks
            ]
            cited = {span.attachment for span in spans} & files.keys()
            evidence = _evidence(row)
            self._loaded[evidence.policy_id] = evidence.model_copy(
                update={
                    "spans": spans,
                    "score": hit.score,
                    "attachments": {key: files[key] for key in cited},
                }
            )
        return result

    async def policies(self, ids: list[str]) -> list[PolicyEvidence]:
        """Evidence of published policies, in the order asked; unknown ids are left out."""
        missing = [UUID(key) for key in ids if key not in self._loaded]
        if missing:
            for row in await _published(missing):
                evidence = _evidence(row)
                self._loaded[evidence.policy_id] = evidence
        return [self._loaded[key] for key in ids if key in self._loaded]

    async def twins(self, shown: list[PolicyEvidence]) -> list[PolicyEvidence]:
        """Published policies of the same name, or put together as one record, as those shown:
        what other sources say of the same programmes."""
        return [_evidence(row) for row in await _twins([item.policy_id for item in shown])]

    async def related(self, ids: list[str], region: RegionFilter | None) -> dict[str, Related]:
        """What the policies lead to in the graph, in the person's region; ids that are none
        are left out."""
        found = await database_sync_to_async(enrich)([UUID(key) for key in ids], region=region)
        return {str(key): related for key, related in found.items()}

    async def known(self, name: str) -> list[PolicyEvidence]:
        """Published policies whose name or alias holds `name`, ended ones and those of other
        regions too, exact names first."""
        return [_evidence(row) for row in await _known(name)]

    async def stored(self, citations: list[CitationOut]) -> list[str]:
        """The text each citation points into, read anew; "" where it is gone."""
        keys = [(item.version_id, item.section, item.attachment_id) for item in citations]
        return await database_sync_to_async(stored_texts)(keys)

    async def sources_seen(self) -> dict[str, date]:
        """The newest day on which something of each source was collected."""
        return await database_sync_to_async(sources_seen)()

    async def offices(self, region: Region, dong: str | None) -> list[Office]:
        """Offices for somebody who lives there, the nearest first."""
        return await database_sync_to_async(nearest_offices)(region, dong=dong)

    async def screen(
        self, facts: ApplicantFacts, region: RegionFilter | None, *, limit: int
    ) -> list[Screened]:
        """Policies of the nation and of the region whose rules fit, best first."""
        return (await _screened(facts, region))[:limit]

    async def named(
        self, text: str, *, region: RegionFilter | None = None
    ) -> list[tuple[str, str, str]]:
        """(id, name, form said) of policies whose name or alias stands in `text`, longest
        first; of a region only those that may apply there, its own before the nation's.
        Without a region a nationwide policy leaves local ones of the name out."""
        return await _named(text, region)

    async def lookup(self, text: str, *, as_of: date) -> StructuredAnswer:
        """The answer to a question for published fields; not answered where it is none."""
        return await database_sync_to_async(answer_question)(text, as_of=as_of)

    async def profile_facts(self, owner: Owner, as_of: Any) -> dict[str, dict[str, Any]]:
        """Saved facts by member for a signed-in person, {} otherwise."""
        return await _profile_facts(owner, as_of)

    async def save_facts(self, owner: Owner, members: dict[str, ApplicantFacts]) -> None:
        """Keep facts in the profiles of a signed-in person."""
        await _save_facts(owner, members)


def _with_relations(policies: QuerySet[Policy]) -> QuerySet[Policy]:
    check = SourceCheck.objects.filter(source=OuterRef("source")).values("good_on")
    return (
        policies.annotate(checked_on=Subquery(check))
        .select_related("agency", "current_version")
        .prefetch_related("regions", "rules")
    )


@database_sync_to_async
def _search(
    query: Query,
) -> tuple[SearchResult, dict[UUID, Policy], dict[int | None, AttachmentEvidence]]:
    result = search_policies(query)
    ids = [hit.policy_id for hit in result.hits]
    rows = _with_relations(Policy.objects.published().filter(id__in=ids))
    chunks = [chunk for hit in result.hits for chunk in hit.chunks]
    files = {chunk.attachment_id for chunk in chunks if chunk.attachment_id is not None}
    stored = PolicyAttachment.objects.filter(pk__in=files)
    return result, {row.id: row for row in rows}, {row.pk: _attachment(row) for row in stored}


@database_sync_to_async
def _screened(facts: ApplicantFacts, region: RegionFilter | None) -> list[Screened]:
    return screen_published(facts, region)


@database_sync_to_async
def _published(ids: list[UUID]) -> list[Policy]:
    return list(_with_relations(Policy.objects.published().filter(id__in=ids)))


@database_sync_to_async
def _twins(ids: list[str]) -> list[Policy]:
    return list(_with_relations(policy_twins(ids)))


@database_sync_to_async
def _known(name: str) -> list[Policy]:
    return list(_with_relations(policies_called(name))[:KNOWN_LIMIT])


_NAMED = """
SELECT p.id, p.name, n.form, p.nationwide
FROM policies_policy p
CROSS JOIN LATERAL (
    SELECT lower(regexp_replace(form, '[[:space:]·ㆍ・,()]', '', 'g')) AS form
    FROM unnest(
        p.aliases || p.name::varchar
        || regexp_replace(
            p.name, '[[:space:]]*(지원사업|서비스|사업|제도|지원)$', ''
        )::varchar
    ) AS form
) n
WHERE p.current_version_id IS NOT NULL AND length(n.form) >= 3
  AND position(n.form IN %(text)s) > 0
  AND (p.nationwide OR %(regions)s::bigint[] IS NULL OR EXISTS (
    SELECT 1 FROM policies_policy_regions pr
    WHERE pr.policy_id = p.id AND pr.region_id = ANY(%(regions)s::bigint[])))
ORDER BY length(n.form) DESC, (%(regions)s::bigint[] IS NOT NULL AND NOT p.nationwide) DESC,
         p.nationwide DESC, (p.source = 'catalogue') DESC, p.name
LIMIT 60
"""


@database_sync_to_async
def _named(text: str, region: RegionFilter | None) -> list[tuple[str, str, str]]:
    squeezed = re.sub(r"[\s·ㆍ・,()]", "", text).lower()
    lived = residence_regions(region.sido, region.sigungu) if region else None
    with connection.cursor() as cursor:
        regions = list(lived.possible) if lived else None
        cursor.execute(_NAMED, {"text": squeezed, "regions": regions})
        rows = cursor.fetchall()
    if region is None and any(nationwide for *_, nationwide in rows):
        rows = [row for row in rows if row[3]]
    forms: list[str] = []
    found: dict[str, tuple[str, str, str]] = {}
    for policy_id, name, form, _ in rows:
        # A name inside a longer one that was said is not meant (장려금 in 출산장려금).
        if any(form != longer and form in longer for longer in forms):
            continue
        forms.append(form)
        found.setdefault(str(policy_id), (str(policy_id), name, form))
    return list(found.values())[:20]


@database_sync_to_async
def _profile_facts(owner: Owner, as_of: Any) -> dict[str, dict[str, Any]]:
    if owner.user_id is None:
        return {}
    members: dict[str, dict[str, Any]] = {}
    for profile in Profile.objects.filter(user_id=owner.user_id).prefetch_related("health_facts"):
        facts = facts_of(profile, as_of=as_of)
        members[_free_name(profile.relation, members)] = facts.model_dump(
            mode="json", exclude={"as_of", "provenance", "income_is_recognised"}, exclude_none=True
        )
    return members


@database_sync_to_async
def _save_facts(owner: Owner, members: dict[str, ApplicantFacts]) -> None:
    user = User.objects.get(pk=str(owner.user_id))
    relations = {value for value, _ in choices.RELATION}
    for member, facts in members.items():
        base = member.rstrip("0123456789")
        relation = base if base in relations else "other"
        facts_save(user=user, relation=relation, name=member_name(member), facts=facts)


def _free_name(relation: str, taken: dict[str, Any]) -> str:
    """Member key of a profile; a second child becomes child2."""
    if relation not in taken:
        return relation
    number = 2
    while f"{relation}{number}" in taken:
        number += 1
    return f"{relation}{number}"


def _attachment(row: PolicyAttachment) -> AttachmentEvidence:
    places = [
        Place(start=block.start, end=block.end, label=block.location.label())
        for block in row.read_blocks()
    ]
    return AttachmentEvidence(name=row.name, url=row.url, text=row.text, places=places)


def _evidence(policy: Policy) -> PolicyEvidence:
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
        region=", ".join(regions) if regions else "전국",
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
