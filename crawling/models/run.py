"""Each run that collected from a source, and what it staged."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from crawling.models.source import Source


class SyncRun(models.Model):
    """One run over a source, with its counts and the records it refused.

    A snapshot run loads files; a crawl fetches, stages everything, and publishes at once.
    `lease_*`: the process at work on it. `done` of `stage_total`: progress of its stage.
    """

    class Kind(models.TextChoices):
        SNAPSHOT = "snapshot", "파일 가져오기"
        CRAWL = "crawl", "수집"

    class Status(models.TextChoices):
        RUNNING = "running", "진행 중"
        INTERRUPTED = "interrupted", "멈춤(이어서 할 예정)"
        HELD = "held", "확인 기다림"
        DONE = "done", "완료"
        FAILED = "failed", "실패"
        DISCARDED = "discarded", "버림"

    class Stage(models.TextChoices):
        FETCH = "fetch", "내려받기·읽기"
        GATE = "gate", "점검"
        PUBLISH = "publish", "게시"
        EMBED = "embed", "임베딩"
        END = "end", "끝"

    class Trigger(models.TextChoices):
        SCHEDULE = "schedule", "예약"
        BUTTON = "button", "관리자 화면"
        COMMAND = "command", "명령"

    source = models.ForeignKey(Source, models.CASCADE, related_name="runs", verbose_name="출처")
    kind = models.CharField("종류", max_length=10, choices=Kind, default=Kind.SNAPSHOT)
    status = models.CharField("상태", max_length=12, choices=Status, default=Status.RUNNING)
    stage = models.CharField("단계", max_length=10, choices=Stage, blank=True)
    trigger = models.CharField("시작한 곳", max_length=10, choices=Trigger, blank=True)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="시작한 사람",
    )
    dry_run = models.BooleanField("게시하지 않음", default=False)
    limit = models.PositiveIntegerField("최대 건수", null=True, blank=True)
    origin = models.CharField("입력", max_length=300, blank=True)
    total = models.PositiveIntegerField("전체", default=0)
    created = models.PositiveIntegerField("새로", default=0)
    changed = models.PositiveIntegerField("바뀜", default=0)
    unchanged = models.PositiveIntegerField("그대로", default=0)
    closed = models.PositiveIntegerField("종료", default=0)
    reopened = models.PositiveIntegerField("다시 열림", default=0)
    skipped = models.PositiveIntegerField("건너뜀", default=0)
    failed = models.PositiveIntegerField("실패", default=0)
    embedded = models.PositiveIntegerField("임베딩", default=0)
    done = models.PositiveIntegerField("진행", default=0)
    stage_total = models.PositiveIntegerField("진행할 양", default=0)
    gate = models.JSONField("점검 결과", default=list, blank=True)
    reasons = models.JSONField("건너뛴 이유", default=list, blank=True)
    events = models.JSONField("기록", default=list, blank=True)
    message = models.TextField("메모", blank=True)
    attempts = models.PositiveSmallIntegerField("시도", default=0)
    resume_after = models.DateTimeField("다시 시도할 때", null=True, blank=True)
    lease_holder = models.CharField("일하는 곳", max_length=80, blank=True)
    lease_expires_at = models.DateTimeField("맡은 시한", null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="게시를 정한 사람",
    )
    started_at = models.DateTimeField("시작", auto_now_add=True)
    finished_at = models.DateTimeField("끝", null=True, blank=True)

    class Meta:
        verbose_name = "수집 실행"
        verbose_name_plural = "수집 실행"
        ordering = ["-started_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["source"],
                condition=Q(kind="crawl", status__in=["running", "interrupted"]),
                name="crawling_run_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} {timezone.localtime(self.started_at):%Y-%m-%d %H:%M}"

    @property
    def published(self) -> int:
        """Records of the run that stand published after it."""
        return self.created + self.changed + self.unchanged + self.reopened


class StagedRecord(models.Model):
    """What a run made of one fetched record, before anybody sees it.

    `record` is what its target publishes; None for what was skipped or failed. `raw_digest`
    is of the record as fetched: the same one is not read again when a run is resumed.
    """

    class Outcome(models.TextChoices):
        STAGED = "staged", "게시할 것"
        SKIPPED = "skipped", "건너뜀"
        FAILED = "failed", "실패"

    run = models.ForeignKey(SyncRun, models.CASCADE, related_name="staged", verbose_name="실행")
    external_id = models.CharField("출처의 식별자", max_length=200)
    outcome = models.CharField("결과", max_length=10, choices=Outcome)
    record = models.JSONField("내용", null=True, blank=True)
    raw_digest = models.CharField("받은 자료 해시", max_length=64, blank=True)
    digest = models.CharField("내용 해시", max_length=64, blank=True)
    length = models.PositiveIntegerField("글자 수", default=0)
    lacks = models.JSONField("빠진 필수 항목", default=list, blank=True)
    reason = models.CharField("이유", max_length=500, blank=True)

    class Meta:
        verbose_name = "게시 전 자료"
        verbose_name_plural = "게시 전 자료"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "external_id"], name="crawling_staged_record_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.external_id} {self.get_outcome_display()}"
