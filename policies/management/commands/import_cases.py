from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from policies.services.cases import CaseInvalid, cases_import

_ENCODING = "utf-8-sig"


class Command(BaseCommand):
    help = (
        "정답 사례(JSONL)를 규칙 검토에 쓰는 시험 사례로 가져옵니다. "
        "저장된 정책의 사례만 가져오며, 다시 실행해도 안전합니다."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="한 줄에 사례 하나를 적은 JSONL 파일")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        try:
            lines = path.read_text(encoding=_ENCODING).splitlines()
        except OSError as error:
            raise CommandError(f"파일을 읽을 수 없습니다: {path} ({error.strerror})") from None
        except UnicodeDecodeError:
            raise CommandError(f"UTF-8 파일이 아닙니다: {path}") from None
        try:
            counts = cases_import(lines=lines)
        except CaseInvalid as error:
            raise CommandError(str(error)) from None
        self.stdout.write(
            f"새로 {counts['created']}건, 바뀜 {counts['updated']}건, "
            f"그대로 {counts['unchanged']}건, 정책이 없어 건너뜀 {counts['no_policy']}건"
        )
