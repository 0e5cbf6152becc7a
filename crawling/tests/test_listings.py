"""Published fields of 온통청년 and 보조금24 as questions ask for them."""

from __future__ import annotations

from datetime import date

from crawling.sources.base import Fields
from crawling.sources.gov24.listing import listing_of as gov24_listing
from crawling.sources.youthcenter.listing import listing_of as youth_listing


def test_youth_codes_areas_and_rounds() -> None:
    row = {
        "sprvsnInstCdNm": "울산광역시",
        "zipCd": "31110, 31140",
        "jobCd": "0013003,0013006",
        "aplyPrdSeCd": "0057001",
        "aplyYmd": "20260101 ~ 20260131\\N20260701 ~ 20260731",
        "sprtTrgtAgeLmtYn": "N",
        "sprtTrgtMinAge": "15",
        "sprtTrgtMaxAge": "0",
        "earnMaxAmt": "0",
        "inqCnt": "12",
        "bizPrdBgngYmd": "        ",
    }
    listing = youth_listing(Fields("1", row))
    assert listing.areas == ["31110", "31140"]
    assert not listing.nationwide
    assert listing.codes["jobCd"] == ["0013003", "0013006"]
    assert listing.rounds == [
        (date(2026, 1, 1), date(2026, 1, 31)),
        (date(2026, 7, 1), date(2026, 7, 31)),
    ]
    assert (listing.age_limited, listing.age_from, listing.age_to) == (True, 15, 0)
    assert (listing.income_to, listing.views, listing.begins_on) == (None, 12, None)


def test_youth_without_anything() -> None:
    listing = youth_listing(Fields("1", {}))
    assert (listing.areas, listing.rounds, listing.period) == ([], [], "other")
    assert (listing.age_limited, listing.views) == (None, None)


def test_gov24_conditions_ways_and_rounds() -> None:
    listed = {
        "소관기관명": "서울특별시 동작구",
        "서비스분야": "임신·출산",
        "신청방법": "방문신청||기타 온라인신청",
        "신청기한": "1차: '26. 3. 18. ~ 4. 6. / 2차: '26. 9. 1. ~ 9. 22.",
        "조회수": 7,
    }
    ticks = {"JA0101": "Y", "JA0102": None, "JA0110": 0, "JA0111": 120}
    listing = gov24_listing(Fields("1", listed), Fields("1", {}), Fields("1", ticks), [])
    assert listing.codes["JA"] == ["JA0101"]
    assert listing.codes["신청방법"] == ["방문신청", "기타 온라인신청"]
    assert listing.rounds == [
        (date(2026, 3, 18), date(2026, 4, 6)),
        (date(2026, 9, 1), date(2026, 9, 22)),
    ]
    assert (listing.age_from, listing.age_to, listing.views) == (0, 120, 7)


def test_gov24_always_only_by_its_very_word() -> None:
    def period(text: str) -> str:
        row = {"소관기관명": "경기도", "신청기한": text}
        return gov24_listing(Fields("1", row), Fields("1", {}), Fields("1", None), []).period

    assert period("상시신청") == "always"
    assert period("상시신청(예산소진시 지원 마감)") == "other"
    assert period("2026.01.01~2026.12.31") == "range"
