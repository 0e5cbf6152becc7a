"""Eligibility rules: who may read them as what, and who said so."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from policies.models.policy import Policy, PolicyVersion


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
    status = models.CharField("상태", max_length=10, choices=RuleStatus, default=RuleStatus.DRAFT)
    in_force = models.BooleanField("적용 중", default=True)
    note = models.TextField("메모", blank=True)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name="검토자"
    )
    reviewed_at = models.DateTimeField("검토", null=True, blank=True)
    created_at = models.DateTimeField("저장", auto_now_add=True)

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
