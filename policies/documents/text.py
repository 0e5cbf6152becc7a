"""Cleaning of text and names out of documents."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

from policies.documents.types import BlockKind

# Digits, letters and percent of full width read and search like the plain ones; marks such as
# ～ and （ are kept as written.
_FULL_WIDTH = {
    code: code - 0xFEE0
    for code in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B), 0xFF05)
}
_REMOVED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ufeff\ud800-\udfff\ufffe\uffff]"
)
# Bullets of symbol fonts (Wingdings, Hancom) stand in the private use area.
_PRIVATE = re.compile("[\ue000-\uf8ff]|[\U000f0000-\U0010fffd]")
_BLANKS = re.compile(r"[^\S\n]+")
_HANGUL = re.compile("[가-힣]")
_LIST_ITEM = re.compile(
    r"(?:[○●◦◎▶▷►※①-⑳❍□■◆◇▪▫·•‣∙ㆍㅇ*+–-]\s*\S|[oO]\s+[가-힣]|[가-하][.)]\s|\(?\d{1,2}[.)]\s|\([가-하]\))"
)
# A Roman numeral, or 제1조.
_HEADING = re.compile(r"(?:[\u2160-\u216b]+\s*[.,]?\s|제\s?\d{1,3}\s?[장절조](?:의\d+)?(?:\s|\())")
_HEADING_CHARS = 60


def clean(text: str) -> str:
    """Composed Hangul, plain blanks, no control characters; lines stay lines."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _PRIVATE.sub("·", _REMOVED.sub("", text)).translate(_FULL_WIDTH)
    lines = (_BLANKS.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def one_line(text: str) -> str:
    """Cleaned text in one line."""
    return clean(text).replace("\n", " ")


def clean_name(name: str) -> str:
    """File name without its folders, composed (macOS sends NFD), CP949 misread as Latin-1
    repaired; at most 200 characters, the ending kept."""
    name = PurePosixPath(name.replace("\\", "/")).name
    name = one_line(_repaired(name))
    if len(name) > 200:
        ending = PurePosixPath(name).suffix[:10]
        name = name[: 200 - len(ending)] + ending
    return name or "이름 없는 파일"


def _repaired(name: str) -> str:
    if not any(0x80 <= ord(char) <= 0xFF for char in name):
        return name
    try:
        fixed = name.encode("latin-1").decode("cp949")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return name
    return fixed if _HANGUL.search(fixed) else name


def kind_of(text: str) -> BlockKind:
    """Kind of a paragraph by how it begins, where the format does not say."""
    if len(text) <= _HEADING_CHARS and _HEADING.match(text):
        return BlockKind.HEADING
    return BlockKind.LIST_ITEM if _LIST_ITEM.match(text) else BlockKind.PARAGRAPH
