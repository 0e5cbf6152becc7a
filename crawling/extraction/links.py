"""Links of a page: other pages of the site, and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath
from urllib.parse import parse_qsl, unquote, urlencode, urljoin, urlsplit, urlunsplit

from crawling.extraction.page import Element
from crawling.text import clean_line

MAX_URL = 500
# Links of a page, or of a part of it, that are looked at.
MAX_LINKS = 2000
FILE_ENDINGS = (".pdf", ".hwp", ".hwpx", ".docx", ".xlsx")
_ENDING = re.compile(r"\.(?:pdf|hwpx?|docx|xlsx)\b", re.IGNORECASE)
_DOWNLOAD = re.compile(
    r"(?:file_?down|down_?load|filedown|getfile|attach(?:ment)?s?/|atchfile)", re.IGNORECASE
)
_SESSION = re.compile(r";jsessionid=[^?#]*", re.IGNORECASE)
_DROPPED_PARAMS = {"jsessionid", "phpsessid", "sid", "utm_source", "utm_medium", "utm_campaign"}
_SIZE = re.compile(r"\s*[\[(]?\s*\d[\d.,]*\s?(?:KB|MB|Byte|바이트)s?\s*[\])]?\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Link:
    """`url` in one form whichever way it was written; `text` as it reads."""

    url: str
    text: str


def page_links(root: Element, base: str) -> list[Link]:
    """Pages that `root` links to, each once, in their order."""
    found: dict[str, Link] = {}
    for element, url in _addresses(root, base):
        if not _is_file(element, url):
            found.setdefault(url, Link(url, _text(element)))
    return list(found.values())


def file_links(root: Element, base: str) -> list[Link]:
    """Files that can be read (PDF, HWP, HWPX, DOCX, XLSX); `text` is the name of the file."""
    found: dict[str, Link] = {}
    for element, url in _addresses(root, base):
        if _is_file(element, url):
            found.setdefault(url, Link(url, _file_name(element, url)))
    return list(found.values())


def canonical(url: str, *, drop: frozenset[str] = frozenset()) -> str:
    """One spelling of an address: no fragment, no session, no empty parameters; "" for what is
    no http(s) address or too long."""
    try:
        parts = urlsplit(_SESSION.sub("", url.strip()))
        port = parts.port
    except ValueError:
        return ""
    host = (parts.hostname or "").lower()
    if parts.scheme not in ("http", "https") or not host or parts.username:
        return ""
    usual = {"http": 80, "https": 443}[parts.scheme]
    place = host if port in (None, usual) else f"{host}:{port}"
    pairs = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if value and name.lower() not in _DROPPED_PARAMS and name not in drop
    ]
    whole = urlunsplit((parts.scheme, place, parts.path or "/", urlencode(pairs), ""))
    return whole if len(whole) <= MAX_URL else ""


def _addresses(root: Element, base: str) -> Iterator[tuple[Element, str]]:
    for element in islice(root.iter("a"), MAX_LINKS):
        target = (element.get("href") or "").strip()
        if not target or target.startswith(("#", "javascript:", "mailto:", "tel:", "data:")):
            continue
        try:
            url = canonical(urljoin(base, target))
        except ValueError:
            continue
        if url:
            yield element, url


def _is_file(element: Element, url: str) -> bool:
    if _ENDING.search(PurePosixPath(urlsplit(url).path).suffix):
        return True
    named = f"{_text(element)} {element.get('title', '')}"
    return _DOWNLOAD.search(url) is not None and (
        _ENDING.search(named) is not None
        or _ENDING.search(unquote(urlsplit(url).query)) is not None
    )


def _file_name(element: Element, url: str) -> str:
    for text in (_text(element), clean_line(element.get("title", ""))):
        if _ENDING.search(text):
            return _SIZE.sub("", text)[:200]
    path = PurePosixPath(unquote(urlsplit(url).path)).name
    return (path if _ENDING.search(path) else f"{_text(element) or '붙임'}")[:200]


def _text(element: Element) -> str:
    text = clean_line(" ".join(element.itertext()))
    if not text:
        pictures = (image.get("alt", "") for image in element.iter("img"))
        text = clean_line(" ".join(pictures))
    return text[:200]
