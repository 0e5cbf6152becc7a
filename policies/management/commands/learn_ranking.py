from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from policies.bars import StageBars
from policies.errors import EmbedderUnavailable
from policies.evals.corpus import CasesInvalid
from policies.evals.learn_ranking import ranking_learn


class Command(BaseCommand):
    requires_system_checks = ()
    help = "검색 순위의 가중치를 개발용 질문으로 배우고, 교차 검증한 수치를 보여 줍니다."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--set",
            action="append",
            required=True,
            dest="sets",
            metavar="문제파일=문서폴더",
            help="여러 번 쓸 수 있습니다. 반드시 개발용 문제만 쓰세요.",
        )
        parser.add_argument("--write", action="store_true", help="배운 가중치를 저장합니다")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with StageBars() as bars:
                report = ranking_learn(
                    [_pair(each) for each in options["sets"]],
                    progress=bars.show,
                    write=options["write"],
                )
        except (CasesInvalid, EmbedderUnavailable) as error:
            raise CommandError(f"배우지 못했습니다: {error}") from None
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))


def _pair(text: str) -> tuple[Path, Path]:
    cases, sign, corpus = text.partition("=")
    if not sign:
        raise CommandError(f"--set 은 문제파일=문서폴더 꼴이어야 합니다: {text}")
    return Path(cases), Path(corpus)
