"""Schemas of the operations; tools use the same models."""

from __future__ import annotations

from uuid import UUID

from ninja import Schema
from pydantic import Field

from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import Decision
from policies.retrieval.types import Query, RegionFilter


class SearchIn(Schema):
    """`sido`/`sigungu`: official names; policies elsewhere are left out."""

    text: str = Field(min_length=1, max_length=2000)
    sido: str | None = None
    sigungu: str | None = None
    include_closed: bool = False
    limit: int = Field(default=8, ge=1, le=50)

    def query(self) -> Query:
        region = RegionFilter(self.sido, self.sigungu) if self.sido else None
        return Query(
            text=self.text, region=region, include_closed=self.include_closed, limit=self.limit
        )


class SearchHitOut(Schema):
    policy_id: UUID
    name: str
    score: float
    similarity: float
    elsewhere: int = Field(default=0, description="같은 사업을 하는 다른 지역의 수")


class SearchOut(Schema):
    """`notice`: why words alone were searched (the embedding model is out of order), "" else.
    `expanded`: words said → official terms searched too. `region`: the one searched in."""

    hits: list[SearchHitOut]
    below_floor: bool
    notice: str = ""
    expanded: dict[str, list[str]] = {}
    region: str = ""


class EligibilityIn(Schema):
    facts: ApplicantFacts


class DecisionOut(Schema):
    """`decision` is null when the policy has no rule in force."""

    basis: str
    decision: Decision | None
