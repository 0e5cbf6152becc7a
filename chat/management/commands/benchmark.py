from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from chat.evals.bench import bench_turn
from policies.evals.bench import bench_ingest, bench_screen, bench_search, prepare
from policies.evals.database import scratch_database

BENCHES: dict[str, Callable[[], dict[str, Any]]] = {
    "search": bench_search,
    "turn": bench_turn,
    "screen": bench_screen,
    "ingest": bench_ingest,
}

# Starts from an empty database: loading is what it measures.
EMPTY = {"ingest"}


class Command(BaseCommand):
    help = "속도를 잽니다. 절대 시간보다 같은 실행 안의 비율을 보세요."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=list(BENCHES))
        parser.add_argument("--json", type=Path, dest="out", help="결과를 저장할 파일")
        parser.add_argument(
            "--data",
            action="append",
            default=[],
            metavar="출처=경로",
            help="정책 목록에 더할 스냅숏 (여러 번 쓸 수 있습니다, 임베딩하지 않음)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        snapshots = [_snapshot(each) for each in options["data"]]
        with scratch_database():
            if options["name"] not in EMPTY:
                prepare()
                for source, path in snapshots:
                    call_command("import_snapshot", source, path, no_embed=True, stdout=self.stderr)
            report = {"benchmark": options["name"], **BENCHES[options["name"]]()}
        text = json.dumps(report, ensure_ascii=False, indent=1)
        self.stdout.write(text)
        if options["out"]:
            options["out"].parent.mkdir(parents=True, exist_ok=True)
            options["out"].write_text(text, encoding="utf-8")


def _snapshot(text: str) -> tuple[str, str]:
    source, sign, path = text.partition("=")
    if not sign or not Path(path).exists():
        raise CommandError(f"--data 는 출처=경로 로 적어 주세요: {text}")
    return source, path
