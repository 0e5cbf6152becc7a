"""보조금24 (gov24 v3): serviceList, serviceDetail, supportConditions joined on 서비스ID."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from crawling.errors import SnapshotError
from crawling.periods import parse_stamp
from crawling.sources.base import RawItem
from crawling.sources.files import find_files, read_json
from crawling.sources.gov24.parse import parse_item
from crawling.text import clean_line
from policies.records import PolicyRecord

PARTS = {"list": "serviceList", "detail": "serviceDetail", "conditions": "supportConditions"}


class Gov24:
    name = "gov24"
    title = "보조금24 대한민국 공공서비스(혜택) 정보"
    publisher = "행정안전부"
    document_url = "https://www.data.go.kr/data/15113968/openapi.do"
    data_group = "welfare"

    def read(self, path: Path) -> Iterator[RawItem]:
        if path.is_file():
            raise SnapshotError(f"gov24는 세 자료가 든 폴더를 받습니다: {path}")
        tables = {part: _rows(path, stem) for part, stem in PARTS.items()}
        if not tables["list"] and not tables["detail"]:
            raise SnapshotError(f"serviceList, serviceDetail 자료가 없습니다: {path}")
        yield from joined_items(tables)

    def updated_on(self, item: RawItem) -> date | None:
        for part in ("list", "detail"):
            row = item.parts.get(part)
            stamp = parse_stamp(row.get("수정일시")) if isinstance(row, dict) else None
            if stamp:
                return stamp.date()
        return None

    def parse(self, item: RawItem, *, collected_on: date | None = None) -> PolicyRecord:
        return parse_item(item, source=self, collected_on=collected_on)


def joined_items(tables: Mapping[str, list[Any]]) -> Iterator[RawItem]:
    """Rows of the three tables joined on 서비스ID; a repeated row comes last, by itself."""
    joined: dict[str, dict[str, Any]] = {}
    repeated: list[RawItem] = []
    for part, rows in tables.items():
        for number, row in enumerate(rows, start=1):
            service_id = clean_line(row.get("서비스ID")) if isinstance(row, dict) else ""
            if not service_id:
                problem = f"{PARTS[part]} {number}번째 레코드에 서비스ID가 없습니다"
                yield RawItem(f"({PARTS[part]} {number})", {part: row}, problem)
                continue
            parts = joined.setdefault(service_id, {})
            if part in parts:
                repeated.append(RawItem(service_id, {part: row}))
            else:
                parts[part] = row
    for service_id, parts in joined.items():
        only_conditions = "list" not in parts and "detail" not in parts
        problem = "목록과 상세에 없는 서비스ID입니다" if only_conditions else ""
        yield RawItem(service_id, parts, problem)
    yield from repeated


def _rows(path: Path, stem: str) -> list[Any]:
    """Rows of all files of one part: snapshot, or API pages with a `data` envelope."""
    rows: list[Any] = []
    for file in find_files(path, [f"*{stem}*.json"]):
        content = read_json(file)
        page = content.get("data") if isinstance(content, dict) else content
        if not isinstance(page, list):
            raise SnapshotError(f"'data' 목록이 없습니다: {file}")
        rows.extend(page)
    return rows
