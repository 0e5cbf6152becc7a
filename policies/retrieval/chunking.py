"""Section-aware chunks: never across sections, split at list items or sentence ends."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from policies.vocabulary import Section

# Measured: about a sentence with its title finds more than a paragraph (docs/RESULTS.md).
MAX_CHARS = 160
MIN_CHARS = 40
DIGEST_CHARS = 150
DIGEST_SECTIONS = (Section.SUMMARY, Section.TARGET, Section.BENEFIT)
LABELS = {
    Section.SUMMARY: "개요",
    Section.TARGET: "지원대상",
    Section.CRITERIA: "선정기준",
    Section.BENEFIT: "지원내용",
    Section.APPLICATION: "신청방법",
    Section.DOCUMENTS: "구비서류",
    Section.CONTACT: "문의",
    Section.NOTICE: "유의사항",
    Section.FAQ: "질문과 답변",
    Section.ATTACHMENT: "붙임",
}
# A line, or a sentence inside a long line: 다./요./니다. and list marks end a piece.
_SENTENCE_END = re.compile(r"(?<=[.?!。])\s+|(?=\s[○●◦▶※①-⑳])")
_ROW = re.compile(r"\S *\| *\S")
_QUESTION = re.compile(r"^\s*(?:질문|Q\s*\d*)\s*[:.]")
# A question and its answer stay together up to this length.
MAX_ITEM_CHARS = 600


@dataclass(frozen=True)
class Chunk:
    """`start`/`end`: character offsets into the section; `text`: what is indexed."""

    section: Section
    ordinal: int
    start: int
    end: int
    text: str

    @property
    def content_hash(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def split_spans(text: str, limit: int = MAX_CHARS) -> list[tuple[int, int]]:
    """Spans of at most about `limit` characters that together cover all of `text`'s words.

    Lines are kept whole where they fit; a longer line is cut at sentence or list-item
    ends, and only a single unbroken run longer than the limit is cut at a blank. Rows of a
    table are never cut, and no span reaches over the edge of a table or of a question with
    its answer.
    """
    spans: list[tuple[int, int]] = []
    for block in _blocks(text):
        spans.extend(_packed(text, block, limit))
    return [trimmed for span in spans if (trimmed := _trim(text, *span))]


@dataclass(frozen=True)
class _Block:
    """Lines that belong together: running text, the rows of a table, a question and answer."""

    kind: Literal["text", "table", "item"]
    lines: list[tuple[int, int]]


def _blocks(text: str) -> list[_Block]:
    blocks: list[_Block] = []
    for match in re.finditer(r"[^\n]+", text):
        line = match.group()
        kind: Literal["text", "table", "item"] = "table" if _ROW.search(line) else "text"
        asks = bool(_QUESTION.match(line))
        last = blocks[-1] if blocks else None
        if asks:
            blocks.append(_Block("item", [match.span()]))
        elif last is not None and (last.kind == kind or (last.kind == "item" and kind == "text")):
            last.lines.append(match.span())
        else:
            blocks.append(_Block(kind, [match.span()]))
    return blocks


def _packed(text: str, block: _Block, limit: int) -> list[tuple[int, int]]:
    first, last = block.lines[0][0], block.lines[-1][1]
    if block.kind == "item" and last - first <= MAX_ITEM_CHARS:
        return [(first, last)]
    pieces: list[tuple[int, int]] = []
    for start, end in block.lines:
        if block.kind == "table":
            pieces.append((start, end))
        else:
            pieces.extend(_split_line(text, start, end, limit))
    spans: list[tuple[int, int]] = []
    for start, end in pieces:
        if spans and end - spans[-1][0] <= limit:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    if block.kind != "table" and len(spans) > 1 and spans[-1][1] - spans[-1][0] < MIN_CHARS:
        stop = spans.pop()[1]
        spans[-1] = (spans[-1][0], stop)
    return spans


def _table_heads(text: str) -> dict[int, str]:
    """Start of each later row of a table → its first row."""
    return {
        start: text[slice(*block.lines[0])].strip()
        for block in _blocks(text)
        if block.kind == "table"
        for start, _ in block.lines[1:]
    }


def _split_line(text: str, start: int, end: int, limit: int) -> list[tuple[int, int]]:
    if end - start <= limit:
        return [(start, end)]
    cuts = [start, *(m.end() for m in _SENTENCE_END.finditer(text, start, end)), end]
    pieces: list[tuple[int, int]] = []
    for low, high in pairwise(cuts):
        while high - low > limit:
            blank = text.rfind(" ", low + limit // 2, low + limit)
            cut = blank if blank > low else low + limit
            pieces.append((low, cut))
            low = cut
        if high > low:
            pieces.append((low, high))
    return pieces


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if end > start else None


def chunk_policy(
    title: str, sections: dict[Section, str], *, keywords: list[str] | None = None
) -> list[Chunk]:
    """Chunks of a policy, the title in front of each.

    The first is a digest of the whole (start = end = 0, no span of its own): title,
    everyday words and the openings of the main sections. People describe a situation,
    not a section; measured on casual questions it finds 4 to 5 points more.
    """
    digest = [text[:DIGEST_CHARS] for s in DIGEST_SECTIONS if (text := sections.get(s, "").strip())]
    if keywords:
        digest.append(", ".join(keywords))
    chunks = [Chunk(Section.SUMMARY, 0, 0, 0, "\n".join([title, *digest]))]
    for section in Section:
        text = sections.get(section, "")
        heads = _table_heads(text)
        for start, end in split_spans(text):
            head = f"{heads[start]}\n" if start in heads else ""
            body = f"{title}\n{LABELS[section]}: {head}{text[start:end]}"
            chunks.append(Chunk(section, len(chunks), start, end, body))
    return chunks
