from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from chat.tool_cards.services import tool_cards_load
from chat.tool_cards.vectors import tool_cards_embed
from policies.errors import EmbedderUnavailable


class Command(BaseCommand):
    help = (
        "기본 제공 도구 카드를 적재하고 임베딩합니다. 담당자가 고친 카드는 그대로 두며, "
        "다시 실행해도 안전합니다."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-embed", action="store_true", help="임베딩을 건너뜁니다")

    def handle(self, *args: Any, **options: Any) -> None:
        counts = tool_cards_load()
        self.stdout.write(
            f"도구 카드: 새로 {counts['created']}, 바뀜 {counts['changed']}, "
            f"그대로 {counts['unchanged']}, 담당자 것 유지 {counts['kept']}, "
            f"삭제 {counts['removed']}"
        )
        if options["no_embed"]:
            return
        with tqdm(desc="도구 카드 임베딩", unit="글", file=sys.stderr) as bar:

            def progress(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            try:
                count = tool_cards_embed(progress=progress)
            except EmbedderUnavailable as error:
                raise CommandError(f"임베딩 모델을 쓸 수 없습니다: {error}") from None
        self.stdout.write(f"도구 카드 임베딩 {count}건")
