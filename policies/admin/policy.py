"""Policies as caseworkers see and correct them."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from policies.admin.attachment import status_badge
from policies.admin.base import KeptAdmin, badge, outside_link
from policies.admin.filters import RuleStatusFilter, SidoFilter, SourceFilter, related_of
from policies.admin.forms import OVERWRITTEN, PolicyForm
from policies.admin.history import history_rows
from policies.admin.relation import RelationInline, relations_save
from policies.admin.tree import RuleView, marked_sections, rule_view
from policies.models import EligibilityRule, Policy, RuleStatus
from policies.services.edit import policies_status_set, policy_edit
from policies.vocabulary import PolicyStatus

_LIST_SKIPS = [
    f"current_version__{name}" for name in ("sections", "raw", "contacts", "legal_basis")
]
RULE_KINDS = {
    RuleStatus.DRAFT: "draft",
    RuleStatus.CATALOGUED: "none",
    RuleStatus.APPROVED: "approved",
    RuleStatus.CORRECTED: "approved",
    RuleStatus.REJECTED: "rejected",
}


def rule_badge(status: str | None) -> SafeString:
    """Who read the rule: the machine or a caseworker."""
    if status is None:
        return badge("none", "규칙 없음")
    known = RuleStatus(status)
    return badge(RULE_KINDS[known], str(known.label))


@admin.register(Policy)
class PolicyAdmin(KeptAdmin[Policy]):
    form = PolicyForm
    list_display = [
        "name",
        "agency",
        "region",
        "source",
        "status_badge",
        "persons",
        "rule_status",
        "version_number",
        "collected_on",
    ]
    list_filter = [
        SourceFilter,
        "status",
        "nationwide",
        "for_persons",
        RuleStatusFilter,
        "themes",
        SidoFilter,
    ]
    search_fields = ["name", "aliases", "external_id"]
    search_help_text = "정책명, 다른 이름, 출처의 식별자로 찾습니다."
    list_per_page = 50
    inlines = [RelationInline]
    actions = ["mark_closed", "mark_open"]
    readonly_fields = [
        "name",
        "source_name",
        "agency",
        "region",
        "classes",
        "addresses",
        "contacts",
        "legal_basis",
        "origin",
        "rule_text",
        "section_text",
        "attachment_list",
        "version_list",
    ]
    fieldsets = [
        (None, {"fields": ["name", "source_name", "agency", "region", "classes"]}),
        (
            "고칠 수 있는 항목",
            {"fields": ["status", "for_persons", "aliases", "keywords"]},
        ),
        (
            "신청기간",
            {
                "fields": ["period_kind", "period_text", ("period_start", "period_end")],
                "description": OVERWRITTEN,
            },
        ),
        ("적용 중인 자격 규칙", {"classes": ["poly-full"], "fields": ["rule_text"]}),
        ("본문", {"classes": ["poly-full"], "fields": ["section_text"]}),
        ("붙임", {"classes": ["poly-full"], "fields": ["attachment_list"]}),
        ("안내", {"fields": ["addresses", "contacts", "legal_basis", "origin"]}),
        ("버전", {"classes": ["poly-full"], "fields": ["version_list"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Policy]:
        rules = EligibilityRule.objects.filter(policy=OuterRef("pk"), in_force=True)
        return (
            super()
            .get_queryset(request)
            .select_related("agency", "current_version")
            .defer(*_LIST_SKIPS)
            .prefetch_related("regions")
            .annotate(rule_state=Subquery(rules.values("status")[:1]))
        )

    @admin.display(description="지역")
    def region(self, policy: Policy) -> str:
        return "전국" if policy.nationwide else related_of(policy, "regions") or "지역 미상"

    @admin.display(description="상태", ordering="status")
    def status_badge(self, policy: Policy) -> SafeString:
        return badge(policy.status, policy.get_status_display())

    @admin.display(description="개인", ordering="for_persons", boolean=True)
    def persons(self, policy: Policy) -> bool:
        return policy.for_persons

    @admin.display(description="규칙", ordering="rule_state")
    def rule_status(self, policy: Policy) -> SafeString:
        return rule_badge(cast(Any, policy).rule_state)

    @admin.display(description="버전", ordering="current_version__number")
    def version_number(self, policy: Policy) -> int | None:
        return policy.current_version.number if policy.current_version else None

    @admin.display(description="수집일", ordering="current_version__collected_on")
    def collected_on(self, policy: Policy) -> str:
        version = policy.current_version
        return f"{version.collected_on:%Y-%m-%d}" if version and version.collected_on else "–"

    @admin.display(description="출처")
    def source_name(self, policy: Policy) -> str:
        return f"{policy.source} · {policy.external_id}"

    @admin.display(description="분류")
    def classes(self, policy: Policy) -> SafeString | str:
        names = [
            (label, names)
            for label, relation in (
                ("생애주기", "life_stages"),
                ("가구상황", "target_groups"),
                ("관심주제", "themes"),
            )
            if (names := related_of(policy, relation))
        ]
        return format_html_join("", "<div>{}: {}</div>", names) or "분류 없음"

    @admin.display(description="주소")
    def addresses(self, policy: Policy) -> SafeString | str:
        rows = [
            (label, outside_link(url))
            for label, url in (("신청", policy.apply_url), ("안내", policy.detail_url))
            if url
        ]
        return format_html_join("", "<div>{}: {}</div>", rows) or "주소 없음"

    @admin.display(description="문의처")
    def contacts(self, policy: Policy) -> SafeString | str:
        version = policy.current_version
        rows = [
            (f"{contact.get('name', '')} {contact.get('phone', '')}".strip(),)
            for contact in (version.contacts if version else [])
        ]
        return format_html_join("", "<div>{}</div>", rows) or "문의처 없음"

    @admin.display(description="근거 법령")
    def legal_basis(self, policy: Policy) -> str:
        version = policy.current_version
        return ", ".join(version.legal_basis if version else []) or "적혀 있지 않음"

    @admin.display(description="출처 기록")
    def origin(self, policy: Policy) -> str:
        version = policy.current_version
        if version is None:
            return "아직 수집하지 않음"
        parts = [version.source_title, f"기준 연도 {version.year}년" if version.year else ""]
        if version.collected_on:
            parts.append(f"{version.collected_on:%Y-%m-%d} 수집")
        return " · ".join(part for part in parts if part) or "적혀 있지 않음"

    @admin.display(description="자격 규칙")
    def rule_text(self, policy: Policy) -> SafeString:
        rule = _rule_in_force(policy)
        context = {
            "rule": rule,
            "view": _view(policy, rule),
            "badge": rule_badge(rule.status if rule else None),
            "linked": True,
        }
        return render_to_string("admin/policies/_rule.html", context)

    @admin.display(description="본문")
    def section_text(self, policy: Policy) -> SafeString:
        version = policy.current_version
        view = _view(policy, _rule_in_force(policy))
        sections = marked_sections(version.sections, view) if version else []
        context = {"sections": sections}
        return render_to_string("admin/policies/_sections.html", context)

    @admin.display(description="붙임")
    def attachment_list(self, policy: Policy) -> SafeString:
        version = policy.current_version
        files = version.attachments.defer("text", "blocks") if version else []
        context = {"policy": policy, "attachments": [(file, status_badge(file)) for file in files]}
        return render_to_string("admin/policies/_attachments.html", context)

    @admin.display(description="버전")
    def version_list(self, policy: Policy) -> SafeString:
        versions = policy.versions.defer("sections", "raw", "contacts", "legal_basis")
        context = {"versions": versions, "current": policy.current_version_id}
        return render_to_string("admin/policies/_versions.html", context)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """With the history of its rules below, for who may see rules."""
        extra: dict[str, Any] = {}
        policy = self.get_object(request, object_id)
        if policy is not None and request.user.has_perm("policies.view_eligibilityrule"):
            extra = {
                "history": history_rows(policy),
                "history_linked": request.user.has_perm("policies.view_rulerevision"),
            }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **extra})

    def save_model(self, request: HttpRequest, obj: Policy, form: Any, change: bool) -> None:
        policy_edit(policy=obj, fields=form.changed_data)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        relations_save(formset)

    @admin.action(description="종료로 표시", permissions=["change"])
    def mark_closed(self, request: HttpRequest, queryset: QuerySet[Policy]) -> None:
        self._set_status(request, queryset, PolicyStatus.CLOSED, "종료로 표시했습니다")

    @admin.action(description="다시 열기", permissions=["change"])
    def mark_open(self, request: HttpRequest, queryset: QuerySet[Policy]) -> None:
        self._set_status(request, queryset, PolicyStatus.OPEN, "다시 열었습니다")

    def _set_status(
        self, request: HttpRequest, queryset: QuerySet[Policy], status: PolicyStatus, done: str
    ) -> None:
        ids = list(queryset.values_list("pk", flat=True))
        changed = policies_status_set(ids=ids, status=status)
        for policy in changed:
            self.log_change(request, policy, f"{done}.")
        same = len(ids) - len(changed)
        level = messages.SUCCESS if changed else messages.WARNING
        note = f" 이미 그 상태인 정책 {same}건은 그대로입니다." if same else ""
        self.message_user(request, f"정책 {len(changed)}건을 {done}.{note}", level)


def _rule_in_force(policy: Policy) -> EligibilityRule | None:
    return (
        policy.rules.filter(in_force=True)
        .select_related("reviewed_by", "version", "policy")
        .defer("version__sections", "version__raw")
        .first()
    )


def _view(policy: Policy, rule: EligibilityRule | None) -> RuleView | None:
    if rule is None:
        return None
    version = policy.current_version
    return rule_view(rule.tree, version.sections if version else {})
