"""Every record of the real snapshots, where they are at hand."""

from __future__ import annotations

import os
import re
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from crawling.errors import RecordError
from crawling.sources.base import MAX_AGENCY, MAX_NAME
from crawling.sources.files import provenance_date
from crawling.sources.registry import SOURCES
from policies.records import PolicyRecord
from policies.vocabulary import LifeStage, Section, TargetGroup, Theme

SHARED = Path(os.environ.get("SHARED_DIR") or Path(__file__).parents[3] / "shared")
FOLDERS = {
    "gov24": "gov24_v3_2026-07",
    "youthcenter": "youthcenter_2026-07",
    "bokjiro": "bokjiro_national_local_2026-06",
}
EXPECTED = {"gov24": 1097, "youthcenter": 1324, "bokjiro": 5012}
_ENTITY = re.compile(r"&#|&amp;|&[A-Za-z]{2,8};")
_STRAY = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\xa0\u200b\u3000\ufeff]")


def folder(source: str) -> Path:
    path = SHARED / "data" / FOLDERS[source]
    if not path.is_dir():
        pytest.skip(f"스냅숏이 없습니다: data/{FOLDERS[source]}")
    return path


@cache
def parsed(source: str) -> tuple[list[PolicyRecord], Counter[str]]:
    adapter = SOURCES[source]
    records: list[PolicyRecord] = []
    reasons: Counter[str] = Counter()
    for item in adapter.read(folder(source)):
        try:
            records.append(adapter.parse(item))
        except RecordError as error:
            reasons[error.reason] += 1
    return records, reasons


@pytest.mark.parametrize("source", list(FOLDERS))
def test_every_record_is_parsed(source: str) -> None:
    records, reasons = parsed(source)
    assert not reasons
    assert len(records) == EXPECTED[source]
    assert len({record.external_id for record in records}) == len(records)


@pytest.mark.parametrize("source", list(FOLDERS))
def test_texts_are_clean(source: str) -> None:
    for record in parsed(source)[0]:
        texts = [record.name, record.agency, record.period_text, *record.sections.values()]
        texts += [*record.legal_basis, *(contact.name for contact in record.contacts)]
        for text in texts:
            assert not _ENTITY.search(text), (record.external_id, text[:200])
            assert not _STRAY.search(text), (record.external_id, text[:200])
        assert 0 < len(record.name) <= MAX_NAME
        assert 0 < len(record.agency) <= MAX_AGENCY


@pytest.mark.parametrize("source", list(FOLDERS))
def test_terms_are_of_the_vocabulary(source: str) -> None:
    for record in parsed(source)[0]:
        assert set(record.themes) <= set(Theme)
        assert set(record.life_stages) <= set(LifeStage)
        assert set(record.target_groups) <= set(TargetGroup)
        updated = record.source_updated_at
        assert updated is None or updated.utcoffset() is not None


def test_businesses_only_services_of_gov24() -> None:
    assert sum(not record.for_persons for record in parsed("gov24")[0]) == 85


def test_circled_numbers_are_kept() -> None:
    assert sum("①" in "".join(r.sections.values()) for r in parsed("gov24")[0]) > 50


def test_local_agencies_have_a_region() -> None:
    records = [*parsed("gov24")[0], *parsed("bokjiro")[0]]
    unresolved = Counter(record.agency for record in records if not record.regions)
    assert not [name for name in unresolved if name.split()[0].endswith(("시", "군", "구", "도"))]


def test_circled_numbers_of_the_raw_central_detail() -> None:
    path = SHARED / "data" / "bokjiro_raw_samples"
    if not path.is_dir():
        pytest.skip("스냅숏이 없습니다: data/bokjiro_raw_samples")
    adapter = SOURCES["bokjiro"]
    found = {item.external_id: adapter.parse(item) for item in adapter.read(path)}
    assert "상기 ①, ②, ③ 의 조건" in found["WLF00000024"].sections[Section.TARGET]
    assert "아동·청소년에게" in found["WLF00003169"].sections[Section.SUMMARY]
    assert len(found) == 5


@pytest.mark.parametrize(
    ("source", "day"), [("gov24", date(2026, 7, 12)), ("bokjiro", date(2026, 6, 12))]
)
def test_day_of_collection_is_read_from_the_provenance(source: str, day: date) -> None:
    assert provenance_date(folder(source)) == day
