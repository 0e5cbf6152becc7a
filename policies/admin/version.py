"""Versions: what a source said at one time, and what changed since the one before."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from policies.admin.base import ReadOnlyAdmin, admin_link, outside_link
from policies.admin.tree import marked_sections
from policies.models import PolicyVersion
from policies.version_diff import version_diff


@admin.register(PolicyVersion)
class PolicyVersionAdmin(ReadOnlyAdmin[PolicyVersion]):
    list_display = ["title", "number", "year", "collected_on", "is_current", "created_at"]
    list_filter = ["policy__source", "year", "collected_on"]
    search_fields = ["policy__name", "policy__external_id"]
    search_help_text = "정책명이나 출처의 식별자로 찾습니다."
    ordering = ["-created_at", "-number"]
    list_per_page = 50
    fieldsets = [
        (None, {"fields": ["policy_link", "number", "is_current", "year"]}),
        ("이전 버전과 비교", {"classes": ["poly-full"], "fields": ["changes"]}),
        ("본문", {"classes": ["poly-full"], "fields": ["section_text"]}),
        (
            "출처",
            {"fields": ["source_title", "source", "collected_on", "source_updated_at"]},
        ),
        ("기록", {"fields": ["created_at", "content_hash", "term_count"]}),
    ]
    readonly_fields = ["policy_link", "is_current", "changes", "section_text", "source"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[PolicyVersion]:
        return super().get_queryset(request).select_related("policy").defer("raw", "sections")

    def page_title(self, obj: PolicyVersion) -> str:
        return f"{obj.policy.name} 버전 {obj.number}"

    @admin.display(description="정책", ordering="policy__name")
    def title(self, version: PolicyVersion) -> str:
        return version.policy.name

    @admin.display(description="정책")
    def policy_link(self, version: PolicyVersion) -> SafeString:
        return admin_link(version.policy, version.policy.name)

    @admin.display(description="현재 버전", boolean=True)
    def is_current(self, version: PolicyVersion) -> bool:
        return version.policy.current_version_id == version.pk

    @admin.display(description="출처 주소")
    def source(self, version: PolicyVersion) -> SafeString | str:
        return outside_link(version.source_url) or "적혀 있지 않음"

    @admin.display(description="본문")
    def section_text(self, version: PolicyVersion) -> SafeString:
        context = {"sections": marked_sections(version.sections, None)}
        return render_to_string("admin/policies/_sections.html", context)

    @admin.display(description="바뀐 내용")
    def changes(self, version: PolicyVersion) -> SafeString:
        old = (
            PolicyVersion.objects.filter(policy_id=version.policy_id, number__lt=version.number)
            .order_by("-number")
            .defer("raw")
            .first()
        )
        context = {"old": old, "diffs": version_diff(old, version) if old else []}
        return render_to_string("admin/policies/_diff.html", context)
