"""Rules: the tree beside its source, the review, and a trial with made-up facts."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from pydantic import ValidationError

from accounts.models import User
from policies.admin.base import KeptAdmin, admin_link
from policies.admin.decision import decision_view
from policies.admin.policy import rule_badge
from policies.admin.tree import marked_sections, rule_view
from policies.admin.trial import TrialForm
from policies.eligibility.evaluate import evaluate
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import rule_from_data
from policies.models import EligibilityRule
from policies.services.rules import ReviewRefused, rule_approve, rule_reject

APPROVE, REJECT = "approve", "reject"
_DONE = {APPROVE: "승인했습니다", REJECT: "반려했습니다"}


@admin.register(EligibilityRule)
class EligibilityRuleAdmin(KeptAdmin[EligibilityRule]):
    list_display = [
        "title",
        "status_badge",
        "in_force",
        "version_number",
        "reviewed_by",
        "reviewed_at",
        "created_at",
    ]
    list_filter = ["status", "in_force", "policy__source", "reviewed_at"]
    search_fields = ["policy__name", "policy__external_id"]
    search_help_text = "정책명이나 출처의 식별자로 찾습니다."
    list_select_related = ["policy", "version", "reviewed_by"]
    list_per_page = 50
    actions = ["approve_selected", "reject_selected"]
    readonly_fields = [
        "policy_link",
        "version_link",
        "status_badge",
        "in_force",
        "review",
        "note",
        "rule_text",
        "section_text",
    ]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "policy_link",
                    "version_link",
                    "status_badge",
                    "in_force",
                    "review",
                    "note",
                ]
            },
        ),
        ("조건", {"classes": ["poly-full"], "fields": ["rule_text"]}),
        ("읽은 원문", {"classes": ["poly-full"], "fields": ["section_text"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[EligibilityRule]:
        skipped = ["version__raw", "version__sections"]
        related = ["policy", "version", "reviewed_by"]
        return super().get_queryset(request).select_related(*related).defer(*skipped)

    def page_title(self, obj: EligibilityRule) -> str:
        return f"{obj.policy.name} ({obj.get_status_display()})"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path(
                "<path:object_id>/review/",
                view(self.review_view),
                name="policies_eligibilityrule_review",
            ),
            path("<path:object_id>/try/", view(self.try_view), name="policies_eligibilityrule_try"),
        ]
        return [*own, *super().get_urls()]

    @admin.display(description="정책", ordering="policy__name")
    def title(self, rule: EligibilityRule) -> str:
        return rule.policy.name

    @admin.display(description="정책")
    def policy_link(self, rule: EligibilityRule) -> SafeString:
        return admin_link(rule.policy, rule.policy.name)

    @admin.display(description="읽은 버전", ordering="version__number")
    def version_number(self, rule: EligibilityRule) -> int:
        return rule.version.number

    @admin.display(description="읽은 버전")
    def version_link(self, rule: EligibilityRule) -> SafeString:
        current = rule.policy.current_version_id == rule.version_id
        note = "현재 버전" if current else "지금은 더 새로운 버전이 있습니다"
        return admin_link(rule.version, f"버전 {rule.version.number} ({note})")

    @admin.display(description="상태", ordering="status")
    def status_badge(self, rule: EligibilityRule) -> SafeString:
        return rule_badge(rule.status)

    @admin.display(description="검토")
    def review(self, rule: EligibilityRule) -> str:
        if rule.reviewed_at is None:
            return "검토 기록이 없습니다."
        when = timezone.localtime(rule.reviewed_at)
        return f"{rule.reviewed_by or '지워진 계정'} · {when:%Y-%m-%d %H:%M}"

    @admin.display(description="조건")
    def rule_text(self, rule: EligibilityRule) -> SafeString:
        view = rule_view(rule.tree, rule.version.sections)
        context = {"rule": rule, "view": view, "badge": rule_badge(rule.status)}
        return render_to_string("admin/policies/_rule.html", context)

    @admin.display(description="읽은 원문")
    def section_text(self, rule: EligibilityRule) -> SafeString:
        sections = rule.version.sections
        context = {"sections": marked_sections(sections, rule_view(rule.tree, sections))}
        return render_to_string("admin/policies/_sections.html", context)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Only shows: what can be decided goes to `review_view`."""
        if request.method == "POST":
            raise PermissionDenied
        extra = {"may_review": self.has_change_permission(request)}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **extra})

    def review_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Approve or reject one rule."""
        rule = self._rule(request, object_id)
        if request.method != "POST" or not self.has_change_permission(request, rule):
            raise PermissionDenied
        decision = request.POST.get("decision", "")
        if decision not in _DONE:
            raise PermissionDenied
        self._decide(request, [rule], decision)
        return redirect("admin:policies_eligibilityrule_change", object_id)

    def try_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Evaluate the rule for the facts of the form; nothing is stored."""
        rule = self._rule(request, object_id)
        if not self.has_view_permission(request, rule):
            raise PermissionDenied
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "rule": rule,
            "title": f"이 규칙 시험해 보기: {rule.policy.name}",
            "media": self.media,
        }
        try:
            tree = rule_from_data(rule.tree)
        except ValidationError:
            context["error"] = "규칙의 형식이 올바르지 않아 시험할 수 없습니다."
        else:
            form = TrialForm(tree, request.POST if request.method == "POST" else None)
            context["form"] = form
            if form.is_valid():
                context["decision"] = decision_view(evaluate(tree, form.facts(), bundled_tables()))
        return TemplateResponse(request, "admin/policies/eligibilityrule/try.html", context)

    @admin.action(description="승인", permissions=["change"])
    def approve_selected(
        self, request: HttpRequest, queryset: QuerySet[EligibilityRule]
    ) -> HttpResponse | None:
        return self._review_selected(request, queryset, APPROVE)

    @admin.action(description="반려", permissions=["change"])
    def reject_selected(
        self, request: HttpRequest, queryset: QuerySet[EligibilityRule]
    ) -> HttpResponse | None:
        return self._review_selected(request, queryset, REJECT)

    def _review_selected(
        self, request: HttpRequest, queryset: QuerySet[EligibilityRule], decision: str
    ) -> HttpResponse | None:
        """Asks for the reason first; decides when the page comes back."""
        rules = list(queryset)
        if "confirmed" in request.POST:
            self._decide(request, rules, decision)
            return None
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"규칙 {len(rules)}개 {'승인' if decision == APPROVE else '반려'}",
            "rules": rules,
            "action": f"{decision}_selected",
            "rejecting": decision == REJECT,
            "media": self.media,
            "changelist": reverse("admin:policies_eligibilityrule_changelist"),
        }
        return TemplateResponse(
            request, "admin/policies/eligibilityrule/review_selected.html", context
        )

    def _rule(self, request: HttpRequest, object_id: str) -> EligibilityRule:
        rule = self.get_object(request, object_id)
        if rule is None:
            raise Http404
        return rule

    def _decide(self, request: HttpRequest, rules: list[EligibilityRule], decision: str) -> None:
        """One decision for each rule, logged; what was refused is said."""
        reason = request.POST.get("reason", "")
        service = rule_approve if decision == APPROVE else rule_reject
        done = 0
        for rule in rules:
            try:
                decided = service(rule=rule, user=cast(User, request.user), reason=reason)
            except ReviewRefused as error:
                self.message_user(request, f"{rule.policy.name}: {error}", messages.ERROR)
                continue
            said = f" 사유: {reason.strip()}" if reason.strip() else ""
            self.log_change(request, decided, f"규칙을 {_DONE[decision]}.{said}")
            done += 1
        if done:
            self.message_user(request, f"규칙 {done}개를 {_DONE[decision]}.", messages.SUCCESS)
