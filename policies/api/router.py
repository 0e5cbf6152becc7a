"""Typed operations on policies: search and eligibility."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Router

from policies.api.schemas import (
    DecisionOut,
    EligibilityIn,
    SearchHitOut,
    SearchIn,
    SearchOut,
)
from policies.eligibility.rule import rule_json_schema
from policies.operations import policy_hits, policy_judged

router = Router(tags=["policies"])


@router.post("/search", response=SearchOut, summary="정책 검색")
def search(request: HttpRequest, body: SearchIn) -> SearchOut:
    """Hybrid search with region and status filters; at most 50 hits."""
    result, names = policy_hits(body.query())
    hits = [
        SearchHitOut(
            policy_id=hit.policy_id,
            name=names[hit.policy_id],
            score=round(hit.score, 4),
            similarity=round(hit.vector, 4),
            elsewhere=hit.elsewhere,
        )
        for hit in result.hits
        if hit.policy_id in names
    ]
    place = result.region
    return SearchOut(
        hits=hits,
        below_floor=result.below_floor,
        notice=result.notice,
        expanded=result.expanded,
        region=f"{place.sido} {place.sigungu or ''}".strip() if place else "",
    )


@router.post("/{policy_id}/eligibility", response=DecisionOut, summary="자격 판정")
def eligibility(request: HttpRequest, policy_id: UUID, body: EligibilityIn) -> DecisionOut:
    """Verdict for given facts; 404 for an unknown policy. `basis` no_rule: not judged."""
    _, judged = policy_judged(policy_id, body.facts)
    return DecisionOut(basis=judged.basis, decision=judged.decision)


@router.get("/rule-schema", response=dict[str, Any], summary="자격 규칙의 JSON 스키마")
def rule_schema(request: HttpRequest) -> dict[str, Any]:
    return rule_json_schema()
