"""Evaluation of questions for published fields: each has one exact answer over a data set.

The data sets are imported into the (scratch) database by the import command, fields only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any, Literal

from django.core.management import CommandError, call_command
from django.db import transaction
from pydantic import BaseModel

from policies.evals.corpus import CasesInvalid, read_rows
from policies.models import Policy
from policies.structured.answer import StructuredAnswer, answer_question

Progress = Callable[[str, int, int], None]
# Names of the data sets begin with the source they are a snapshot of.
SOURCES = ("youthcenter", "gov24", "bokjiro")


class StructuredCase(BaseModel):
    """`gold`: identifiers of the source in any order, or a number; `how` in words."""

    id: str
    as_of: date
    corpus: str
    question: str
    gold: list[str] | float
    answer: Literal["ids", "number"]
    how: str = ""
    tags: list[str] = []


def source_of_corpus(corpus: str) -> str:
    """Source of a data set by its name. Raises CasesInvalid."""
    for source in SOURCES:
        if corpus.startswith(source):
            return source
    raise CasesInvalid(f"알 수 없는 자료입니다: {corpus}")


def evaluate_structured(cases_path: Path, data: Path, progress: Progress) -> dict[str, Any]:
    """Share of questions answered exactly, by tag too, with every failure. Imports the data
    sets that the cases name from `data` into the current database. Raises CasesInvalid."""
    cases = read_rows(cases_path, StructuredCase)
    corpora = sorted({case.corpus for case in cases})
    for number, corpus in enumerate(corpora, start=1):
        _import(source_of_corpus(corpus), data / corpus)
        progress("자료", number, len(corpora))
    failures: list[dict[str, Any]] = []
    by_tag: dict[str, list[bool]] = defaultdict(list)
    for number, case in enumerate(cases, start=1):
        answer = answer_question(
            case.question, as_of=case.as_of, source=source_of_corpus(case.corpus), rows=0
        )
        got = _result(answer)
        right = answer.answered and _same(case.gold, got)
        for tag in case.tags or ["-"]:
            by_tag[tag].append(right)
        if not right:
            failures.append(_failure(case, got, answer))
        progress("질문", number, len(cases))
    right_count = len(cases) - len(failures)
    return {
        "suite": "structured",
        "cases": len(cases),
        "metrics": {"exact": round(right_count / len(cases), 4)},
        "baselines": {},
        "by_tag": {
            tag: {"n": len(rows), "exact": round(sum(rows) / len(rows), 4)}
            for tag, rows in sorted(by_tag.items(), key=lambda item: (-len(item[1]), item[0]))
        },
        "failures": failures,
    }


def structured_lines(report: dict[str, Any]) -> list[str]:
    """The report for the terminal."""
    lines = [f"structured: {report['cases']}문제, exact {report['metrics']['exact']:.4f}", ""]
    lines += [
        f"  {tag:<16} {row['n']:>4}문제  {row['exact']:.4f}"
        for tag, row in report["by_tag"].items()
    ]
    for each in report["failures"]:
        lines += [
            "",
            f"틀림 {each['id']}: {each['question']}",
            f"  정답 {each['expected']}",
            f"  답   {each['got']}",
            f"  이해 {each['understood']}",
        ]
    return lines


def _import(source: str, path: Path) -> None:
    if not path.is_dir():
        raise CasesInvalid(f"자료 폴더가 없습니다: {path}")
    try:
        # One transaction: thousands of commits would take longer than the records.
        with transaction.atomic():
            call_command("import_snapshot", source, str(path), "--fields-only", stdout=StringIO())
    except CommandError as error:
        raise CasesInvalid(str(error)) from None


def _result(answer: StructuredAnswer) -> list[str] | float | None:
    if not answer.answered:
        return None
    if answer.query.answer == "number":
        return answer.number
    found = Policy.objects.filter(id__in=answer.ids).values_list("external_id", flat=True)
    return sorted(found)


def _same(gold: list[str] | float, got: list[str] | float | None) -> bool:
    return sorted(gold) == got if isinstance(gold, list) else gold == got


def _failure(
    case: StructuredCase, got: list[str] | float | None, answer: StructuredAnswer
) -> dict[str, Any]:
    return {
        "id": case.id,
        "question": case.question,
        "expected": case.gold,
        "got": got,
        "understood": answer.understood,
        "how": case.how,
    }
