"""An edition is taken back: readers see what they saw before it."""

from __future__ import annotations

import pytest

from accounts.models import User
from crawling.errors import RunRefused
from crawling.models import Edition, Published, SyncRun
from crawling.runs.decisions import edition_rollback
from crawling.tests.runs.support import (
    ListedCrawler,
    counts,
    crawled,
    gov24_item,
    gov24_items,
    shown,
)
from policies.models import DataVersion, EligibilityRule, LexicalPosting, Policy, PolicyChunk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_vectors")]


@pytest.fixture
def person() -> User:
    return User.objects.create_user(email="officer@example.kr", password="x")


def searchable() -> dict[str, tuple[set[str], int]]:
    """Chunks and number of postings by identifier."""
    return {
        policy.external_id: (
            set(PolicyChunk.objects.filter(policy=policy).values_list("content_hash", flat=True)),
            LexicalPosting.objects.filter(version__policy=policy).count(),
        )
        for policy in Policy.objects.published()
    }


def rules() -> dict[str, object]:
    rows = EligibilityRule.objects.filter(in_force=True, policy__current_version__isnull=False)
    return dict(rows.values_list("policy__external_id", "digest"))


def entries() -> list[tuple[str, str, int, bool]]:
    rows = Published.objects.values_list("external_id", "digest", "missing", "closed")
    return list(rows.order_by("external_id"))


def test_everything_is_as_before(crawler: ListedCrawler, person: User) -> None:
    crawler.items = gov24_items(20)
    crawled()
    crawler.items = gov24_items(19)
    crawled()
    crawled()
    before = shown(), searchable(), rules(), entries()
    crawler.items = [
        gov24_item(1, 지원내용="○ 새 내용 9만원", 지원대상="○ 만 80세 이상 어르신"),
        *gov24_items(19)[1:],
        gov24_item(30),
    ]
    run = crawled()
    assert counts(run) == {"created": 1, "changed": 1, "closed": 1, "unchanged": 18}
    number = DataVersion.objects.get(group="gov24").number
    undone = edition_rollback(edition_id=run.edition.pk, user=person)
    assert undone == {"created": 1, "changed": 1, "closed": 1}
    assert (shown(), searchable(), rules(), entries()) == before
    assert DataVersion.objects.get(group="gov24").number == number + 1


def test_newer_editions_go_with_it(crawler: ListedCrawler, person: User) -> None:
    crawler.items = gov24_items(3)
    crawled()
    before = shown()
    for amount in (6, 7):
        crawler.items = [gov24_item(1, 지원내용=f"○ {amount}만원"), *gov24_items(3)[1:]]
        crawled()
    edition_rollback(edition_id=Edition.objects.order_by("pk")[1].pk, user=person)
    assert shown() == before
    assert Edition.objects.filter(rolled_back_at=None).count() == 1


def test_it_does_not_come_back_by_itself(crawler: ListedCrawler, person: User) -> None:
    crawler.items = gov24_items(3)
    crawled()
    before = shown()
    crawler.items = [gov24_item(1, 지원내용="○ 틀린 내용"), *gov24_items(3)[1:]]
    edition_rollback(edition_id=crawled().edition.pk, user=person)
    again = crawled()
    assert again.status == SyncRun.Status.HELD
    assert shown() == before
    crawler.items = gov24_items(3)
    assert counts(crawled()) == {"unchanged": 3}


def test_it_is_taken_back_once(crawler: ListedCrawler, person: User) -> None:
    crawler.items = gov24_items(3)
    edition = crawled().edition
    edition_rollback(edition_id=edition.pk, user=person)
    assert shown() == {}
    with pytest.raises(RunRefused, match="이미"):
        edition_rollback(edition_id=edition.pk, user=person)


def test_what_a_caseworker_decided_stays(crawler: ListedCrawler, person: User) -> None:
    crawler.items = gov24_items(1)
    crawled()
    crawler.items = [gov24_item(1, 지원대상="○ 만 80세 이상 어르신")]
    run = crawled()
    rule = EligibilityRule.objects.get(policy__external_id="100000000001", in_force=True)
    rule.status, rule.reviewed_by, rule.reviewed_at = "approved", person, rule.created_at
    rule.save()
    edition_rollback(edition_id=run.edition.pk, user=person)
    rule.refresh_from_db()
    assert rule.in_force
