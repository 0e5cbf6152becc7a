"""Where policies and other records come from, and how well their collection goes."""

from __future__ import annotations

from django.db import models


class Source(models.Model):
    """A place that publishes policies or other records.

    `gates` holds bounds of its own for what a publish may look like (names and defaults:
    settings.CRAWL["gates"]). `good_records` is how many records the last good run held.
    """

    name = models.SlugField("이름", primary_key=True, help_text="명령에 쓰는 짧은 이름")
    title = models.CharField("제목", max_length=100)
    publisher = models.CharField("제공 기관", max_length=100)
    document_url = models.URLField("공식 문서", max_length=300, blank=True)
    data_group = models.CharField("자료 묶음", max_length=40, default="welfare")
    enabled = models.BooleanField(
        "수집함", default=True, help_text="끄면 예약된 시각이 되어도 수집하지 않습니다."
    )
    absences_to_close = models.PositiveSmallIntegerField(
        "종료로 보는 횟수",
        default=3,
        help_text="끝까지 마친 수집에서 이만큼 연달아 보이지 않으면 종료로 바꿉니다.",
    )
    gates = models.JSONField(
        "게시 기준", default=dict, blank=True, help_text="비워 두면 기본 기준을 씁니다."
    )
    stale_hours = models.PositiveIntegerField(
        "오래됨(시간)", default=72, help_text="이 시간 동안 정상 수집이 없으면 알립니다."
    )
    last_good_run = models.ForeignKey(
        "SyncRun",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="마지막 정상 실행",
    )
    last_good_at = models.DateTimeField("마지막 정상 수집", null=True, blank=True)
    good_records = models.PositiveIntegerField("마지막 정상 건수", default=0)
    good_length = models.FloatField("마지막 정상 평균 글자 수", default=0)
    good_lacks = models.JSONField("마지막 정상 빠짐 비율", default=dict, blank=True)
    failures_in_row = models.PositiveIntegerField("연달아 실패", default=0)
    quota_left = models.PositiveIntegerField("남은 호출 한도", null=True, blank=True)
    schedule_made = models.BooleanField("예약을 만듦", default=False, editable=False)
    stale_alerted_at = models.DateTimeField("오래됨을 알린 때", null=True, blank=True)

    class Meta:
        verbose_name = "자료 출처"
        verbose_name_plural = "자료 출처"
        ordering = ["name"]

    def __str__(self) -> str:
        return self.title
