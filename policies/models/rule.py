"""Eligibility rules: who may read them as what, and who said so."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q

from policies.models.policy import Policy, PolicyVersion
from policies.rule_querysets import AuditKept, RevisionQuerySet, RuleQuerySet


class RuleStatus(models.TextChoices):
    DRAFT = "draft", "자동 분석"
    CATALOGUED = "catalogued", "공식 자료로 정리"
    APPROVED = "approved", "승인"
    CORRECTED = "corrected", "수정 승인"
    REJECTED = "rejected", "반려"


# What a verdict rests on, as people read it: every status that can be in force.
BASIS_LABELS = {
    RuleStatus.DRAFT: "자동 분석",
    RuleStatus.CATALOGUED: "공식 자료로 정리한 기준",
    RuleStatus.APPROVED: "담당자가 확인한 기준",
    RuleStatus.CORRECTED: "담당자가 확인한 기준",
}


class EligibilityRule(models.Model):
    """A rule read from one version of a policy; one is in force at a time."""

    policy = models.ForeignKey(Policy, models.CASCADE, related_name="rules", verbose_name="정책")
    version = models.ForeignKey(
        PolicyVersion, models.PROTECT, related_name="rules", verbose_name="읽은 버전"
    )
    tree = models.JSONField("조건", help_text="규칙 언어의 JSON 형식")
    # What the parser could not read: [{"section", "start", "end", "text"}], and how sure it is.
    unparsed = models.JSONField("읽지 못한 문장", default=list, blank=True)
    confidence = models.FloatField("확신도", null=True, blank=True, help_text="0~1, 자동 분석만")
    # Rules that ask the same, whatever their quotes, share a digest.
    digest = models.CharField("조건 지문", max_length=64, blank=True, db_index=True)
    # Necessary conditions, for screening in SQL: outside of them the verdict is unlikely.
    min_age_months = models.PositiveSmallIntegerField("최소 월령", null=True, blank=True)
    max_age_months = models.PositiveSmallIntegerField("최대 월령", null=True, blank=True)
    sex = models.CharField("성별", max_length=10, blank=True)
    status = models.CharField("상태", max_length=10, choices=RuleStatus, default=RuleStatus.DRAFT)
    in_force = models.BooleanField("적용 중", default=True)
    note = models.TextField("메모", blank=True)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name="검토자"
    )
    reviewed_at = models.DateTimeField("검토", null=True, blank=True)
    created_at = models.DateTimeField("저장", auto_now_add=True)

    objects = RuleQuerySet.as_manager()

    class Meta:
        verbose_name = "자격 규칙"
        verbose_name_plural = "자격 규칙"
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["policy"], condition=Q(in_force=True), name="policies_rule_one_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.policy_id} {self.get_status_display()}"

    @property
    def is_outdated(self) -> bool:
        """Whether a caseworker's rule is in force for a source that has changed since."""
        return (
            self.in_force
            and self.reviewed_at is not None
            and self.version_id != self.policy.current_version_id
        )


class RuleAction(models.TextChoices):
    READ = "read", "자동 분석"
    APPROVED = "approved", "승인"
    CORRECTED = "corrected", "수정"
    REJECTED = "rejected", "반려"
    BULK_APPROVED = "bulk", "일괄 승인"
    SOURCE_CHANGED = "changed", "원문 변경"


class RuleRevision(models.Model):
    """Audit: who did what to a policy's rule, when and why. Never changed, never deleted alone."""

    policy = models.ForeignKey(
        Policy, models.CASCADE, related_name="rule_revisions", verbose_name="정책"
    )
    rule = models.ForeignKey(
        EligibilityRule,
        models.SET_NULL,
        null=True,
        related_name="revisions",
        verbose_name="규칙",
    )
    action = models.CharField("한 일", max_length=10, choices=RuleAction)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name="담당자"
    )
    reason = models.TextField("사유", blank=True)
    before = models.JSONField("이전 조건", null=True, blank=True)
    after = models.JSONField("이후 조건", null=True, blank=True)
    impact = models.JSONField("영향", null=True, blank=True, help_text="저장 전에 본 판정의 변화")
    created_at = models.DateTimeField("때", auto_now_add=True)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        verbose_name = "규칙 이력"
        verbose_name_plural = "규칙 이력"
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.policy_id} {self.get_action_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AuditKept("규칙 이력은 고칠 수 없습니다.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AuditKept("규칙 이력은 지울 수 없습니다.")
