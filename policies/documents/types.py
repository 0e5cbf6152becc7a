"""What a read document is, and how reading one can fail."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class MediaType(StrEnum):
    """Formats that are read; the values are the registered media types."""

    PDF = "application/pdf"
    HWP = "application/x-hwp"
    HWPX = "application/hwp+zip"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    TABLE_ROW = "table_row"
    LIST_ITEM = "list_item"
    FAQ = "faq"


class FailureCode(StrEnum):
    EMPTY = "empty"
    TOO_LARGE = "too_large"
    UNSUPPORTED = "unsupported"
    OLD_FORMAT = "old_format"
    ENCRYPTED = "encrypted"
    NO_TEXT = "no_text"
    BROKEN = "broken"
    ARCHIVE_BOMB = "archive_bomb"
    HOSTILE_XML = "hostile_xml"
    TOO_MANY_PAGES = "too_many_pages"
    TOO_DEEP = "too_deep"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    OUTPUT_TOO_LARGE = "output_too_large"
    BUSY = "busy"


MESSAGES: dict[str, str] = {
    FailureCode.EMPTY: "빈 파일입니다.",
    FailureCode.TOO_LARGE: "파일이 너무 커서 읽지 않았습니다.",
    FailureCode.UNSUPPORTED: "읽을 수 없는 형식입니다. PDF, HWP, HWPX, DOCX, XLSX만 읽습니다.",
    FailureCode.OLD_FORMAT: (
        "오래된 형식(한글 3.x, DOC, XLS)이라 읽을 수 없습니다. 새 형식으로 다시 저장해 주세요."
    ),
    FailureCode.ENCRYPTED: "암호가 걸려 있거나 배포용으로 잠긴 문서라 읽을 수 없습니다.",
    FailureCode.NO_TEXT: "글자가 없는 문서입니다. 스캔한 그림일 수 있습니다.",
    FailureCode.BROKEN: "파일이 손상되어 읽을 수 없습니다.",
    FailureCode.ARCHIVE_BOMB: "압축을 풀면 지나치게 커지는 파일이라 읽지 않았습니다.",
    FailureCode.HOSTILE_XML: "문서 안에 허용하지 않는 XML 선언이 있어 읽지 않았습니다.",
    FailureCode.TOO_MANY_PAGES: "쪽이나 표가 너무 많아 읽지 않았습니다.",
    FailureCode.TOO_DEEP: "표가 지나치게 깊이 겹쳐 있어 읽지 않았습니다.",
    FailureCode.TIMEOUT: "정해진 시간 안에 읽지 못했습니다.",
    FailureCode.MEMORY: "읽는 데 메모리가 지나치게 많이 들어 멈췄습니다.",
    FailureCode.CRASHED: "읽는 도중 프로그램이 멈췄습니다.",
    FailureCode.OUTPUT_TOO_LARGE: "문서의 글이 너무 많아 담지 않았습니다.",
    FailureCode.BUSY: "다른 파일을 읽는 중이라 기다리다 멈췄습니다. 다시 시도해 주세요.",
}


class DocumentFailed(Exception):
    """A document that could not be read; `message` is a Korean sentence for people."""

    def __init__(self, code: FailureCode, note: str = "") -> None:
        self.code = code
        self.note = note
        self.message = f"{MESSAGES[code]} {note}".strip()
        super().__init__(f"{code}: {self.message}")


@dataclass(frozen=True)
class Location:
    """Where a block stands, counted from 1 as people do; None or "" = the format has none.

    `row` is the row of the sheet in a workbook, else the row of table number `table`.
    """

    page: int | None = None
    sheet: str = ""
    table: int | None = None
    row: int | None = None
    paragraph: int | None = None

    def label(self) -> str:
        """Address for people: “3쪽”, “‘기준’ 시트 5행”, “표 2의 3행”, “12번째 문단”."""
        if self.page is not None:
            return f"{self.page}쪽"
        if self.sheet:
            return f"‘{self.sheet}’ 시트" + (f" {self.row}행" if self.row else "")
        if self.table is not None and self.row is not None:
            return f"표 {self.table}의 {self.row}행"
        return f"{self.paragraph}번째 문단" if self.paragraph else ""


@dataclass(frozen=True)
class Block:
    """`start`/`end`: offsets of `text` in the document's text. `header`: a row's head cells."""

    kind: BlockKind
    text: str
    location: Location
    start: int
    end: int
    header: tuple[str, ...] = ()


@dataclass(frozen=True)
class ParsedDocument:
    """A document in reading order; `text[block.start:block.end] == block.text`."""

    media_type: MediaType
    title: str
    text: str
    blocks: tuple[Block, ...]
    warnings: tuple[str, ...] = field(default=())


def document_to_data(document: ParsedDocument) -> dict[str, Any]:
    """JSON-serialisable form."""
    return {
        "media_type": document.media_type.value,
        "title": document.title,
        "text": document.text,
        "blocks": [block_to_data(block) for block in document.blocks],
        "warnings": list(document.warnings),
    }


def document_from_data(data: Any) -> ParsedDocument:
    """The document again. Raises ValueError, TypeError or KeyError for anything else: the data
    comes from a process that read a file from outside."""
    text = _string(data["text"])
    blocks = tuple(block_from_data(row, text) for row in data["blocks"])
    return ParsedDocument(
        media_type=MediaType(data["media_type"]),
        title=_string(data["title"]),
        text=text,
        blocks=blocks,
        warnings=tuple(_string(warning) for warning in data["warnings"]),
    )


def block_to_data(block: Block) -> dict[str, Any]:
    """JSON form without the text, which `start` and `end` point into."""
    place = block.location
    return {
        "kind": block.kind.value,
        "start": block.start,
        "end": block.end,
        "page": place.page,
        "sheet": place.sheet,
        "table": place.table,
        "row": place.row,
        "paragraph": place.paragraph,
        "header": list(block.header),
    }


def block_from_data(row: Any, text: str) -> Block:
    """The block again, within `text`. Raises as `document_from_data` does."""
    start, end = row["start"], row["end"]
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(text)):
        raise ValueError("block outside of the text")
    numbers = {key: row[key] for key in ("page", "table", "row", "paragraph")}
    for number in numbers.values():
        if number is not None and not (isinstance(number, int) and 0 < number < 10_000_000):
            raise ValueError("location is no number")
    return Block(
        kind=BlockKind(row["kind"]),
        text=text[start:end],
        location=Location(sheet=_string(row["sheet"]), **numbers),
        start=start,
        end=end,
        header=tuple(_string(cell) for cell in row["header"]),
    )


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    if "\x00" in value:
        raise ValueError("NUL in a text")
    value.encode()
    return value
