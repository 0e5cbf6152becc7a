"""What takes long is found out while records are staged, not while they are published."""

from __future__ import annotations

from typing import Any

import pytest

from crawling.models import StagedRecord, SyncRun
from crawling.runs import policy_target
from crawling.tests.runs.support import (
    ListedCrawler,
    counts,
    crawled,
    gov24_item,
    gov24_items,
    start,
    work,
)
from policies.models import EligibilityRule, LexicalPosting
from policies.services import prepared

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_vectors")]


def indexed() -> list[tuple[Any, ...]]:
    rows = LexicalPosting.objects.order_by("version__policy__external_id", "term")
    return list(rows.values_list("version__policy__external_id", "term", "frequency"))


def staged_only(monkeypatch: pytest.MonkeyPatch) -> SyncRun:
    """A run that stopped between its staging and its publish."""

    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    run = start()
    with monkeypatch.context() as patch:
        patch.setattr("crawling.runs.work.run_publish", stop)
        with pytest.raises(KeyboardInterrupt):
            work(run)
    return run


def test_a_publish_reads_no_text(crawler: ListedCrawler, monkeypatch: pytest.MonkeyPatch) -> None:
    crawler.items = gov24_items(3)
    run = staged_only(monkeypatch)

    def late(**_: Any) -> None:
        raise AssertionError("a text was read while it was published")

    monkeypatch.setattr(prepared, "words_of", late)
    monkeypatch.setattr(prepared, "text_read", late)
    work(run)
    assert counts(SyncRun.objects.get(pk=run.pk)) == {"created": 3}
    assert EligibilityRule.objects.filter(in_force=True).count() == 3
    assert indexed()


def test_rows_staged_without_it_are_published_the_same(
    crawler: ListedCrawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawler.items = gov24_items(2)
    run = staged_only(monkeypatch)
    for row in StagedRecord.objects.filter(run=run):
        del row.record["prepared"]
        row.save()
    work(run)
    bare = {term: count for key, term, count in indexed() if key.endswith("1")}
    crawler.items = [*gov24_items(2), gov24_item(3, 서비스명="어르신 난방비 지원 1")]
    crawled()
    assert {term: count for key, term, count in indexed() if key.endswith("3")} == bare


def test_only_what_is_new_is_prepared(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(3)
    crawled()
    crawler.items = [*gov24_items(2), gov24_item(3, 지원내용="○ 가구당 9만원"), gov24_item(4)]
    run = start()
    done: list[str] = []
    prepare = policy_target.record_prepare
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            policy_target,
            "record_prepare",
            lambda record, files: (
                done.append(record.external_id) or prepare(record=record, files=files)
            ),
        )
        work(run)
    assert [key[-1] for key in done] == ["3", "4"]
    assert counts(SyncRun.objects.get(pk=run.pk)) == {"created": 1, "changed": 1, "unchanged": 2}


def test_a_text_that_cannot_be_analysed_keeps_no_other_record_away(
    crawler: ListedCrawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = policy_target.record_prepare

    def odd(*, record: Any, files: Any) -> Any:
        if record.external_id.endswith("2"):
            raise RuntimeError("odd")
        return prepare(record=record, files=files)

    monkeypatch.setattr(policy_target, "record_prepare", odd)
    crawler.items = gov24_items(3)
    assert counts(crawled()) == {"created": 3}
