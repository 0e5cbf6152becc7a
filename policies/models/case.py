"""Saved test people: what a change of a rule is tried on before it is saved."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from policies.models.policy import Policy


class SavedCase(models.Model):
    """An invented person, alone or of a test family; facts in the form of the gold cases.

    Without `policy` the person is tried on every policy. `expected` names the verdict that a
    policy should give, by its id as text. `case_id` is the id of an imported gold case.
    """

    name = models.CharField("이름", max_length=200)
    family = models.CharField(
        "시험 가족", max_length=100, blank=True, help_text="같은 이름끼리 한 가족으로 보입니다."
    )
    facts = models.JSONField("사실")
    policy = models.ForeignKey(
        Policy,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="saved_cases",
        verbose_name="정책",
        help_text="비우면 모든 정책의 규칙에 시험합니다.",
    )
    expected = models.JSONField("기대하는 판정", default=dict, blank=True)
    case_id = models.CharField("정답 사례", max_length=100, null=True, blank=True, unique=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name="만든 사람"
    )
    created_at = models.DateTimeField("저장", auto_now_add=True)
    updated_at = models.DateTimeField("수정", auto_now=True)

    class Meta:
        verbose_name = "시험 사례"
        verbose_name_plural = "시험 사례"
        ordering = ["family", "name", "pk"]

    def __str__(self) -> str:
        return f"{self.family} · {self.name}" if self.family else self.name
