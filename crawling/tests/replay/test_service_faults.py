"""Services that misbehave: a list is whole or fails, a detail fails alone, a run goes on."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

from crawling.fetching.store import DatabaseStore
from crawling.fetching.types import FetchError, FetchFault
from crawling.models import RawDocument, Source, SyncRun
from crawling.sources.base import RawItem
from crawling.sources.registry import SOURCES
from crawling.tests.replay.conftest import Crawl
from crawling.tests.replay.server import Ask, Reply
from crawling.tests.replay.synthetic import fill
from crawling.tests.replay.wire import (
    CENTRAL_DETAIL,
    CENTRAL_LIST,
    GOV24,
    LOCAL_DETAIL,
    LOCAL_LIST,
    QUOTA,
    XML,
    YOUTH,
    Official,
    json_reply,
    portal_error,
    xml_list,
    xml_reply,
)

LISTS = {
    "bokjiro": LOCAL_LIST,
    "gov24": f"{GOV24}/supportConditions",
    "youthcenter": YOUTH,
}
NAMES = tuple(LISTS)
PAGE = Reply("<html><title>점검</title><body>시스템 점검 중입니다</body></html>".encode())


def of(key: str) -> Any:
    return lambda ask: ask.query.get("servId") == key


def failed(items: list[RawItem]) -> dict[str, str]:
    return {item.external_id: item.problem for item in items if item.problem}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply(status=500), FetchFault.STATUS),
        (PAGE, FetchFault.MAINTENANCE_PAGE),
        (Reply(b'{"data": [', content_type="application/json"), FetchFault.BROKEN_BODY),
        (Reply(b"x" * 500, cut=100), FetchFault.BROKEN_BODY),
        (QUOTA, FetchFault.QUOTA),
        (Reply(b"x" * 1024, repeat=100_000), FetchFault.TOO_LARGE),
        (
            Reply(status=302, headers={"Location": "http://other.example.org/"}),
            FetchFault.REFUSED_HOST,
        ),
        (Reply(status=404), FetchFault.STATUS),
    ],
    ids=["500", "maintenance", "cut-json", "cut", "quota", "100MB", "redirect", "404"],
)
def test_list_that_fails_ends_the_crawl(
    official: Official, crawl: Crawl, name: str, reply: Reply, kind: FetchFault
) -> None:
    fill(official, 3)
    official.server.misbehave(LISTS[name], reply, times=99)
    with pytest.raises(FetchError) as caught:
        crawl(name)
    assert caught.value.kind is kind


@pytest.mark.parametrize("name", NAMES)
def test_passing_failures_of_a_list_are_overcome(
    official: Official, crawl: Crawl, name: str
) -> None:
    fill(official, 3)
    passing = [Reply(status=429, headers={"Retry-After": "0"}), Reply(status=503), PAGE]
    for reply in passing:
        official.server.misbehave(LISTS[name], reply)
    assert not failed(crawl(name))


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(b"", 404), "HTTP 404"),
        (Reply(status=500), "HTTP 500"),
        (xml_reply("<wantedDtl><servId>WLF0000"), "XML"),
        (xml_reply("<wantedDtl><servId>WLF00009999</servId></wantedDtl>"), "다른 서비스"),
        (xml_reply("<wantedDtl><serviceId>WLF00000002</serviceId></wantedDtl>"), "servId 없음"),
        (xml_reply("<somethingElse/>"), "somethingElse"),
        (portal_error(4, "HTTP_ERROR"), "HTTP_ERROR"),
        (Reply(b"x" * 1000, drip=0.1), "안에"),
    ],
    ids=["404", "500", "cut", "other", "renamed", "foreign", "error", "drip"],
)
def test_detail_that_fails_fails_alone(
    official: Official, crawl: Crawl, settings: Any, reply: Reply, words: str
) -> None:
    settings.CRAWL["timeout"] = 1.0
    settings.CRAWL["attempts"] = 2
    fill(official, 3)
    official.server.misbehave(CENTRAL_DETAIL, reply, times=9, when=of("WLF00000002"))
    items = crawl("bokjiro")
    assert len(items) == 6
    assert list(failed(items)) == ["WLF00000002"]
    assert words in failed(items)["WLF00000002"]
    assert "serviceKey" not in failed(items)["WLF00000002"]


def test_limited_gov24_tells_what_it_could_not_get(official: Official, crawl: Crawl) -> None:
    fill(official, 3)
    key = "900000000002"
    official.server.misbehave(
        f"{GOV24}/serviceDetail",
        Reply(status=404),
        when=lambda ask: ask.query.get("cond[서비스ID::EQ]") == key,
    )
    assert list(failed(crawl("gov24", limit=3))) == [key]


def renamed(ask: Ask) -> Reply:
    return xml_list([{"serviceId": "WLF1", "servNm": "이름"}], 1, 1, 10)


DRIFTS: list[tuple[str, str, Any]] = [
    ("bokjiro", CENTRAL_LIST, renamed),
    ("bokjiro", CENTRAL_LIST, xml_reply("<wantedList><total>3</total></wantedList>")),
    ("bokjiro", CENTRAL_LIST, xml_reply("<services><totalCount>3</totalCount></services>")),
    ("bokjiro", CENTRAL_LIST, xml_list([], 0, 1, 10)),
    ("bokjiro", CENTRAL_LIST, xml_list([{"servId": "WLF1"}], 2, 1, 10)),
    ("gov24", f"{GOV24}/serviceList", json_reply({"items": [], "totalCount": 3})),
    ("gov24", f"{GOV24}/serviceList", json_reply({"data": [{"ID": "1"}], "totalCount": 1})),
    ("gov24", f"{GOV24}/serviceList", json_reply([{"서비스ID": "1"}])),
    ("gov24", f"{GOV24}/serviceDetail", json_reply({"data": [], "totalCount": 0})),
    ("gov24", f"{GOV24}/serviceList", json_reply({"data": [{"서비스ID": "1"}], "totalCount": 9})),
    ("youthcenter", YOUTH, json_reply({"resultCode": 200, "result": {"list": []}})),
    ("youthcenter", YOUTH, json_reply({"resultCode": 200, "result": None})),
    (
        "youthcenter",
        YOUTH,
        json_reply(
            {"result": {"pagging": {"totCount": 1}, "youthPolicyList": [{"policyNo": "1"}]}}
        ),
    ),
]


@pytest.mark.parametrize(("name", "path", "reply"), DRIFTS)
def test_changed_form_is_told_and_not_taken_for_an_empty_list(
    official: Official, crawl: Crawl, name: str, path: str, reply: Any
) -> None:
    fill(official, 3)
    official.server.misbehave(path, reply, times=99)
    with pytest.raises(FetchError) as caught:
        crawl(name)
    assert caught.value.kind is FetchFault.SCHEMA


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"code": -4, "msg": "등록되지 않은 인증키 입니다."}, FetchFault.CREDENTIALS),
        ({"code": -10, "msg": "일일 트래픽을 초과하였습니다."}, FetchFault.QUOTA),
        ({"code": -1, "msg": "시스템 에러"}, FetchFault.STATUS),
    ],
)
def test_errors_of_odcloud(
    official: Official, crawl: Crawl, data: dict[str, Any], kind: FetchFault
) -> None:
    official.server.misbehave(f"{GOV24}/serviceList", json_reply(data), times=9)
    with pytest.raises(FetchError) as caught:
        crawl("gov24")
    assert caught.value.kind is kind


def test_more_fields_than_known_are_kept(official: Official, crawl: Crawl) -> None:
    fill(official, 2)
    official.youth[0]["newFieldCn"] = {"deep": ["값"]}
    official.central["WLF00000001"][1]["newFieldCn"] = "값"
    assert crawl("youthcenter")[0].parts["policy"]["newFieldCn"] == {"deep": ["값"]}
    assert crawl("bokjiro")[0].parts["detail"]["newFieldCn"] == "값"


def test_repeated_and_nameless_rows_come_once_more_and_last(
    official: Official, crawl: Crawl
) -> None:
    fill(official, 3)
    official.youth.append(dict(official.youth[0]))
    official.gov24["serviceList"].append(dict(official.gov24["serviceList"][0]))
    official.local["again"] = official.local["WLF00010001"]
    official.local["nameless"] = ({"servNm": "이름뿐"}, {})
    for name in ("youthcenter", "gov24"):
        items = crawl(name)
        assert [item.external_id for item in items[3:]] == [items[0].external_id]
        assert SOURCES[name].parse(items[0]).sections
    items = crawl("bokjiro")
    assert [item.external_id for item in items[6:]] == ["WLF00010001", "(지자체 목록 8)"]
    assert failed(items) == {"(지자체 목록 8)": "지자체 목록 8번째 레코드에 servId가 없습니다"}


def test_service_that_repeats_one_page(official: Official, crawl: Crawl, settings: Any) -> None:
    fill(official, 6)
    settings.CRAWL["page_sizes"] = {**settings.CRAWL["page_sizes"], "youthcenter": 3}
    paging = {"totCount": 6, "pageNum": 1, "pageSize": 3}
    first = {"pagging": paging, "youthPolicyList": official.youth[:3]}
    official.server.misbehave(YOUTH, json_reply({"resultCode": 200, "result": first}), times=9)
    with pytest.raises(FetchError, match="2쪽이 앞쪽과 같습니다"):
        crawl("youthcenter")


@pytest.mark.parametrize("declared", ["EUC-KR", "UTF-8"])
def test_korean_charset_of_an_old_service(official: Official, crawl: Crawl, declared: str) -> None:
    fill(official, 2)

    def old(ask: Ask) -> Reply:
        reply = official.server.routes[LOCAL_DETAIL](ask)
        text = reply.body.decode().replace('encoding="UTF-8"', f'encoding="{declared}"')
        return Reply(text.encode("cp949"), 200, f"text/xml; charset={declared}")

    official.server.misbehave(LOCAL_DETAIL, old, times=99)
    assert crawl("bokjiro")[2].parts["detail"]["sprtTrgtCn"] == "연제구에 사는 중학생"


@pytest.mark.django_db
def test_quota_used_up_in_the_middle_and_the_run_goes_on_next_day(
    official: Official, crawl: Crawl
) -> None:
    fill(official, 10)
    source = Source.objects.create(name="bokjiro", title="복지로", publisher="보장원")
    run = SyncRun.objects.create(source=source)
    store = DatabaseStore(source="bokjiro", run=run.pk)
    official.server.misbehave(CENTRAL_DETAIL, QUOTA, times=99, after=6)
    with pytest.raises(FetchError, match="한도"):
        crawl("bokjiro", store=store)
    kept = RawDocument.objects.filter(status=200).count()
    # Answers that were still on their way when the host refused may be left out.
    assert 2 + 6 - settings.CRAWL["service_concurrency"] < kept <= 2 + 6
    official.server.faults.clear()
    official.server.asks.clear()
    items = crawl("bokjiro", store=store)
    assert len(items) == 20
    assert not failed(items)
    assert len(official.server.asks) == 20 - (kept - 2)


def test_host_that_is_down_ends_the_run_instead_of_failing_every_record(
    official: Official, crawl: Crawl
) -> None:
    fill(official, 30)
    official.server.misbehave(CENTRAL_DETAIL, Reply(status=503, content_type=XML), times=999)
    with pytest.raises(FetchError) as caught:
        crawl("bokjiro")
    assert caught.value.kind is FetchFault.BREAKER_OPEN
    assert len(official.server.asked(CENTRAL_DETAIL)) < 60
