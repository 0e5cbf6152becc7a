from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from policies.models import Policy
from policies.services.reading import Refused, Rereading, rules_read


class Command(BaseCommand):
    help = (
        "저장된 정책의 원문에서 자격 규칙을 다시 읽습니다. 담당자가 확인한 규칙은 그대로 두며, "
        "중단해도 다시 실행하면 됩니다."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--source", action="append", default=[], help="이 출처만 (여러 번 가능)"
        )
        parser.add_argument(
            "--changed", action="store_true", help="지금 원문에서 읽은 규칙이 없는 정책만"
        )
        parser.add_argument("--limit", type=int, help="이만큼만 읽습니다")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["limit"] is not None and options["limit"] < 1:
            raise CommandError("--limit 은 1 이상이어야 합니다")
        for source in options["source"]:
            if not Policy.objects.filter(source=source).exists():
                raise CommandError(f"저장된 정책이 없는 출처입니다: {source}")
        reasons = _Reasons()
        with tqdm(desc="규칙 읽기", unit="건", file=sys.stderr) as bar:
            try:
                result = rules_read(
                    sources=options["source"],
                    changed_only=options["changed"],
                    limit=options["limit"],
                    progress=lambda done, total: _show(bar, done, total),
                    refuse=reasons.add,
                )
            except KeyboardInterrupt:
                message = "중단했습니다. 읽은 규칙은 그대로 있으니 다시 실행하면 됩니다."
                raise CommandError(message, returncode=130) from None
        self._report(result, reasons)

    def _report(self, result: Rereading, reasons: _Reasons) -> None:
        self.stdout.write(
            f"전체 {result.total}건: 규칙 있음 {result.with_rule}, 바뀜 {result.changed}, "
            f"그대로 {result.unchanged}, 실패 {result.failed}"
        )
        for reason, count in reasons.counts.most_common(5):
            self.stdout.write(f"  {count}건: {reason}")
        if reasons.counts:
            self.stdout.write(f"실패한 이유: {reasons.path}")


class _Reasons:
    """Every failure as a line of JSON, in a file made with the first of them."""

    def __init__(self) -> None:
        folder = Path(settings.EMBEDDED_DIR) / "rules"
        self.path = folder / f"read-{timezone.now():%Y%m%dT%H%M%S%fZ}.jsonl"
        self.counts: Counter[str] = Counter()

    def add(self, refused: Refused) -> None:
        self.counts[refused.reason] += 1
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(asdict(refused), ensure_ascii=False) + "\n")


def _show(bar: Any, done: int, total: int) -> None:
    bar.total = total
    bar.update(done - bar.n)
