"""XLSX: every visible sheet, merged cells filled, values as people see them."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

import openpyxl
from openpyxl.utils.cell import range_boundaries

from policies.documents.archive import check_xml, open_archive, read_member
from policies.documents.build import Builder
from policies.documents.limits import MAX_COLUMNS, MAX_ROWS, MAX_SHEETS
from policies.documents.tables import Cell
from policies.documents.text import one_line
from policies.documents.types import (
    BlockKind,
    DocumentFailed,
    FailureCode,
    MediaType,
    ParsedDocument,
)

_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s>/]")
_ERRORS = ("#REF!", "#N/A", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!")


def read_xlsx(data: bytes, *, name: str) -> ParsedDocument:
    """A workbook. Formulas give the value that was stored with them."""
    archive = open_archive(data)
    check_xml(archive)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of parts that are not read anyway
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    builder = Builder()
    sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    if len(sheets) > MAX_SHEETS:
        raise DocumentFailed(FailureCode.TOO_MANY_PAGES)
    if len(sheets) < len(book.worksheets):
        builder.warn("숨긴 시트는 읽지 않았습니다.")
    left = MAX_ROWS
    for sheet in sheets:
        part = read_member(archive, archive.getinfo(sheet._worksheet_path))
        lines = list(_lines(sheet, left))
        left -= len(lines)
        if left <= 0:
            builder.warn(f"행이 많아 앞의 {MAX_ROWS}행만 읽었습니다.")
        if not lines:
            continue
        if _FORMULA.search(part) and not any(line.values for line in lines):
            builder.warn(f"‘{sheet.title}’ 시트의 수식에 저장된 값이 없습니다.")
        builder.paragraph(sheet.title, kind=BlockKind.HEADING, sheet=one_line(sheet.title))
        for region in _regions(lines):
            _region(builder, one_line(sheet.title), region, _merged(part, region))
    title = (book.properties.title if book.properties else "") or ""
    return builder.document(MediaType.XLSX, title=title, name=name)


@dataclass(frozen=True)
class _Line:
    """A row with its number and the values by column, both counted from 1."""

    number: int
    values: dict[int, str]


def _lines(sheet: Any, limit: int) -> Iterator[_Line]:
    # The stored size of a sheet may be wrong; without it the rows are read as they come.
    sheet.reset_dimensions()
    for row in sheet.iter_rows():
        if limit <= 0:
            return
        values = {
            cell.column: text
            for cell in row[:MAX_COLUMNS]
            if cell.value is not None and (text := _shown(cell.value, cell.number_format))
        }
        if values:
            limit -= 1
            yield _Line(next(cell.row for cell in row if cell.value is not None), values)


def _regions(lines: list[_Line]) -> Iterator[list[_Line]]:
    """Rows between empty rows: sheets hold several tables below each other."""
    region: list[_Line] = []
    for line in lines:
        if region and line.number > region[-1].number + 1:
            yield region
            region = []
        region.append(line)
    if region:
        yield region


def _merged(part: bytes, region: list[_Line]) -> dict[tuple[int, int], tuple[int, int]]:
    """Rows and columns that the merged cells of a region cover, by their upper left place."""
    first, last = region[0].number, region[-1].number
    spans = {}
    for match in _MERGED.finditer(part):
        left, top, right, bottom = range_boundaries(match.group(1).decode())
        if first <= top <= last:
            spans[top, left] = (min(bottom, last) - top + 1, min(right, MAX_COLUMNS) - left + 1)
    return spans


def _region(
    builder: Builder,
    sheet: str,
    lines: list[_Line],
    merged: dict[tuple[int, int], tuple[int, int]],
) -> None:
    """Lines of one value at the top are titles and notes, the rest is a table."""
    start = 0
    while start < len(lines) and len(lines[start].values) == 1:
        line = lines[start]
        builder.paragraph(next(iter(line.values.values())), sheet=sheet, row=line.number)
        start += 1
    body = lines[start:]
    if not body:
        return
    left = min(min(line.values) for line in body)
    top = body[0].number
    cells = []
    for line in body:
        for column, text in line.values.items():
            rows, columns = merged.get((line.number, column), (1, 1))
            cells.append(Cell(line.number - top, column - left, text, rows, columns))
    builder.table(cells, sheet=sheet, first_row=top)


def _shown(value: Any, number_format: str) -> str:
    """The value as the sheet shows it, near enough: dates, percent, thousands."""
    if isinstance(value, bool):
        return "예" if value else "아니오"
    if isinstance(value, datetime):
        midnight = value.time() == time()
        return f"{value:%Y-%m-%d}" if midnight else f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    if isinstance(value, int | float):
        return _number(value, number_format or "")
    text = str(value).strip()
    return "" if text in _ERRORS else text


def _number(value: float, number_format: str) -> str:
    if "%" in number_format:
        return f"{value * 100:.10g}%"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if "," in number_format.partition(";")[0]:
        return f"{value:,}"
    return str(value) if isinstance(value, int) else f"{value:.10g}"
