"""Tables of web pages as rows that carry their heads."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from crawling.extraction.page import Element, words_of
from policies.documents.limits import MAX_CELLS, MAX_COLUMNS
from policies.documents.tables import Cell, table_rows
from policies.documents.text import clean, one_line
from policies.documents.types import DocumentFailed

_MAX_ROWS = 3000
_SPAN = re.compile(r"\d{1,4}")
_LAYOUT_ROLES = {"presentation", "none"}
_DATA_NAMES = re.compile(r"data|tbl|table|list|board|basic", re.IGNORECASE)
_PARTS = {"thead", "tbody", "tfoot"}

# Text of a cell's element, with its lines.
CellText = Callable[[Element], str]


@dataclass(frozen=True)
class TableText:
    """`caption` "" where there is none; `rows` are the lines of the table."""

    caption: str
    rows: tuple[str, ...]


@dataclass(frozen=True)
class _Placed:
    cell: Cell
    title: bool  # marked as th
    in_head: bool


def is_layout(table: Element) -> bool:
    """Whether a table only arranges a page: then its cells are read as ordinary content."""
    if table.get("role") in _LAYOUT_ROLES:
        return True
    own = own_cells(table)
    if any(cell.tag == "th" for cell in own):
        return False
    if len(own) <= 1:
        return True
    holds_table = any(cell.find(".//table") is not None for cell in own)
    return holds_table and not _DATA_NAMES.search(words_of(table))


def read_table(table: Element, text_of: CellText) -> TableText:
    """Rows “머리글: 값 | 머리글: 값”; a merged cell stands in every row that it covers. A row
    of titled cells (th beside td) says “제목: 값”."""
    caption = table.find("caption")
    placed = _placed(table, text_of)
    return TableText(
        caption=one_line(text_of(caption)) if caption is not None else "",
        rows=tuple(_rows(placed)),
    )


def own_cells(table: Element) -> list[Element]:
    """Cells of a table itself, not of tables inside of it."""
    return [cell for _, row in _own_rows(table) for cell in row if cell.tag in ("td", "th")]


def _own_rows(table: Element) -> list[tuple[bool, Element]]:
    """(stands in the head, row) in order; foot rows last, wherever they are written."""
    rows: list[tuple[bool, Element]] = []
    foot: list[tuple[bool, Element]] = []
    for child in table:
        if child.tag == "tr":
            rows.append((False, child))
        elif child.tag in _PARTS:
            target = foot if child.tag == "tfoot" else rows
            target += [(child.tag == "thead", row) for row in child if row.tag == "tr"]
    return (rows + foot)[:_MAX_ROWS]


def _placed(table: Element, text_of: CellText) -> list[_Placed]:
    """Cells at their places, as a browser lays them out."""
    rows = _own_rows(table)
    taken: set[tuple[int, int]] = set()
    placed: list[_Placed] = []
    for number, (in_head, row) in enumerate(rows):
        column = 0
        for element in row:
            if element.tag not in ("td", "th"):
                continue
            while (number, column) in taken:
                column += 1
            if column >= MAX_COLUMNS or len(taken) > MAX_CELLS:
                break
            down = _span(element, "rowspan", len(rows) - number)
            across = _span(element, "colspan", MAX_COLUMNS - column)
            taken.update(
                (number + below, column + beside)
                for below in range(down)
                for beside in range(across)
            )
            title = element.tag == "th"
            cell = Cell(number, column, clean(text_of(element)), down, across)
            placed.append(_Placed(cell, title, in_head))
            column += across
    return placed


def _span(element: Element, name: str, most: int) -> int:
    """A span as written, between 1 and what is left; 0 for rows means all that are left."""
    match = _SPAN.match(element.get(name, "").strip())
    wanted = int(match[0]) if match else 1
    if wanted == 0 and name == "rowspan":
        return max(most, 1)
    return max(1, min(wanted, most))


def _rows(placed: list[_Placed]) -> list[str]:
    heads = _head_rows(placed)
    if not heads and any(each.title for each in placed):
        return _titled_rows(placed)
    cells = [
        Cell(
            each.cell.row, each.cell.column, each.cell.text, each.cell.rows, each.cell.columns,
            head=each.cell.row in heads,
        )
        for each in placed
    ]  # fmt: skip
    try:
        return [row.text for row in table_rows(cells)[0]]
    except DocumentFailed:
        return [each.cell.text for each in placed if each.cell.text]


def _head_rows(placed: list[_Placed]) -> set[int]:
    """Rows at the top that hold titles only, and those of the head. A table whose every row
    does is a list of titles, not a head."""
    rows: dict[int, bool] = {}
    for each in placed:
        rows[each.cell.row] = rows.get(each.cell.row, True) and each.title
    heads = {each.cell.row for each in placed if each.in_head and each.title}
    for row in sorted(rows):
        if not rows[row]:
            break
        heads.add(row)
    return set() if len(heads) == len(rows) else heads


def _titled_rows(placed: list[_Placed]) -> list[str]:
    """Rows of a table whose titles stand at the side: “구분 > 항목: 값 | 항목: 값”."""
    inside: dict[int, list[_Placed]] = {}
    for each in placed:
        for row in range(each.cell.row, each.cell.row + each.cell.rows):
            inside.setdefault(row, []).append(each)
    lines = (
        _titled_row(sorted(inside[row], key=lambda each: each.cell.column))
        for row in sorted(inside)
    )
    return [line for line in lines if line]


def _titled_row(cells: list[_Placed]) -> str:
    parts: list[str] = []
    titles: list[str] = []
    for each in cells:
        text = each.cell.text.replace("\n", " / ")
        if each.title:
            titles.append(text)
        elif text:
            label = " > ".join(title for title in titles if title)
            parts.append(f"{label}: {text}" if label else text)
            titles = []
    return " | ".join(parts) if parts else " > ".join(title for title in titles if title)
