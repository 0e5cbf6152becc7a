from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

from chat.evals.bench import bench_turn
from policies.bars import StageBars
from policies.evals.bench import (
    bench_ingest,
    bench_screen,
    bench_search,
    catalogue_prepare,
    prepare,
)
from policies.evals.bench_report import parse_scales, scale_lines
from policies.evals.bench_search import bench_search_scales, disk_free_gb, estimate
from policies.evals.database import scratch_database

BENCHES: dict[str, Callable[[], dict[str, Any]]] = {
    "search": bench_search,
    "turn": bench_turn,
    "screen": bench_screen,
    "ingest": bench_ingest,
}

# Starts from an empty database: loading is what it measures.
EMPTY = {"ingest"}
INTERRUPTED = 130


class Command(BaseCommand):
    help = "속도를 잽니다. 절대 시간보다 같은 실행 안의 비율을 보세요."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=list(BENCHES))
        parser.add_argument("--json", type=Path, dest="out", help="결과를 저장할 파일")
        parser.add_argument(
            "--scale",
            metavar="10k,100k,1M",
            help="search: 조각이 이만큼일 때의 검색을 다른 방법들과 견줍니다 (미리 시간을 알림). "
            "ingest: 자료가 이만큼일 때 단계와 게시의 속도를 잽니다",
        )
        parser.add_argument(
            "--data",
            action="append",
            default=[],
            metavar="출처=경로",
            help="정책 목록에 더할 스냅숏 (여러 번 쓸 수 있습니다, 임베딩하지 않음)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        snapshots = [_snapshot(each) for each in options["data"]]
        scales = _scales(name, options["scale"])
        try:
            with scratch_database():
                if scales and name not in EMPTY:
                    self._announce(scales)
                if name not in EMPTY:
                    (catalogue_prepare if scales else prepare)()
                    self._import(snapshots)
                measured = _scaled(name, scales) if scales else BENCHES[name]()
                report = {"benchmark": name, **measured}
        except KeyboardInterrupt:
            message = "재는 일을 멈추고 임시 데이터베이스를 지웠습니다."
            raise CommandError(message, returncode=INTERRUPTED) from None
        text = json.dumps(report, ensure_ascii=False, indent=1)
        self.stdout.write("\n".join(_lines(name, report)) if scales else text)
        if options["out"]:
            options["out"].parent.mkdir(parents=True, exist_ok=True)
            options["out"].write_text(text, encoding="utf-8")

    def _import(self, snapshots: list[tuple[str, str]]) -> None:
        for source, path in snapshots:
            call_command("import_snapshot", source, path, no_embed=True, stdout=self.stderr)

    def _announce(self, scales: list[int]) -> None:
        """Tells what it will take; raises CommandError where the disk is too small."""
        needed = estimate(scales)
        free = disk_free_gb()
        self.stderr.write(
            f"조각 {', '.join(f'{n:,}' for n in scales)}개: 빈 2코어에서 약 "
            f"{max(1, round(needed['minutes']))}분 (스냅숏을 읽는 시간은 따로), 디스크 "
            f"{needed['disk_gb']} GB를 씁니다. Ctrl-C로 멈추면 임시 데이터베이스를 지웁니다."
        )
        if free is not None and free < needed["disk_gb"]:
            raise CommandError(f"디스크가 모자랍니다: {free:.1f} GB 남음")


def _lines(name: str, report: dict[str, Any]) -> list[str]:
    if name == "ingest":
        lines: list[str] = import_string(settings.INGEST_BENCH[1])(report)
        return lines
    return scale_lines(report)


def _scaled(name: str, scales: list[int]) -> dict[str, Any]:
    with StageBars() as bars:
        if name == "ingest":
            measured: dict[str, Any] = import_string(settings.INGEST_BENCH[0])(
                scales, progress=bars.show
            )
            return measured
        restart = import_string(settings.DATABASE_RESTART)
        return bench_search_scales(scales, restart=restart, progress=bars.show)


def _scales(name: str, text: str | None) -> list[int]:
    if text is None:
        return []
    if name not in ("search", "ingest"):
        raise CommandError("--scale 은 search 와 ingest 에만 쓸 수 있습니다.")
    try:
        return parse_scales(text)
    except ValueError as error:
        raise CommandError(f"--scale: {error}") from None


def _snapshot(text: str) -> tuple[str, str]:
    source, sign, path = text.partition("=")
    if not sign or not Path(path).exists():
        raise CommandError(f"--data 는 출처=경로 로 적어 주세요: {text}")
    return source, path
