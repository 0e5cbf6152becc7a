"""What does not look like its source is not published; what has disappeared is ended."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail

from accounts.models import User
from crawling.errors import RunRefused
from crawling.models import Edition, Published, Source, SyncRun
from crawling.runs.decisions import run_approve, run_discard
from crawling.sources.base import RawItem
from crawling.tests.runs.support import (
    ListedCrawler,
    counts,
    crawled,
    gov24_item,
    gov24_items,
    shown,
    work,
)
from policies.models import Policy

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_vectors")]


@pytest.fixture
def person() -> User:
    return User.objects.create_user(email="officer@example.kr", password="x")


@pytest.fixture(autouse=True)
def alerts(settings: Any) -> None:
    settings.CRAWL_RUNS = {**settings.CRAWL_RUNS, "alert_emails": ["ops@example.kr"]}


def held(crawler: ListedCrawler, items: list[RawItem]) -> SyncRun:
    """A run over `items` that published nothing, told somebody, and waits."""
    before = shown()
    crawler.items = items
    run = crawled()
    assert run.status == SyncRun.Status.HELD
    assert shown() == before
    assert [each["code"] for each in run.gate]
    assert "게시를 멈췄습니다" in mail.outbox[-1].subject
    return run


def codes(run: SyncRun) -> list[str]:
    return [each["code"] for each in run.gate]


def test_an_empty_source_empties_nothing(crawler: ListedCrawler, person: User) -> None:
    crawler.items = gov24_items(6)
    crawled()
    run = held(crawler, [])
    assert "empty" in codes(run)
    with pytest.raises(RunRefused, match="하나도 없습니다"):
        run_approve(run_id=run.pk, user=person)


def test_a_list_that_shrank_stops(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(20)
    crawled()
    run = held(crawler, gov24_items(12))
    assert codes(run) == ["count"]
    assert "20건에서 12건" in run.gate[0]["text"]


def test_a_list_that_doubled_stops(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(10)
    crawled()
    assert codes(held(crawler, gov24_items(20))) == ["count"]


def test_many_failures_stop(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(20)
    crawled()
    broken = [RawItem(item.external_id, {}, "상세가 없습니다") for item in gov24_items(4)]
    run = held(crawler, [*broken, *gov24_items(20)[4:]])
    assert codes(run) == ["failed"]


def test_texts_that_became_short_or_lack_a_field_stop(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(10, 지원대상="가나다라마바사아자차 " * 30)
    crawled()
    run = held(crawler, gov24_items(10, 지원대상="", 선정기준=""))
    assert codes(run) == ["length", "lacks"]
    assert "지원대상" in run.gate[1]["text"]


def test_bounds_of_a_source_win(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(10)
    crawled()
    Source.objects.filter(pk="gov24").update(gates={"max_share": 3})
    crawler.items = gov24_items(20)
    assert counts(crawled()) == {"created": 10, "unchanged": 10}


def test_the_next_good_run_heals(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(20)
    crawled()
    stopped = held(crawler, gov24_items(5))
    crawler.items = gov24_items(20)
    assert counts(crawled()) == {"unchanged": 20}
    stopped.refresh_from_db()
    assert stopped.status == SyncRun.Status.DISCARDED


def test_a_person_may_publish_what_was_held(crawler: ListedCrawler, person: User) -> None:
    crawler.items = gov24_items(10)
    crawled()
    run = held(crawler, gov24_items(20))
    run_approve(run_id=run.pk, user=person)
    work(run)
    run.refresh_from_db()
    assert (run.status, run.decided_by) == (SyncRun.Status.DONE, person)
    assert len(shown()) == 20
    assert Source.objects.get(pk="gov24").good_records == 20
    with pytest.raises(RunRefused):
        run_approve(run_id=run.pk, user=person)


def test_a_person_may_drop_it(crawler: ListedCrawler, person: User) -> None:
    crawler.items = gov24_items(10)
    crawled()
    run = held(crawler, gov24_items(20))
    run_discard(run_id=run.pk, user=person)
    assert not run.staged.exists()
    assert len(shown()) == 10


def test_what_is_older_than_a_publish_is_not_published(
    crawler: ListedCrawler, person: User
) -> None:
    crawler.items = gov24_items(10)
    crawled()
    run = held(crawler, gov24_items(20))
    # Somebody published in the meantime, and the old run was left as it was.
    newer = SyncRun.objects.create(source=run.source, kind=SyncRun.Kind.CRAWL, status="done")
    Edition.objects.create(source=run.source, run=newer)
    with pytest.raises(RunRefused, match="더 오래된"):
        run_approve(run_id=run.pk, user=person)


def test_a_record_ends_after_some_absences_and_comes_back(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(20)
    crawled()
    gone, kept = crawler.items[-1], crawler.items[:-1]
    for missed in (1, 2):
        crawler.items = kept
        assert counts(crawled()) == {"unchanged": 19}
        assert Published.objects.get(external_id=gone.external_id).missing == missed
        assert shown()[gone.external_id][0] == "open"
    assert counts(crawled()) == {"unchanged": 19, "closed": 1}
    assert shown()[gone.external_id][0] == "closed"
    assert counts(crawled()) == {"unchanged": 19}
    crawler.items = [*kept, gone]
    assert counts(crawled()) == {"unchanged": 19, "reopened": 1}
    assert shown()[gone.external_id][0] == "open"
    assert Published.objects.get(external_id=gone.external_id).missing == 0


def test_a_record_that_failed_was_there(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(5)
    crawled()
    crawler.items[0] = RawItem(crawler.items[0].external_id, {}, "상세를 받지 못했습니다")
    for _ in range(4):
        assert counts(crawled()) == {"unchanged": 4, "failed": 1}
    assert shown()["100000000001"][0] == "open"


def test_part_of_a_source_ends_nothing(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(5)
    crawled()
    for _ in range(4):
        crawled(limit=2)
    assert not Published.objects.filter(missing__gt=0).exists()


def test_many_records_never_end_at_once_by_themselves(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(30)
    crawled()
    crawler.items = gov24_items(25)
    crawled()
    crawled()
    Source.objects.filter(pk="gov24").update(good_records=30)
    run = crawled()
    assert codes(run) == ["closed"]
    assert not Policy.objects.filter(status="closed").exists()


def test_policies_from_files_end_too_when_no_crawl_meets_them(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(6)
    crawled()
    Published.objects.filter(external_id="100000000006").delete()
    crawler.items = [*gov24_items(5), gov24_item(7)]
    for _ in range(3):
        crawled()
    assert shown()["100000000006"][0] == "closed"
