"""복지로 중앙부처·지자체복지서비스: list and detail, in the official or the collector's shape."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from crawling.errors import SnapshotError
from crawling.periods import parse_stamp
from crawling.sources.base import RawItem
from crawling.sources.bokjiro.collected import parse_collected
from crawling.sources.bokjiro.official import parse_official
from crawling.sources.files import element_dict, find_files, read_json, read_xml
from crawling.text import clean_line
from policies.records import PolicyRecord

_COLLECTED_LIST, _COLLECTED_DETAILS = "welfare_full.json", "central_details.json"


class Bokjiro:
    name = "bokjiro"
    title = "복지로 복지서비스 정보"
    publisher = "한국사회보장정보원"
    document_url = "https://www.data.go.kr/data/15090532/openapi.do"
    data_group = "welfare"

    def read(self, path: Path) -> Iterator[RawItem]:
        """`welfare_full.json` (+ `central_details.json`), else official XML and JSON files."""
        if not path.is_dir():
            raise SnapshotError(f"bokjiro는 폴더를 받습니다: {path}")
        if (path / _COLLECTED_LIST).is_file():
            return _collected_items(path)
        return _official_items(path)

    def updated_on(self, item: RawItem) -> date | None:
        for part in ("detail", "list"):
            row = item.parts.get(part)
            stamp = parse_stamp(row.get("lastModYmd")) if isinstance(row, dict) else None
            if stamp:
                return stamp.date()
        return None

    def parse(self, item: RawItem, *, collected_on: date | None = None) -> PolicyRecord:
        parse = parse_collected if "service" in item.parts else parse_official
        return parse(item, source=self, collected_on=collected_on)


def _collected_items(path: Path) -> Iterator[RawItem]:
    rows = read_json(path / _COLLECTED_LIST)
    if not isinstance(rows, list):
        raise SnapshotError(f"목록이 아닙니다: {path / _COLLECTED_LIST}")
    details_file = path / _COLLECTED_DETAILS
    details = read_json(details_file) if details_file.is_file() else {}
    if not isinstance(details, dict):
        raise SnapshotError(f"서비스ID별 객체가 아닙니다: {details_file}")
    known = set()
    for number, row in enumerate(rows, start=1):
        key = clean_line(row.get("id")) if isinstance(row, dict) else ""
        if not key:
            problem = f"{_COLLECTED_LIST} {number}번째 레코드에 id가 없습니다"
            yield RawItem(f"({_COLLECTED_LIST} {number})", {"service": row}, problem)
            continue
        known.add(key)
        yield RawItem(key, {"service": row, "detail": details.get(key)})
    for key in details:
        if key not in known:
            yield RawItem(key, {"service": None}, "목록에 없는 서비스의 상세입니다")


def _official_items(path: Path) -> Iterator[RawItem]:
    """Rows of list pages joined with details on servId."""
    joined: dict[str, dict[str, Any]] = {}
    nameless: list[RawItem] = []
    files = find_files(path, ["*.xml", "*.json"])
    for file in files:
        for number, (part, row) in enumerate(_official_rows(file), start=1):
            key = clean_line(row.get("servId")) if isinstance(row, dict) else ""
            if key:
                joined.setdefault(key, {}).setdefault(part, row)
            else:
                problem = f"{file.name} {number}번째 레코드에 servId가 없습니다"
                nameless.append(RawItem(f"({file.stem} {number})", {part: row}, problem))
    if not joined and not nameless:
        raise SnapshotError(f"복지로 목록이나 상세 자료가 없습니다: {path}")
    yield from (RawItem(key, parts) for key, parts in joined.items())
    yield from nameless


def _official_rows(file: Path) -> list[tuple[str, Any]]:
    if file.suffix == ".xml":
        root = read_xml(file)
        code = (root.findtext("resultCode") or "0").strip()
        if root.tag not in ("wantedList", "wantedDtl") or code.strip("0"):
            raise SnapshotError(f"복지로 API의 오류 응답이거나 다른 자료입니다: {file}")
        if root.tag == "wantedDtl":
            return [("detail", element_dict(root))]
        return [("list", element_dict(row)) for row in root.iter("servList")]
    content = read_json(file)
    pages = content if isinstance(content, list) else [content]
    rows: list[tuple[str, Any]] = []
    for page in pages:
        if not isinstance(page, dict):
            continue
        if "servId" in page:
            rows.append(("detail", page))
        rows.extend((part, page[part]) for part in ("list", "detail") if page.get(part))
    return rows
