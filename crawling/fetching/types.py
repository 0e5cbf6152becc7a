"""What a polite fetch is, gives and refuses. Crawlers and runs are written against this."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from crawling.sources.base import RawItem


class Expect(StrEnum):
    """What a body must be. Anything else is a FetchError: no other page passes for it."""

    JSON = "json"
    XML = "xml"
    HTML = "html"
    FILE = "file"
    ANY = "any"


class FetchFault(StrEnum):
    """Kinds of failure of a fetch."""

    REFUSED_HOST = "refused_host"
    PRIVATE_ADDRESS = "private_address"
    ROBOTS = "robots"
    TOO_LARGE = "too_large"
    TOO_SLOW = "too_slow"
    STATUS = "status"
    QUOTA = "quota"
    CREDENTIALS = "credentials"
    MAINTENANCE_PAGE = "maintenance_page"
    BROKEN_BODY = "broken_body"
    SCHEMA = "schema"
    UNREACHABLE = "unreachable"
    BREAKER_OPEN = "breaker_open"


# Faults of the host or of our access: the next document would meet them as well.
_OF_THE_HOST = {FetchFault.QUOTA, FetchFault.CREDENTIALS, FetchFault.BREAKER_OPEN}


class FetchError(Exception):
    """A document could not be had. The message is Korean and never holds a secret.

    `retry_after`: seconds after which the host may be asked again, when it is known.
    """

    def __init__(
        self,
        kind: FetchFault,
        message: str,
        *,
        url: str = "",
        status: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{message}: {url}" if url else message)
        self.kind = kind
        self.url = url
        self.status = status
        self.retry_after = retry_after

    @property
    def of_the_host(self) -> bool:
        """Whether every further request would fail too, so that the run has to stop."""
        return self.kind in _OF_THE_HOST


@dataclass(frozen=True)
class Fetched:
    """A document as it came. `url` is where redirects ended, without secrets.

    `text` is decoded (empty for Expect.FILE); `data` is the parsed body for Expect.JSON and
    the root element for Expect.XML.
    """

    url: str
    status: int
    content: bytes = field(repr=False)
    text: str = field(repr=False)
    content_type: str
    fetched_at: datetime
    etag: str = ""
    from_store: bool = False
    data: Any = field(default=None, repr=False)


# Raises FetchError for a body that must not be kept (an error envelope, a lacking key); what it
# returns is not looked at, so that readers of a page can serve as its check.
Check = Callable[[Fetched], object]
Params = Mapping[str, str]


@dataclass(frozen=True)
class Request:
    """One document of `Fetcher.get_many`; `key` comes back with the answer."""

    key: str
    url: str
    params: Params | None = None
    expect: Expect = Expect.ANY
    check: Check | None = None


class Fetcher(Protocol):
    """The only way to the network."""

    def get(
        self,
        url: str,
        *,
        params: Params | None = None,
        expect: Expect = Expect.ANY,
        check: Check | None = None,
    ) -> Fetched:
        """The document, checked. Raises FetchError; nothing that failed is kept."""
        ...

    def get_many(
        self, requests: Iterable[Request]
    ) -> Iterator[tuple[Request, Fetched | FetchError]]:
        """Documents in the order of the requests, several at a time as the rules allow.

        A fault of the host (`of_the_host`) is raised; that of a document is its answer.
        """
        ...


@dataclass(frozen=True)
class HostRules:
    """How the hosts of one source may be asked.

    `hosts` are names, with a port when it is not the usual one; others are refused, redirects
    included. `timeout` is for one whole answer, in seconds.
    """

    hosts: tuple[str, ...]
    seconds_between: float = 1.0
    concurrency: int = 1
    max_bytes: int = 20 * 1024 * 1024
    timeout: float = 60.0
    attempts: int = 4
    obey_robots: bool = True
    allow_private: bool = False


# Stage (Korean, for people), done, total (0 = not known yet).
Progress = Callable[[str, int, int], None]


class Crawler(Protocol):
    """One source over HTTP."""

    name: str

    @property
    def rules(self) -> HostRules: ...

    def secret_params(self) -> Params:
        """Keys sent with every request. Raises FetchError (credentials) when one is not set."""
        ...

    def crawl(
        self, fetcher: Fetcher, *, limit: int | None, progress: Progress
    ) -> Iterator[RawItem]:
        """Every record of the source. A record whose detail failed comes with `problem`.

        Raises FetchError when the list itself fails or is not whole, and for a fault of the
        host: what was fetched stays in the store, and the same run goes on from there.
        """
        ...


@dataclass(frozen=True)
class StoredDocument:
    """A document of an earlier fetch. A redirect is kept as its status with the target as body.

    `of_run`: this very run fetched or confirmed it already.
    """

    url: str
    status: int
    body: bytes = field(repr=False)
    content_type: str = ""
    etag: str = ""
    last_modified: str = ""
    fetched_at: datetime | None = None
    of_run: bool = False


class DocumentStore(Protocol):
    """Documents of one source by their address without secrets; used by one thread."""

    def find(self, url: str) -> StoredDocument | None: ...

    def keep(self, document: StoredDocument) -> None:
        """Store it as a document of this run, in place of the one before."""
        ...

    def confirm(self, url: str) -> None:
        """The host says it is unchanged: now it is of this run too."""
        ...
