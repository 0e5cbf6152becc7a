from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from policies.catalogue.load import load_catalogue


class Command(BaseCommand):
    help = "카탈로그 항목을 검사합니다. 잘못된 항목은 파일과 줄 번호로 알립니다."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, help="검사할 파일 (없으면 전체)")

    def handle(self, *args: Any, **options: Any) -> None:
        missing = [path for path in options["files"] if not path.is_file()]
        if missing:
            raise CommandError(f"파일이 없습니다: {missing[0]}")
        loaded = load_catalogue(options["files"] or None)
        for problem in loaded.problems:
            self.stderr.write(str(problem))
        if loaded.problems:
            raise CommandError(f"카탈로그 오류 {len(loaded.problems)}건")
        ruled = sum(entry.rule is not None for entry in loaded.entries.values())
        local = sum(entry.region is not None for entry in loaded.entries.values())
        self.stdout.write(
            f"카탈로그 {len(loaded.entries)}건 이상 없음 "
            f"(전국 {len(loaded.entries) - local}, 지역 {local}, 규칙 {ruled})"
        )
