"""What an estimate says: an amount or a range, and everything it rests on."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, model_validator


class EstimateStatus(StrEnum):
    """How far an estimate came."""

    ESTIMATED = "estimated"
    NOT_ENTITLED = "not_entitled"  # by the stated facts the amount is 0
    MISSING = "missing"  # an argument decides and is not known
    NO_PARAMETERS = "no_parameters"  # no published figures of that year are held here


class Source(BaseModel):
    """Law, notice or official page that a parameter comes from."""

    model_config = ConfigDict(frozen=True)

    title: str
    law: str = ""
    url: str = ""
    effective_from: date | None = None
    checked: date | None = None


class Estimate(BaseModel):
    """Amount in `unit` ("원/월", "원/년", "원", "일", "%"); `low` equals `high` where it is exact.

    `year`: of the parameters used; `year_asked` differs where those of that year are not held,
    and then a note says so. `formula`: the rule in Korean words, `steps` with this person's
    figures. `missing`: arguments that would decide or narrow the range. `assumptions`: what was
    taken for granted because nobody said it.
    """

    model_config = ConfigDict(frozen=True)

    benefit: str
    status: EstimateStatus
    low: int | None = None
    high: int | None = None
    unit: str = "원/월"
    year: int | None = None
    year_asked: int | None = None
    formula: str = ""
    steps: list[str] = []
    assumptions: list[str] = []
    missing: list[str] = []
    notes: list[str] = []
    sources: list[Source] = []

    @model_validator(mode="after")
    def _range_is_ordered(self) -> Estimate:
        if (self.low is None) != (self.high is None):
            raise ValueError("low and high belong together")
        if self.low is not None and self.high is not None and not 0 <= self.low <= self.high:
            raise ValueError("an amount is never negative and low never above high")
        return self
