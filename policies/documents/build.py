"""Blocks put together into a document with offsets."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from policies.documents.limits import MAX_BLOCKS, MAX_TEXT
from policies.documents.tables import Cell, is_single_column, table_rows
from policies.documents.text import clean, kind_of, one_line
from policies.documents.types import (
    Block,
    BlockKind,
    DocumentFailed,
    FailureCode,
    Location,
    MediaType,
    ParsedDocument,
)

_QUESTION = re.compile(r"(?:Q\s?\d{0,3}\s?[.):]|(?:문|질문|물음)\s?\d{0,3}\s?[.):])\s?\S")
_ANSWER = re.compile(r"(?:A\s?\d{0,3}\s?[.):]|(?:답|답변)\s?\d{0,3}\s?[.):])\s?\S")
_FAQ_CHARS = 1_500
_TITLE_CHARS = 120


@dataclass(frozen=True)
class _Piece:
    kind: BlockKind
    text: str
    location: Location
    header: tuple[str, ...] = ()


class Builder:
    """Collects the pieces of a document in reading order."""

    def __init__(self) -> None:
        self._pieces: list[_Piece] = []
        self._chars = 0
        self._paragraphs = 0
        self._tables = 0
        self.warnings: list[str] = []

    def __len__(self) -> int:
        return len(self._pieces)

    def paragraph(
        self,
        text: str,
        *,
        kind: BlockKind | None = None,
        page: int | None = None,
        sheet: str = "",
        row: int | None = None,
    ) -> None:
        """A paragraph; `kind` None = judged by how the text begins. Blank text adds nothing."""
        text = clean(text)
        if not text:
            return
        self._paragraphs += 1
        place = Location(page=page, sheet=sheet, row=row, paragraph=self._paragraphs)
        self._add(_Piece(kind or kind_of(text), text, place))

    def table(
        self,
        cells: list[Cell],
        *,
        page: int | None = None,
        sheet: str = "",
        first_row: int = 1,
        header: tuple[str, ...] | None = None,
        skip: int = 0,
    ) -> tuple[str, ...]:
        """Rows of a table; a table of one column only frames paragraphs and gives those.

        `header`: head cells of the table that this one goes on with, the first `skip` rows of
        it repeating them. Returns the head cells in force.
        """
        if is_single_column(cells):
            for cell in sorted(cells, key=lambda cell: cell.row):
                for line in clean(cell.text).split("\n"):
                    self.paragraph(line, page=page, sheet=sheet)
            return ()
        if header is None:
            self._tables += 1
        rows, head = table_rows(cells, header=header, skip=skip)
        for row in rows:
            place = Location(
                page=page, sheet=sheet, table=max(self._tables, 1), row=first_row + row.index
            )
            self._add(_Piece(BlockKind.TABLE_ROW, row.text, place, head))
        return head

    def warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)

    def document(self, media_type: MediaType, *, title: str, name: str) -> ParsedDocument:
        """The whole. Raises DocumentFailed(no_text) where nothing was found."""
        pieces = _with_faq(self._pieces)
        if not any(char.isalnum() for piece in pieces for char in piece.text):
            raise DocumentFailed(FailureCode.NO_TEXT)
        blocks: list[Block] = []
        position = 0
        for piece in pieces:
            end = position + len(piece.text)
            blocks.append(
                Block(piece.kind, piece.text, piece.location, position, end, piece.header)
            )
            position = end + 1
        return ParsedDocument(
            media_type=media_type,
            title=one_line(title)[:_TITLE_CHARS] or _title(pieces, name),
            text="\n".join(piece.text for piece in pieces),
            blocks=tuple(blocks),
            warnings=tuple(self.warnings),
        )

    def _add(self, piece: _Piece) -> None:
        if not piece.text:
            return
        self._chars += len(piece.text) + 1
        if self._chars > MAX_TEXT or len(self._pieces) >= MAX_BLOCKS:
            raise DocumentFailed(FailureCode.OUTPUT_TOO_LARGE)
        self._pieces.append(piece)


def _title(pieces: list[_Piece], name: str) -> str:
    for piece in pieces[:20]:
        if piece.kind is BlockKind.HEADING and len(piece.text) <= _TITLE_CHARS:
            return piece.text
    return PurePosixPath(name).stem


def _with_faq(pieces: list[_Piece]) -> list[_Piece]:
    """A question and its answer become one piece: apart, neither says anything."""
    out: list[_Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        if piece.kind is not BlockKind.TABLE_ROW and last is not None:
            short = len(last.text) + len(piece.text) < _FAQ_CHARS
            answers = _is_open_question(last) and _ANSWER.match(piece.text)
            goes_on = last.kind is BlockKind.FAQ and piece.kind is BlockKind.LIST_ITEM
            if short and (answers or (goes_on and not _QUESTION.match(piece.text))):
                joined = f"{last.text}\n{piece.text}"
                out[-1] = replace(last, kind=BlockKind.FAQ, text=joined)
                continue
        out.append(piece)
    return out


def _is_open_question(piece: _Piece) -> bool:
    plain = piece.kind not in (BlockKind.FAQ, BlockKind.TABLE_ROW)
    return plain and _QUESTION.match(piece.text) is not None
