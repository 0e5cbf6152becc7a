"""Lines and tables of one PDF page, from where its characters and rules stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from policies.documents.tables import Cell
from policies.documents.text import one_line

_PAGE_NUMBER = re.compile(r"^[-–—]?\s*\d{1,4}\s*(?:/\s*\d{1,4}\s*)?[-–—]?$")
_MARGIN = 0.08  # of the page's height: where page numbers stand
_FRAME = 0.6  # of the page's area: a box as large is a frame, no table
_GUTTER = 14.0  # points without a word between two columns
_COLUMN_LINES = 6
_SAME_EDGE = 6.0  # points


@dataclass(frozen=True)
class Line:
    """Points from the page's upper left corner."""

    text: str
    top: float
    bottom: float
    left: float
    right: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(frozen=True)
class Table:
    cells: list[Cell]
    top: float
    left: float
    right: float
    width: int
    height: int

    def continues(self, other: Table) -> bool:
        """Whether its columns are those of `other`, a table at the end of the page before."""
        return (
            self.width == other.width
            and abs(self.left - other.left) < _SAME_EDGE
            and abs(self.right - other.right) < _SAME_EDGE
        )


def page_items(page: Any) -> list[Line | Table]:
    """Lines and tables in reading order, page numbers left out."""
    if _overprinted(page):
        page = page.dedupe_chars()
    found = _tables(page)
    boxes = [table.bbox for table in found]
    items: list[Line | Table] = [_table(table) for table in found]
    outside = page.filter(lambda item: not _within(item, boxes)) if boxes else page
    lines = _lines(outside, columns=not boxes)
    if not boxes:
        return list(lines)
    items += lines
    return sorted(items, key=lambda item: item.top)


def _overprinted(page: Any) -> bool:
    """Some programs print bold by writing characters twice."""
    places = {(char["text"], round(char["x0"]), round(char["top"])) for char in page.chars}
    return len(places) < 0.98 * len(page.chars)


def _tables(page: Any) -> list[Any]:
    """Ruled tables; frames around text or around other tables are none."""
    tables = [table for table in page.find_tables() if table.cells]
    area = float(page.width) * float(page.height)
    return [
        table
        for table in tables
        if len(table.cells) > 1
        or not (
            _area(table.bbox) > _FRAME * area
            or any(other is not table and _contains(table.bbox, other.bbox) for other in tables)
        )
    ]


def _area(box: Any) -> float:
    return float((box[2] - box[0]) * (box[3] - box[1]))


def _contains(outer: Any, inner: Any) -> bool:
    return bool(
        outer[0] <= inner[0] + 1
        and outer[1] <= inner[1] + 1
        and outer[2] >= inner[2] - 1
        and outer[3] >= inner[3] - 1
    )


def _within(item: Any, boxes: list[Any]) -> bool:
    middle_x, middle_y = (item["x0"] + item["x1"]) / 2, (item["top"] + item["bottom"]) / 2
    return any(box[0] <= middle_x <= box[2] and box[1] <= middle_y <= box[3] for box in boxes)


def _table(table: Any) -> Table:
    """Cells by the edges of their boxes: a merged cell covers several."""
    columns = sorted({round(edge, 1) for box in table.cells for edge in (box[0], box[2])})
    rows = sorted({round(edge, 1) for box in table.cells for edge in (box[1], box[3])})
    column_of = {edge: place for place, edge in enumerate(columns)}
    row_of = {edge: place for place, edge in enumerate(rows)}
    cells = []
    for row, texts in zip(table.rows, table.extract(), strict=True):
        for box, text in zip(row.cells, texts, strict=True):
            if box is None:
                continue
            left, top, right, bottom = (round(edge, 1) for edge in box)
            cells.append(
                Cell(
                    row=row_of[top],
                    column=column_of[left],
                    text=text or "",
                    rows=row_of[bottom] - row_of[top],
                    columns=column_of[right] - column_of[left],
                )
            )
    return Table(
        cells, table.bbox[1], table.bbox[0], table.bbox[2], len(columns) - 1, len(rows) - 1
    )


def _lines(page: Any, *, columns: bool) -> list[Line]:
    middle = _gutter(page) if columns else None
    if middle is None:
        return _text_lines(page)
    left = page.crop((page.bbox[0], page.bbox[1], middle, page.bbox[3]))
    right = page.crop((middle, page.bbox[1], page.bbox[2], page.bbox[3]))
    return [*_text_lines(left), *_text_lines(right)]


def _gutter(page: Any) -> float | None:
    """Where the blank between two columns of text is, None for a page of one."""
    words = page.extract_words()
    low, high = 0.3 * float(page.width), 0.7 * float(page.width)
    edges = sorted((word["x0"], word["x1"]) for word in words)
    reach = 0.0
    for start, end in edges:
        if start - reach >= _GUTTER and low < (middle := (start + reach) / 2) < high:
            sides = (
                {round(w["top"]) for w in words if (w["x0"] < middle) is left}
                for left in (True, False)
            )
            if all(len(tops) >= _COLUMN_LINES for tops in sides):
                return float(middle)
        reach = max(reach, end)
    return None


def _text_lines(page: Any) -> list[Line]:
    height, offset = float(page.height), float(page.bbox[1])
    lines = []
    for line in page.extract_text_lines(return_chars=False, strip=True):
        text = one_line(line["text"])
        middle = (line["top"] + line["bottom"]) / 2 - offset
        at_edge = middle < _MARGIN * height or middle > (1 - _MARGIN) * height
        if text and not (at_edge and _PAGE_NUMBER.match(text)):
            lines.append(Line(text, line["top"], line["bottom"], line["x0"], line["x1"]))
    return lines
