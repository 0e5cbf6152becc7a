"""Facts about one person, as far as they are known.

Keys and meanings follow the gold-case format: an absent value (None) is *unknown*,
never "no"; False, 0, [] and "none" are known negatives.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

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

Won = Annotated[int, Field(ge=-1_000_000_000_000, le=1_000_000_000_000)]


class Layer(StrEnum):
    """Where a value comes from: this turn, this session, the saved profile."""

    TURN = "L0"
    SESSION = "L1"
    PROFILE = "L2"


class Provenance(BaseModel):
    """Origin of one fact value. `confidence` is 0..1; `quote` the person's own words."""

    model_config = ConfigDict(frozen=True)

    layer: Layer
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    quote: str = ""


class RegionFact(BaseModel):
    """Residence by official names, e.g. 서울특별시 / 동작구."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sido: str
    sigungu: str | None = None


class ApplicantFacts(BaseModel):
    """Everything known about one person on `as_of` (Asia/Seoul). None = unknown.

    Money is KRW; `median_income_ratio` is a percentage (52.0 = 52 %).
    """

    model_config = ConfigDict(extra="forbid")

    as_of: date
    birth_date: date | None = None
    # A said age with no birth date behind it ("예순일곱"); birth_date wins when both are there.
    age: int | None = Field(default=None, ge=0, le=130)
    sex: Sex | None = None
    region: RegionFact | None = None
    moved_in_on: date | None = None
    nationality: Nationality | None = None
    household_size: int | None = Field(default=None, ge=1, le=30)
    household_types: list[HouseholdType] | None = None
    marital_status: MaritalStatus | None = None
    married_on: date | None = None
    children: list[date] | None = None
    pregnancy: Pregnancy | None = None
    due_date: date | None = None
    delivered_on: date | None = None
    infertility_treatment: bool | None = None
    median_income_ratio: float | None = Field(default=None, ge=0)
    monthly_income: Won | None = None
    # Earnings said in conversation are not yet 소득인정액, which also counts assets.
    income_is_recognised: bool = True
    health_insurance: HealthInsurance | None = None
    health_insurance_premium: Won | None = None
    assets: Won | None = None
    owns_home: bool | None = None
    tenure: Tenure | None = None
    basic_livelihood: list[BasicLivelihood] | None = None
    near_poor: bool | None = None
    disability: Disability | None = None
    disability_type: str | None = None
    legacy_disability_grade: int | None = Field(default=None, ge=1, le=6)
    long_term_care_grade: CareGrade | None = None
    conditions: list[str] | None = None
    employment: Employment | None = None
    education: Education | None = None
    veteran: bool | None = None
    receives: list[str] | None = None
    other: dict[str, bool] = Field(default_factory=dict)
    provenance: dict[str, Provenance] = Field(default_factory=dict, repr=False)
    _child_births: tuple[tuple[date, date], ...] = PrivateAttr(default=())

    @property
    def child_births(self) -> tuple[tuple[date, date], ...]:
        """Children spoken of, by earliest and latest possible birth; there may be more."""
        return self._child_births

    def with_child_births(self, births: Iterable[tuple[date, date]]) -> ApplicantFacts:
        """The same person with children of whom only so much is known."""
        facts = self.model_copy()
        facts._child_births = tuple(births)
        return facts

    def known(self) -> dict[str, object]:
        """Known values by key, without bookkeeping."""
        skip = {"as_of", "provenance", "income_is_recognised"}
        return {
            key: value
            for key, value in self
            if key not in skip and value is not None and not (key == "other" and not value)
        }
