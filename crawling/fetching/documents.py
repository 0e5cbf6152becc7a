"""What is asked of one address, and the document an answer makes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import httpx

from crawling.fetching.addresses import shown
from crawling.fetching.bodies import parse_body
from crawling.fetching.charset import decode
from crawling.fetching.types import (
    Check,
    Expect,
    Fetched,
    FetchError,
    FetchFault,
    StoredDocument,
)

_FILE_START = 8192


@dataclass(frozen=True)
class Ask:
    """One address and what its answer must be; `known` is the state we have of it."""

    url: httpx.URL
    expect: Expect
    check: Check | None = None
    known: StoredDocument | None = None
    max_bytes: int | None = None


@dataclass(frozen=True)
class Answer:
    """Exactly one of: a document, the target of a redirect, or nothing (unchanged)."""

    status: int
    fetched: Fetched | None = None
    redirect: httpx.URL | None = None
    last_modified: str = ""


def made(
    ask: Ask, content: bytes, content_type: str, status: int, *, from_store: bool = False
) -> Fetched:
    """The document of a body, parsed and checked as asked. Raises FetchError."""
    url = shown(str(ask.url))
    file = ask.expect is Expect.FILE
    # Of a file only the beginning is looked at: whether it is a web page after all.
    text = decode(content[:_FILE_START] if file else content, content_type)
    if file and not content:
        raise FetchError(FetchFault.BROKEN_BODY, "빈 파일입니다", url=url)
    data = parse_body(text, ask.expect, content_type=content_type, url=url)
    fetched = Fetched(
        url=str(ask.url),
        status=status,
        content=content,
        text="" if file else text,
        content_type=content_type[:200],
        fetched_at=datetime.now(UTC),
        from_store=from_store,
        data=data,
    )
    if ask.check is not None:
        ask.check(fetched)
    return fetched
