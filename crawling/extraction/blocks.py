"""Content of a page in reading order: headings, paragraphs, list items and table rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from crawling.extraction.page import Element, words_of
from crawling.extraction.tables import is_layout, own_cells, read_table
from crawling.text import clean_text

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main",
    "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead",
    "tr", "ul", "caption", "legend",
}  # fmt: skip
_BOLD = {"strong", "b", "em"}
_BULLET = re.compile(
    r"^\s*(?:[○◦❍●ㅇ□■◎▪▶►❖·•※☞◆◇▲△∙*+①-⑳⑴-⑽]|[-–—]\s?|\(?\d{1,2}[.)]|[가-하][.)]|<|\[|【)"
)
_MARKS = ("○", "-", "·")
_LABEL_LEVEL = 7
_BOLD_LEVEL = 6
_BOLD_CHARS = 30
_POSTER_CHARS = 20
_SENTENCE_END = re.compile(r"[.다요!]\s*$|[:：]\s*\S")
_DEPTH = 200
_NO_PICTURE = re.compile(
    r"\.(?:gif|jpe?g|png|bmp)$|^(?:이미지|사진|아이콘|로고|화살표)\s?\d*$", re.IGNORECASE
)


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"


@dataclass(frozen=True)
class PageBlock:
    """`level`: of a heading from 1 (7: the label of a list of terms), of an item its depth."""

    kind: BlockKind
    text: str
    level: int = 0


@dataclass
class _Pending:
    """Text gathered since the last block ended."""

    parts: list[tuple[str, bool]] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)

    def add(self, text: str | None, *, bold: bool) -> None:
        if text:
            self.parts.append((text, bold))


def page_blocks(root: Element) -> list[PageBlock]:
    """Blocks under `root`; one that repeats the block before it is left out."""
    reader = _Reader()
    reader.read(root, 0)
    reader.flush()
    return reader.blocks


def element_text(root: Element) -> str:
    """Text of an element, a block a line."""
    return "\n".join(block.text for block in page_blocks(root))


class _Reader:
    def __init__(self) -> None:
        self.blocks: list[PageBlock] = []
        self.pending = _Pending()
        self.kind = BlockKind.PARAGRAPH
        self.level = 0
        self.lists: list[int | None] = []
        self.marker = ""

    def read(self, element: Element, depth: int, *, bold: bool = False) -> None:
        """An element with all inside of it; what is nested too deep is taken as plain text."""
        tag = element.tag.lower()
        if depth > _DEPTH:
            self.pending.add(" ".join(element.itertext()), bold=False)
        elif tag == "br":
            self.pending.add("\n", bold=bold)
        elif tag == "img":
            self._picture(element)
        elif tag == "table" and not is_layout(element):
            self._table(element)
        elif tag in _HEADINGS or element.get("role") == "heading":
            self._block(element, depth, BlockKind.HEADING, _HEADINGS.get(tag, 4))
        elif tag in ("dt", "summary", "caption", "legend"):
            self._block(element, depth, BlockKind.HEADING, _LABEL_LEVEL)
        elif tag in ("ul", "ol"):
            self._list(element, depth)
        elif tag == "li":
            self._item(element, depth)
        elif tag in _BLOCKS:
            self.flush()
            self._children(element, depth, bold=bold)
            self.flush()
        else:
            self._children(element, depth, bold=bold or tag in _BOLD)

    def flush(self) -> None:
        """End the block that is being read."""
        pending, self.pending = self.pending, _Pending()
        if not pending.parts and not pending.pictures:
            return
        raw = "".join(_spaced(text) for text, _ in pending.parts)
        text = clean_text("\n".join(" ".join(line.split()) for line in raw.split("\n")))
        text = re.sub(r"\n+", "\n", text)
        kind, level = self.kind, self.level
        if not text:
            text = _picture_text(pending.pictures, heading=kind is BlockKind.HEADING)
        if not text:
            return
        if kind is not BlockKind.HEADING and _is_label(text, pending.parts):
            kind, level = BlockKind.HEADING, _BOLD_LEVEL
        elif kind is BlockKind.ITEM:
            text, self.marker = _marked(text, self.marker), ""
        block = PageBlock(kind, text, level)
        if not self.blocks or self.blocks[-1] != block:
            self.blocks.append(block)

    def _children(self, element: Element, depth: int, *, bold: bool = False) -> None:
        self.pending.add(element.text, bold=bold)
        for child in element:
            self.read(child, depth + 1, bold=bold)
            self.pending.add(child.tail, bold=bold)

    def _block(self, element: Element, depth: int, kind: BlockKind, level: int) -> None:
        self.flush()
        before = self.kind, self.level
        self.kind, self.level = kind, level
        self._children(element, depth)
        self.flush()
        self.kind, self.level = before

    def _list(self, element: Element, depth: int) -> None:
        self.flush()
        numbered = element.tag.lower() == "ol" and "list-style" not in words_of(element)
        self.lists.append(0 if numbered else None)
        self._children(element, depth)
        self.flush()
        self.lists.pop()

    def _item(self, element: Element, depth: int) -> None:
        self.flush()
        before = self.kind, self.level, self.marker
        self.kind, self.level = BlockKind.ITEM, max(len(self.lists), 1)
        self.marker = _MARKS[min(self.level, len(_MARKS)) - 1]
        if self.lists and (count := self.lists[-1]) is not None:
            self.lists[-1] = count + 1
            self.marker = f"{count + 1}."
        self._children(element, depth)
        self.flush()
        self.kind, self.level, self.marker = before

    def _table(self, element: Element) -> None:
        self.flush()
        table = read_table(element, element_text)
        if table.caption and len(own_cells(element)) > 1:
            self._caption(table.caption)
        self.blocks += [PageBlock(BlockKind.ROW, text) for text in table.rows]

    def _caption(self, caption: str) -> None:
        """A caption that only says again what stands above it is no block of its own."""
        said = {re.sub(r"\W", "", block.text) for block in self.blocks[-3:]}
        if re.sub(r"\W", "", caption) not in said and len(caption) <= _BOLD_CHARS:
            self.blocks.append(PageBlock(BlockKind.HEADING, caption, _LABEL_LEVEL))

    def _picture(self, element: Element) -> None:
        alternative = clean_text(element.get("alt", ""))
        if alternative and not _NO_PICTURE.search(alternative):
            self.pending.pictures.append(alternative)


def _spaced(text: str) -> str:
    return text if text == "\n" else re.sub(r"\s+", " ", text)


def _picture_text(pictures: list[str], *, heading: bool) -> str:
    """What pictures say in place of text: a title that is drawn, or a poster written out."""
    if heading:
        return " ".join(pictures)
    return "\n".join(text for text in pictures if len(text) >= _POSTER_CHARS)


def _is_label(text: str, parts: list[tuple[str, bool]]) -> bool:
    """Whether a short block in bold letters stands above others as a heading does."""
    whole = all(bold for part, bold in parts if part.strip())
    return (
        whole
        and len(text) <= _BOLD_CHARS
        and "\n" not in text
        and _SENTENCE_END.search(text) is None
    )


def _marked(text: str, marker: str) -> str:
    return text if not marker or _BULLET.match(text) else f"{marker} {text}"
