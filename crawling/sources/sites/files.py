"""Files of pages: fetched once, and read from the store of the run when they are needed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from crawling.fetching.types import Expect, Fetcher, FetchError


class FileContent:
    """A file by its hash; its bytes are not held. `str` is the hash: two items with the same
    files have the same text."""

    def __init__(self, sha256: str, load: Callable[[], bytes]) -> None:
        self.sha256 = sha256
        self._load = load

    def __str__(self) -> str:
        return self.sha256

    def read(self) -> bytes | None:
        """The bytes; None where they cannot be had any more, or are others by now."""
        try:
            content = self._load()
        except FetchError:
            return None
        return content if hashlib.sha256(content).hexdigest() == self.sha256 else None


def page_file(fetcher: Fetcher, url: str) -> FileContent | None:
    """The file at `url`, None where it cannot be had: a page is worth reading without it.

    Raises FetchError for a fault of the host.
    """

    def load() -> bytes:
        return fetcher.get(url, expect=Expect.FILE).content

    try:
        content = load()
    except FetchError as error:
        if error.of_the_host:
            raise
        return None
    return FileContent(hashlib.sha256(content).hexdigest(), load)
