"""DOCX. python-docx opens the package and knows the styles; its elements are walked here, since
content controls, text boxes and tracked insertions would be passed over otherwise."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import docx
from docx.oxml.ns import qn

from policies.documents.archive import check_xml, open_archive
from policies.documents.build import Builder
from policies.documents.limits import MAX_COLUMNS, MAX_TABLE_DEPTH
from policies.documents.tables import Cell, flattened
from policies.documents.types import (
    BlockKind,
    DocumentFailed,
    FailureCode,
    MediaType,
    ParsedDocument,
)

_P, _TBL, _T, _TC, _TR = qn("w:p"), qn("w:tbl"), qn("w:t"), qn("w:tc"), qn("w:tr")
_BREAKS = {qn("w:br"), qn("w:cr")}
_BLANKS = {qn("w:tab"), qn("w:noBreakHyphen")}
_PAGE_MARK = qn("w:lastRenderedPageBreak")
_BOX = qn("w:txbxContent")
# Deleted text, and the second version of drawings for old readers.
_SKIPPED = {qn("w:del"), qn("w:moveFrom"), qn("w:pPr"), qn("w:rPr")}
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_HEADING_STYLES = ("heading", "제목", "title", "개요")


def read_docx(data: bytes, *, name: str) -> ParsedDocument:
    """A Word file. Pages are known only where Word left its marks of them."""
    check_xml(open_archive(data))
    document = docx.Document(io.BytesIO(data))
    body = document.element.body
    reader = _Reader(_style_names(document), paged=next(body.iter(_PAGE_MARK), None) is not None)
    reader.container(body, 0)
    title = document.core_properties.title or ""
    return reader.builder.document(MediaType.DOCX, title=title, name=name)


def _style_names(document: Any) -> dict[str, str]:
    return {style.style_id: (style.name or "").lower() for style in document.styles}


class _Reader:
    def __init__(self, styles: dict[str, str], *, paged: bool) -> None:
        self.builder = Builder()
        self._styles = styles
        self._page = 1 if paged else None

    def container(self, element: Any, depth: int) -> None:
        """Paragraphs and tables below `element`, those in content controls too."""
        if depth > MAX_TABLE_DEPTH * 4:
            raise DocumentFailed(FailureCode.TOO_DEEP)
        for node in element:
            if node.tag == _P:
                self._paragraph(node, depth)
            elif node.tag == _TBL:
                self._table(node)
            elif node.tag not in _SKIPPED:
                self.container(node, depth + 1)

    def _paragraph(self, paragraph: Any, depth: int) -> None:
        text: list[str] = []
        boxes: list[Any] = []
        kind = _kind(paragraph, self._styles)
        for piece in _pieces(paragraph):
            if isinstance(piece, str):
                text.append(piece)
            elif piece.tag == _BOX:
                boxes.append(piece)
            elif self._page is not None:
                # A paragraph that runs over the break is found where it begins.
                if "".join(text).strip():
                    self.builder.paragraph("".join(text), kind=kind, page=self._page)
                    text.clear()
                self._page += 1
        self.builder.paragraph("".join(text), kind=kind, page=self._page)
        for box in boxes:
            self.container(box, depth + 1)

    def _table(self, table: Any) -> None:
        self.builder.table(_cells(table, 0), page=self._page)
        if self._page is not None:
            self._page += sum(1 for _ in table.iter(_PAGE_MARK))


def _kind(paragraph: Any, styles: dict[str, str]) -> BlockKind | None:
    properties = paragraph.pPr
    if properties is None:
        return None
    style = properties.pStyle
    name = styles.get(style.val, "") if style is not None else ""
    if name.startswith(_HEADING_STYLES):
        return BlockKind.HEADING
    listed = properties.numPr is not None or name.startswith(("list", "목록"))
    return BlockKind.LIST_ITEM if listed else None


def _pieces(element: Any) -> Iterator[Any]:
    """Text, page marks and text boxes of a paragraph, in order."""
    for node in element:
        tag = node.tag
        if tag in _SKIPPED or tag == _FALLBACK:
            continue
        if tag == _T:
            yield node.text or ""
        elif tag in _BREAKS:
            yield "\n"
        elif tag in _BLANKS:
            yield " "
        elif tag in (_BOX, _PAGE_MARK):
            yield node
        else:
            yield from _pieces(node)


def _cells(table: Any, depth: int) -> list[Cell]:
    """Cells of a table. Word marks cells merged downwards in each of their rows."""
    if depth > MAX_TABLE_DEPTH:
        raise DocumentFailed(FailureCode.TOO_DEEP)
    cells: list[Cell] = []
    open_above: dict[int, int] = {}
    for row_number, row in enumerate(_inside(table, _TR)):
        properties = row.find(qn("w:trPr"))
        head = properties is not None and properties.find(qn("w:tblHeader")) is not None
        column = _grid_before(properties)
        for cell in _inside(row, _TC):
            width = min(max(cell.grid_span, 1), MAX_COLUMNS)
            if cell.vMerge == "continue" and column in open_above:
                place = open_above[column]
                above = cells[place]
                cells[place] = Cell(
                    above.row, above.column, above.text, above.rows + 1, above.columns, above.head
                )
            else:
                open_above.pop(column, None)
                if cell.vMerge == "restart":
                    open_above[column] = len(cells)
                cells.append(Cell(row_number, column, _cell_text(cell, depth), 1, width, head))
            column += width
    return cells


def _inside(element: Any, tag: str) -> Iterator[Any]:
    """Rows or cells below `element`, those in content controls too."""
    for node in element:
        if node.tag == tag:
            yield node
        elif node.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:ins")):
            yield from _inside(node, tag)


def _grid_before(properties: Any) -> int:
    skipped = properties.find(qn("w:gridBefore")) if properties is not None else None
    value = skipped.get(qn("w:val"), "0") if skipped is not None else "0"
    return min(int(value), MAX_COLUMNS) if value.isdecimal() else 0


def _cell_text(element: Any, depth: int) -> str:
    lines = []
    for node in element:
        if node.tag == _P:
            text = []
            for piece in _pieces(node):
                if isinstance(piece, str):
                    text.append(piece)
                elif piece.tag == _BOX:
                    text.append(f"\n{_cell_text(piece, depth + 1)}\n")
            lines.append("".join(text))
        elif node.tag == _TBL:
            lines.append(flattened(_cells(node, depth + 1)))
        elif node.tag not in _SKIPPED:
            lines.append(_cell_text(node, depth))
    return "\n".join(lines)
