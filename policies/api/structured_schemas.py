"""Schemas of questions for published fields."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from ninja import Schema
from pydantic import Field

from policies.structured.question import StructuredQuery
from policies.structured.read import MAX_LENGTH


class StructuredIn(Schema):
    """`as_of`: the day the question is asked for, today in Asia/Seoul when left out."""

    question: str = Field(min_length=1, max_length=MAX_LENGTH)
    as_of: date | None = None


class RecordOut(Schema):
    policy_id: UUID
    external_id: str
    source: str
    name: str
    agency: str
    period: str
    link: str


class StructuredOut(Schema):
    """`answered` false: the question was not understood as one for fields; nothing was looked
    up. `number` is null where records were asked for; `total` counts them, `records` holds
    the first ones. `understood` says in Korean how the question was read."""

    answered: bool
    as_of: date
    conclusion: str
    understood: str
    unread: list[str]
    dropped: list[str]
    number: float | None
    total: int
    records: list[RecordOut]
    query: StructuredQuery
