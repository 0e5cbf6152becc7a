from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from policies.errors import EmbedderUnavailable
from policies.evals.corpus import CasesInvalid
from policies.evals.database import scratch_database
from policies.evals.retrieval import evaluate_retrieval
from policies.retrieval.embedders import embedder

LATER = {
    "structured": "표에서 바로 답하는 질문",
    "eligibility": "원문에서 자격 규칙 읽기",
    "extraction": "대화에서 사실 읽기",
    "routing": "질문 나누기",
    "tools": "도구 고르기",
    "guardrail": "들어오는 말 살피기",
    "scenarios": "대화 전체",
    "answers": "답변의 근거",
}


class Command(BaseCommand):
    requires_system_checks = ()
    help = "정해진 문제로 품질을 잽니다. 따로 만든 임시 데이터베이스에서 돌고, 끝나면 지웁니다."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", choices=["retrieval", *LATER])
        parser.add_argument("--cases", type=Path, required=True, help="문제 파일 (JSON Lines)")
        parser.add_argument("--corpus", type=Path, help="문서 폴더 (documents.jsonl)")
        parser.add_argument("--json", type=Path, dest="out", help="결과를 저장할 파일")

    def handle(self, *args: Any, **options: Any) -> None:
        suite = options["suite"]
        if suite in LATER:
            raise CommandError(f"{suite}({LATER[suite]})는 아직 잴 수 없습니다.")
        if options["corpus"] is None:
            raise CommandError("--corpus 로 문서 폴더를 알려 주세요.")
        cache = (
            Path(settings.BASE_DIR)
            / "var"
            / "eval"
            / f"{embedder().model.key}-{options['corpus'].name}.npz"
        )
        bars: dict[str, tqdm[Any]] = {}

        def progress(stage: str, done: int, total: int) -> None:
            if stage not in bars:
                bars[stage] = tqdm(desc=stage, total=total, file=sys.stderr)
            bars[stage].update(done - bars[stage].n)

        try:
            with scratch_database():
                report = evaluate_retrieval(
                    options["cases"], options["corpus"], cache=cache, progress=progress
                )
        except (CasesInvalid, EmbedderUnavailable) as error:
            raise CommandError(f"재지 못했습니다: {error}") from None
        finally:
            for bar in bars.values():
                bar.close()
        self._print(report)
        if options["out"]:
            options["out"].parent.mkdir(parents=True, exist_ok=True)
            options["out"].write_text(
                json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8"
            )

    def _print(self, report: dict[str, Any]) -> None:
        rows = {"poly": report["metrics"], **report["baselines"]}
        names = list(report["metrics"])
        self.stdout.write(f"{report['suite']}: {report['cases']}문제")
        self.stdout.write(" ".join([f"{'':38}", *(f"{name:>7}" for name in names)]))
        for label, metrics in rows.items():
            values = (f"{metrics[name]:7.4f}" for name in names)
            self.stdout.write(" ".join([f"{label:38}", *values]))
