"""Saved test people: who they are and what they should get. Facts are changed on trial pages."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from policies.admin.base import TitledAdmin, badge
from policies.admin.facts import fact_rows
from policies.models import EligibilityRule, Policy, SavedCase
from policies.services.impact import LABELS


@admin.register(SavedCase)
class SavedCaseAdmin(TitledAdmin[SavedCase]):
    list_display = ["name", "family", "policy_name", "case_id", "created_by", "updated_at"]
    list_filter = ["family", "policy__source"]
    list_select_related = ["policy", "created_by"]
    search_fields = ["name", "family", "policy__name", "case_id"]
    search_help_text = "이름, 시험 가족, 정책명으로 찾습니다."
    list_per_page = 50
    autocomplete_fields = ["policy"]
    readonly_fields = ["facts_text", "expected_text", "trials", "case_id", "created_by"]
    fieldsets = [
        (None, {"fields": ["name", "family", "policy", "case_id", "created_by"]}),
        ("아는 사실", {"classes": ["poly-full"], "fields": ["facts_text"]}),
        ("기대하는 판정", {"classes": ["poly-full"], "fields": ["expected_text", "trials"]}),
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Made on the trial page of a rule, where the facts are typed."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: SavedCase | None = None) -> bool:
        """Gold cases stay as they were imported."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or not obj.case_id)

    @admin.display(description="정책", ordering="policy__name")
    def policy_name(self, case: SavedCase) -> str:
        return case.policy.name if case.policy else "모든 정책"

    @admin.display(description="사실")
    def facts_text(self, case: SavedCase) -> SafeString:
        rows = format_html_join("", "<dt>{}</dt><dd>{}</dd>", fact_rows(case.facts))
        return format_html('<dl class="poly-pairs">{}</dl>', rows)

    @admin.display(description="기대하는 판정")
    def expected_text(self, case: SavedCase) -> SafeString | str:
        policies = Policy.objects.filter(pk__in=list(case.expected))
        rows = [
            (policy.name, badge(verdict, LABELS.get(verdict, verdict)))
            for policy in policies
            if (verdict := case.expected[str(policy.pk)])
        ]
        return format_html_join("", "<div>{}: {}</div>", rows) or "정하지 않았습니다."

    @admin.display(description="시험하기")
    def trials(self, case: SavedCase) -> SafeString | str:
        """Ways to the rules that this person is meant for."""
        wanted = {case.policy_id} if case.policy_id else set(case.expected)
        rules: QuerySet[EligibilityRule] = EligibilityRule.objects.filter(
            in_force=True, policy__in=wanted
        ).select_related("policy")
        rows = [(_try_address(rule, case), rule.policy.name) for rule in rules]
        text = "<div><a href='{}'>{} 규칙으로 시험하고 사실 고치기</a></div>"
        return format_html_join("", text, rows) or "규칙의 시험 화면에서 불러와 시험합니다."


def _try_address(rule: Any, case: SavedCase) -> str:
    return f"{reverse('admin:policies_eligibilityrule_try', args=[rule.pk])}?case={case.pk}"
