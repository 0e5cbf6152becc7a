from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from chat.evals.answers import evaluate_answers
from chat.evals.extraction import evaluate_extraction
from chat.evals.guardrail import evaluate_guardrail, guardrail_lines
from chat.evals.routing import evaluate_routing
from chat.evals.scenario_page import scenario_page
from chat.evals.scenarios import evaluate_scenarios
from chat.evals.tables import (
    answer_lines,
    extraction_lines,
    routing_lines,
    scenario_lines,
    tool_lines,
)
from chat.evals.tools import evaluate_tools, tools_prepare
from policies.bars import StageBars
from policies.errors import EmbedderUnavailable
from policies.evals.bench import prepare
from policies.evals.corpus import CasesInvalid
from policies.evals.database import scratch_database
from policies.evals.eligibility import evaluate_eligibility
from policies.evals.retrieval import evaluate_retrieval
from policies.evals.structured import evaluate_structured, structured_lines
from policies.evals.tables import eligibility_lines, retrieval_lines
from policies.retrieval.embedders import embedder

Report = dict[str, Any]
Progress = Callable[[str, int, int], None]
INTERRUPTED = 130


def _retrieval(options: dict[str, Any], progress: Progress) -> Report:
    corpus: Path | None = options["corpus"]
    if corpus is None:
        raise CommandError("--corpus 로 문서 폴더를 알려 주세요.")
    vectors = f"{embedder().model.key}-{corpus.name}.npz"
    cache = Path(settings.BASE_DIR) / "var" / "eval" / vectors
    with scratch_database():
        return evaluate_retrieval(options["cases"], corpus, cache=cache, progress=progress)


def _eligibility(options: dict[str, Any], progress: Progress) -> Report:
    return evaluate_eligibility(
        options["cases"],
        options["corpus"],
        with_coverage=not options["no_coverage"],
        progress=progress,
    )


def _answers(options: dict[str, Any], progress: Progress) -> Report:
    if not options["model"]:
        settings.OPENAI_API_KEY = ""
    with scratch_database():
        prepare()
        return evaluate_answers(options["cases"], progress=progress)


def _extraction(options: dict[str, Any], progress: Progress) -> Report:
    return evaluate_extraction(options["cases"], progress=progress, with_model=options["model"])


def _scenarios(options: dict[str, Any], progress: Progress) -> Report:
    if not options["model"]:
        settings.OPENAI_API_KEY = ""
    with scratch_database():
        prepare()
        return evaluate_scenarios(options["cases"], progress=progress)


def _guardrail(options: dict[str, Any], progress: Progress) -> Report:
    return evaluate_guardrail(options["cases"], progress=progress)


def _structured(options: dict[str, Any], progress: Progress) -> Report:
    if options["corpus"] is None:
        raise CommandError("--corpus 로 자료 폴더를 알려 주세요.")
    with scratch_database():
        return evaluate_structured(options["cases"], options["corpus"], progress)


def _tools(options: dict[str, Any], progress: Progress) -> Report:
    with scratch_database():
        tools_prepare(progress)
        return evaluate_tools(options["cases"], progress=progress)


def _routing(options: dict[str, Any], progress: Progress) -> Report:
    with scratch_database():
        tools_prepare(progress)
        return evaluate_routing(options["cases"], progress=progress)


Suite = tuple[
    Callable[[dict[str, Any], Progress], Report],
    Callable[[Report], list[str]],
]
SUITES: dict[str, Suite] = {
    "retrieval": (_retrieval, retrieval_lines),
    "eligibility": (_eligibility, eligibility_lines),
    "structured": (_structured, structured_lines),
    "answers": (_answers, answer_lines),
    "guardrail": (_guardrail, guardrail_lines),
    "tools": (_tools, tool_lines),
    "routing": (_routing, routing_lines),
    "extraction": (_extraction, extraction_lines),
    "scenarios": (_scenarios, scenario_lines),
}


class Command(BaseCommand):
    requires_system_checks = ()
    help = "정해진 문제로 품질을 잽니다. 따로 만든 임시 데이터베이스에서 돌고, 끝나면 지웁니다."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", choices=list(SUITES))
        parser.add_argument("--cases", type=Path, required=True, help="문제 파일 (JSON Lines)")
        parser.add_argument(
            "--corpus",
            type=Path,
            help="retrieval: 문서 폴더 (documents.jsonl), eligibility: 공개 자료 폴더",
        )
        parser.add_argument("--json", type=Path, dest="out", help="결과를 저장할 파일")
        parser.add_argument(
            "--html",
            type=Path,
            help="scenarios: 대화와 검사 결과를 담은 쪽을 저장할 파일",
        )
        parser.add_argument(
            "--model",
            action="store_true",
            help="answers, scenarios: 설정된 언어 모델로 답을 쓰게 합니다. "
            "extraction: 규칙과 함께 사실을 읽게 합니다",
        )
        parser.add_argument(
            "--no-coverage",
            action="store_true",
            help="eligibility: 공개 자료 모두를 읽는 원문 이해율은 재지 않습니다",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        measure, lines = SUITES[options["suite"]]
        if options["html"] and options["suite"] != "scenarios":
            raise CommandError("--html 은 scenarios 를 잴 때만 쓸 수 있습니다.")
        try:
            with StageBars() as bars:
                report = measure(options, bars.show)
        except (CasesInvalid, EmbedderUnavailable) as error:
            raise CommandError(f"재지 못했습니다: {error}") from None
        except KeyboardInterrupt:
            raise CommandError("재는 일을 멈췄습니다.", returncode=INTERRUPTED) from None
        self.stdout.write("\n".join(lines(report)))
        if options["out"]:
            _write(options["out"], json.dumps(report, ensure_ascii=False, indent=1))
        if options["html"]:
            _write(options["html"], scenario_page(report))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
