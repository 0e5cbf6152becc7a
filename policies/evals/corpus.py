"""Corpora and cases of the evaluations (formats: shared evals/FORMAT.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from policies.records import PolicyRecord
from policies.vocabulary import Section

SOURCE = "corpus"


class CasesInvalid(Exception):
    """A case or corpus file cannot be read; the message names file and line."""


def read_jsonl(path: Path) -> Iterator[dict[str, Any]]:
    """Objects of a JSON Lines file. Raises CasesInvalid with the line number."""
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                try:
                    value = json.loads(line)
                except ValueError as error:
                    raise CasesInvalid(f"{path}:{number}: JSON 오류: {error}") from None
                if not isinstance(value, dict):
                    raise CasesInvalid(f"{path}:{number}: 객체가 아닙니다")
                yield value
    except OSError as error:
        raise CasesInvalid(f"{path}: 읽을 수 없습니다: {error.strerror}") from None


def corpus_records(folder: Path) -> Iterator[PolicyRecord]:
    """Documents of a corpus folder as records of the source "corpus"."""
    for document in read_jsonl(folder / "documents.jsonl"):
        given = document.get("sections")
        sections = (
            {Section(name): text for name, text in given.items() if text}
            if isinstance(given, dict)
            else {Section.SUMMARY: document["text"]}
        )
        yield PolicyRecord(
            source=SOURCE,
            external_id=document["id"],
            name=document["title"],
            agency=document.get("agency") or "미상",
            sections=sections,
        )
