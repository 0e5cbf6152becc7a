"""The audit of the rules: who did what, when and why. Only to be read."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from policies.admin.base import ReadOnlyAdmin, admin_link
from policies.admin.history import who
from policies.admin.impact import impact_view
from policies.admin.tree import rule_view
from policies.models import RuleRevision


@admin.register(RuleRevision)
class RuleRevisionAdmin(ReadOnlyAdmin[RuleRevision]):
    list_display = ["title", "action", "caseworker", "short_reason", "changed", "created_at"]
    list_filter = ["action", "user", "policy__source", "created_at"]
    search_fields = ["policy__name", "policy__external_id", "reason"]
    search_help_text = "정책명, 출처의 식별자, 사유로 찾습니다."
    list_per_page = 50
    show_full_result_count = False
    fieldsets = [
        (None, {"fields": ["policy_link", "rule_link", "action", "caseworker", "created_at"]}),
        ("사유", {"classes": ["poly-full"], "fields": ["reason"]}),
        ("조건의 변화", {"classes": ["poly-full"], "fields": ["trees"]}),
        ("판정의 변화", {"classes": ["poly-full"], "fields": ["impact_text"]}),
    ]
    readonly_fields = ["policy_link", "rule_link", "caseworker", "trees", "impact_text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RuleRevision]:
        return super().get_queryset(request).select_related("policy", "user", "rule")

    def page_title(self, obj: RuleRevision) -> str:
        return f"{obj.policy.name} · {obj.get_action_display()}"

    @admin.display(description="정책", ordering="policy__name")
    def title(self, entry: RuleRevision) -> str:
        return entry.policy.name

    @admin.display(description="정책")
    def policy_link(self, entry: RuleRevision) -> SafeString:
        return admin_link(entry.policy, entry.policy.name)

    @admin.display(description="규칙")
    def rule_link(self, entry: RuleRevision) -> SafeString | str:
        if entry.rule is None:
            return "지워진 규칙"
        return admin_link(entry.rule, str(entry.rule.get_status_display()))

    @admin.display(description="담당자", ordering="user")
    def caseworker(self, entry: RuleRevision) -> str:
        return who(entry)

    @admin.display(description="사유")
    def short_reason(self, entry: RuleRevision) -> str:
        return entry.reason[:80]

    @admin.display(description="바뀐 판정")
    def changed(self, entry: RuleRevision) -> str:
        return f"{len(entry.impact.get('changed', []))}건" if entry.impact else "–"

    @admin.display(description="조건")
    def trees(self, entry: RuleRevision) -> SafeString:
        """Both trees; their quotes are looked up in no text, the source may have moved on."""
        sides = [
            (name, rule_view(tree, None, against=other) if tree is not None else None)
            for name, tree, other in (
                ("이전 조건", entry.before, entry.after),
                ("이후 조건", entry.after, entry.before),
            )
        ]
        return render_to_string("admin/policies/_trees.html", {"sides": sides})

    @admin.display(description="판정")
    def impact_text(self, entry: RuleRevision) -> SafeString:
        context = {"impact": impact_view(entry.impact)}
        return render_to_string("admin/policies/_impact.html", context)
