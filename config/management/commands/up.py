"""Start everything: servers, data, web, worker and scheduler."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.runtime.launch import Launcher, LaunchOptions
from config.runtime.paths import current_paths


class Command(BaseCommand):
    """`manage.py up`: runs until Ctrl-C."""

    help = "데이터베이스와 Redis를 띄우고 사이트와 작업 처리기를 시작합니다 (중지: Ctrl-C)"
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="열 주소 (기본 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="열 포트 (기본 8000)")
        parser.add_argument(
            "--no-worker", action="store_true", help="작업 처리기와 예약기 없이 시작합니다"
        )

        parser.add_argument(
            "--no-catalogue", action="store_true", help="정책 목록을 다시 불러오지 않습니다"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        launch = LaunchOptions(
            host=options["host"],
            port=options["port"],
            with_worker=not options["no_worker"],
            with_catalogue=not options["no_catalogue"],
        )
        sys.exit(Launcher(current_paths(), launch).run())
