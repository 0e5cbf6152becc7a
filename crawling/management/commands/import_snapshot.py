from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from crawling.errors import SnapshotError
from crawling.models import SyncRun
from crawling.services import reasons_path, snapshot_import
from crawling.sources.registry import SOURCES
from policies.bars import StageBars
from policies.errors import EmbedderUnavailable

_STAGES = {"records": ("가져오기", "건"), "embedding": ("임베딩", "조각")}


class Command(BaseCommand):
    help = "공공 API 스냅숏을 정책으로 가져옵니다. 다시 실행해도 안전합니다."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", help=f"출처: {', '.join(SOURCES)}")
        parser.add_argument("path", help="스냅숏 폴더 또는 파일")
        parser.add_argument("--limit", type=int, help="앞에서부터 이만큼만 가져옵니다")
        parser.add_argument("--no-embed", action="store_true", help="임베딩을 건너뜁니다")
        parser.add_argument(
            "--fields-only",
            action="store_true",
            help="표에서 답하는 질문에 쓸 값만 가져옵니다(검색 조각, 임베딩, 자격 규칙 없이)",
        )
        parser.add_argument("--json", metavar="OUT", help="결과를 이 JSON 파일에 씁니다")
        parser.add_argument("--collected-on", metavar="YYYY-MM-DD", help="수집일")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["path"])
        if not path.exists():
            raise CommandError(f"경로가 없습니다: {path}")
        with StageBars(_STAGES) as bars:
            try:
                run = snapshot_import(
                    source=options["source"],
                    path=path,
                    progress=bars.show,
                    limit=options["limit"],
                    collected_on=_day(options["collected_on"]),
                    embed=not options["no_embed"],
                    searchable=not options["fields_only"],
                )
            except SnapshotError as error:
                raise CommandError(str(error)) from None
            except EmbedderUnavailable as error:
                message = f"적재는 끝났으나 임베딩 모델을 쓸 수 없습니다: {error}"
                raise CommandError(message) from None
            except KeyboardInterrupt:
                message = "중단했습니다. 가져온 정책은 그대로 있으니 다시 실행하면 이어서 합니다."
                raise CommandError(message, returncode=130) from None
        self._report(run)
        if options["json"]:
            _write_json(Path(options["json"]), run)

    def _report(self, run: SyncRun) -> None:
        self.stdout.write(
            f"전체 {run.total}건: 새로 {run.created}, 바뀜 {run.changed}, "
            f"그대로 {run.unchanged}, 건너뜀 {run.skipped}, 임베딩 {run.embedded}"
        )
        if not run.skipped:
            return
        for reason, count in Counter(entry["reason"] for entry in run.reasons).most_common(5):
            self.stdout.write(f"  {count}건: {reason}")
        self.stdout.write(f"건너뛴 이유: {reasons_path(run)}")


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"--collected-on 은 YYYY-MM-DD 형식이어야 합니다: {text}") from None


def _write_json(path: Path, run: SyncRun) -> None:
    fields = ("total", "created", "changed", "unchanged", "skipped", "embedded")
    result: dict[str, Any] = {"source": run.source_id, "status": run.status}
    result |= {field: getattr(run, field) for field in fields}
    result["reasons"] = run.reasons
    result["reasons_file"] = str(reasons_path(run)) if run.skipped else None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"결과 파일을 쓸 수 없습니다: {path} ({error.strerror})") from None
