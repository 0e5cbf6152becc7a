from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from policies.catalogue.records import SOURCE
from policies.errors import EmbedderUnavailable
from policies.services import CatalogueInvalid, catalogue_load, policies_embed
from policies.services.embed import SHIPPED, vectors_save
from policies.services.vocabulary import vocabulary_load


class Command(BaseCommand):
    help = "어휘, 카탈로그와 기준표를 적재하고 임베딩합니다. 다시 실행해도 안전합니다."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-embed", action="store_true", help="임베딩을 건너뜁니다")
        parser.add_argument(
            "--ship", action="store_true", help="카탈로그 임베딩을 저장소 파일로 저장합니다"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        vocabulary_load()
        with tqdm(desc="정책 적재", unit="건", file=sys.stderr) as bar:
            try:
                counts = catalogue_load(progress=lambda n, total: _show(bar, n, total))
            except CatalogueInvalid as error:
                raise CommandError(
                    f"카탈로그에 오류가 있어 적재하지 않았습니다.\n{error}"
                ) from None
        self.stdout.write(
            f"새로 {counts['created']}, 바뀜 {counts['changed']}, "
            f"그대로 {counts['unchanged']}, 종료 {counts['closed']}"
        )
        if options["no_embed"]:
            return
        with tqdm(desc="임베딩", unit="조각", file=sys.stderr) as bar:
            try:
                count = policies_embed(
                    progress=lambda n, total: _show(bar, n, total), source=SOURCE
                )
            except EmbedderUnavailable as error:
                raise CommandError(f"임베딩 모델을 쓸 수 없습니다: {error}") from None
        self.stdout.write(f"임베딩 {count}건")
        if options["ship"]:
            self.stdout.write(f"저장한 카탈로그 벡터 {vectors_save(path=SHIPPED, source=SOURCE)}건")


def _show(bar: Any, done: int, total: int) -> None:
    bar.total = total
    bar.update(done - bar.n)
