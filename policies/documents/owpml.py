"""HWP 5 and HWPX. python-hwpx turns the binary records of HWP into the elements of HWPX (OWPML,
KS X 6101), so one reader does for both.

Neither format stores where pages break: places are paragraphs and rows of tables.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hwpx.document import HwpxDocument
from hwpx.hwp5.errors import Hwp5Error
from lxml import etree

from policies.documents.archive import check_xml, open_archive, read_member
from policies.documents.build import Builder
from policies.documents.limits import MAX_TABLE_DEPTH
from policies.documents.tables import Cell, flattened
from policies.documents.text import kind_of
from policies.documents.types import (
    BlockKind,
    DocumentFailed,
    FailureCode,
    MediaType,
    ParsedDocument,
)

_MANIFEST = "META-INF/manifest.xml"
_HEADING_LEVELS, _HEADING_CHARS = 2, 60
# Repeated on every page, or not meant to be read in the flow of the text.
_SKIPPED = {"header", "footer", "pageNum", "hiddenComment", "linesegarray", "secPr", "shapeComment"}
_IN_LINE = {"lineBreak": "\n", "tab": " ", "nbSpace": " ", "fwSpace": " ", "hyphen": "-"}
_FAILURES = {
    "hwp5-password": FailureCode.ENCRYPTED,
    "hwp5-distribution": FailureCode.ENCRYPTED,
    "hwp5-drm": FailureCode.ENCRYPTED,
    "hwp5-version-unsupported": FailureCode.OLD_FORMAT,
    "hwp5-limit-exceeded": FailureCode.ARCHIVE_BOMB,
}


def read_hwp(data: bytes, *, name: str) -> ParsedDocument:
    """An HWP 5 file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of layout that was not converted
        try:
            document = HwpxDocument.open(data)
        except Hwp5Error as error:
            raise DocumentFailed(_FAILURES.get(error.code, FailureCode.BROKEN)) from error
        return _read(document, MediaType.HWP, name)


def read_hwpx(data: bytes, *, name: str) -> ParsedDocument:
    """An HWPX file."""
    archive = open_archive(data)
    if _MANIFEST in archive.namelist():
        manifest = read_member(archive, archive.getinfo(_MANIFEST))
        if b"encryption-data" in manifest:
            raise DocumentFailed(FailureCode.ENCRYPTED)
    check_xml(archive)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _read(HwpxDocument.open(data), MediaType.HWPX, name)


def _read(document: HwpxDocument, media_type: MediaType, name: str) -> ParsedDocument:
    reader = _Reader(_outline_levels(document))
    for section in document.sections:
        reader.container(section.element)
    return reader.builder.document(media_type, title="", name=name)


@dataclass(frozen=True)
class _Outline:
    """What the paragraph shapes say: level of an outline (0 the highest), or a list item."""

    levels: dict[str, int]
    items: frozenset[str]


def _outline_levels(document: HwpxDocument) -> _Outline:
    levels: dict[str, int] = {}
    items: set[str] = set()
    for header in document.headers:
        for shape in header.element.iter():
            if _local(shape) != "paraPr":
                continue
            heading = next((node for node in shape.iter() if _local(node) == "heading"), None)
            kind = heading.get("type") if heading is not None else None
            if heading is not None and kind == "OUTLINE":
                levels[shape.get("id", "")] = _number(heading, "level", 0)
            elif kind in ("NUMBER", "BULLET"):
                items.add(shape.get("id", ""))
    return _Outline(levels, frozenset(items))


class _Reader:
    def __init__(self, outline: _Outline) -> None:
        self.builder = Builder()
        self._outline = outline

    def container(self, element: Any) -> None:
        """Paragraphs right below a section or a list of paragraphs."""
        for node in element:
            if _local(node) == "p":
                self._paragraph(node)

    def _paragraph(self, paragraph: Any) -> None:
        shape = paragraph.get("paraPrIDRef", "")
        text: list[str] = []
        for piece in _pieces(paragraph, 0):
            if isinstance(piece, str):
                text.append(piece)
                continue
            self._flush(text, shape)
            if _local(piece) == "tbl":
                self._table(piece)
            else:
                self.container(piece)
        self._flush(text, shape)

    def _flush(self, text: list[str], shape: str) -> None:
        joined = "".join(text).strip()
        text.clear()
        if joined:
            self.builder.paragraph(joined, kind=self._kind(joined, shape))

    def _kind(self, text: str, shape: str) -> BlockKind:
        kind = kind_of(text)
        level = self._outline.levels.get(shape)
        if level is not None and level < _HEADING_LEVELS and len(text) <= _HEADING_CHARS:
            return BlockKind.HEADING if kind is not BlockKind.LIST_ITEM or level == 0 else kind
        return BlockKind.LIST_ITEM if shape in self._outline.items else kind

    def _table(self, table: Any) -> None:
        for caption in _children(table, "caption"):
            for paragraphs in _children(caption, "subList"):
                self.container(paragraphs)
        self.builder.table(_cells(table, 0))


def _pieces(element: Any, depth: int) -> Iterator[Any]:
    """Text of a paragraph, and the tables and boxes anchored in it, in order."""
    if depth > MAX_TABLE_DEPTH * 4:
        raise DocumentFailed(FailureCode.TOO_DEEP)
    for node in element:
        name = _local(node)
        if name in _SKIPPED or not name:
            continue
        if name == "t":
            yield _run_text(node)
        elif name in ("tbl", "subList"):
            yield node
        else:
            yield from _pieces(node, depth + 1)


def _run_text(node: Any) -> str:
    """Text of a run with its line breaks and tabs; marks of other kinds leave their tails."""
    parts = [node.text or ""]
    for child in node:
        parts.append(_IN_LINE.get(_local(child), "") or (child.text or ""))
        parts.append(child.tail or "")
    return "".join(parts)


def _cells(table: Any, depth: int) -> list[Cell]:
    if depth > MAX_TABLE_DEPTH:
        raise DocumentFailed(FailureCode.TOO_DEEP)
    cells = []
    for row_number, row in enumerate(_children(table, "tr")):
        for column_number, cell in enumerate(_children(row, "tc")):
            address = next(_children(cell, "cellAddr"), None)
            span = next(_children(cell, "cellSpan"), None)
            text = [_list_text(part, depth) for part in _children(cell, "subList")]
            cells.append(
                Cell(
                    row=row_number if address is None else _number(address, "rowAddr", row_number),
                    column=(
                        column_number
                        if address is None
                        else _number(address, "colAddr", column_number)
                    ),
                    text="\n".join(text),
                    rows=1 if span is None else _number(span, "rowSpan", 1),
                    columns=1 if span is None else _number(span, "colSpan", 1),
                    head=cell.get("header") == "1",
                )
            )
    return cells


def _list_text(paragraphs: Any, depth: int) -> str:
    """Text of a cell, tables within it as lines."""
    lines = []
    for paragraph in _children(paragraphs, "p"):
        text = []
        for piece in _pieces(paragraph, 0):
            if isinstance(piece, str):
                text.append(piece)
            elif _local(piece) == "tbl":
                text.append(f"\n{flattened(_cells(piece, depth + 1))}\n")
            else:
                text.append(f"\n{_list_text(piece, depth + 1)}\n")
        lines.append("".join(text))
    return "\n".join(lines)


def _children(element: Any, name: str) -> Iterator[Any]:
    return (node for node in element if _local(node) == name)


def _local(node: Any) -> str:
    """Name without its namespace; "" for comments and processing instructions."""
    return etree.QName(node).localname if isinstance(node.tag, str) else ""


def _number(element: Any, name: str, default: int) -> int:
    value = element.get(name, "")
    return int(value) if value.isdecimal() and len(value) < 7 else default
