"""When each source was last collected whole."""

from __future__ import annotations

from django.db import models


class SourceCheck(models.Model):
    """The day of a source's last good collection: what it did not change that day still held."""

    source = models.CharField("출처", max_length=30, primary_key=True)
    good_on = models.DateField("마지막으로 모두 모은 날")

    class Meta:
        verbose_name = "출처 확인"
        verbose_name_plural = "출처 확인"
        ordering = ["source"]

    def __str__(self) -> str:
        return f"{self.source} {self.good_on:%Y-%m-%d}"
