"""`manage.py crawl`."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from crawling.fetching.types import FetchError, FetchFault
from crawling.models import SyncRun
from crawling.sources.base import RawItem
from crawling.tests.runs.support import ListedCrawler, crawled, gov24_items, shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_vectors")]


def crawl(*arguments: str) -> str:
    out = StringIO()
    call_command("crawl", *arguments, stdout=out)
    return out.getvalue()


def test_it_collects_and_tells(crawler: ListedCrawler, tmp_path: Path) -> None:
    crawler.items = [*gov24_items(3), RawItem("9", {}, "상세가 없습니다")]
    result, log = tmp_path / "out" / "run.json", tmp_path / "run.log"
    told = crawl("gov24", "--json", str(result), "--log", str(log))
    assert "전체 4건: 새로 3" in told
    assert "실패 9: 상세가 없습니다" in told
    written = json.loads(result.read_text())
    assert (written["status"], written["created"], written["failed"]) == ("done", 3, 1)
    assert "한꺼번에 게시했습니다" in log.read_text()


def test_a_rehearsal(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(3)
    told = crawl("gov24", "--dry-run", "--limit", "2")
    assert "새로 2" in told
    assert "게시하지 않고" in told
    assert shown() == {}


def test_a_stop_is_an_error_in_korean(crawler: ListedCrawler) -> None:
    crawler.items = gov24_items(20)
    crawled()
    crawler.items = gov24_items(2)
    with pytest.raises(CommandError, match="사람의 확인을 기다립니다"):
        crawl("gov24")

    def broken(number: int) -> None:
        raise FetchError(FetchFault.UNREACHABLE, "응답이 없습니다")

    crawler.before = broken
    with pytest.raises(CommandError, match="응답이 없습니다"):
        crawl("gov24")


def test_ctrl_c(crawler: ListedCrawler) -> None:
    def interrupted(number: int) -> None:
        raise KeyboardInterrupt

    crawler.items = gov24_items(2)
    crawler.before = interrupted
    with pytest.raises(CommandError, match="이어서") as error:
        crawl("gov24")
    assert error.value.returncode == 130
    assert SyncRun.objects.get().status == SyncRun.Status.INTERRUPTED


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["nowhere"], "수집할 수 없는 출처"), (["gov24", "--limit", "0"], "1 이상")],
)
def test_bad_input_is_refused(arguments: list[str], told: str) -> None:
    with pytest.raises(CommandError, match=told):
        crawl(*arguments)
