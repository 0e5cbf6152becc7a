"""Pieces of an attachment for the index: never across pages, sheets or tables, rows whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from policies.documents.types import Block, BlockKind
from policies.retrieval.chunking import MAX_CHARS, Chunk, split_spans
from policies.vocabulary import Section


@dataclass(frozen=True)
class ReadAttachment:
    """What the index needs of a stored attachment."""

    name: str
    text: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class AttachmentChunk:
    """`chunk.start`/`chunk.end` are offsets into the attachment's text; `label` its place."""

    chunk: Chunk
    page: int | None
    label: str


def attachment_chunks(
    title: str, attachment: ReadAttachment, *, first: int = 0
) -> list[AttachmentChunk]:
    """Chunks with the policy's title, the file's name and the place in front of each,
    numbered from `first`.

    Paragraphs are gathered up to the size of a chunk, heading first; rows of one table too.
    Only a row or paragraph longer than that is cut, at sentence ends where there are any.
    """
    chunks: list[AttachmentChunk] = []
    for blocks in _gathered(attachment.blocks):
        label = _label(blocks)
        head = f"{title}\n붙임 {attachment.name}" + (f" {label}" if label else "")
        start, end = blocks[0].start, blocks[-1].end
        for low, high in _spans(attachment.text[start:end], blocks):
            body = f"{head}: {attachment.text[start + low : start + high]}"
            number = first + len(chunks)
            chunk = Chunk(Section.ATTACHMENT, number, start + low, start + high, body)
            chunks.append(AttachmentChunk(chunk, blocks[0].location.page, label))
    return chunks


def _gathered(blocks: tuple[Block, ...]) -> Iterator[list[Block]]:
    for _, members in groupby(blocks, key=_place):
        group: list[Block] = []
        for block in members:
            size = block.end - group[0].start if group else 0
            if group and (block.kind is BlockKind.HEADING or size > MAX_CHARS):
                yield group
                group = []
            group.append(block)
        if group:
            yield group


def _place(block: Block) -> tuple[object, ...]:
    """Blocks of one place may stand in one chunk; a question stands alone."""
    place = block.location
    table = place.table if block.kind is BlockKind.TABLE_ROW else None
    alone = block.start if block.kind is BlockKind.FAQ else None
    return (place.page, place.sheet, table, alone)


def _spans(text: str, blocks: list[Block]) -> list[tuple[int, int]]:
    """One block alone may be too long; several together never are."""
    if len(text) <= MAX_CHARS or len(blocks) > 1:
        return [(0, len(text))]
    return split_spans(text)


def _label(blocks: list[Block]) -> str:
    """Address of the first block, up to that of the last: “표 2의 3행~5행”."""
    first, last = blocks[0].location, blocks[-1].location
    label = first.label()
    if first.page is not None or first == last or not label:
        return label
    end = f"{last.row}행" if last.row is not None else f"{last.paragraph}번째 문단"
    return f"{label}~{end}"
