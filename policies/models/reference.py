"""Published tables by year, and the data version of each source group."""

from __future__ import annotations

from django.db import models


class ReferenceValue(models.Model):
    """One figure of a published table (기준중위소득, 선정기준액 …), KRW."""

    table = models.CharField("표", max_length=40)
    year = models.PositiveSmallIntegerField("연도")
    household_size = models.PositiveSmallIntegerField("가구원 수", null=True, blank=True)
    key = models.CharField("구분", max_length=40, blank=True, help_text="예: single, couple")
    amount = models.BigIntegerField("금액(원)")
    notice = models.CharField("고시", max_length=200, help_text="고시 번호와 이름")
    effective_from = models.DateField("시행일")
    source_url = models.URLField("출처 주소", max_length=300)

    class Meta:
        verbose_name = "기준표 값"
        verbose_name_plural = "기준표 값"
        ordering = ["table", "-year", "household_size"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "year", "household_size", "key"],
                nulls_distinct=False,
                name="policies_reference_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.year}"


class DataVersion(models.Model):
    """Counter of a source group; part of every cache key that depends on its data."""

    group = models.CharField("자료 묶음", max_length=40, primary_key=True)
    number = models.PositiveBigIntegerField("버전", default=0)
    updated_at = models.DateTimeField("갱신", auto_now=True)

    class Meta:
        verbose_name = "자료 버전"
        verbose_name_plural = "자료 버전"

    def __str__(self) -> str:
        return f"{self.group} {self.number}"
