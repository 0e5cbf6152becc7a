"""Reads behind the typed operations (API and tools)."""

from __future__ import annotations

from uuid import UUID

from pydantic import ValidationError

from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision
from policies.eligibility.reference import ReferenceTables
from policies.eligibility.rule import rule_from_data
from policies.errors import PolicyNotFound
from policies.models import Policy
from policies.retrieval.search import search_policies
from policies.retrieval.types import Query, SearchResult

NO_RULE = "no_rule"


def policy_hits(query: Query) -> tuple[SearchResult, dict[UUID, str]]:
    """Search result with the names of the policies found."""
    result = search_policies(query)
    rows = Policy.objects.filter(id__in=[hit.policy_id for hit in result.hits])
    return result, dict(rows.values_list("id", "name"))


def policy_decision(
    policy_id: UUID, facts: ApplicantFacts, tables: ReferenceTables
) -> tuple[str, Decision | None]:
    """(basis, decision) of a published policy for given facts; `no_rule` has no decision.

    Raises PolicyNotFound.
    """
    policy = Policy.objects.published().filter(id=policy_id).prefetch_related("rules").first()
    if policy is None:
        raise PolicyNotFound("그런 정책이 없거나 공개되지 않았어요.")
    rule = next((rule for rule in policy.rules.all() if rule.in_force), None)
    if rule is None:
        return NO_RULE, None
    try:
        tree = rule_from_data(rule.tree)
    except ValidationError:
        return NO_RULE, None
    return rule.status, evaluate(tree, facts, tables)
