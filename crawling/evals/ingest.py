"""Records a second through parse, stage and publish, at growing numbers of records.

Records are made of the catalogue's texts in the fields of 보조금24, read by the real adapter,
staged and published by the real run; only the network is left out. Each scale starts with an
empty source in the current (throw-away) database.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.db import connection

from crawling.fetching.access import open_fetcher
from crawling.fetching.store import NoStore
from crawling.fetching.types import Fetcher, HostRules
from crawling.fetching.types import Progress as CrawlProgress
from crawling.models import SyncRun
from crawling.runs.gates import gates_check
from crawling.runs.lease import Heart, run_claim, run_put
from crawling.runs.policy_target import PolicyTarget
from crawling.runs.publishing import run_publish
from crawling.runs.staging import records_stage
from crawling.runs.start import run_start
from crawling.sources.base import RawItem
from crawling.sources.registry import SOURCES
from policies.catalogue.load import load_catalogue
from policies.catalogue.records import entry_record
from policies.evals.cpu import CpuMeter
from policies.records import PolicyRecord
from policies.vocabulary import Section

Progress = Callable[[str, int, int], None]
SOURCE = "gov24"
# One record in so many is changed for the third run.
CHANGED_EVERY = 100
_PAGE = 4096


def bench_ingest_scales(scales: list[int], *, progress: Progress) -> dict[str, Any]:
    """For each number of records: the first run, the same again, and one with 1 % changed."""
    records = [entry_record(entry) for entry in load_catalogue().entries.values()]
    return {"scales": {str(n): _scale(n, records, progress) for n in scales}}


def ingest_lines(report: dict[str, Any]) -> list[str]:
    """The report as a table; processor time is that of the process and of its database."""
    speeds, times = ["단계 건/초", "게시 건/초"], ["단계 CPU ms/건", "게시 CPU ms/건"]
    lines = ["\t".join(["자료", "실행", *speeds, *times, "새로", "바뀜", "그대로", "메모리 MB"])]
    for scale, runs in report["scales"].items():
        for name, run in runs.items():
            counts = f"{run['created']:,}\t{run['changed']:,}\t{run['unchanged']:,}"
            lines.append(
                f"{int(scale):,}\t{name}\t{run['staged_per_second']:,}\t"
                f"{run['published_per_second']:,}\t{_both(run['stage_cpu'])}\t"
                f"{_both(run['publish_cpu'])}\t{counts}\t{run['peak_mb']:,}"
            )
    return lines


def _both(cpu: dict[str, float | None]) -> str:
    database = cpu["database_cpu_ms"]
    return f"{cpu['python_cpu_ms']} + {'?' if database is None else database}"


class _MadeUp:
    """Gives `count` records; every hundredth with another text when `changed`."""

    name = SOURCE
    rules = HostRules(hosts=("localhost",), obey_robots=False)

    def __init__(self, records: list[PolicyRecord], count: int, *, changed: bool) -> None:
        self.records, self.count, self.changed = records, count, changed

    def secret_params(self) -> dict[str, str]:
        return {}

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: CrawlProgress
    ) -> Iterator[RawItem]:
        for number in range(self.count):
            record = self.records[number % len(self.records)]
            changed = self.changed and number % CHANGED_EVERY == 0
            yield _item(record, number, note="올해부터 5만원을 더합니다." if changed else "")
            progress("읽기", number + 1, self.count)


def _item(record: PolicyRecord, number: int, *, note: str) -> RawItem:
    key = f"{100_000_000_000 + number}"
    texts = record.sections
    detail = {
        "서비스ID": key,
        "서비스명": f"{record.name} {number}",
        "소관기관명": record.agency,
        "지원대상": texts.get(Section.TARGET, ""),
        "선정기준": texts.get(Section.CRITERIA, ""),
        "지원내용": f"{texts.get(Section.BENEFIT, '')}\n{note}\n{number}번째 사업입니다.",
        "신청방법": texts.get(Section.APPLICATION, ""),
        "구비서류": texts.get(Section.DOCUMENTS, ""),
        "신청기한": "상시신청",
    }
    listed = {"서비스ID": key, "서비스명": detail["서비스명"], "사용자구분": "개인"}
    return RawItem(key, {"list": listed, "detail": detail})


def _scale(count: int, records: list[PolicyRecord], progress: Progress) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE policies_policy, crawling_source CASCADE")
    return {
        "new": _run(_MadeUp(records, count, changed=False), progress),
        "unchanged": _run(_MadeUp(records, count, changed=False), progress),
        "one_percent": _run(_MadeUp(records, count, changed=True), progress),
    }


def _run(crawler: _MadeUp, progress: Progress) -> dict[str, Any]:
    run = run_start(source=SOURCE, trigger=SyncRun.Trigger.COMMAND)
    claimed = run_claim(run.pk, f"bench-{os.getpid()}")
    if claimed is None:
        raise RuntimeError("the run of a throw-away database is held by somebody else")
    memory = _Memory(progress)
    target = PolicyTarget(SOURCES[SOURCE])
    with Heart(claimed, memory.note) as heart, open_fetcher(crawler, NoStore()) as fetcher:
        begun, meter = time.perf_counter(), CpuMeter()
        records_stage(claimed, crawler=crawler, fetcher=fetcher, target=target, heart=heart)
        gates_check(claimed, target)
        stage_cpu = meter.per(crawler.count)
        staged, meter = time.perf_counter(), CpuMeter()
        run_publish(claimed, target=target, heart=heart)
        publish_cpu = meter.per(crawler.count)
        published = time.perf_counter()
    claimed.staged.all().delete()
    run_put(claimed, status=SyncRun.Status.DONE)
    return {
        "staged_per_second": round(crawler.count / (staged - begun)),
        "published_per_second": round(crawler.count / (published - staged)),
        "stage_cpu": stage_cpu,
        "publish_cpu": publish_cpu,
        "seconds": round(published - begun, 1),
        "created": claimed.created,
        "changed": claimed.changed,
        "unchanged": claimed.unchanged,
        "failed": claimed.failed,
        "peak_mb": memory.peak_mb,
    }


class _Memory:
    """Memory of this process, looked at whenever progress is told."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self.peak_mb = 0

    def note(self, stage: str, done: int, total: int) -> None:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        self.peak_mb = max(self.peak_mb, pages * _PAGE // 1024**2)
        self._progress(stage, done, total)
