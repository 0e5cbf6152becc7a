"""What the structured entities of official services share: where a row comes from, and whether
its source still names it."""

from __future__ import annotations

from django.db import models


class Entity(models.Model):
    """A row of an official service that is no policy; the source's own key identifies it.

    `raw` keeps the record as received, with fields that have no column here. `digest` is that
    of the columns. `sido` and `sigungu` are today's official names, "" where the source does
    not say. `closed_on`: the source no longer names it; rows are never deleted.
    """

    source = models.CharField("출처", max_length=30)
    external_id = models.CharField("식별자", max_length=200)
    digest = models.CharField("내용 해시", max_length=64)
    name = models.CharField("이름", max_length=300)
    sido = models.CharField("시·도", max_length=20, blank=True)
    sigungu = models.CharField("시·군·구", max_length=20, blank=True)
    raw = models.JSONField("원자료", default=dict, blank=True)
    collected_on = models.DateField("수집일")
    closed_on = models.DateField("없어진 날", null=True, blank=True)
    changed_at = models.DateTimeField("바뀐 시각", auto_now=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name
