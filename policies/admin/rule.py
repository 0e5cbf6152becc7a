"""Rules: the tree beside its source, what waits for a caseworker, and how it came to be."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from policies.admin.base import admin_link, badge
from policies.admin.compare import comparison
from policies.admin.history import history_rows
from policies.admin.policy import rule_badge
from policies.admin.queues import ASKED, PARAMETER, QueueFilter, queue_links
from policies.admin.review import alike_waiting, rule_change_impact
from policies.admin.tree import marked_sections, rule_view
from policies.admin.trial_view import TrialViews
from policies.models import EligibilityRule
from policies.services.rules import rule_tokens


@admin.register(EligibilityRule)
class EligibilityRuleAdmin(TrialViews):
    list_display = [
        "title",
        "status_badge",
        "in_force",
        "sureness",
        "asked",
        "version_number",
        "reviewed_by",
        "reviewed_on",
    ]
    list_filter = [QueueFilter, "status", "in_force", "policy__source", "reviewed_at"]
    search_fields = ["policy__name", "policy__external_id"]
    search_help_text = "정책명이나 출처의 식별자로 찾습니다."
    list_select_related = ["policy", "version", "reviewed_by"]
    list_per_page = 50
    actions = ["approve_selected", "identical_selected", "reject_selected"]
    readonly_fields = [
        "policy_link",
        "version_link",
        "status_badge",
        "in_force",
        "sureness",
        "asked",
        "review",
        "note",
        "reading",
    ]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "policy_link",
                    ("status_badge", "in_force"),
                    "version_link",
                    ("sureness", "asked"),
                    "review",
                    "note",
                ]
            },
        ),
        ("조건과 읽은 원문", {"classes": ["poly-full"], "fields": ["reading"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[EligibilityRule]:
        skipped = ["version__raw", "version__sections"]
        related = ["policy", "version", "reviewed_by"]
        return super().get_queryset(request).select_related(*related).defer(*skipped)

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        if request.GET.get(PARAMETER) == ASKED:
            return ("-policy__asked_count", "-created_at")
        return ("-created_at",)

    def page_title(self, obj: EligibilityRule) -> str:
        return f"{obj.policy.name} ({obj.get_status_display()})"

    @admin.display(description="정책", ordering="policy__name")
    def title(self, rule: EligibilityRule) -> str:
        return rule.policy.name

    @admin.display(description="정책")
    def policy_link(self, rule: EligibilityRule) -> SafeString:
        return admin_link(rule.policy, rule.policy.name)

    @admin.display(description="읽은 버전", ordering="version__number")
    def version_number(self, rule: EligibilityRule) -> SafeString | int:
        if rule.is_outdated:
            return badge("draft", f"{rule.version.number} (원문 바뀜)")
        return rule.version.number

    @admin.display(description="읽은 버전")
    def version_link(self, rule: EligibilityRule) -> SafeString:
        current = rule.policy.current_version_id == rule.version_id
        note = "현재 버전" if current else "지금은 더 새로운 버전이 있습니다"
        return admin_link(rule.version, f"버전 {rule.version.number} ({note})")

    @admin.display(description="상태", ordering="status")
    def status_badge(self, rule: EligibilityRule) -> SafeString:
        return rule_badge(rule.status)

    @admin.display(description="확신도", ordering="confidence")
    def sureness(self, rule: EligibilityRule) -> str:
        parts = [f"{rule.confidence:.0%}"] if rule.confidence is not None else []
        if rule.unparsed:
            parts.append(f"읽지 못함 {len(rule.unparsed)}")
        return " · ".join(parts) or "–"

    @admin.display(description="물은 횟수", ordering="policy__asked_count")
    def asked(self, rule: EligibilityRule) -> int:
        return rule.policy.asked_count

    @admin.display(description="검토")
    def review(self, rule: EligibilityRule) -> str:
        if rule.reviewed_at is None:
            return "검토 기록이 없습니다."
        when = timezone.localtime(rule.reviewed_at)
        return f"{rule.reviewed_by or '지워진 계정'} · {when:%Y-%m-%d %H:%M}"

    @admin.display(description="검토일", ordering="reviewed_at")
    def reviewed_on(self, rule: EligibilityRule) -> str:
        return f"{timezone.localtime(rule.reviewed_at):%Y-%m-%d}" if rule.reviewed_at else "–"

    @admin.display(description="조건과 읽은 원문")
    def reading(self, rule: EligibilityRule) -> SafeString:
        sections = rule.version.sections
        view = rule_view(rule.tree, sections, unparsed=rule.unparsed)
        context = {
            "rule": rule,
            "view": view,
            "badge": rule_badge(rule.status),
            "sections": marked_sections(sections, view),
        }
        return render_to_string("admin/policies/_reading.html", context)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With the queues above the list, unless an action is being carried out."""
        extra: dict[str, Any] = {}
        if request.method == "GET" and self.has_view_permission(request):
            extra = {"queues": queue_links(request)}
        return super().changelist_view(request, {**extra, **(extra_context or {})})

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Only shows: what can be decided goes to `review_view` and `correct_view`."""
        if request.method == "POST":
            raise PermissionDenied
        extra: dict[str, Any] = {"may_review": self.has_change_permission(request)}
        rule = self.get_object(request, object_id)
        if rule is not None and self.has_view_permission(request, rule):
            extra |= {
                "token": rule_tokens([rule.pk])[rule.pk],
                "impact": rule_change_impact(rule),
                "alike": len(alike_waiting(rule)),
                "comparison": comparison(rule),
                "history": history_rows(rule.policy),
                "history_linked": request.user.has_perm("policies.view_rulerevision"),
                "settled": _settled(rule),
            }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **extra})


def _settled(rule: EligibilityRule) -> bool:
    """Whether approving the rule again would change nothing."""
    return rule.in_force and rule.reviewed_at is not None and not rule.is_outdated
