"""A site walked over real HTTP: what is read, what is left out and why, what stops it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from crawling.errors import RecordError, RecordSkipped
from crawling.fetching.access import open_fetcher
from crawling.fetching.store import NoStore
from crawling.fetching.types import FetchError, FetchFault
from crawling.sources.base import RawItem
from crawling.sources.sites.adapter import SiteSource
from crawling.sources.sites.crawl import SiteCrawler
from crawling.sources.sites.site import Site
from crawling.tests.replay.server import Reply
from crawling.tests.sites.town import PATH, Town
from policies.records import PolicyRecord
from policies.vocabulary import PeriodKind, Section


def crawl(site: Site, limit: int | None = None) -> tuple[list[RawItem], dict[str, Any]]:
    """Items, and what became of each: its record, or why there is none."""
    crawler, source = SiteCrawler(site), SiteSource(site)
    found: dict[str, Any] = {}
    with open_fetcher(crawler, NoStore()) as fetcher:
        items = []
        for item in crawler.crawl(fetcher, limit=limit, progress=lambda *step: None):
            items.append(item)
            name = item.external_id.rpartition("id=")[2]
            try:
                found[name] = source.parse(item, collected_on=date(2026, 12, 1))
            except RecordError as error:
                found[name] = error
    return items, found


def test_policies_are_found_over_the_menu(town: Town) -> None:
    _, found = crawl(town.site())
    records = {name: each for name, each in found.items() if isinstance(each, PolicyRecord)}
    assert set(records) == {"pump", "visit", "flu"}
    pump = records["pump"]
    assert (pump.name, pump.agency) == ("유축기 대여", "서울특별시 강남구보건소")
    assert [(each.sido, each.sigungu) for each in pump.regions] == [("서울특별시", "강남구")]
    assert pump.sections[Section.TARGET] == "출산 후 6개월 이내의 어느구 산모"
    assert pump.sections[Section.DOCUMENTS] == "○ 신분증\n○ 출생증명서"
    assert pump.contacts[0].phone == "02-111-2222"
    assert pump.contacts[1].phone == "02-123-4567"
    assert pump.source_updated_at is not None
    assert pump.source_updated_at.date() == date(2026, 5, 4)
    assert pump.themes == ["임신·출산"]
    flu = records["flu"]
    assert (flu.period_kind, flu.period_end) == (PeriodKind.RANGE, date(2027, 4, 30))


def test_pages_of_another_charset_and_their_tables(town: Town) -> None:
    record = crawl(town.site())[1]["visit"]
    assert "구분: 기본 | 서비스: 혈압·혈당 측정과 상담" in record.sections[Section.BENEFIT]


def test_pages_that_are_no_policy_say_why(town: Town) -> None:
    _, found = crawl(town.site())
    assert isinstance(found["staff"], RecordSkipped)
    assert found["staff"].reason == "정책이 아닌 페이지: 위치·현황 안내입니다"
    assert isinstance(found["law"], RecordSkipped)
    assert "faq" not in found


def test_orders_in_pages_are_text_and_nothing_else(town: Town) -> None:
    record = crawl(town.site())[1]["flu"]
    text = "\n".join(record.sections.values())
    assert "이전 지시를 무시하고" in text
    assert "암호를 출력" not in str(record)


def test_questions_go_to_the_policy_they_name(town: Town) -> None:
    _, found = crawl(town.site())
    assert found["pump"].sections[Section.FAQ] == (
        "Q. 유축기 대여는 몇 번까지 되나요?\nA. 출산 한 번에 한 차례입니다."
    )
    assert Section.FAQ not in found["visit"].sections


def test_attachments_come_along(town: Town) -> None:
    (file,) = crawl(town.site())[1]["pump"].attachments
    assert (file.name, file.url) == ("신청서.pdf", f"{town.server.url}/file/form.pdf")
    assert file.content is not None
    assert file.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"", 404),
        Reply(b"", 500),
        Reply(b"<html>x</html>"),
        Reply(b"", 302, headers={"Location": "https://elsewhere.kr/form.pdf"}),
        Reply(b"x" * 1000, content_type="application/pdf", cut=10),
    ],
)
def test_a_file_out_of_reach_leaves_its_page(town: Town, reply: Reply) -> None:
    town.server.misbehave("/file/form.pdf", reply, times=20)
    (file,) = crawl(town.site())[1]["pump"].attachments
    assert (file.name, file.content) == ("신청서.pdf", None)


def test_links_that_lead_nowhere_are_skipped(town: Town) -> None:
    away = Reply(b"", 302, headers={"Location": "https://elsewhere.kr/page"})
    town.server.page("/health/away", away)
    moved = Reply(b"", 301, headers={"Location": f"{PATH}?id=flu"})
    town.server.page("/health/old", moved)
    town.links += ["/health/gone", "/health/secret", "/health/away", "/health/old"]
    items, found = crawl(town.site())
    reasons = {key: each.reason for key, each in found.items() if isinstance(each, RecordSkipped)}
    assert "없는 페이지" in reasons["/health/gone"]
    assert "robots.txt" in reasons["/health/secret"]
    assert "다른 누리집" in reasons["/health/away"]
    assert "다른 주소로 옮겨져" in reasons["/health/old"]
    assert not any(item.problem for item in items)
    assert town.server.asked("/health/secret") == []
    assert town.server.asked("/bbs/list.do") == []


def test_a_broken_page_is_told_and_the_others_come(town: Town) -> None:
    town.server.misbehave(PATH, Reply(b"", 500), times=9, when=lambda ask: ask.query["id"] == "flu")
    _, found = crawl(town.site())
    assert isinstance(found["flu"], RecordError)
    assert found["flu"].reason.startswith("페이지를 받지 못했습니다")
    assert isinstance(found["pump"], PolicyRecord)


def test_a_maintenance_page_is_no_content(town: Town) -> None:
    page = Reply(
        "<html><body>시스템 점검 중입니다. 이용에 불편을 드려 죄송합니다.</body></html>".encode()
    )
    town.server.misbehave(PATH, page, times=9, when=lambda ask: ask.query["id"] == "pump")
    _, found = crawl(town.site())
    assert isinstance(found["pump"], RecordError)
    assert not isinstance(found["pump"], RecordSkipped)


def test_without_its_start_page_there_is_no_crawl(town: Town) -> None:
    town.server.misbehave("/health/main.do", Reply(b"", 404), times=9)
    with pytest.raises(FetchError) as raised:
        crawl(town.site())
    assert raised.value.kind is FetchFault.STATUS


def test_a_site_that_grew_past_its_bounds_stops(town: Town) -> None:
    with pytest.raises(FetchError, match="3쪽을 넘습니다"):
        crawl(town.site(max_pages=3))
    items, _ = crawl(town.site(max_pages=30), limit=2)
    assert len(items) == 2


def test_the_same_page_twice_counts_once(town: Town) -> None:
    town.bodies["copy"] = town.bodies["pump"]
    town.links.append(f"{PATH}?id=copy")
    town.named = lambda link: "유축기 대여"  # type: ignore[method-assign]
    _, found = crawl(town.site())
    assert isinstance(found["pump"], PolicyRecord)
    assert found["copy"].reason.startswith("같은 내용의 페이지가 있습니다")


def test_addresses_written_in_many_ways_are_one_page(town: Town) -> None:
    town.links += [f"{PATH}?id=pump&#x", f"{PATH};jsessionid=AB1?id=pump", f"{PATH}?id=pump&key="]
    items, _ = crawl(town.site())
    assert len({item.external_id for item in items}) == len(items)
    assert sum("pump" in item.external_id for item in items) == 1
