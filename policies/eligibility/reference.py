"""Published reference tables (기준중위소득, 선정기준액, 최저임금) and their look-up.

The figures are data: `policies/reference/*.yaml`, one file a table, each year with notice,
effective date, source and the day it was checked. Amounts are KRW as published; nothing is
recomputed from ratios. Where the asked year has no figures the nearest earlier year is used
and `ReferenceUse` says so; a later year is never used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field

from policies.eligibility.outcome import ReferenceUse

REFERENCE_DIR = Path(__file__).resolve().parent.parent / "reference"
MEDIAN_INCOME = "median_income"
HOUSEHOLD_KEY = "household"
STEP_KEY = "per_person_above_7"
_LARGEST_LISTED = 7


@dataclass(frozen=True)
class ReferenceRow:
    """One published amount in KRW. `household_size` only where the table has sizes."""

    table: str
    year: int
    household_size: int | None
    key: str
    amount: int
    notice: str
    effective_from: date
    source_url: str
    checked: date


@dataclass(frozen=True)
class Lookup:
    """A figure and where it comes from."""

    amount: int
    use: ReferenceUse


@dataclass(frozen=True)
class ReferenceTables:
    """Look-up over rows; immutable, so one instance may serve all threads."""

    rows: tuple[ReferenceRow, ...] = ()

    @classmethod
    def from_rows(cls, rows: Iterable[ReferenceRow]) -> ReferenceTables:
        return cls(tuple(rows))

    @cached_property
    def _by_place(self) -> dict[tuple[str, str, int | None], dict[int, ReferenceRow]]:
        index: dict[tuple[str, str, int | None], dict[int, ReferenceRow]] = {}
        for row in self.rows:
            index.setdefault((row.table, row.key, row.household_size), {})[row.year] = row
        return index

    def lookup(
        self, table: str, year: int, key: str, household_size: int | None = None
    ) -> Lookup | None:
        """Amount for the year or the nearest earlier one; None when there is neither."""
        years = self._by_place.get((table, key, household_size), {})
        used = max((known for known in years if known <= year), default=None)
        if used is None:
            return None
        row = years[used]
        use = ReferenceUse(table=table, year_asked=year, year_used=used, notice=row.notice)
        return Lookup(row.amount, use)

    def median_income(self, year: int, household_size: int) -> Lookup | None:
        """기준중위소득 (100 %, KRW a month); above seven persons by the notice's step."""
        listed = min(household_size, _LARGEST_LISTED)
        base = self.lookup(MEDIAN_INCOME, year, HOUSEHOLD_KEY, listed)
        if base is None or household_size == listed:
            return base
        step = self.lookup(MEDIAN_INCOME, base.use.year_used, STEP_KEY)
        if step is None or step.use.year_used != base.use.year_used:
            return None
        return Lookup(base.amount + step.amount * (household_size - listed), base.use)


class _YearFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    year: int
    notice: str
    effective_from: date
    source_url: str
    checked: date
    households: dict[int, int] = Field(default_factory=dict)
    amounts: dict[str, int] = Field(default_factory=dict)


class _TableFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    table: str
    title: str
    years: list[_YearFile]


def _rows_of_year(table: str, entry: _YearFile) -> Iterable[ReferenceRow]:
    cells: list[tuple[int | None, str, int]] = [
        (size, HOUSEHOLD_KEY, amount) for size, amount in entry.households.items()
    ]
    cells += [(None, key, amount) for key, amount in entry.amounts.items()]
    for size, key, amount in cells:
        yield ReferenceRow(
            table=table,
            year=entry.year,
            household_size=size,
            key=key,
            amount=amount,
            notice=entry.notice,
            effective_from=entry.effective_from,
            source_url=entry.source_url,
            checked=entry.checked,
        )


def reference_rows(folder: Path = REFERENCE_DIR) -> list[ReferenceRow]:
    """All rows of the YAML files, for the database loader. Raises on a malformed file."""
    rows: list[ReferenceRow] = []
    for path in sorted(folder.glob("*.yaml")):
        data = _TableFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
        for entry in data.years:
            rows.extend(_rows_of_year(data.table, entry))
    return rows


@cache
def bundled_tables() -> ReferenceTables:
    """Tables of the YAML files that ship with the project, read once a process."""
    return ReferenceTables.from_rows(reference_rows())
