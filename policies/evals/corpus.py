"""Corpora and cases of the evaluations (formats: shared evals/FORMAT.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from policies.geography import regions_of_agency
from policies.records import PolicyRecord, RecordRegion
from policies.vocabulary import Section

SOURCE = "corpus"
Row = TypeVar("Row", bound=BaseModel)


class CasesInvalid(Exception):
    """A case or corpus file cannot be read; the message names file and line."""


class CorpusDocument(BaseModel):
    """A document: `sections`, or one `text`. `region` ("경기 광명시"): none = nationwide."""

    id: str
    title: str
    agency: str | None = None
    region: str | None = None
    text: str = ""
    sections: dict[Section, str | None] | None = None


def read_rows(path: Path, model: type[Row]) -> list[Row]:
    """Rows of a JSON Lines file as `model`. Raises CasesInvalid with file and line, also
    when there is no row at all."""
    rows: list[Row] = []
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    rows.append(_row(line, model, f"{path}:{number}"))
    except OSError as error:
        raise CasesInvalid(f"{path}: 읽을 수 없습니다: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CasesInvalid(f"{path}: UTF-8 이 아닙니다: {error.reason}") from None
    if not rows:
        raise CasesInvalid(f"{path}: 내용이 없습니다")
    return rows


def _row(line: str, model: type[Row], place: str) -> Row:
    try:
        value: Any = json.loads(line)
    except ValueError as error:
        raise CasesInvalid(f"{place}: JSON 오류: {error}") from None
    if not isinstance(value, dict):
        raise CasesInvalid(f"{place}: 객체가 아닙니다")
    try:
        return model.model_validate(value)
    except ValidationError as error:
        detail = error.errors()[0]
        where = ".".join(str(part) for part in detail["loc"])
        raise CasesInvalid(f"{place}: {where}: {detail['msg']}") from None


def corpus_records(folder: Path) -> Iterator[PolicyRecord]:
    """Documents of a corpus folder as records of the source "corpus"."""
    for document in read_rows(folder / "documents.jsonl", CorpusDocument):
        given = document.sections or {Section.SUMMARY: document.text}
        yield PolicyRecord(
            source=SOURCE,
            external_id=document.id,
            name=document.title,
            agency=document.agency or "미상",
            regions=_regions(document.region),
            sections={section: text for section, text in given.items() if text},
            # No rule is read from them: retrieval does not ask for one.
            rule_certain=True,
        )


def _regions(name: str | None) -> list[RecordRegion]:
    found = regions_of_agency(name, local=True) if name else []
    return [RecordRegion(region.sido, region.sigungu) for region in found]
