"""Documents as they were fetched."""

from __future__ import annotations

import zlib

from django.db import models

from crawling.models.run import SyncRun
from crawling.models.source import Source


class RawDocument(models.Model):
    """The newest state of one address of a source; `body` is compressed (zlib).

    `run` is the last run that fetched it or was told that it did not change.
    """

    source = models.ForeignKey(
        Source, models.CASCADE, related_name="documents", verbose_name="출처"
    )
    url = models.CharField("주소", max_length=1000)
    sha256 = models.CharField("내용 해시", max_length=64)
    status = models.PositiveSmallIntegerField("응답 코드")
    content_type = models.CharField("형식", max_length=200, blank=True)
    etag = models.CharField("ETag", max_length=300, blank=True)
    last_modified = models.CharField("Last-Modified", max_length=100, blank=True)
    body = models.BinaryField("내용")
    fetched_at = models.DateTimeField("받은 때")
    run = models.ForeignKey(
        SyncRun,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="documents",
        verbose_name="받은 실행",
    )

    class Meta:
        verbose_name = "받은 문서"
        verbose_name_plural = "받은 문서"
        ordering = ["-fetched_at"]
        constraints = [
            models.UniqueConstraint(fields=["source", "url"], name="crawling_document_url_unique"),
        ]
        indexes = [models.Index(fields=["fetched_at"], name="crawling_document_fetched")]

    def __str__(self) -> str:
        return self.url

    def content(self) -> bytes:
        """The body as fetched."""
        return zlib.decompress(bytes(self.body))
