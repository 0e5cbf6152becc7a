"""Regions, agencies and the official code lists that policies relate to."""

from __future__ import annotations

from django.db import models


class Region(models.Model):
    """시도 or 시군구 by its official name; a 시군구 has its 시도 as parent.

    `code` is the 법정동 prefix (2 digits 시도, 5 digits 시군구), empty where none is known.
    An abolished region points to its `successor`.
    """

    sido = models.CharField("시·도", max_length=20)
    sigungu = models.CharField("시·군·구", max_length=20, blank=True)
    code = models.CharField("법정동 코드", max_length=5, blank=True, db_index=True)
    parent = models.ForeignKey(
        "self",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="children",
        verbose_name="상위 지역",
    )
    successor = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="predecessors",
        verbose_name="바뀐 지역",
        help_text="폐지된 지역이 이어진 지금의 지역입니다.",
    )

    class Meta:
        verbose_name = "지역"
        verbose_name_plural = "지역"
        ordering = ["sido", "sigungu"]
        constraints = [
            models.UniqueConstraint(fields=["sido", "sigungu"], name="policies_region_name_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.sido} {self.sigungu}".strip()


class Agency(models.Model):
    """소관기관 as published."""

    name = models.CharField("기관명", max_length=100, unique=True)
    region = models.ForeignKey(
        Region, models.SET_NULL, null=True, blank=True, verbose_name="관할 지역"
    )

    class Meta:
        verbose_name = "소관기관"
        verbose_name_plural = "소관기관"
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class NamedTerm(models.Model):
    """A value of an official code list."""

    name = models.CharField("이름", max_length=30, unique=True)

    class Meta:
        abstract = True
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class LifeStage(NamedTerm):
    class Meta(NamedTerm.Meta):
        verbose_name = "생애주기"
        verbose_name_plural = "생애주기"


class TargetGroup(NamedTerm):
    class Meta(NamedTerm.Meta):
        verbose_name = "가구상황"
        verbose_name_plural = "가구상황"


class Theme(NamedTerm):
    class Meta(NamedTerm.Meta):
        verbose_name = "관심주제"
        verbose_name_plural = "관심주제"


class Law(models.Model):
    """법령 or 자치법규 by its name without articles, as policies cite it."""

    name = models.CharField("이름", max_length=200, unique=True)

    class Meta:
        verbose_name = "법령"
        verbose_name_plural = "법령"
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
