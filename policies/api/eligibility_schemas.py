"""Schemas of the eligibility operations: what is asked and what is answered."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Self
from uuid import UUID

from ninja import Schema
from pydantic import ConfigDict, Field, model_validator

from policies.api.korean_errors import Facts, KoreanIn, facts_faults
from policies.eligibility.casefile import FactsInvalid, facts_from_case
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import CriterionOutcome, ReferenceUse
from policies.screening.candidates import Dropped
from policies.screening.changes import Shift
from policies.vocabulary import Verdict

MOST_MEMBERS = 8
_PERSON = {
    "as_of": "2026-11-29",
    "birth_date": "1958-03-02",
    "sex": "female",
    "region": {"sido": "서울특별시", "sigungu": "동작구"},
    "household_size": 1,
}
_FACTS = "아는 사실. 없는 항목은 모르는 것이고, false·0·[]·none 은 아니라고 아는 것입니다."
MemberName = Annotated[str, Field(min_length=1, max_length=40)]


def _example(**body: Any) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [body]}, extra="forbid")


class CheckIn(KoreanIn):
    """정책 하나를 한 사람에게 견주어 봅니다."""

    model_config = _example(policy_id="5f3c9a0e-6f0b-4a55-9d0c-2f1f6a1c7b10", facts=_PERSON)

    policy_id: UUID = Field(description="정책의 식별자")
    facts: Facts = Field(description=_FACTS)


class ScreenIn(KoreanIn):
    """가족 모두를 공개된 모든 정책에 견주어 봅니다."""

    model_config = _example(
        members={"self": _PERSON, "child": {"birth_date": "2021-04-05"}}, declined=["assets"]
    )

    members: dict[MemberName, Facts] = Field(
        min_length=1, max_length=MOST_MEMBERS, description=f"가족의 이름과 {_FACTS}"
    )
    declined: list[MemberName] = Field(
        default_factory=list, max_length=100, description="말하고 싶지 않아 다시 묻지 않을 항목"
    )
    limit: int = Field(default=20, ge=0, le=100, description="목록마다 보일 정책 수")
    offset: int = Field(default=0, ge=0, le=1_000_000, description="목록마다 건너뛸 정책 수")


class WhatIfIn(KoreanIn):
    """사정이 바뀌면 판정이 어떻게 달라지는지 봅니다."""

    model_config = _example(
        facts={**_PERSON, "employment": "employed", "health_insurance": "employee"},
        changes={"employment": "unemployed"},
    )

    facts: Facts = Field(description=_FACTS)
    changes: dict[str, Any] = Field(
        min_length=1,
        description="바뀌는 항목과 새 값. null 이면 모르게 됩니다. 따라 바뀌는 것은 맞춥니다.",
    )
    limit: int = Field(default=20, ge=0, le=100, description="종류마다 보일 정책 수")

    @model_validator(mode="after")
    def _sound_changes(self) -> Self:
        known = {key: value for key, value in self.changes.items() if value is not None}
        other = known.get("other")
        if isinstance(other, dict):
            known["other"] = {key: value for key, value in other.items() if value is not None}
        try:
            facts_from_case(known, as_of=self.facts.as_of)
        except FactsInvalid as error:
            raise facts_faults(error, "changes") from None
        return self


class MissingOut(Schema):
    """판정에 필요한, 아직 모르는 사실."""

    key: str = Field(description="항목")
    subject: str = Field(description="항목의 우리말 이름")
    question: str = Field(description="묻는 말")


class JudgedOut(Schema):
    """판정과 그 근거."""

    policy_id: UUID
    name: str = Field(description="정책명")
    verdict: Verdict = Field(
        description="likely 가능성 높음 · needs_more_info 확인 필요 · unlikely"
    )
    basis: str = Field(description="draft, catalogued, approved, corrected, no_rule(기준 없음)")
    basis_label: str = Field(description="근거를 사람에게 이르는 말")
    outdated: bool = Field(description="담당자가 확인한 뒤 원문이 바뀌었는지")
    notice: str = Field(description="근거에 대해 알려야 할 말, 없으면 빈 글")
    reasons: list[str] = Field(description="판정을 정한 조건, 한 문장씩")
    missing: list[MissingOut] = Field(description="판정에 필요한 사실, 중요한 것부터")
    flip_on: date | None = Field(description="시간만 지나도 판정이 바뀔 수 있는 첫날")


class CheckOut(JudgedOut):
    """정책 하나의 판정 전부."""

    outcomes: list[CriterionOutcome] = Field(description="조건마다의 결과")
    valid_until: date | None = Field(
        description="이 판정이 그대로인 마지막 날: 판정이 바뀌기 전날과 신청 마감 가운데 이른 날"
    )
    references: list[ReferenceUse] = Field(description="쓴 기준표와 그 연도")


class ItemOut(JudgedOut):
    """목록에 놓인 정책."""

    excluded_by: str = Field(description="지금 받고 있어 함께 받을 수 없는 급여, 없으면 빈 글")


class ExclusiveOut(Schema):
    """하나만 받을 수 있는 정책들."""

    notice: str
    policy_ids: list[UUID]
    names: list[str]


class MemberOut(Schema):
    """한 사람의 결과. 목록은 좋은 것부터 limit·offset 만큼, counts 는 전부입니다."""

    counts: dict[str, int] = Field(description="무리마다의 정책 수")
    dropped: dict[Dropped, int] = Field(
        description="판정할 것도 없이 해당하지 않는 정책 수: 사는 곳, 나이, 성별"
    )
    likely: list[ItemOut]
    needs_more_info: list[ItemOut]
    unlikely: list[ItemOut]
    already_received: list[ItemOut]
    exclusive: list[ExclusiveOut] = Field(description="이 가운데 하나만 받을 수 있는 정책")


class QuestionOut(Schema):
    """다음에 물을 것과 그 까닭."""

    key: str
    question: str
    members: list[str] = Field(description="누구에게 묻는지")
    settled: list[str] = Field(description="답으로 판정이 정해질 정책, 10개까지")
    certain: int = Field(description="어떤 답이든 판정이 정해지는 정책 수")
    bears_on: int = Field(description="답이 영향을 주는 정책 수")
    explanation: str = Field(description="왜 묻는지 한 문장")


class ScreenOut(Schema):
    """가족의 결과."""

    as_of: date = Field(description="판정한 날")
    members: dict[str, MemberOut]
    next_question: QuestionOut | None = Field(description="더 물을 것이 없으면 null")


class ChangeOut(Schema):
    """판정이 달라진 정책."""

    policy_id: UUID
    name: str
    before: Verdict
    after: Verdict
    sentence: str = Field(description="무엇이 달라지는지 한 문장")
    why: str = Field(description="판정을 바꾼 조건 한 문장, 없으면 빈 글")


class FactOut(Schema):
    key: str
    subject: str = Field(description="항목의 우리말 이름")


class WhatIfOut(Schema):
    """바뀐 뒤의 사실과 판정."""

    facts: ApplicantFacts
    changed: list[FactOut] = Field(description="말한 대로 바뀐 항목")
    followed: list[FactOut] = Field(description="따라서 바뀐 항목")
    unknown: list[FactOut] = Field(description="바뀌어서 이제 모르게 된 항목")
    counts: dict[Shift, int] = Field(
        description="gained 높아짐 · opened 가능해짐 · unsettled 다시 확인 · lost 못 받게 됨"
    )
    changes: dict[Shift, list[ChangeOut]]
