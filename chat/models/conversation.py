"""Conversations, turns, messages, citations and traces."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from chat.querysets import ConversationQuerySet, MessageQuerySet


class Conversation(models.Model):
    """A thread of turns; its id is the checkpointer's thread id."""

    id = models.UUIDField("식별자", primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="conversations",
        verbose_name="사용자",
    )
    session_key = models.CharField("익명 세션", max_length=40, blank=True, db_index=True)
    title = models.CharField("제목", max_length=80, blank=True)
    created_at = models.DateTimeField("시작", auto_now_add=True)
    last_active_at = models.DateTimeField("마지막 활동", auto_now=True)

    objects = ConversationQuerySet.as_manager()

    class Meta:
        verbose_name = "대화"
        verbose_name_plural = "대화"
        ordering = ["-last_active_at"]

    def __str__(self) -> str:
        return self.title or str(self.id)


class Turn(models.Model):
    """One question and its answer, owned by a runner under a lease.

    A runner that dies leaves the lease to expire; the turn is then marked interrupted.
    """

    class Status(models.TextChoices):
        RUNNING = "running", "진행 중"
        WAITING = "waiting", "답을 기다림"
        DONE = "done", "완료"
        CANCELLED = "cancelled", "중지됨"
        FAILED = "failed", "실패"
        INTERRUPTED = "interrupted", "중단됨"

    id = models.UUIDField("식별자", primary_key=True, default=uuid.uuid4, editable=False)
    conversation = models.ForeignKey(
        Conversation, models.CASCADE, related_name="turns", verbose_name="대화"
    )
    status = models.CharField("상태", max_length=12, choices=Status, default=Status.RUNNING)
    correction = models.JSONField("고친 사실", null=True, blank=True)
    lease_expires_at = models.DateTimeField("임대 만료")
    started_at = models.DateTimeField("시작", auto_now_add=True)
    finished_at = models.DateTimeField("끝", null=True, blank=True)

    class Meta:
        verbose_name = "대화 차례"
        verbose_name_plural = "대화 차례"
        ordering = ["started_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["conversation"],
                condition=Q(status="running"),
                name="chat_one_running_turn",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.conversation_id} {self.status}"


class Message(models.Model):
    """What was said. `answer` is the structured answer of an assistant message."""

    class Role(models.TextChoices):
        USER = "user", "사용자"
        ASSISTANT = "assistant", "Poly"

    conversation = models.ForeignKey(
        Conversation, models.CASCADE, related_name="messages", verbose_name="대화"
    )
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="messages", verbose_name="차례")
    role = models.CharField("말한 쪽", max_length=10, choices=Role)
    text = models.TextField("내용")
    answer = models.JSONField("구조화된 답변", null=True, blank=True)
    prompt_hash = models.CharField("프롬프트 해시", max_length=64, blank=True)
    created_at = models.DateTimeField("시각", auto_now_add=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        verbose_name = "메시지"
        verbose_name_plural = "메시지"
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["turn", "role"], name="chat_message_once_per_turn"),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.text[:40]}"


class Citation(models.Model):
    """A claim's source: the exact span of a stored policy version or of its attachment."""

    class Verification(models.TextChoices):
        VERIFIED = "verified", "확인함"
        UNCHECKED = "unchecked", "확인하지 못함"

    message = models.ForeignKey(
        Message, models.CASCADE, related_name="citations", verbose_name="메시지"
    )
    ordinal = models.PositiveSmallIntegerField("번호")
    version = models.ForeignKey(
        "policies.PolicyVersion", models.PROTECT, related_name="+", verbose_name="정책 버전"
    )
    section = models.CharField("항목", max_length=20)
    attachment = models.ForeignKey(
        "policies.PolicyAttachment",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="붙임",
    )
    start = models.PositiveIntegerField("시작")
    end = models.PositiveIntegerField("끝")
    quote = models.TextField("인용문")
    verification = models.CharField(
        "검사", max_length=10, choices=Verification, default=Verification.UNCHECKED
    )

    class Meta:
        verbose_name = "인용"
        verbose_name_plural = "인용"
        ordering = ["message", "ordinal"]
        constraints = [
            models.UniqueConstraint(
                fields=["message", "ordinal"], name="chat_citation_ordinal_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"[{self.ordinal}] {self.quote[:40]}"


class Trace(models.Model):
    """How a turn was answered: events in order, and what the conversation knew when it began;
    personal data masked before storing."""

    turn = models.OneToOneField(Turn, models.CASCADE, related_name="trace", verbose_name="차례")
    route = models.CharField("경로", max_length=30, blank=True)
    outcome = models.CharField("결과", max_length=30, blank=True)
    events = models.JSONField("기록", default=list)
    kept = models.JSONField("시작할 때 기억하던 것", default=dict, blank=True)
    duration_ms = models.PositiveIntegerField("걸린 시간(ms)", default=0)
    created_at = models.DateTimeField("시각", auto_now_add=True)

    class Meta:
        verbose_name = "추적 기록"
        verbose_name_plural = "추적 기록"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.route} {self.outcome}"
