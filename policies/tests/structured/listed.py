"""Invented records with published fields, for the tests of questions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from policies.models import Policy
from policies.records import RecordListing, RecordRegion
from policies.services import policy_load
from policies.structured.answer import StructuredAnswer, answer_question
from policies.structured.places import area_codes
from policies.tests.records import make_record
from policies.vocabulary import LifeStage

TODAY = date(2026, 7, 12)
SEOUL = ZoneInfo("Asia/Seoul")
EVERYWHERE = [f"{code}110" for code in (11, 12, 26, 27, 28, 30, 31, 36, 41, 43, 44, 47, 48, 50)]


def day(text: str) -> date:
    return date.fromisoformat(text)


def youth(key: str, name: str = "청년 지원", **fields: Any) -> Policy:
    """A 온통청년 policy, open from 1 July to 31 July unless told otherwise."""
    listing = RecordListing(
        agency="울산광역시",
        codes={"mrgSttsCd": ["0055003"], "lclsfNm": ["일자리"], "mclsfNm": ["취업"]},
        areas=["31110"],
        period="range",
        rounds=[(day("2026-07-01"), day("2026-07-31"))],
        age_limited=True,
        age_from=19,
        age_to=39,
        views=10,
        registered_at=datetime(2026, 7, 1, 9, tzinfo=SEOUL),
    )
    return _store("youthcenter", key, name, replace(listing, **fields))


def gov24(key: str, name: str = "출산 지원", **fields: Any) -> Policy:
    """A 보조금24 service of 서울특별시 동작구 that takes applications always."""
    listing = RecordListing(
        agency="서울특별시 동작구",
        codes={"서비스분야": ["임신·출산"], "소관기관유형": ["시군구"], "신청방법": ["방문신청"]},
        areas=["11590"],
        period="always",
        views=10,
        modified_at=datetime(2026, 6, 1, 9, tzinfo=SEOUL),
    )
    return _store("gov24", key, name, replace(listing, **fields))


def _store(source: str, key: str, name: str, listing: RecordListing) -> Policy:
    stages = [LifeStage.YOUTH.value] if source == "youthcenter" else []
    seoul = set(listing.areas) <= area_codes("서울특별시", "")
    record = make_record(
        key,
        source=source,
        name=name,
        agency=listing.agency,
        life_stages=stages,
        regions=[RecordRegion("서울특별시")] if seoul else [],
        detail_url=f"https://example.go.kr/{key}",
        listing=listing,
    )
    return policy_load(record=record, searchable=False).policy


def ask(question: str, source: str | None = None, as_of: date = TODAY) -> StructuredAnswer:
    return answer_question(question, as_of=as_of, source=source)


def keys(answer: StructuredAnswer) -> list[str]:
    """Identifiers of the answer's records; an answer must have been given."""
    assert answer.answered, answer.understood
    return [row.external_id for row in answer.rows]
