"""Documents of a source in the database, bodies compressed."""

from __future__ import annotations

import hashlib
import zlib

from django.db.models import QuerySet
from django.utils import timezone

from crawling.fetching.types import StoredDocument
from crawling.models import RawDocument

_MAX_URL = 1000


class DatabaseStore:
    """See `DocumentStore`. Without a run nothing counts as fetched already."""

    def __init__(self, *, source: str, run: int | None = None) -> None:
        self._source = source
        self._run = run

    def find(self, url: str) -> StoredDocument | None:
        row = self._rows(url).first()
        if row is None:
            return None
        try:
            body = row.content()
        except zlib.error:
            # A damaged body is as good as none: fetched again, it is written whatever it is.
            self._rows(url).update(sha256="")
            return None
        return StoredDocument(
            url=url,
            status=row.status,
            body=body,
            content_type=row.content_type,
            etag=row.etag,
            last_modified=row.last_modified,
            fetched_at=row.fetched_at,
            of_run=self._run is not None and row.run_id == self._run,
        )

    def keep(self, document: StoredDocument) -> None:
        digest = hashlib.sha256(document.body).hexdigest()
        values = {
            "status": document.status,
            "content_type": document.content_type,
            "etag": document.etag,
            "last_modified": document.last_modified,
            "fetched_at": document.fetched_at or timezone.now(),
            "run_id": self._run,
        }
        # The same body is not written again.
        if self._rows(document.url).filter(sha256=digest).update(**values):
            return
        RawDocument.objects.update_or_create(
            source_id=self._source,
            url=_column(document.url),
            defaults={**values, "sha256": digest, "body": zlib.compress(document.body)},
        )

    def confirm(self, url: str) -> None:
        self._rows(url).update(run_id=self._run, fetched_at=timezone.now())

    def _rows(self, url: str) -> QuerySet[RawDocument]:
        return RawDocument.objects.filter(source_id=self._source, url=_column(url))


class NoStore:
    """A dry run: everything is fetched, nothing is kept."""

    def find(self, url: str) -> StoredDocument | None:
        return None

    def keep(self, document: StoredDocument) -> None:
        """Gone with the run."""

    def confirm(self, url: str) -> None:
        """Nothing was known, so nothing is confirmed."""


def _column(url: str) -> str:
    """An address that fits its column; the end of a longer one becomes its hash."""
    if len(url) <= _MAX_URL:
        return url
    digest = hashlib.sha256(url.encode()).hexdigest()
    return f"{url[: _MAX_URL - len(digest) - 1]}#{digest}"
