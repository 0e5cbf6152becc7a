"""What is published of each source, and what each publish changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from crawling.models.run import SyncRun
from crawling.models.source import Source


class Published(models.Model):
    """A record of a source as it was last published.

    `ref` is the target's name for the stored state (a version): as long as the digest and the
    ref hold, there is nothing to publish. `missing`: complete runs in a row without it.
    `closed`: ended because it was missing, not because its source says so.
    """

    source = models.ForeignKey(
        Source, models.CASCADE, related_name="published", verbose_name="출처"
    )
    external_id = models.CharField("출처의 식별자", max_length=200)
    digest = models.CharField("내용 해시", max_length=64)
    ref = models.CharField("저장된 상태", max_length=64, blank=True)
    missing = models.PositiveSmallIntegerField("보이지 않은 횟수", default=0)
    closed = models.BooleanField("보이지 않아 종료함", default=False)
    run = models.ForeignKey(
        SyncRun, models.SET_NULL, null=True, related_name="+", verbose_name="마지막으로 게시한 실행"
    )

    class Meta:
        verbose_name = "게시한 자료"
        verbose_name_plural = "게시한 자료"
        ordering = ["external_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "external_id"], name="crawling_published_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} {self.external_id}"


class Edition(models.Model):
    """One publish of a source: all of its changes became visible at once."""

    source = models.ForeignKey(Source, models.CASCADE, related_name="editions", verbose_name="출처")
    run = models.OneToOneField(SyncRun, models.CASCADE, related_name="edition", verbose_name="실행")
    counts = models.JSONField("건수", default=dict)
    created_at = models.DateTimeField("게시", auto_now_add=True)
    rolled_back_at = models.DateTimeField("되돌린 때", null=True, blank=True)
    rolled_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="되돌린 사람",
    )

    class Meta:
        verbose_name = "게시"
        verbose_name_plural = "게시"
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.source_id} {timezone.localtime(self.created_at):%Y-%m-%d %H:%M}"


class EditionChange(models.Model):
    """One record that an edition changed, with all it takes to undo that.

    `before` is the target's own picture of the record, None where there was none; `entry` that
    of its row in Published.
    """

    class Outcome(models.TextChoices):
        NEW = "created", "새로"
        CHANGED = "changed", "바뀜"
        CLOSED = "closed", "종료"
        REOPENED = "reopened", "다시 열림"

    edition = models.ForeignKey(
        Edition, models.CASCADE, related_name="changes", verbose_name="게시"
    )
    external_id = models.CharField("출처의 식별자", max_length=200)
    outcome = models.CharField("결과", max_length=10, choices=Outcome)
    before = models.JSONField("이전 상태", null=True, blank=True)
    entry = models.JSONField("이전 게시 기록", null=True, blank=True)

    class Meta:
        verbose_name = "게시한 변경"
        verbose_name_plural = "게시한 변경"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["edition", "external_id"], name="crawling_edition_change_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.external_id} {self.get_outcome_display()}"
