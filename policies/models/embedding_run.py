"""Embedding models of the database, the runs that fill them, and texts that failed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from pgvector.django import VectorField

from policies.models.chunk import PolicyChunk

EMBEDDER_CHOICES = [("local", "내장 모델"), ("openai", "OpenAI 호환 서비스")]


class EmbeddingModelState(models.Model):
    """A vector space the database knows: which one answers searches, which one is built.

    `generation` counts changes of its vectors: part of every cache key that rests on them.
    `probe` is the vector of a fixed sentence: a service that gives another one for it has
    put another model behind the same name.
    """

    class Role(models.TextChoices):
        ACTIVE = "active", "검색에 쓰는 중"
        BUILDING = "building", "만드는 중"
        KEPT = "kept", "보관 중"

    embedder = models.CharField("엔진", max_length=20, choices=EMBEDDER_CHOICES)
    name = models.CharField("모델", max_length=60)
    version = models.CharField("모델 버전", max_length=30)
    dimension = models.PositiveSmallIntegerField("차원")
    role = models.CharField("상태", max_length=10, choices=Role, default=Role.KEPT)
    generation = models.PositiveBigIntegerField("벡터 변경 횟수", default=0)
    probe = VectorField("확인 벡터", null=True, blank=True)
    role_since = models.DateTimeField("상태가 된 때", auto_now_add=True)
    updated_at = models.DateTimeField("갱신", auto_now=True)

    class Meta:
        verbose_name = "임베딩 모델"
        verbose_name_plural = "임베딩 모델"
        ordering = ["role", "name", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["name", "version"], name="policies_embedding_model_unique"
            ),
            models.UniqueConstraint(
                fields=["role"],
                condition=Q(role__in=["active", "building"]),
                name="policies_embedding_model_one_role",
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def key(self) -> str:
        return f"{self.name}@{self.version}"


class EmbeddingRun(models.Model):
    """One filling of a model's vectors: any process may carry it on, one at a time.

    Whoever works holds the lease; one that ran out belonged to a process that died.
    `troubles` counts failed attempts in a row.
    """

    class State(models.TextChoices):
        RUNNING = "running", "진행 중"
        PAUSED = "paused", "멈춤"
        COMPLETE = "complete", "완료"
        FAILED = "failed", "실패"
        SUPERSEDED = "superseded", "다른 모델로 대체됨"

    model = models.ForeignKey(
        EmbeddingModelState, models.CASCADE, related_name="runs", verbose_name="모델"
    )
    state = models.CharField("상태", max_length=12, choices=State, default=State.RUNNING)
    total = models.PositiveIntegerField("전체 조각", default=0)
    done = models.PositiveIntegerField("끝난 조각", default=0)
    failed = models.PositiveIntegerField("실패한 조각", default=0)
    error = models.CharField("오류", max_length=500, blank=True)
    troubles = models.PositiveSmallIntegerField("잇따른 실패", default=0)
    lease_holder = models.CharField("작업 중인 프로세스", max_length=80, blank=True)
    lease_expires_at = models.DateTimeField("임대 만료", null=True, blank=True)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="시작한 사람",
    )
    started_at = models.DateTimeField("시작", auto_now_add=True)
    updated_at = models.DateTimeField("갱신", auto_now=True)
    finished_at = models.DateTimeField("끝", null=True, blank=True)

    class Meta:
        verbose_name = "임베딩 실행"
        verbose_name_plural = "임베딩 실행"
        ordering = ["-started_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["model"],
                condition=Q(state__in=["running", "paused"]),
                name="policies_embedding_run_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.get_state_display()}"

    @property
    def percent(self) -> int:
        """Share of the chunks that are done, rounded down: 100 means all of them."""
        return 100 * self.done // self.total if self.total else 100


class EmbeddingFailure(models.Model):
    """A chunk that a model cannot embed; it is passed over once `attempts` are used up.

    It goes with its chunk: a changed text is tried anew.
    """

    model = models.ForeignKey(
        EmbeddingModelState, models.CASCADE, related_name="failures", verbose_name="모델"
    )
    chunk = models.ForeignKey(
        PolicyChunk, models.CASCADE, related_name="embedding_failures", verbose_name="조각"
    )
    reason = models.CharField("이유", max_length=500)
    attempts = models.PositiveSmallIntegerField("시도", default=1)
    acknowledged_at = models.DateTimeField("확인", null=True, blank=True)
    acknowledged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="확인한 사람",
    )
    updated_at = models.DateTimeField("갱신", auto_now=True)

    class Meta:
        verbose_name = "임베딩 실패"
        verbose_name_plural = "임베딩 실패"
        ordering = ["model", "chunk"]
        constraints = [
            models.UniqueConstraint(
                fields=["model", "chunk"], name="policies_embedding_failure_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.chunk_id}"
