"""Tool cards as caseworkers keep them: when each tool is offered, its history, its vectors."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from pgvector.django import VectorField

from chat.tool_cards.types import LONGEST_TAG, LONGEST_TEXT, Avoid, Card, CardField


class ToolCard(models.Model):
    """The card of one tool; `name` is the tool's name in the registry.

    `origin`: a shipped card follows the files at each loading until somebody edits it.
    """

    class Origin(models.TextChoices):
        SHIPPED = "shipped", "기본 제공"
        EDITED = "edited", "담당자가 고침"
        ADDED = "added", "담당자 추가"

    name = models.CharField("도구", max_length=60, unique=True)
    purpose = models.CharField("하는 일", max_length=LONGEST_TEXT)
    when_to_use = ArrayField(
        models.CharField(max_length=LONGEST_TEXT), verbose_name="쓸 때", default=list, blank=True
    )
    when_not_to_use = models.JSONField("쓰지 않을 때", default=list, blank=True)
    tags = ArrayField(
        models.CharField(max_length=LONGEST_TAG), verbose_name="꼬리표", default=list, blank=True
    )
    active = models.BooleanField("사용", default=True)
    origin = models.CharField("출처", max_length=10, choices=Origin.choices, default=Origin.ADDED)
    created_at = models.DateTimeField("만든 때", auto_now_add=True)
    updated_at = models.DateTimeField("고친 때", auto_now=True)

    class Meta:
        verbose_name = "도구 카드"
        verbose_name_plural = "도구 카드"
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def as_card(self) -> Card:
        """The card as the search takes it."""
        avoid = tuple(Avoid(one["text"], one["tool"]) for one in self.when_not_to_use)
        return Card(self.name, self.purpose, tuple(self.when_to_use), avoid, tuple(self.tags))


class ToolCardRevision(models.Model):
    """A change of a card: its fields before and after (empty: it was not there), and why."""

    card = models.ForeignKey(
        ToolCard,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="revisions",
        verbose_name="도구 카드",
    )
    name = models.CharField("도구", max_length=60)
    before = models.JSONField("고치기 전", default=dict)
    after = models.JSONField("고친 뒤", default=dict)
    reason = models.CharField("까닭", max_length=200, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="고친 사람",
    )
    created_at = models.DateTimeField("때", auto_now_add=True)

    class Meta:
        verbose_name = "도구 카드 변경"
        verbose_name_plural = "도구 카드 변경 이력"
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} {self.created_at:%Y-%m-%d %H:%M}"


class ToolCardVector(models.Model):
    """Vector of one text of a card, as it is embedded (`words.embedded_text`), by one embedding
    model; models never meet."""

    class Fields(models.TextChoices):
        PURPOSE = CardField.PURPOSE.value, "하는 일"
        WHEN_TO_USE = CardField.WHEN_TO_USE.value, "쓸 때"
        TAGS = CardField.TAGS.value, "꼬리표"

    card = models.ForeignKey(
        ToolCard, models.CASCADE, related_name="vectors", verbose_name="도구 카드"
    )
    field = models.CharField("항목", max_length=20, choices=Fields.choices)
    text = models.CharField("글", max_length=LONGEST_TEXT)
    model_name = models.CharField("모델", max_length=60)
    model_version = models.CharField("모델 버전", max_length=30)
    dimension = models.PositiveSmallIntegerField("차원")
    vector = VectorField("벡터")

    class Meta:
        verbose_name = "도구 카드 벡터"
        verbose_name_plural = "도구 카드 벡터"
        constraints = [
            models.UniqueConstraint(
                fields=["card", "field", "text", "model_name", "model_version"],
                name="chat_tool_card_vector_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.field}: {self.text[:40]}"
