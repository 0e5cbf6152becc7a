"""법정동 codes of the ministry's table: whatever was abolished since 2000 leads to today."""

from __future__ import annotations

import json

import pytest

from policies.geography import Region, code_regions, region_table, todays_regions
from policies.geography.written import written_names
from policies.tests.records import sample_data

SHARED = sample_data("region_codes/code_bdong.json")
# Abolished codes that lead nowhere: none so far.
UNKNOWN: set[str] = set()


def rows() -> list[dict[str, str | None]]:
    if not SHARED.exists():
        pytest.skip("the ministry's code table is not on this machine")
    table = json.loads(SHARED.read_text(encoding="utf-8").replace("NaN", "null"))
    return [{key: table[key][number] for key in table} for number in table["시도코드"]]


def sigungu_codes(*, abolished: bool) -> dict[str, str]:
    """Code → name of the 시군구, of those abolished since 2000 or of those alive."""
    found = {}
    for row in rows():
        code, name, ended = row["시군구코드"], row["시군구명"], row["말소일자"]
        counts = bool(ended) is abolished and (not ended or ended >= "20000101")
        if name and counts and row["읍면동명"] is None:
            found[str(code)] = name
    return found


def test_every_abolished_code_leads_to_todays_regions() -> None:
    abolished = sigungu_codes(abolished=True)
    assert len(abolished) > 20
    lost = {code for code in abolished if code not in code_regions()}
    assert lost == UNKNOWN
    today = set(todays_regions())
    for code in abolished.keys() - lost:
        assert set(code_regions()[code]) <= today


def test_living_codes_keep_their_name_or_lead_to_a_successor() -> None:
    former = {old.region.sigungu for old in region_table().former_sigungu}
    for code, name in sigungu_codes(abolished=False).items():
        regions = code_regions().get(code)
        assert regions is not None, (code, name)
        city = name.split()[0]
        if city.endswith(("시", "군", "구")) and city not in former:
            assert city in {region.sigungu for region in regions}


@pytest.mark.parametrize(
    ("code", "regions"),
    [
        ("42110", ["강원특별자치도 춘천시"]),
        ("45111", ["전북특별자치도 전주시"]),
        ("47720", ["대구광역시 군위군"]),
        ("29200", ["전남광주통합특별시 광산구"]),
        ("28170", ["인천광역시 미추홀구"]),
        ("28110", ["인천광역시 제물포구", "인천광역시 영종구"]),
        ("44730", ["세종특별자치시"]),
        ("43710", ["충청북도 청주시"]),
        ("48160", ["경상남도 창원시"]),
        ("49710", ["제주특별자치도 제주시"]),
        ("41283", ["경기도 고양시"]),
    ],
)
def test_old_codes(code: str, regions: list[str]) -> None:
    assert list(map(str, code_regions()[code])) == regions


def test_every_former_name_leads_to_regions_that_exist() -> None:
    districts = {
        Region(province.name, name)
        for province in region_table().provinces
        for name in province.districts.values()
    }
    known = {*todays_regions(), *districts}
    for former in region_table().former_sigungu:
        assert former.now
        assert set(former.now) <= known, former
    for spelling in written_names().parts:
        assert set(written_names().whole(spelling)) <= known
