"""What every criterion has, whatever it asks of a person."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, model_validator

from policies.vocabulary import Section


class AgeUnit(StrEnum):
    YEARS = "years"  # 만 나이
    MONTHS = "months"  # 개월
    YEAR_AGE = "year_age"  # 연 나이: year of the question minus year of birth


class ReferenceDay(StrEnum):
    """The day a text counts from ("당해 연도 1월 1일 기준", "출생일 기준"); the day of asking
    unless it says otherwise."""

    NOW = "now"
    YEAR_START = "year_start"
    YEAR_END = "year_end"
    BIRTH = "birth"  # of the youngest child


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CriterionBase(Strict):
    """Fields every criterion has.

    `quote` is an exact substring of the policy's `section`. `unclear` marks a clause whose
    text was found but not understood well enough to decide (asks the caseworker).
    """

    section: Section = Section.TARGET
    quote: str = ""
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    unclear: bool = False
    legal_basis: str = ""
    effective_from: date | None = None
    effective_to: date | None = None


class Dated(CriterionBase):
    """Counted on `on`, a fixed day, or else on the day that `at` names."""

    at: ReferenceDay = ReferenceDay.NOW
    on: date | None = None


class Bounded(CriterionBase):
    @model_validator(mode="after")
    def _has_a_bound(self) -> Bounded:
        bounds = [getattr(self, name, None) for name in ("min", "max", "below", "above")]
        if all(bound is None for bound in bounds):
            raise ValueError("min, max, above, below 가운데 하나는 있어야 합니다")
        low, high = bounds[0], bounds[1]
        if low is not None and high is not None and low > high:
            raise ValueError(f"min({low})이 max({high})보다 큽니다")
        return self
