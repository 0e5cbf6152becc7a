from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

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

    def handle(self, *args: Any, **options: Any) -> None:
        with scratch_database():
            if options["name"] not in EMPTY:
                prepare()
            report = {"benchmark": options["name"], **BENCHES[options["name"]]()}
        text = json.dumps(report, ensure_ascii=False, indent=1)
        self.stdout.write(text)
        if options["out"]:
            options["out"].parent.mkdir(parents=True, exist_ok=True)
            options["out"].write_text(text, encoding="utf-8")
