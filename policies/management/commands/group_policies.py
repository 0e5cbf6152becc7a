from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from policies.errors import RecordInvalid
from policies.services.groups import groups_rebuild
from policies.services.relations import relations_rebuild


class Command(BaseCommand):
    help = (
        "같은 정책을 묶고 정책 사이의 관계를 찾습니다. 새로 들어오거나 바뀐 정책만 보며, "
        "담당자가 정한 것은 그대로 둡니다. 다시 실행해도 안전합니다."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--full", action="store_true", help="모든 정책을 다시 봅니다")
        parser.add_argument("--pairs", metavar="JSON", type=Path, help="공개된 택1 목록")

    def handle(self, *args: Any, **options: Any) -> None:
        with tqdm(desc="묶기", unit="건", file=sys.stderr) as bar:
            groups = groups_rebuild(full=options["full"], progress=_shown_on(bar))
        self.stdout.write(
            f"본 정책 {groups.looked_at}건, 묶음이 바뀐 정책 {groups.changed}건, "
            f"묶음 {groups.groups}개"
        )
        with tqdm(desc="관계 찾기", unit="건", file=sys.stderr) as bar:
            try:
                relations = relations_rebuild(
                    full=options["full"], pairs=options["pairs"], progress=_shown_on(bar)
                )
            except RecordInvalid as error:
                raise CommandError(str(error)) from None
        self.stdout.write(
            f"읽은 정책 {relations.read}건, 관계 더함 {relations.added}건, "
            f"바뀜 {relations.changed}건, 뺌 {relations.removed}건"
        )


def _shown_on(bar: Any) -> Any:
    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return show
