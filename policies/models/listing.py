"""What sources publish in fields, in columns that questions for fields are answered from."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from policies.models.policy import Policy


class Listing(models.Model):
    """Fields of one policy as its source publishes them (`policies.records.RecordListing`).

    `codes` are "field=value" under the source's own names; `sidos` the first two digits of
    `areas`. Filled when a record is loaded, also when its text did not change.
    """

    RANGE, ALWAYS, CLOSED, OTHER = "range", "always", "closed", "other"
    PERIOD_CHOICES = [(RANGE, "기간"), (ALWAYS, "상시"), (CLOSED, "마감"), (OTHER, "따로 정함")]

    policy = models.OneToOneField(
        Policy, models.CASCADE, primary_key=True, related_name="listing", verbose_name="정책"
    )
    agency = models.CharField("소관·주관기관", max_length=200)
    operator = models.CharField("운영기관", max_length=200, blank=True)
    registrar = models.CharField("등록기관", max_length=200, blank=True)
    codes = ArrayField(models.TextField(), verbose_name="항목 값", default=list, blank=True)
    areas = ArrayField(
        models.CharField(max_length=5), verbose_name="지역 코드", default=list, blank=True
    )
    sidos = ArrayField(
        models.CharField(max_length=2), verbose_name="시·도 코드", default=list, blank=True
    )
    nationwide = models.BooleanField("전국", default=False)
    period = models.CharField("신청기간 구분", max_length=10, choices=PERIOD_CHOICES)
    age_limited = models.BooleanField("나이 제한", null=True, blank=True)
    age_from = models.PositiveSmallIntegerField("나이부터", null=True, blank=True)
    age_to = models.PositiveSmallIntegerField("나이까지", null=True, blank=True)
    income_from = models.PositiveIntegerField("연소득 하한(만원)", null=True, blank=True)
    income_to = models.PositiveIntegerField("연소득 상한(만원)", null=True, blank=True)
    views = models.PositiveIntegerField("조회수", null=True, blank=True)
    capacity = models.PositiveIntegerField("지원 규모", null=True, blank=True)
    registered_at = models.DateTimeField("등록일시", null=True, blank=True)
    modified_at = models.DateTimeField("수정일시", null=True, blank=True)
    begins_on = models.DateField("사업 시작", null=True, blank=True)
    ends_on = models.DateField("사업 종료", null=True, blank=True)

    class Meta:
        verbose_name = "정책 항목 값"
        verbose_name_plural = "정책 항목 값"
        indexes = [
            GinIndex(fields=["codes"], name="policies_listing_codes"),
            GinIndex(fields=["areas"], name="policies_listing_areas"),
            models.Index(fields=["agency"], name="policies_listing_agency"),
        ]

    def __str__(self) -> str:
        return f"{self.policy_id} {self.agency}"


class ListingRound(models.Model):
    """One period of applications, both days inclusive; no start = open since ever."""

    listing = models.ForeignKey(
        Listing, models.CASCADE, related_name="rounds", verbose_name="정책 항목 값"
    )
    start = models.DateField("신청 시작", null=True, blank=True)
    end = models.DateField("신청 마감")

    class Meta:
        verbose_name = "신청기간"
        verbose_name_plural = "신청기간"
        ordering = ["end"]
        indexes = [models.Index(fields=["end", "start"], name="policies_round_end")]

    def __str__(self) -> str:
        return f"{self.start or ''} ~ {self.end}"
