"""Files that belong to a version: forms, guides, tables (붙임)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from policies.documents.types import MESSAGES, Block, block_from_data
from policies.models.policy import PolicyVersion


class PolicyAttachment(models.Model):
    """A file of a version and what was read from it.

    `text` and `blocks` (kind, start, end, page, sheet, table, row, paragraph, header) are what
    citations point into: they do not change under a citation, a file that is read anew gives
    the same text or another row. The file itself is kept only when a caseworker uploaded it.
    """

    class Status(models.TextChoices):
        PARSED = "parsed", "읽음"
        NO_TEXT = "no_text", "글자 없음"
        FAILED = "failed", "읽지 못함"
        SKIPPED = "skipped", "읽지 않음"

    version = models.ForeignKey(
        PolicyVersion, models.CASCADE, related_name="attachments", verbose_name="정책 버전"
    )
    ordinal = models.PositiveSmallIntegerField("순서")
    name = models.CharField("파일 이름", max_length=200)
    url = models.URLField("주소", max_length=1000, blank=True)
    media_type = models.CharField("형식", max_length=100, blank=True)
    size = models.PositiveBigIntegerField("크기(바이트)", default=0)
    sha256 = models.CharField("내용 해시", max_length=64, blank=True, db_index=True)
    status = models.CharField("상태", max_length=10, choices=Status, default=Status.SKIPPED)
    reason = models.CharField("사유", max_length=30, blank=True)
    note = models.TextField("안내", blank=True)
    title = models.CharField("문서 제목", max_length=200, blank=True)
    text = models.TextField("읽은 글", blank=True)
    blocks = models.JSONField("구획", default=list)
    warnings = models.JSONField("알림", default=list)
    file = models.FileField("올린 파일", upload_to="attachments/", max_length=200, blank=True)
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="올린 담당자",
    )
    parsed_at = models.DateTimeField("읽은 때", null=True, blank=True)
    created_at = models.DateTimeField("등록", default=timezone.now, editable=False)

    class Meta:
        verbose_name = "붙임"
        verbose_name_plural = "붙임"
        ordering = ["version", "ordinal"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "ordinal"], name="policies_attachment_ordinal_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def read_blocks(self) -> tuple[Block, ...]:
        """The blocks with their texts."""
        return tuple(block_from_data(row, self.text) for row in self.blocks)

    def label_at(self, start: int) -> str:
        """Place for people of the character `start`, “3쪽”; "" where the format has none."""
        found: dict[str, Any] | None = None
        for row in self.blocks:
            if row["start"] > start:
                break
            found = row
        return block_from_data(found, self.text).location.label() if found else ""

    @property
    def reason_text(self) -> str:
        """Why it was not read, in a whole sentence; "" where it was."""
        if not self.reason:
            return self.note
        return f"{MESSAGES.get(self.reason, '')} {self.note}".strip()
