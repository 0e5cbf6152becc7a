"""Published text made plain: entities decoded for good, line structure and bullets kept."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

# With the semicolon only: `html.unescape` also turns the "&reg" of "?a=1&region=2" into "®".
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_MAX_ENTITY_DEPTH = 8

MAX_URL = 500
_check_url = URLValidator(schemes=["http", "https"])

_BLOCK_TAGS = "p|div|li|ul|ol|tr|table|thead|tbody|h[1-6]|dl|dt|dd|section|article|blockquote|hr"
_INLINE_TAGS = (
    "a|abbr|b|big|code|col|colgroup|del|em|font|i|img|ins|label|mark|s|small|span|strike|strong"
    "|sub|sup|td|th|u|center|input|button|o:p|body|html|head|meta|link|title|nobr"
)
_HIDDEN = re.compile(r"<!--.*?-->|<(script|style)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(rf"<(?:br|/?(?:{_BLOCK_TAGS}))(?:\s[^<>]*)?/?>", re.IGNORECASE)
_TAG = re.compile(rf"</?(?:{_INLINE_TAGS})(?:\s[^<>]*)?/?>", re.IGNORECASE)

# Bullets of 한글 documents and Wingdings, which have no glyph outside them.
_PRIVATE_USE = {
    0xF06D: "❍",
    0xF076: "❖",
    0xF09E: "·",
    0xF09F: "•",
    0xF0A0: "·",
    0xF0A7: "▪",
    0xF02EF: "·",
    0xF02FC: "▶",
    0xF03C5: "□",
    **{0xF081 + number: chr(0x2460 + number) for number in range(10)},
}
_SPACES = dict.fromkeys([0x09, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_LINE_ENDS = dict.fromkeys([0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029], "\n")
_INVISIBLE = dict.fromkeys(
    [
        *range(0x09),
        *range(0x0E, 0x20),
        *range(0x7F, 0x85),
        *range(0x86, 0xA0),
        *(0xAD, 0x180E, 0x2060, 0x3164, 0xFEFF, 0xFFFD),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    ]
)
_CHARACTERS: dict[int, str | None] = {**_INVISIBLE, **_SPACES, **_LINE_ENDS, **_PRIVATE_USE}
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLANK_LINES = re.compile(r"\n{3,}")

_PLEASE = r"(?:함|합니다|하세요|해주세요|하십시오|(?:해|하여)?(?:주)?(?:하)?시기바랍니다|바람)?"
_NO_CONTENT = re.compile(
    r"(?:해당(?:사항|내용)?(?:이|은)?)?(?:없음|없습니다)|해당무|제한없음|null|none|n/?a"
    r"|지원대상(?:기준)?(?:및|과|와|의)?(?:신청방법|선정기준)?(?:의)?(?:내용)?(?:을|를|과|와)?"
    rf"(?:참고|참조|동일){_PLEASE}"
    r"|(?:상세|자세한)?(?:내용|사항)?(?:은|는)?(?:복지로|붙임|첨부|하단|상단|아래)(?:파일|상세|내용)?"
    rf"(?:을|를)?(?:참고|참조|확인){_PLEASE}",
    re.IGNORECASE,
)
_NO_MEANING = re.compile(r"[\s○◦❍●ㅇ□■◎▪▶❖·•※☞*\-–—―~.,:;/_()（）]+")

_PHONE = re.compile(
    r"^(?:\d{2,4}[-)]\s?)?\d{3,4}-\d{4}|^0\d{1,2}-\d{3,4}(?!\d)|^\d{3,4}(?:\(|$)|^(?!0+$)\d{7,11}$"
)
_DOUBLED = re.compile(r"(.{4,}) \1")
_NO_PHONE = re.compile(r"[/ ](?:0+|[.\-])$")
_HOST = re.compile(r"^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}(?:[:/?#]\S*)?$")


def clean_text(raw: object) -> str:
    """Plain text of a published value; None is "".

    Entities are decoded until nothing changes (`&amp;#9312;` → ①), markup is dropped, words in
    angle brackets that are no HTML (`<월세 거주>`) stay. NFC; \\n line ends; ordinary spaces;
    no trailing blanks; at most one blank line in a row.
    """
    if raw is None:
        return ""
    text = _decoded(_SURROGATE.sub("", str(raw)))
    text = _without_markup(text)
    text = text.replace("\r\n", "\n").translate(_CHARACTERS)
    text = unicodedata.normalize("NFC", text)
    text = "\n".join(line.rstrip() for line in text.split("\n"))
    return _BLANK_LINES.sub("\n\n", text).strip()


def clean_line(raw: object) -> str:
    """As `clean_text`, on one line with single spaces (names, codes, agencies)."""
    return " ".join(clean_text(raw).split())


def content_or_empty(raw: object) -> str:
    """As `clean_text`, but "" for what only fills the field (「해당없음」, 「-」 …)."""
    text = clean_text(raw)
    return "" if is_placeholder(text) else text


def is_placeholder(text: str) -> bool:
    """Whether a text says nothing by itself: empty, dashes, 「해당없음」, 「지원대상과 동일」."""
    core = _NO_MEANING.sub("", text)
    return not core or (len(core) <= 40 and _NO_CONTENT.fullmatch(core) is not None)


def clean_url(raw: object) -> str:
    """A valid http(s) address of at most 500 characters, else "". A bare host gets http://."""
    text = clean_text(raw)
    if len(text.split()) != 1:
        return ""
    if _HOST.match(text):
        text = f"http://{text}"
    try:
        _check_url(text)
    except ValidationError:
        return ""
    return text if len(text) <= MAX_URL else ""


def split_contact(text: str) -> tuple[str, str]:
    """(name, phone) of 「보건복지상담센터 129」 or 「교육부/02-6222-6060」."""
    separator = "/" if "/" in text else " "
    name, _, last = text.rpartition(separator)
    if name and _PHONE.match(last.strip()):
        return name.strip(), last.strip()
    if _PHONE.match(text.strip()):
        return "", text.strip()
    bare = _NO_PHONE.sub("", text).strip()
    doubled = _DOUBLED.fullmatch(bare)
    return (doubled.group(1) if doubled else bare), ""


def storable(value: Any) -> Any:
    """`value` without what PostgreSQL's jsonb refuses: NUL characters and lone surrogates."""
    if isinstance(value, str):
        return _SURROGATE.sub("", value).replace("\x00", "")
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [storable(item) for item in value]
    return value


def _decoded(text: str) -> str:
    for _ in range(_MAX_ENTITY_DEPTH):
        once = _ENTITY.sub(lambda match: html.unescape(match.group()), text)
        if once == text:
            return once
        text = once
    return text


def _without_markup(text: str) -> str:
    if "<" not in text:
        return text
    text = _HIDDEN.sub("", text)
    text = _BREAK.sub("\n", text)
    return _TAG.sub("", text)
