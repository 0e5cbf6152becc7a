from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from crawling.errors import RunRefused
from crawling.models import StagedRecord, SyncRun
from crawling.runs.events import counts_line, run_log
from crawling.runs.start import run_start
from crawling.runs.work import Outcome, run_work
from crawling.sources.registry import CRAWLERS
from policies.bars import StageBars

_COUNTS = (
    *("total", "created", "changed", "unchanged", "closed", "reopened", "skipped", "failed"),
    "embedded",
)


class Command(BaseCommand):
    help = "출처에서 직접 모아 한꺼번에 게시합니다. 멈추면 다시 실행해 이어서 합니다."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", help=f"출처: {', '.join(CRAWLERS)}")
        parser.add_argument(
            "--dry-run", action="store_true", help="게시하지 않고 무엇이 바뀔지만 알아봅니다"
        )
        parser.add_argument("--limit", type=int, help="앞에서부터 이만큼만 모읍니다")
        parser.add_argument("--json", metavar="OUT", help="결과를 이 JSON 파일에 씁니다")
        parser.add_argument("--log", metavar="OUT", help="실행 기록을 이 파일에 씁니다")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            run = run_start(
                source=options["source"],
                trigger=SyncRun.Trigger.COMMAND,
                dry_run=options["dry_run"],
                limit=options["limit"],
            )
        except RunRefused as refused:
            raise CommandError(str(refused)) from None
        outcome = _worked(run)
        run = SyncRun.objects.select_related("source").get(pk=run.pk)
        self.stdout.write(counts_line(run))
        self._reasons(run)
        if options["json"]:
            _write(Path(options["json"]), _as_json(run))
        if options["log"]:
            _write(Path(options["log"]), "\n".join(run_log(run)) + "\n")
        if outcome is Outcome.BUSY:
            raise CommandError("다른 프로세스가 이 실행을 맡았습니다. 그쪽에서 이어서 합니다.")
        if run.status != SyncRun.Status.DONE:
            raise CommandError(f"{run.get_status_display()}: {run.message}")
        if run.message:
            self.stdout.write(run.message)

    def _reasons(self, run: SyncRun) -> None:
        refused = run.staged.exclude(outcome=StagedRecord.Outcome.STAGED)
        for row in refused.order_by("pk")[:5]:
            self.stdout.write(f"  {row.get_outcome_display()} {row.external_id}: {row.reason}")
        if (more := refused.count() - 5) > 0:
            self.stdout.write(f"  … {more:,}건 더 (관리자 화면의 수집 실행 {run.pk}번)")


def _worked(run: SyncRun) -> Outcome:
    holder = f"{socket.gethostname()[:40]}-{os.getpid()}-{run.pk}"
    with StageBars() as bars:
        try:
            return run_work(run_id=run.pk, holder=holder, progress=bars.show)
        except KeyboardInterrupt:
            message = "중단했습니다. 받은 것은 그대로 있으니 다시 실행하면 이어서 합니다."
            raise CommandError(message, returncode=130) from None


def _as_json(run: SyncRun) -> str:
    result: dict[str, Any] = {"source": run.source_id, "run": run.pk, "status": run.status}
    result |= {name: getattr(run, name) for name in _COUNTS}
    result |= {"message": run.message, "gate": run.gate}
    return json.dumps(result, ensure_ascii=False, indent=2) + "\n"


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"파일을 쓸 수 없습니다: {path} ({error.strerror})") from None
