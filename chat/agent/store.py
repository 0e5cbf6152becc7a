"""Every database call the agent may make. Async outside, synchronous ORM inside.

No connection is held between calls: a model may be awaited for long.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async

from accounts.models import User
from accounts.selectors import user_get
from chat.agent.evidence import AttachmentEvidence, PolicyEvidence, Span
from chat.agent.facts import member_name
from chat.agent.guardrails import SecondLook, second_look
from chat.agent.rows import attachment_of, evidence_of, with_relations
from chat.agent.screening import Screened, screen_published
from chat.agent.suggesting import answerable, themes_of
from chat.agent.understanding import GuardDecision, RouteDecision
from chat.agent.understanding.types import base_of
from chat.agent.ways import goes_on, second_way
from chat.answer import CitationOut
from chat.querysets import Owner
from policies.eligibility.facts import ApplicantFacts
from policies.geography import Region
from policies.geography.offices import Office
from policies.graph.walk import Related, enrich, reached
from policies.models import Policy, PolicyAttachment
from policies.offices import nearest_offices
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query, RegionFilter, SearchResult
from policies.said import policies_said
from policies.same import policies_called, policy_twins, sources_seen, stored_texts
from policies.structured.answer import StructuredAnswer, answer_question
from profiles import choices
from profiles.facts import facts_of
from profiles.selectors import family_by_key
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
            evidence = evidence_of(row)
            self._loaded[evidence.policy_id] = evidence.model_copy(
                update={
                    "spans": spans,
                    "score": hit.score,
                    "attachments": {key: files[key] for key in cited},
                }
            )
        return result

    async def second_look(self, text: str, first: GuardDecision) -> SecondLook:
        """What the learnt guard makes of a text without personal data."""
        return await database_sync_to_async(second_look)(text, first)

    async def goes_on(self, text: str, context: Sequence[str]) -> bool:
        """Whether a text that looks off topic by itself goes on with the talk."""
        return await database_sync_to_async(goes_on)(text, context)

    async def second_way(
        self, text: str, context: Sequence[str], first: RouteDecision, *, knows_case: bool
    ) -> RouteDecision:
        """What the learnt reading makes of the way of a text without personal data."""
        look = database_sync_to_async(second_way)
        return (await look(text, context, first, knows_case=knows_case)).decision

    async def policies(self, ids: list[str]) -> list[PolicyEvidence]:
        """Evidence of published policies, in the order asked; unknown ids are left out."""
        missing = [UUID(key) for key in ids if key not in self._loaded]
        if missing:
            for row in await _published(missing):
                evidence = evidence_of(row)
                self._loaded[evidence.policy_id] = evidence
        return [self._loaded[key] for key in ids if key in self._loaded]

    async def twins(self, shown: list[PolicyEvidence]) -> list[PolicyEvidence]:
        """Published policies of the same name, or put together as one record, as those shown:
        what other sources say of the same programmes."""
        return [evidence_of(row) for row in await _twins([item.policy_id for item in shown])]

    async def related(self, ids: list[str], region: RegionFilter | None) -> dict[str, Related]:
        """What the policies lead to in the graph, in the person's region; ids that are none
        are left out."""
        found = await database_sync_to_async(enrich)([UUID(key) for key in ids], region=region)
        return {str(key): related for key, related in found.items()}

    async def reached(self, ids: list[str], region: RegionFilter | None) -> dict[str, str]:
        """Other policies that relations lead to from these, each with the way there."""
        found = await database_sync_to_async(reached)([UUID(key) for key in ids], region=region)
        return {str(key): way for key, way in found.items()}

    async def known(self, name: str) -> list[PolicyEvidence]:
        """Published policies whose name or alias holds `name`, ended ones and those of other
        regions too, exact names first."""
        return [evidence_of(row) for row in await _known(name)]

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

    async def screen(self, facts: ApplicantFacts, region: RegionFilter | None) -> list[Screened]:
        """Policies of the nation and of the region whose rules fit, best first."""
        return await _screened(facts, region)

    async def named(
        self, text: str, *, region: RegionFilter | None = None
    ) -> list[tuple[str, str, str]]:
        """(id, name, form said) of policies whose name or alias stands in `text`, longest
        first; of a region only those that may apply there, its own before the nation's.
        Without a region a nationwide policy leaves local ones of the name out."""
        return await database_sync_to_async(policies_said)(text, region)

    async def lookup(self, text: str, *, as_of: date) -> StructuredAnswer:
        """The answer to a question for published fields; not answered where it is none."""
        return await database_sync_to_async(answer_question)(text, as_of=as_of)

    async def themes(self, policy_id: str) -> list[str]:
        """Official names of what a policy is about."""
        return await database_sync_to_async(themes_of)(policy_id)

    async def answerable(self, questions: list[str], region: RegionFilter | None) -> list[str]:
        """The first few of the questions that the data answer."""
        return await database_sync_to_async(answerable)(questions, region)

    async def profile_facts(self, owner: Owner, as_of: Any) -> dict[str, dict[str, Any]]:
        """Saved facts by member for a signed-in person, {} otherwise."""
        return await _profile_facts(owner, as_of)

    async def save_facts(self, owner: Owner, members: dict[str, ApplicantFacts]) -> None:
        """Keep facts in the profiles of a signed-in person."""
        await _save_facts(owner, members)


@database_sync_to_async
def _search(
    query: Query,
) -> tuple[SearchResult, dict[UUID, Policy], dict[int | None, AttachmentEvidence]]:
    result = search_policies(query)
    ids = [hit.policy_id for hit in result.hits]
    rows = with_relations(Policy.objects.published().filter(id__in=ids))
    chunks = [chunk for hit in result.hits for chunk in hit.chunks]
    files = {chunk.attachment_id for chunk in chunks if chunk.attachment_id is not None}
    stored = PolicyAttachment.objects.filter(pk__in=files)
    return result, {row.id: row for row in rows}, {row.pk: attachment_of(row) for row in stored}


@database_sync_to_async
def _screened(facts: ApplicantFacts, region: RegionFilter | None) -> list[Screened]:
    return screen_published(facts, region)


@database_sync_to_async
def _published(ids: list[UUID]) -> list[Policy]:
    return list(with_relations(Policy.objects.published().filter(id__in=ids)))


@database_sync_to_async
def _twins(ids: list[str]) -> list[Policy]:
    return list(with_relations(policy_twins(ids)))


@database_sync_to_async
def _known(name: str) -> list[Policy]:
    return list(with_relations(policies_called(name))[:KNOWN_LIMIT])


@database_sync_to_async
def _profile_facts(owner: Owner, as_of: Any) -> dict[str, dict[str, Any]]:
    if owner.user_id is None:
        return {}
    user = user_get(owner.user_id)
    members: dict[str, dict[str, Any]] = {}
    for key, profile in (family_by_key(user) if user else {}).items():
        facts = facts_of(profile, as_of=as_of)
        members[key] = facts.model_dump(
            mode="json", exclude={"as_of", "provenance", "income_is_recognised"}, exclude_none=True
        )
    return members


@database_sync_to_async
def _save_facts(owner: Owner, members: dict[str, ApplicantFacts]) -> None:
    user = User.objects.get(pk=str(owner.user_id))
    relations = {value for value, _ in choices.RELATION}
    for member, facts in members.items():
        base = base_of(member)
        relation = base if base in relations else "other"
        facts_save(user=user, relation=relation, name=member_name(member), facts=facts)
