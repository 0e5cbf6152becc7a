"""Figures of the published tables (`policies/reference/*.yaml`) as parameters of estimates.

The tables are shared with eligibility; here a year older than `CARRIED_YEARS` is refused, as it
is for the estimates' own figures.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from policies.eligibility.reference import (
    HOUSEHOLD_KEY,
    MEDIAN_INCOME,
    Lookup,
    bundled_tables,
)
from policies.estimates.parameters import CARRIED_YEARS, NoParameters, Parameters
from policies.estimates.spans import rounded, share
from policies.estimates.types import Source

_LAWS = {
    "median_income": "국민기초생활 보장법 제6조의2",
    "basic_pension": "기초연금법 제3조",
    "disability_pension": "장애인연금법 제4조",
    "minimum_wage": "최저임금법 제10조",
}
_NAMES = {
    "median_income": "기준 중위소득",
    "basic_pension": "기초연금 선정기준액",
    "disability_pension": "장애인연금 선정기준액",
    "minimum_wage": "최저임금",
}


@dataclass(frozen=True)
class Figure:
    """One published amount (KRW) and what it rests on."""

    amount: int
    parameters: Parameters

    @property
    def year(self) -> int:
        return self.parameters.year


def median_income(as_of: date, household_size: int) -> Figure:
    """기준 중위소득 (100 %, KRW a month). Raises NoParameters."""
    found = bundled_tables().median_income(as_of.year, household_size)
    return _figure(MEDIAN_INCOME, HOUSEHOLD_KEY, as_of, found)


def selection_limit(table: str, as_of: date, *, couple: bool) -> Figure:
    """선정기준액 of 기초연금 or 장애인연금 (KRW a month). Raises NoParameters."""
    key = "couple" if couple else "single"
    return _figure(table, key, as_of, bundled_tables().lookup(table, as_of.year, key))


def wage(as_of: date) -> Figure:
    """최저임금 (KRW an hour). Raises NoParameters."""
    found = bundled_tables().lookup("minimum_wage", as_of.year, "hourly")
    return _figure("minimum_wage", "hourly", as_of, found)


def share_of_median(as_of: date, household_size: int, rate: float | str) -> Figure:
    """A share of 기준 중위소득, rounded to the won as the notices print it."""
    whole = median_income(as_of, household_size)
    return Figure(rounded(whole.amount * share(rate)), whole.parameters)


def _figure(table: str, key: str, as_of: date, found: Lookup | None) -> Figure:
    title = _NAMES[table]
    if found is None or as_of.year - found.use.year_used > CARRIED_YEARS:
        raise NoParameters(f"{title}: {as_of.year}년 기준 금액을 갖고 있지 않습니다.")
    row = next(
        row
        for row in bundled_tables().rows
        if (row.table, row.year, row.key) == (table, found.use.year_used, key)
    )
    source = Source(
        title=row.notice, law=_LAWS[table], url=row.source_url,
        effective_from=row.effective_from, checked=row.checked,
    )  # fmt: skip
    return Figure(
        found.amount,
        Parameters(
            rule=table, title=title, year=found.use.year_used, year_asked=as_of.year,
            values={}, sources=(source,),
        ),
    )  # fmt: skip
