"""Published tables in the database, against figures typed from the notices."""

from __future__ import annotations

import pytest

from policies.eligibility.reference import (
    HOUSEHOLD_KEY,
    MEDIAN_INCOME,
    STEP_KEY,
    bundled_tables,
    reference_rows,
)
from policies.models import ReferenceValue
from policies.services.catalogue import reference_load

pytestmark = pytest.mark.django_db
# 기준중위소득 for one to seven persons (보건복지부 고시).
PUBLISHED = {
    2021: (1_827_831, 3_088_079, 3_983_950, 4_876_290, 5_757_373, 6_628_603, 7_497_198),
    2022: (1_944_812, 3_260_085, 4_194_701, 5_121_080, 6_024_515, 6_907_004, 7_780_592),
    2023: (2_077_892, 3_456_155, 4_434_816, 5_400_964, 6_330_688, 7_227_981, 8_107_515),
    2024: (2_228_445, 3_682_609, 4_714_657, 5_729_913, 6_695_735, 7_618_369, 8_514_994),
    2025: (2_392_013, 3_932_658, 5_025_353, 6_097_773, 7_108_192, 8_064_805, 8_988_428),
    2026: (2_564_238, 4_199_292, 5_359_036, 6_494_738, 7_556_719, 8_555_952, 9_515_150),
}


@pytest.mark.parametrize("year", list(PUBLISHED))
def test_median_income_is_stored_for_every_size(year: int) -> None:
    reference_load()
    rows = ReferenceValue.objects.filter(table=MEDIAN_INCOME, year=year)
    sizes = rows.filter(key=HOUSEHOLD_KEY).order_by("household_size")
    assert tuple(sizes.values_list("amount", flat=True)) == PUBLISHED[year]
    assert tuple(sizes.values_list("household_size", flat=True)) == tuple(range(1, 8))
    step = rows.get(key=STEP_KEY)
    assert step.amount == PUBLISHED[year][6] - PUBLISHED[year][5]
    eight = bundled_tables().median_income(year, 8)
    assert eight is not None
    assert eight.amount == PUBLISHED[year][6] + step.amount


def test_loading_again_corrects_figures_and_adds_none() -> None:
    count = reference_load()
    assert ReferenceValue.objects.count() == count == len(reference_rows())
    row = ReferenceValue.objects.get(table="basic_pension", year=2026, key="single")
    ReferenceValue.objects.filter(pk=row.pk).update(amount=1)
    assert reference_load() == count
    row.refresh_from_db()
    assert row.amount == 2_470_000
    assert ReferenceValue.objects.count() == count
