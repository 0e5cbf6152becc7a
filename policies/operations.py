"""Reads behind the typed operations (API and tools)."""

from __future__ import annotations

from uuid import UUID

from policies.eligibility.facts import ApplicantFacts
from policies.errors import PolicyNotFound
from policies.models import Policy
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query, SearchResult
from policies.screening.rules import Judged, judge_policy


def policy_hits(query: Query) -> tuple[SearchResult, dict[UUID, str]]:
    """Search result with the names of the policies found."""
    result = search_policies(query)
    rows = Policy.objects.filter(id__in=[hit.policy_id for hit in result.hits])
    return result, dict(rows.values_list("id", "name"))


def policy_judged(policy_id: UUID, facts: ApplicantFacts) -> tuple[Policy, Judged]:
    """A published policy and the verdict on it for given facts; without a rule in force the
    verdict has no decision.

    Raises PolicyNotFound.
    """
    policy = Policy.objects.published().filter(id=policy_id).first()
    if policy is None:
        raise PolicyNotFound("그런 정책이 없거나 공개되지 않았어요.")
    return policy, judge_policy(policy_id, facts)
