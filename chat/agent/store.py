"""Every database call the agent may make. Async outside, synchronous ORM inside.

No connection is held between calls: a model may be awaited for long.
"""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from chat.agent.evidence import PolicyEvidence, Span
from chat.agent.facts import member_name
from chat.agent.screening import Screened, screen_published
from chat.querysets import Owner
from policies.eligibility.facts import ApplicantFacts
from policies.models import Policy
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query, RegionFilter, SearchResult
from policies.vocabulary import Section
from profiles import choices
from profiles.facts import facts_of
from profiles.models import Profile
from profiles.services import facts_save


class AgentStore:
    """Reads policies and profiles for one turn; loaded policies are kept for its length."""

    def __init__(self) -> None:
        self._loaded: dict[str, PolicyEvidence] = {}

    async def search(self, query: Query) -> SearchResult:
        """Search, and keep the best chunks of each hit for citing."""
        result, policies = await _search(query)
        for hit in result.hits:
            row = policies.get(hit.policy_id)
            if row is None:
                continue
            spans = [Span(section=c.section, start=c.start, end=c.end) for c in hit.chunks]
            evidence = _evidence(row)
            self._loaded[evidence.policy_id] = evidence.model_copy(
                update={"spans": spans, "score": hit.score}
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

    async def profile_facts(self, owner: Owner, as_of: Any) -> dict[str, dict[str, Any]]:
        """Saved facts by member for a signed-in person, {} otherwise."""
        return await _profile_facts(owner, as_of)

    async def save_facts(self, owner: Owner, members: dict[str, ApplicantFacts]) -> None:
        """Keep facts in the profiles of a signed-in person."""
        await _save_facts(owner, members)


def _with_relations(policies: QuerySet[Policy]) -> QuerySet[Policy]:
    return policies.select_related("agency", "current_version").prefetch_related("regions", "rules")


@database_sync_to_async
def _search(query: Query) -> tuple[SearchResult, dict[UUID, Policy]]:
    result = search_policies(query)
    ids = [hit.policy_id for hit in result.hits]
    rows = _with_relations(Policy.objects.published().filter(id__in=ids))
    return result, {row.id: row for row in rows}


@database_sync_to_async
def _screened(facts: ApplicantFacts, region: RegionFilter | None) -> list[Screened]:
    return screen_published(facts, region)


@database_sync_to_async
def _published(ids: list[UUID]) -> list[Policy]:
    return list(_with_relations(Policy.objects.published().filter(id__in=ids)))


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
  AND (p.nationwide OR %(sido)s::text IS NULL OR EXISTS (
    SELECT 1 FROM policies_policy_regions pr JOIN policies_region r ON r.id = pr.region_id
    WHERE pr.policy_id = p.id AND r.sido = %(sido)s
      AND (%(sigungu)s::text IS NULL OR r.sigungu IN ('', %(sigungu)s))))
ORDER BY length(n.form) DESC, (%(sido)s::text IS NOT NULL AND NOT p.nationwide) DESC,
         p.nationwide DESC, (p.source = 'catalogue') DESC, p.name
LIMIT 60
"""


@database_sync_to_async
def _named(text: str, region: RegionFilter | None) -> list[tuple[str, str, str]]:
    squeezed = re.sub(r"[\s·ㆍ・,()]", "", text).lower()
    with connection.cursor() as cursor:
        cursor.execute(
            _NAMED,
            {
                "text": squeezed,
                "sido": region.sido if region else None,
                "sigungu": region.sigungu if region else None,
            },
        )
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
        year=version.year,
    )
