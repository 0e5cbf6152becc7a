"""Schema of one catalogue entry (one YAML file a policy)."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, HttpUrl, field_validator, model_validator

from policies.eligibility.rule import (
    CriterionBase,
    OtherCriterion,
    RegionCriterion,
    Rule,
    rule_leaves,
)
from policies.vocabulary import LifeStage, PeriodKind, PolicyStatus, Section, TargetGroup, Theme

Text = Annotated[str, Field(min_length=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class CatalogueRegion(_Strict):
    sido: Text
    sigungu: str | None = None


class CatalogueContact(_Strict):
    name: Text
    phone: str = ""


class CataloguePeriod(_Strict):
    """신청기간: `text` as it is told to people; `start`/`end` (inclusive) for kind `range`."""

    kind: PeriodKind
    text: str = ""
    start: date | None = None
    end: date | None = None

    @model_validator(mode="after")
    def _range_has_ends(self) -> CataloguePeriod:
        if self.kind is PeriodKind.RANGE and self.start is None and self.end is None:
            raise ValueError("kind: range 에는 start 또는 end 가 필요합니다")
        if self.start and self.end and self.start > self.end:
            raise ValueError("start 가 end 보다 늦습니다")
        return self


class CatalogueSource(_Strict):
    """Where the facts come from: public page and the day it was read."""

    title: Text
    url: HttpUrl
    checked: date


class CatalogueFaq(_Strict):
    question: Text
    answer: Text


class CatalogueEntry(_Strict):
    """One policy, written in our own words from official facts.

    `year` is the year the figures hold for. `rule` is there only when it is certain;
    otherwise `rule_note` says in Korean why not.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
    name: Text
    aliases: list[Text] = Field(default_factory=list)
    agency: Text
    region: CatalogueRegion | None = None
    year: int = Field(ge=2021, le=2030)
    status: PolicyStatus = PolicyStatus.OPEN
    life_stages: list[LifeStage] = Field(default_factory=list)
    target_groups: list[TargetGroup] = Field(default_factory=list)
    themes: list[Theme] = Field(min_length=1)
    keywords: list[Text] = Field(default_factory=list)
    summary: Text
    target: Text
    criteria: str = ""
    benefit: Text
    application: Text
    documents: list[Text] = Field(default_factory=list)
    contact: list[CatalogueContact] = Field(min_length=1)
    notice: str = ""
    faq: list[CatalogueFaq] = Field(default_factory=list)
    apply_url: HttpUrl | None = None
    detail_url: HttpUrl | None = None
    legal_basis: list[Text] = Field(default_factory=list)
    period: CataloguePeriod
    related: list[str] = Field(default_factory=list)
    exclusive_with: list[str] = Field(default_factory=list)
    sources: list[CatalogueSource] = Field(min_length=1)
    rule: Rule | None = None
    rule_note: str = ""

    @field_validator("sources")
    @classmethod
    def _not_in_future(cls, value: list[CatalogueSource]) -> list[CatalogueSource]:
        if any(source.checked > date(2100, 1, 1) for source in value):
            raise ValueError("checked 날짜가 올바르지 않습니다")
        return value

    @model_validator(mode="after")
    def _consistent(self) -> CatalogueEntry:
        if self.rule is None and not self.rule_note:
            raise ValueError("rule 이 없으면 rule_note 에 이유를 적어야 합니다")
        if self.rule is not None:
            self._check_rule(self.rule)
        return self

    def section_text(self, section: Section) -> str:
        """Text of a section exactly as it is stored, "" when the entry has none."""
        match section:
            case Section.DOCUMENTS:
                return "\n".join(f"- {item}" for item in self.documents)
            case Section.CONTACT:
                return "\n".join(f"{c.name} {c.phone}".strip() for c in self.contact)
            case Section.ATTACHMENT:
                return ""
            case Section.FAQ:
                return "\n\n".join(f"질문: {f.question}\n답변: {f.answer}" for f in self.faq)
            case _:
                return str(getattr(self, section.value))

    def _check_rule(self, rule: Any) -> None:
        for leaf in rule_leaves(rule):
            if isinstance(leaf, RegionCriterion):
                raise ValueError(
                    "region 기준은 항목의 region 에서 자동으로 생깁니다: rule 에 쓰지 마세요"
                )
            if not leaf.quote:
                raise ValueError(f"{_name(leaf)} 기준에 quote 가 없습니다")
            if leaf.quote not in self.section_text(leaf.section):
                raise ValueError(f"quote 가 {leaf.section.value} 본문에 없습니다: {leaf.quote!r}")
            if isinstance(leaf, OtherCriterion) and not leaf.question:
                raise ValueError(f"other 기준 {leaf.key!r} 에 question 이 없습니다")


def _name(leaf: CriterionBase) -> str:
    return re.sub(r"Criterion$", "", type(leaf).__name__)
