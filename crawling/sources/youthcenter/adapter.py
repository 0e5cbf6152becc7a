"""온통청년 청년정책 (getPlcy): one JSON file, or API pages in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from crawling.errors import SnapshotError
from crawling.periods import parse_stamp
from crawling.sources.base import RawItem
from crawling.sources.files import find_files, read_json
from crawling.sources.youthcenter.parse import parse_item
from crawling.text import clean_line
from policies.records import PolicyRecord


class Youthcenter:
    name = "youthcenter"
    title = "온통청년 청년정책"
    publisher = "고용노동부 · 한국고용정보원"
    document_url = "https://www.youthcenter.go.kr/cmnFooter/openapiIntro/oaiDoc"
    data_group = "youth"

    def read(self, path: Path) -> Iterator[RawItem]:
        files = find_files(path, ["*youthcenter*.json", "*getPlcy*.json", "*youthPolicy*.json"])
        if not files:
            raise SnapshotError(f"온통청년 JSON 자료가 없습니다: {path}")
        for file in files:
            yield from policy_items(_rows(file), file.stem)

    def updated_on(self, item: RawItem) -> date | None:
        return _changed(item.parts["policy"])

    def parse(self, item: RawItem, *, collected_on: date | None = None) -> PolicyRecord:
        return parse_item(item, source=self, collected_on=collected_on)


def policy_items(rows: list[Any], origin: str) -> Iterator[RawItem]:
    """Policies of one collection, each with the day of its newest change."""
    newest = _newest(rows)
    for number, row in enumerate(rows, start=1):
        policy_no = clean_line(row.get("plcyNo")) if isinstance(row, dict) else ""
        if policy_no:
            yield RawItem(policy_no, {"policy": row, "newest": newest})
        else:
            problem = f"{origin} {number}번째 레코드에 plcyNo가 없습니다"
            yield RawItem(f"({origin} {number})", {"policy": row}, problem)


def _changed(row: object) -> date | None:
    stamp = parse_stamp(row.get("lastMdfcnDt")) if isinstance(row, dict) else None
    return stamp.date() if stamp else None


def _newest(rows: list[Any]) -> date | None:
    """Day of the last change in a collection: how far its periods can be judged."""
    return max((day for row in rows if (day := _changed(row))), default=None)


def _rows(file: Path) -> list[Any]:
    content = read_json(file)
    if isinstance(content, dict):
        result = content.get("result", content)
        content = result.get("youthPolicyList") if isinstance(result, dict) else None
    if not isinstance(content, list):
        raise SnapshotError(f"'result.youthPolicyList' 목록이 없습니다: {file}")
    return content
