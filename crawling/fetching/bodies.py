"""Bodies: read and unpacked within limits, decoded, parsed, and known for what they are."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import httpx
from lxml import etree, html

from crawling.fetching.portal import portal_fault
from crawling.fetching.types import Expect, FetchError, FetchFault

_PACKED = {"gzip", "x-gzip", "deflate"}
_ANY_HEADER = 47
# Possessive: a page of endless comments must not keep the expression busy.
_HTML_START = re.compile(
    r"\s*+(?:<\?xml[^>]*+>\s*+)?+(?:<!--(?>.*?-->)\s*+)*+<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_HTML_TAG = re.compile(r"<(?:html|body|div|table|p)\b", re.IGNORECASE)
_MAINTENANCE = re.compile(
    r"(?:시스템|서비스|서버|홈페이지|누리집|정기|긴급|임시)\s?점검|점검\s?(?:중|안내|시간|으로|작업)"
    r"|서비스\S{0,2}\s?(?:일시\s?)?(?:중단|중지)|일시\s?(?:중단|중지)|접속(?:이|자가)\s?(?:원활|많)"
    r"|under maintenance|service unavailable|temporarily unavailable",
    re.IGNORECASE,
)
_LOOKED_AT = 4000
# A page with more text than this has content of its own, whatever it announces.
_SHORT_PAGE = 1200
_SHORT_SOURCE = 300_000


def read_body(response: httpx.Response, limit: int, url: str) -> bytes:
    """The body, unpacked, when neither form of it is longer than `limit`."""
    announced = response.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > limit:
        raise _too_large(limit, url)
    parts: list[bytes] = []
    size = 0
    for part in _unpacked(response, limit, url):
        size += len(part)
        if size > limit:
            raise _too_large(limit, url)
        parts.append(part)
    return b"".join(parts)


def parse_body(text: str, expect: Expect, *, content_type: str, url: str) -> Any:
    """What the body holds (JSON value, XML root, else None).

    Raises FetchError for a body that is not what was expected: cut off, another form, an error
    envelope, a maintenance page.
    """
    if fault := portal_fault(text, url=url):
        raise fault
    if expect is Expect.ANY:
        return None
    if expect is Expect.FILE:
        _refuse_page(text, content_type, "파일", url)
        return None
    if not text.strip():
        raise FetchError(FetchFault.BROKEN_BODY, "빈 응답입니다", url=url)
    if expect is Expect.HTML:
        _check_html(text, content_type, url)
        return None
    _refuse_page(text, content_type, expect.upper(), url)
    return _json(text, url) if expect is Expect.JSON else parse_xml(text, url)


def parse_xml(text: str, url: str) -> ElementTree.Element:
    """Root of an XML document. Type declarations are refused: entities may not expand."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise FetchError(
            FetchFault.BROKEN_BODY, "문서 형식 선언이 있는 XML은 읽지 않습니다", url=url
        )
    try:
        return ElementTree.fromstring(text.strip())  # noqa: S314 - declarations are refused above
    except ElementTree.ParseError as error:
        message = f"XML을 읽을 수 없습니다({error})"
        raise FetchError(FetchFault.BROKEN_BODY, message, url=url) from None


def _unpacked(response: httpx.Response, limit: int, url: str) -> Iterator[bytes]:
    """Chunks of the body, unpacked a bounded piece at a time."""
    coding = response.headers.get("content-encoding", "").strip().lower()
    if coding in ("", "identity"):
        yield from response.iter_raw()
        return
    if coding not in _PACKED:
        raise FetchError(FetchFault.BROKEN_BODY, f"모르는 압축입니다({coding[:20]})", url=url)
    unpack = zlib.decompressobj(_ANY_HEADER)
    try:
        for chunk in response.iter_raw():
            yield unpack.decompress(chunk, limit + 1)
            if unpack.unconsumed_tail:
                raise _too_large(limit, url)
    except zlib.error:
        raise FetchError(FetchFault.BROKEN_BODY, "압축이 깨졌습니다", url=url) from None
    if not unpack.eof:
        raise FetchError(FetchFault.BROKEN_BODY, "압축된 응답이 중간에 끊겼습니다", url=url)


def _json(text: str, url: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        where = f"{error.lineno}번째 줄" if isinstance(error, json.JSONDecodeError) else "구조"
        message = f"JSON을 읽을 수 없습니다({where})"
        raise FetchError(FetchFault.BROKEN_BODY, message, url=url) from None


def _no_number(_name: str) -> None:
    """NaN and Infinity are no JSON, and the database refuses them: taken as null."""


def _refuse_page(text: str, content_type: str, wanted: str, url: str) -> None:
    """A web page in place of data: maintenance, a firewall's page, a login."""
    head = text[:_LOOKED_AT].lstrip()
    called_html = "html" in content_type.lower() and head.startswith("<")
    fragment = called_html and not head.startswith("<?xml") and _HTML_TAG.search(head)
    if not _HTML_START.match(head) and not fragment:
        return
    said = _page_text(text, "//title//text()")[:60]
    message = f"{wanted} 대신 웹 화면이 왔습니다" + (f"(「{said}」)" if said else "")
    raise FetchError(FetchFault.MAINTENANCE_PAGE, message, url=url)


def _check_html(text: str, content_type: str, url: str) -> None:
    if not _HTML_TAG.search(text):
        message = f"웹 화면이 아닙니다({content_type[:60] or '형식 없음'})"
        raise FetchError(FetchFault.BROKEN_BODY, message, url=url)
    seen = _page_text(text, "//text()[not(ancestor::script or ancestor::style)]")
    if len(seen) <= _SHORT_PAGE and (match := _MAINTENANCE.search(seen)):
        message = f"점검 안내 화면이 왔습니다(「{match[0]}」)"
        raise FetchError(FetchFault.MAINTENANCE_PAGE, message, url=url)


def _page_text(text: str, path: str) -> str:
    """Text at a path of a short page, on one line; "" for a long one."""
    if len(text) > _SHORT_SOURCE:
        return ""
    try:
        root = html.document_fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))
    except etree.ParserError:
        return ""
    return " ".join(" ".join(root.xpath(path)).split())


def _too_large(limit: int, url: str) -> FetchError:
    size = f"{limit / 1024 / 1024:.0f}MB" if limit >= 1024 * 1024 else f"{limit:,}바이트"
    return FetchError(FetchFault.TOO_LARGE, f"응답이 한도({size})보다 큽니다", url=url)
