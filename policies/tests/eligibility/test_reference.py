"""Reference tables: published figures, missing years, large households."""

from __future__ import annotations

from pathlib import Path

import pytest

from policies.eligibility.reference import (
    MEDIAN_INCOME,
    STEP_KEY,
    Lookup,
    bundled_tables,
    reference_rows,
)


def found(lookup: Lookup | None) -> Lookup:
    assert lookup is not None
    return lookup


def test_published_amounts() -> None:
    tables = bundled_tables()
    assert found(tables.median_income(2026, 4)).amount == 6_494_738
    assert found(tables.median_income(2021, 1)).amount == 1_827_831
    assert found(tables.lookup("basic_pension", 2026, "single")).amount == 2_470_000
    assert found(tables.lookup("basic_pension", 2025, "couple")).amount == 3_648_000
    assert found(tables.lookup("disability_pension", 2026, "couple")).amount == 2_240_000
    assert found(tables.lookup("minimum_wage", 2026, "hourly")).amount == 10_320


def test_households_above_seven_add_the_published_step() -> None:
    tables = bundled_tables()
    assert found(tables.median_income(2026, 8)).amount == 9_515_150 + (9_515_150 - 8_555_952)
    assert found(tables.median_income(2026, 10)).amount == 9_515_150 + 3 * 959_198


@pytest.mark.parametrize("year", range(2021, 2027))
def test_the_step_is_the_difference_of_seven_and_six(year: int) -> None:
    tables = bundled_tables()
    seven, six = found(tables.median_income(year, 7)), found(tables.median_income(year, 6))
    assert found(tables.lookup(MEDIAN_INCOME, year, STEP_KEY)).amount == seven.amount - six.amount


def test_a_missing_year_uses_the_nearest_earlier_one_and_says_so() -> None:
    use = found(bundled_tables().median_income(2027, 3)).use
    assert (use.year_asked, use.year_used) == (2027, 2026)
    use = found(bundled_tables().lookup("disability_pension", 2024, "single")).use
    assert (use.year_asked, use.year_used) == (2024, 2023)


def test_a_later_year_is_never_used() -> None:
    assert bundled_tables().median_income(2020, 3) is None
    assert bundled_tables().lookup("basic_pension", 2023, "single") is None
    assert bundled_tables().lookup("unknown", 2026, "single") is None


def test_every_row_says_where_it_is_from() -> None:
    rows = reference_rows()
    assert {row.table for row in rows} >= {"median_income", "basic_pension", "minimum_wage"}
    for row in rows:
        assert row.amount > 0
        assert row.notice.startswith(str(row.year))
        assert row.source_url.startswith("https://")
        assert row.effective_from.year == row.year
    keys = [(row.table, row.year, row.household_size, row.key) for row in rows]
    assert len(keys) == len(set(keys))


def test_a_malformed_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("table: x\ntitle: x\nyears: [{year: 2026}]\n")
    with pytest.raises(ValueError, match="notice"):
        reference_rows(tmp_path)
