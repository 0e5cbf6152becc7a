"""A crawl from its start to what readers see."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date

import pytest

from crawling.errors import RecordError, RunRefused
from crawling.models import Edition, Published, Source, StagedRecord, SyncRun
from crawling.runs.events import run_log
from crawling.runs.policy_target import PolicyTarget
from crawling.runs.targets import Change, Staged
from crawling.sources.base import RawItem
from crawling.sources.registry import SOURCES
from crawling.tests.runs.support import (
    ListedCrawler,
    counts,
    crawled,
    gov24_item,
    gov24_items,
    shown,
    start,
)
from policies.models import (
    DataVersion,
    EligibilityRule,
    Embedding,
    Policy,
    PolicyChunk,
    PolicyVersion,
    SourceCheck,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_vectors")]


def test_every_record_is_accounted_for(crawler: ListedCrawler) -> None:
    broken = RawItem("9", {"list": {}}, "상세를 받지 못했습니다")
    nameless = gov24_item(5, 서비스명="")
    crawler.items = [*gov24_items(4), gov24_item(2), broken, nameless]
    run = crawled()
    assert run.status == SyncRun.Status.DONE, run.message
    assert counts(run) == {"created": 4, "skipped": 1, "failed": 2}
    assert run.total == run.published + run.skipped + run.failed == 7
    assert len(shown()) == 4
    log = "\n".join(run_log(run))
    assert "상세를 받지 못했습니다" in log
    assert "같은 식별자의 자료가 앞에 있습니다" in log
    assert "전체 7건" in log


def test_a_second_run_publishes_nothing(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(3)
    crawled()
    before = list(Policy.objects.values_list("pk", "updated_at"))
    versions = list(DataVersion.objects.values_list("group", "number"))
    run = crawled()
    assert counts(run) == {"unchanged": 3}
    assert list(Policy.objects.values_list("pk", "updated_at")) == before
    assert list(DataVersion.objects.values_list("group", "number")) == versions
    assert Edition.objects.count() == 1
    assert PolicyVersion.objects.count() == 3


def test_exactly_what_changed_is_published(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(10)
    crawled()
    number = DataVersion.objects.get(group="gov24").number
    crawler.items[3] = gov24_item(4, 지원내용="○ 가구당 9만원")
    run = crawled()
    assert counts(run) == {"changed": 1, "unchanged": 9}
    changes = Edition.objects.latest("pk").changes.values_list("external_id", "outcome")
    assert list(changes) == [("100000000004", "changed")]
    assert DataVersion.objects.get(group="gov24").number == number + 1


def test_the_source_is_as_fresh_as_its_last_whole_run(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(3)
    limited = crawled(limit=2)
    assert counts(limited) == {"created": 2}
    assert not SourceCheck.objects.filter(source="gov24").exists()
    run = crawled()
    source = Source.objects.get(pk="gov24")
    assert (source.last_good_run, source.good_records) == (run, 3)
    assert SourceCheck.objects.filter(source="gov24").exists()


def test_a_rehearsal_publishes_nothing_and_tells_what_it_would(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(3)
    crawled()
    before = shown()
    crawler.items = [*gov24_items(2), gov24_item(3, 지원내용="○ 새 내용"), gov24_item(4)]
    run = crawled(dry_run=True)
    assert counts(run) == {"created": 1, "changed": 1, "unchanged": 2}
    assert run.status == SyncRun.Status.DONE
    assert shown() == before
    assert not StagedRecord.objects.filter(run=run, outcome="staged").exists()


def test_what_files_brought_is_taken_over(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(2)
    crawled()
    Published.objects.all().delete()
    run = crawled()
    assert counts(run) == {"unchanged": 2}
    assert Published.objects.filter(source="gov24").exclude(digest="").count() == 2


def test_somebody_elses_change_is_noticed(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(2)
    crawled()
    policy = Policy.objects.get(external_id="100000000001")
    older = policy.current_version
    assert older is not None
    other = PolicyVersion.objects.create(
        policy=policy, number=2, content_hash="x", sections={"benefit": "다른 글"}
    )
    Policy.objects.filter(pk=policy.pk).update(current_version=other)
    run = crawled()
    assert counts(run) == {"changed": 1, "unchanged": 1}
    assert shown()["100000000001"][1] == older.content_hash


def test_odd_characters_keep_no_other_record_away(crawler: ListedCrawler) -> None:
    odd = RawItem("나\x00쁜 \ud800", gov24_item(3).parts)
    crawler.items = [gov24_item(1), gov24_item(2, 지원내용="반쪽 글자 \ud800와 \x00"), odd]
    run = crawled()
    assert run.status == SyncRun.Status.DONE
    assert counts(run) == {"created": 2, "failed": 1}


def test_a_record_that_cannot_be_staged_fails_alone(
    crawler: ListedCrawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Careless(PolicyTarget):
        """Lets a zero byte through, which no JSON column takes."""

        def stage(self, item: RawItem, *, day: date) -> Staged:
            staged = super().stage(item, day=day)
            if item.external_id.endswith("2"):
                return replace(staged, data={**staged.data, "odd": "\x00"})
            return staged

    monkeypatch.setattr(crawler, "target", Careless(SOURCES["gov24"]), raising=False)
    crawler.items = gov24_items(3)
    run = crawled()
    assert counts(run) == {"created": 2, "failed": 1}
    assert "저장할 수 없는" in run.staged.get().reason


def test_a_record_that_cannot_be_published_fails_alone(
    crawler: ListedCrawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Strict(PolicyTarget):
        """Refuses one record at the last moment."""

        def publish(self, rows: Sequence[Staged], *, closed: Collection[str]) -> list[Change]:
            changes = super().publish(rows, closed=closed)
            if any(row.external_id.endswith("2") for row in rows):
                raise RecordError("2", "받아들일 수 없습니다")
            return changes

    crawler.items = gov24_items(3)
    crawled()
    before = shown()
    monkeypatch.setattr(crawler, "target", Strict(SOURCES["gov24"]), raising=False)
    crawler.items = gov24_items(3, 지원내용="○ 가구당 8만원")
    run = crawled()
    assert counts(run) == {"changed": 2, "failed": 1}
    assert shown()["100000000002"] == before["100000000002"]
    assert run.staged.get().reason == "2: 받아들일 수 없습니다"


def test_one_run_a_source_at_a_time(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(2)
    refused = []

    def again(number: int) -> None:
        with pytest.raises(RunRefused) as error:
            start()
        refused.append(str(error.value))

    crawler.before = again
    run = crawled()
    assert run.status == SyncRun.Status.DONE
    assert refused
    assert "지금 수집하고 있는" in refused[0]


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_that_is_none_is_refused(crawler: ListedCrawler, limit: int) -> None:
    with pytest.raises(RunRefused, match="1 이상"):
        start(limit=limit)


def test_only_texts_that_changed_have_to_be_embedded(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(2)
    crawled()
    Embedding.objects.bulk_create(
        Embedding(
            chunk=chunk, model_name="m", model_version="1", dimension=3, vector=[1.0, 0.0, 0.0]
        )
        for chunk in PolicyChunk.objects.all()
    )
    known = set(PolicyChunk.objects.values_list("content_hash", flat=True))
    crawler.items[0] = gov24_item(1, 구비서류="통장 사본")
    assert counts(crawled()) == {"changed": 1, "unchanged": 1}
    without = PolicyChunk.objects.filter(embeddings=None)
    assert {chunk.policy.external_id for chunk in without} == {"100000000001"}
    assert not known & {chunk.content_hash for chunk in without}
    assert PolicyChunk.objects.exclude(embeddings=None).count() > 4
    assert len(without) <= 3


def test_changed_criteria_wait_for_review_again(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(1)
    crawled()
    rule = EligibilityRule.objects.get(in_force=True)
    rule.status, rule.reviewed_at = "approved", rule.created_at
    rule.save()
    crawler.items = [gov24_item(1, 지원대상="○ 만 80세 이상 홀로 사는 어르신")]
    crawled()
    rule.refresh_from_db()
    assert rule.in_force
    assert rule.is_outdated
    assert EligibilityRule.objects.pending().get().version.number == 2
