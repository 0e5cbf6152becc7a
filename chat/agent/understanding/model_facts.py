"""What a language model reads out of an utterance: its form, and what becomes of each fact.

The model proposes, code decides: a fact is a proposal until `model_checks` has found its quote,
its person and its value in the utterance.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from chat.agent.understanding.types import Extraction
from policies.vocabulary import (
    BasicLivelihood,
    CareGrade,
    Disability,
    Education,
    Employment,
    HealthInsurance,
    HouseholdType,
    MaritalStatus,
    Nationality,
    Pregnancy,
    Sex,
    Tenure,
)

NONE, TRUE, FALSE = "none", "true", "false"
# A model that reads more out of one utterance has lost its way.
MOST_FACTS = 60
_LONGEST_QUOTE = 200
# Keys whose value is one of a few.
CHOICES: Mapping[str, type[StrEnum]] = {
    "sex": Sex,
    "nationality": Nationality,
    "marital_status": MaritalStatus,
    "pregnancy": Pregnancy,
    "health_insurance": HealthInsurance,
    "tenure": Tenure,
    "disability": Disability,
    "long_term_care_grade": CareGrade,
    "employment": Employment,
    "education": Education,
    "household_types": HouseholdType,
    "basic_livelihood": BasicLivelihood,
}
FLAGS = frozenset({"near_poor", "veteran", "owns_home", "infertility_treatment"})
MONEY = frozenset({"monthly_income", "assets", "health_insurance_premium"})
DATES = frozenset({"moved_in_on", "married_on", "due_date", "delivered_on"})
COUNTS = frozenset({"household_size", "legacy_disability_grade", "median_income_ratio"})
AGES = frozenset({"age", "birth_date"})
# One entry a fact.
LISTS = frozenset({"conditions", "receives", "household_types", "basic_livelihood", "children"})
KEYS = (
    frozenset(CHOICES) | FLAGS | MONEY | DATES | COUNTS | AGES | LISTS
    | {"region", "disability_type"}
)  # fmt: skip


class ModelFact(BaseModel):
    """One fact as the model gives it; the prompt says how each value is written."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    member: str
    key: Annotated[str, Field(json_schema_extra={"enum": sorted(KEYS)})]
    value: str
    polarity: Literal["yes", "no"]
    quote: str
    about: Literal["stated", "hypothetical", "third_person"]
    confidence: float


class ModelFacts(BaseModel):
    """The whole answer of the model."""

    model_config = ConfigDict(extra="forbid")

    facts: list[ModelFact]


class Refusal(StrEnum):
    """Why a fact of the model is not taken."""

    SHAPE = "shape"
    KEY = "key"
    UNSURE = "unsure"
    QUOTE = "quote"
    INSTRUCTION = "instruction"
    NOT_MEANT = "not_meant"
    MEMBER = "member"
    POLARITY = "polarity"
    VALUE = "value"
    QUESTION = "question"


class Result(StrEnum):
    """What became of a fact: `KEPT` is a conflict in which what was known stays."""

    AGREED = "agreed"
    ADDED = "added"
    REPLACED = "replaced"
    KEPT = "kept"
    REFUSED = "refused"


RESULT_LABELS: Mapping[str, str] = {
    Result.AGREED: "규칙과 같음",
    Result.ADDED: "더함",
    Result.REPLACED: "규칙 대신 씀",
    Result.KEPT: "규칙과 달라 쓰지 않음",
    Result.REFUSED: "거절",
}
REFUSAL_LABELS: Mapping[str, str] = {
    Refusal.SHAPE: "정해진 모양이 아님",
    Refusal.KEY: "없는 항목",
    Refusal.UNSURE: "확신이 낮음",
    Refusal.QUOTE: "말하지 않은 인용",
    Refusal.INSTRUCTION: "적으라는 지시",
    Refusal.NOT_MEANT: "가정이나 남의 이야기",
    Refusal.MEMBER: "그 사람의 일이 아님",
    Refusal.POLARITY: "긍정과 부정이 다름",
    Refusal.VALUE: "말에서 나오지 않는 값",
    Refusal.QUESTION: "묻기만 한 것",
}


@dataclass(frozen=True)
class Row:
    """One fact of the model and what became of it; `reason` is a `Refusal` or ""."""

    member: str
    key: str
    value: str
    quote: str
    confidence: float
    result: Result
    reason: str = ""


@dataclass(frozen=True)
class Taken:
    """A fact that the utterance bears. `read`: a reader of the project reads the same value
    from the quote; else the words only speak of it. `denied`: the person has not got it. `said`
    is the value as the model gave it, `start` the place of the quote."""

    member: str
    key: str
    value: Any
    quote: str
    start: int
    confidence: float
    read: bool
    denied: bool = False
    code: str | None = None
    said: str = ""


@dataclass(frozen=True)
class Merged:
    """`unsure`: (member, key, item) of the facts that the model alone has read."""

    found: Extraction
    rows: list[Row] = field(default_factory=list)
    unsure: list[tuple[str, str, str]] = field(default_factory=list)


def refused(fact: ModelFact, reason: Refusal) -> Row:
    return Row(
        fact.member, fact.key, fact.value, fact.quote, fact.confidence, Result.REFUSED, reason
    )


def facts_schema(members: list[str]) -> dict[str, Any]:
    """JSON schema of the answer, strict as OpenAI's servers want it; `members`: who may be
    meant."""
    schema = ModelFacts.model_json_schema()
    schema["$defs"]["ModelFact"]["properties"]["member"]["enum"] = members
    return schema


def facts_in(text: str) -> tuple[list[ModelFact], list[Row]] | None:
    """The facts of an answer and those of another form; None where it is no answer at all."""
    found = re.search(r"\{.*\}", text, re.DOTALL)
    try:
        data = json.loads(found.group()) if found else None
    except (ValueError, RecursionError):
        return None
    rows = data.get("facts") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        return None
    good: list[ModelFact] = []
    bad: list[Row] = []
    for row in rows[:MOST_FACTS]:
        try:
            fact = ModelFact.model_validate(row)
        except ValidationError:
            fact = None
        if fact and 0 <= fact.confidence <= 1 and 0 < len(fact.quote.strip()) <= _LONGEST_QUOTE:
            good.append(fact)
        else:
            bad.append(_misshapen(row))
    return good, bad


def _misshapen(row: Any) -> Row:
    given = row if isinstance(row, dict) else {}
    member, key, value = (
        str(given.get(name, ""))[:_LONGEST_QUOTE] for name in ("member", "key", "value")
    )
    return Row(member, key, value, "", 0.0, Result.REFUSED, Refusal.SHAPE)
