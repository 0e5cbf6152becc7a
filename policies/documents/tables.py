"""Tables of any format as rows that carry their head cells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from policies.documents.limits import MAX_CELLS, MAX_COLUMNS
from policies.documents.text import clean
from policies.documents.types import DocumentFailed, FailureCode

# Head rows of published tables are one or two, seldom three.
_HEAD_ROWS = 3
_HEAD_CHARS = 30
_VALUE = re.compile(
    r"\d[\d,.]*\s*(?:원|천원|만원|백만원|억|%|kg)|\d{2,4}-\d{3,4}-\d{4}"
    r"|\d{4}[-./]\s?\d{1,2}[-./]\s?\d{1,2}|^[\d,.]{3,}$"
)
_YEAR = re.compile(r"^(?:19|20)\d\d\.?$")
_HEAD_WORDS = re.compile(
    r"^(?:구분|항목|연번|순번|번호|대상|내용|비고|서류명?|제출서류|구비서류|지원내용|지원금액|금액|기준"
    r"|가구원수|질문|답변|분류|유형|종류|사업명|기관명?|지역|기간|일정|단계)$"
)
# In a form of two columns the second holds values; where it says one of these, it is a head.
_SECOND_HEAD = re.compile(
    r"^.{0,8}(?:금액|기준|기준액|내용|대상|비고|서류|발급처|제출처|접수처|기관|비율|요건|방법|기간|시기|횟수|한도|값)$"
)


@dataclass(frozen=True)
class Cell:
    """A cell at its upper left place, counted from 0; `text` may have lines."""

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1
    head: bool = False


@dataclass(frozen=True)
class Row:
    """`index` counts from 0 within the table."""

    index: int
    text: str


Grid = list[list[Cell | None]]


def is_single_column(cells: list[Cell]) -> bool:
    return all(cell.column == 0 for cell in cells) and (len({cell.columns for cell in cells}) <= 1)


def table_rows(
    cells: list[Cell], *, header: tuple[str, ...] | None = None, skip: int = 0
) -> tuple[list[Row], tuple[str, ...]]:
    """Rows with text, “머리글: 값 | 머리글: 값”, and the head cells, one a column.

    A merged cell stands in every row and column that it covers. Without a head a table of two
    columns gives “이름: 값”, a wider one its cells in order. `header` is that of an earlier
    page, `skip` how many rows repeat it.
    """
    grid = _grid(cells)
    if not grid:
        return [], header or ()
    if header is None:
        count = _head_rows(grid)
        header = _head_texts(grid, count)
    else:
        count = skip
    rows = [
        Row(index, text)
        for index, line in enumerate(grid)
        if index >= count and (text := _row_text(line, header))
    ]
    if not rows and count and not skip:
        text = " | ".join(cell for cell in header if cell)
        rows = [Row(0, text)] if text else []
    return rows, header


def flattened(cells: list[Cell]) -> str:
    """A table within a cell as lines of text."""
    if is_single_column(cells):
        return clean("\n".join(cell.text for cell in sorted(cells, key=lambda cell: cell.row)))
    return "\n".join(row.text for row in table_rows(cells)[0])


def _grid(cells: list[Cell]) -> Grid:
    """Cells by place. Spans end where the table does, and cover no cell of their own: a file
    may claim anything."""
    cells = [cell for cell in cells if cell.column < MAX_COLUMNS]
    if not cells:
        return []
    height = max(cell.row for cell in cells) + 1
    width = max(cell.column for cell in cells) + 1
    if height * width > MAX_CELLS:
        raise DocumentFailed(FailureCode.TOO_MANY_PAGES)
    grid: Grid = [[None] * width for _ in range(height)]
    for cell in cells:
        grid[cell.row][cell.column] = grid[cell.row][cell.column] or cell
    for cell in cells:
        for row in range(cell.row, min(cell.row + max(cell.rows, 1), height)):
            for column in range(cell.column, min(cell.column + max(cell.columns, 1), width)):
                if grid[row][column] is None:
                    grid[row][column] = cell
    return grid


def _text(cell: Cell | None) -> str:
    return clean(cell.text).replace("\n", " / ") if cell is not None else ""


def _head_rows(grid: Grid) -> int:
    """How many rows at the top are the head; 0 where the table seems to have none."""
    marked = 0
    for line in grid[:_HEAD_ROWS]:
        if not any(cell is not None and cell.head for cell in line):
            break
        marked += 1
    if marked and marked < len(grid):
        return marked
    if len(grid) < 2 or not _looks_like_head(grid):
        return 0
    # A head cell merged downwards, or one over several columns, has another row below it.
    first = {id(cell): cell for cell in grid[0] if cell is not None}.values()
    down = max((cell.rows for cell in first), default=1)
    across = any(1 < cell.columns < len(grid[0]) for cell in first)
    wanted = down if across else 1
    return wanted if wanted < len(grid) and wanted <= _HEAD_ROWS else 1


def _looks_like_head(grid: Grid) -> bool:
    first = [_text(cell) for cell in grid[0]]
    if any(len(text) > _HEAD_CHARS or _is_value(text) for text in first):
        return False
    if any(not text for text in first[1:]) or len(set(first)) < 2:
        return False
    known = any(_HEAD_WORDS.match(text.replace(" ", "")) for text in first)
    if len(first) > 2:
        return (
            known
            or any(_is_value(_text(cell)) for line in grid[1:] for cell in line)
            or (len(grid) > 2 and len(set(first)) == len(first))
        )
    return _SECOND_HEAD.match(first[1].replace(" ", "")) is not None


def _is_value(text: str) -> bool:
    return _VALUE.search(text) is not None and not _YEAR.match(text)


def _head_texts(grid: Grid, count: int) -> tuple[str, ...]:
    """Head of each column; that of two rows is “위 > 아래”."""
    if count == 0:
        return ()
    heads = []
    for column in range(len(grid[0])):
        parts = dict.fromkeys(_text(line[column]) for line in grid[:count])
        heads.append(" > ".join(part for part in parts if part))
    return tuple(heads)


def _row_text(line: list[Cell | None], header: tuple[str, ...]) -> str:
    groups = [
        (columns, text)
        for _, members in groupby(range(len(line)), key=lambda column: id(line[column]))
        if (columns := list(members)) and (text := _text(line[columns[0]]))
    ]
    if not groups:
        return ""
    # One cell over the whole width divides the table.
    if len(groups) == 1 and len(groups[0][0]) == len(line):
        return groups[0][1]
    if header:
        return " | ".join(_labelled(text, columns, header) for columns, text in groups)
    if len(groups) == 2 and len(line) == 2:
        return f"{groups[0][1]}: {groups[1][1]}"
    return " | ".join(text for _, text in groups)


def _labelled(text: str, columns: list[int], header: tuple[str, ...]) -> str:
    heads = dict.fromkeys(
        header[column] for column in columns if column < len(header) and header[column]
    )
    label = "·".join(heads)
    return f"{label}: {text}" if label and label != text else text


def repeated_head(cells: list[Cell], header: tuple[str, ...]) -> int:
    """How many rows at the top of a later page's table say the head again."""
    grid = _grid(cells)
    for count in range(min(_HEAD_ROWS, len(grid)), 0, -1):
        if _head_texts(grid, count) == header:
            return count
    return 0
