"""Where policies come from, and each run that collected them."""

from __future__ import annotations

from django.db import models


class Source(models.Model):
    """A place that publishes policies."""

    name = models.SlugField("이름", primary_key=True, help_text="명령에 쓰는 짧은 이름")
    title = models.CharField("제목", max_length=100)
    publisher = models.CharField("제공 기관", max_length=100)
    document_url = models.URLField("공식 문서", max_length=300, blank=True)
    data_group = models.CharField("자료 묶음", max_length=40, default="welfare")

    class Meta:
        verbose_name = "자료 출처"
        verbose_name_plural = "자료 출처"
        ordering = ["name"]

    def __str__(self) -> str:
        return self.title


class SyncRun(models.Model):
    """One run over a source, with its counts and the records it refused."""

    class Status(models.TextChoices):
        RUNNING = "running", "진행 중"
        DONE = "done", "완료"
        FAILED = "failed", "실패"

    source = models.ForeignKey(Source, models.CASCADE, related_name="runs", verbose_name="출처")
    status = models.CharField("상태", max_length=10, choices=Status, default=Status.RUNNING)
    origin = models.CharField("입력", max_length=300, blank=True)
    total = models.PositiveIntegerField("전체", default=0)
    created = models.PositiveIntegerField("새로", default=0)
    changed = models.PositiveIntegerField("바뀜", default=0)
    unchanged = models.PositiveIntegerField("그대로", default=0)
    skipped = models.PositiveIntegerField("건너뜀", default=0)
    embedded = models.PositiveIntegerField("임베딩", default=0)
    reasons = models.JSONField("건너뛴 이유", default=list, blank=True)
    message = models.TextField("메모", blank=True)
    started_at = models.DateTimeField("시작", auto_now_add=True)
    finished_at = models.DateTimeField("끝", null=True, blank=True)

    class Meta:
        verbose_name = "수집 실행"
        verbose_name_plural = "수집 실행"
        ordering = ["-started_at"]

    def __str__(self) -> str:
        return f"{self.source_id} {self.started_at:%Y-%m-%d %H:%M}"
