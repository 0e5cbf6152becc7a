from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from policies.catalogue.load import load_catalogue
from policies.catalogue.records import entry_record
from policies.eligibility.parsing.found import PolicyText
from policies.eligibility.reference import bundled_tables
from policies.evals.fuzz import FuzzReport, fuzz
from policies.vocabulary import Section


class Command(BaseCommand):
    requires_system_checks = ()
    help = (
        "망가뜨린 원문과 임의의 사람으로 자격 분석을 시험합니다. "
        "예외나 근거 없는 판정이 하나라도 있으면 실패합니다."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--count", type=int, default=100_000, help="시험할 원문 수")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--cases", type=Path, help="원문을 더 얻을 문제 파일 (JSON Lines)")

    def handle(self, *args: Any, **options: Any) -> None:
        texts = [*_catalogue_texts(), *_case_texts(options["cases"])]
        with tqdm(total=options["count"], file=sys.stderr, desc="원문") as bar:

            def progress(done: int) -> None:
                bar.update(done - bar.n)

            report = fuzz(
                texts,
                count=options["count"],
                seed=options["seed"],
                tables=bundled_tables(),
                progress=progress,
            )
        self._print(report)

    def _print(self, report: FuzzReport) -> None:
        verdicts = ", ".join(f"{name} {n:,}" for name, n in sorted(report.verdicts.items()))
        self.stdout.write(
            f"원문 {report.texts:,}건, 규칙 {report.with_rule:,}건, 판정 {report.decisions:,}건 "
            f"({verdicts})"
        )
        for fault in report.faults:
            self.stderr.write(fault)
        if report.faults:
            raise CommandError(f"{len(report.faults)}건이 잘못되었습니다.")
        self.stdout.write("예외 0건, 근거 없는 판정 0건")


def _catalogue_texts() -> list[PolicyText]:
    records = [entry_record(entry) for entry in load_catalogue().entries.values()]
    return [
        PolicyText(
            record.name,
            record.agency,
            record.sections.get(Section.TARGET, ""),
            record.sections.get(Section.CRITERIA, ""),
            record.year,
        )
        for record in records
    ]


def _case_texts(path: Path | None) -> list[PolicyText]:
    if path is None:
        return []
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        return [
            PolicyText(row["title"], row["agency"], row["target"], row["criteria"] or "", 2026)
            for row in rows
        ]
    except (OSError, ValueError, KeyError) as error:
        raise CommandError(f"{path}: 읽을 수 없습니다: {error}") from None
