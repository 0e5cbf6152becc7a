"""Everyday words and the official terms they lead to, as caseworkers keep them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from policies.vocab.types import DEFAULT_WEIGHT, Entry, Kind

_LENGTH = 100


def _words(title: str, **options: Any) -> ArrayField[list[str], list[str]]:
    return ArrayField(models.CharField(max_length=_LENGTH), verbose_name=title, **options)


class VocabularyEntry(models.Model):
    """One entry of `policies.vocab`. `edited`: a caseworker changed a shipped entry, so that
    loading leaves it as it is. `key` stays the same for good; own entries get one by number."""

    class Origin(models.TextChoices):
        SHIPPED = "shipped", "기본 제공"
        CASEWORKER = "caseworker", "담당자 추가"

    class Kinds(models.TextChoices):
        SYNONYM = Kind.SYNONYM.value, "같은 말"
        LAY = Kind.LAY.value, "일상어"
        DISEASE = Kind.DISEASE.value, "질병"
        TREATMENT = Kind.TREATMENT.value, "치료·보조기기"
        SITUATION = Kind.SITUATION.value, "처지"
        SPELLING = Kind.SPELLING.value, "표기"

    key = models.CharField("식별자", max_length=60, unique=True)
    said = _words("사람들이 하는 말", default=list, blank=True)
    official = _words("공식 용어")
    kind = models.CharField("종류", max_length=20, choices=Kinds.choices, default=Kinds.LAY)
    weight = models.FloatField("무게", default=DEFAULT_WEIGHT)
    word = models.BooleanField("홀로 선 말만", default=False)
    not_before = _words("뒤에 오면 안 되는 말", default=list, blank=True)
    not_after = _words("앞에 오면 안 되는 말", default=list, blank=True)
    needs = _words("함께 있어야 하는 말", default=list, blank=True)
    codes = _words("질병분류기호(KCD)", default=list, blank=True)
    active = models.BooleanField("사용", default=True)
    note = models.TextField("메모", blank=True)
    origin = models.CharField(
        "출처", max_length=20, choices=Origin.choices, default=Origin.CASEWORKER
    )
    edited = models.BooleanField("담당자가 고침", default=False)
    created_at = models.DateTimeField("만든 때", auto_now_add=True)
    updated_at = models.DateTimeField("고친 때", auto_now=True)

    class Meta:
        verbose_name = "어휘"
        verbose_name_plural = "어휘"
        ordering = ["key"]

    def __str__(self) -> str:
        said = ", ".join(self.said[:2] or self.codes[:2])
        return f"{said} → {', '.join(self.official[:2])}"

    def as_entry(self) -> Entry:
        """The entry as the matcher takes it."""
        return Entry(
            self.key,
            tuple(self.said),
            tuple(self.official),
            Kind(self.kind),
            self.weight,
            tuple(self.not_before),
            tuple(self.not_after),
            tuple(self.needs),
            self.word,
            tuple(self.codes),
        )


class VocabularyRevision(models.Model):
    """A change of an entry: its fields before and after (empty: it was not there)."""

    entry = models.ForeignKey(
        VocabularyEntry,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="revisions",
        verbose_name="어휘",
    )
    key = models.CharField("식별자", max_length=60)
    before = models.JSONField("고치기 전", default=dict)
    after = models.JSONField("고친 뒤", default=dict)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name="고친 사람"
    )
    created_at = models.DateTimeField("때", auto_now_add=True)

    class Meta:
        verbose_name = "어휘 변경"
        verbose_name_plural = "어휘 변경 이력"
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.key} {self.created_at:%Y-%m-%d %H:%M}"
