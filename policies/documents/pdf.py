"""PDF. PDFium says what the file is and reads plain text; pdfplumber finds the tables.

pdfplumber is slower (0.1 s a page against 5 ms), so pages beyond its share of the time and
pages it fails on give PDFium's text.
"""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from typing import Any

import pdfplumber
import pypdfium2
from pypdfium2 import raw

from policies.documents.build import Builder
from policies.documents.limits import MAX_PAGES, PDF_TABLE_SECONDS
from policies.documents.pdf_page import Line, Table, page_items
from policies.documents.tables import repeated_head
from policies.documents.text import kind_of
from policies.documents.types import (
    BlockKind,
    DocumentFailed,
    FailureCode,
    MediaType,
    ParsedDocument,
)

_HANGUL_END, _HANGUL_START = re.compile("[가-힣]$"), re.compile("^[가-힣]")
# Whole words that only go on with the one before: endings and particles.
_TAIL = re.compile(
    r"^(?:은|는|이|가|을|를|의|에|로|으로|와|과|도|만|인|한|된|할|하는|되는|하여|합니다|입니다|습니다"
    r"|니다|다|요|에서|에게|까지|부터|하고|하며|한다|된다)(?=[\s.,)]|$)"
)
_GAP = 0.75  # of a line's height: a larger gap ends the paragraph
_SHORT_LINE = 3.0  # line heights that a line ends before the widest: its paragraph is over


def read_pdf(data: bytes, *, name: str) -> ParsedDocument:
    """A PDF with page numbers; only text that the file holds is read, no picture."""
    document = _opened(data)
    count = len(document)
    if count > MAX_PAGES:
        raise DocumentFailed(FailureCode.TOO_MANY_PAGES)
    if count == 0:
        raise DocumentFailed(FailureCode.BROKEN)
    reader = _Reader()
    empty = []
    page_of = _tables_page(data, count)
    for number in range(1, count + 1):
        before = len(reader.builder)
        page = page_of(number)
        if page is None or not reader.page(page, number):
            reader.plain(_plain_text(document, number), number)
        if len(reader.builder) == before:
            empty.append(number)
    if empty and len(empty) < count:
        shown = ", ".join(str(number) for number in empty[:10])
        reader.builder.warn(f"글자가 없는 쪽이 있습니다: {shown}쪽.")
    # The stored title is that of the printing program as often as that of the document.
    return reader.builder.document(MediaType.PDF, title="", name=name)


def _opened(data: bytes) -> Any:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = getattr(error, "err_code", None) in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY)
        code = FailureCode.ENCRYPTED if locked else FailureCode.BROKEN
        raise DocumentFailed(code) from error


def _tables_page(data: bytes, count: int) -> Callable[[int], Any]:
    """Pages with their geometry, None once the time is used up or where there is no such page."""
    until = time.process_time() + PDF_TABLE_SECONDS
    try:
        pages = pdfplumber.open(io.BytesIO(data)).pages
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - pdfminer raises anything; PDFium has opened the file
        pages = []

    def page_of(number: int) -> Any:
        known = number <= len(pages) == count
        return pages[number - 1] if known and time.process_time() < until else None

    return page_of


def _plain_text(document: Any, number: int) -> str:
    page = document[number - 1]
    text = page.get_textpage().get_text_bounded()
    page.close()
    return str(text)


class _Reader:
    def __init__(self) -> None:
        self.builder = Builder()
        self._words: set[str] = set()
        self._header: tuple[str, ...] = ()
        self._open_table: Table | None = None
        self._rows = 0

    def page(self, page: Any, number: int) -> bool:
        """Lines and tables of a page in order; False where its geometry cannot be read."""
        try:
            items = page_items(page)
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001 - pdfminer raises anything
            return False
        finally:
            page.close()
        run: list[Line] = []
        for place, item in enumerate(items):
            if isinstance(item, Line):
                run.append(item)
                continue
            self._lines(run, number)
            run = []
            self._table(item, number, first=place == 0)
        self._lines(run, number)
        return True

    def plain(self, text: str, number: int) -> None:
        """Text without geometry, a line a paragraph."""
        self._open_table = None
        self.builder.warn("일부 쪽은 표를 나누지 않고 글만 읽었습니다.")
        for line in text.splitlines():
            self.builder.paragraph(line, page=number)

    def _table(self, table: Table, number: int, *, first: bool) -> None:
        open_table = self._open_table
        goes_on = first and open_table is not None and bool(self._header)
        if goes_on and open_table is not None and table.continues(open_table):
            skip = repeated_head(table.cells, self._header)
            first_row = self._rows + 1 - skip
            self.builder.table(
                table.cells, page=number, first_row=first_row, header=self._header, skip=skip
            )
            self._rows += table.height - skip
        else:
            self._header = self.builder.table(table.cells, page=number)
            self._rows = table.height
        self._open_table = table

    def _lines(self, lines: list[Line], number: int) -> None:
        if not lines:
            return
        self._open_table = None
        for line in lines:
            self._words.update(line.text.split()[1:-1])
        widest = max(line.right for line in lines)
        paragraph = ""
        for place, line in enumerate(lines):
            last = lines[place - 1] if place else None
            if last is not None and self._goes_on(paragraph, last, line, widest):
                paragraph = self._joined(paragraph, line.text)
                continue
            self.builder.paragraph(paragraph, page=number)
            paragraph = line.text
        self.builder.paragraph(paragraph, page=number)

    def _goes_on(self, paragraph: str, last: Line, line: Line, widest: float) -> bool:
        height = max(last.height, 1.0)
        if kind_of(line.text) is not BlockKind.PARAGRAPH or line.top < last.top:
            return False
        if line.top - last.bottom > _GAP * height or kind_of(paragraph) is BlockKind.HEADING:
            return False
        return widest - last.right <= _SHORT_LINE * height

    def _joined(self, before: str, after: str) -> str:
        """Two lines of a paragraph. Korean lines break within words too: the document's other
        words tell whether a word was cut."""
        tail, head = before.rsplit(" ", 1)[-1], after.split(" ", 1)[0]
        if not (_HANGUL_END.search(before) and _HANGUL_START.search(after)):
            return f"{before} {after}"
        whole = tail + head
        if whole in self._words or (_TAIL.match(head) and head not in self._words):
            return before + after
        return f"{before} {after}"
