"""Groups of the same policy, split and merged by caseworkers; laws."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from policies.admin.base import KeptAdmin, ReadOnlyAdmin, admin_link, badge
from policies.models import Law, Policy, PolicyGroup
from policies.provenance import field_sources
from policies.services.groups import group_release, group_split, groups_merge

# Characters of a field shown on the page of a group.
_SHOWN_CHARS = 300


class GroupForm(forms.ModelForm[PolicyGroup]):
    """Members that are ticked leave the group for good."""

    taken_out = forms.ModelMultipleChoiceField(
        label="이 묶음에서 나눌 정책",
        queryset=Policy.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=(
            "고른 정책을 이 묶음에서 떼어 냅니다. 둘 이상이면 그것끼리 새 묶음이 됩니다. "
            "나눈 것은 자동으로 다시 묶이지 않습니다."
        ),
    )

    class Meta:
        model = PolicyGroup
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            members = self.instance.members.select_related("agency").order_by("name", "pk")
            cast(Any, self.fields["taken_out"]).queryset = members

    def clean_taken_out(self) -> QuerySet[Policy]:
        chosen: QuerySet[Policy] = self.cleaned_data["taken_out"]
        if chosen and chosen.count() == self.instance.members.count():
            raise forms.ValidationError("모든 정책을 고르면 나눌 수 없습니다. 일부만 골라 주세요.")
        return chosen


@admin.register(PolicyGroup)
class PolicyGroupAdmin(KeptAdmin[PolicyGroup]):
    form = GroupForm
    list_display = ["name", "kind_badge", "size", "settled"]
    list_filter = ["kind"]
    search_fields = ["name", "members__name"]
    search_help_text = "묶음이나 정책의 이름으로 찾습니다."
    list_per_page = 50
    actions = ["merge", "release"]
    readonly_fields = ["name", "kind", "member_list", "field_table"]
    fieldsets = [
        (None, {"fields": ["name", "kind"]}),
        ("정책", {"classes": ["poly-full"], "fields": ["member_list"]}),
        ("항목별 출처", {"classes": ["poly-full"], "fields": ["field_table"]}),
        ("나누기", {"classes": ["poly-full"], "fields": ["taken_out"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[PolicyGroup]:
        return super().get_queryset(request).annotate(count=Count("members"))

    @admin.display(description="종류", ordering="kind")
    def kind_badge(self, group: PolicyGroup) -> SafeString:
        return badge("none", group.get_kind_display())

    @admin.display(description="정책 수", ordering="count")
    def size(self, group: PolicyGroup) -> int:
        return group.members.count()

    @admin.display(description="담당자가 정함", boolean=True)
    def settled(self, group: PolicyGroup) -> bool:
        return group.members.filter(group_settled=True).exists()

    @admin.display(description="정책")
    def member_list(self, group: PolicyGroup) -> SafeString:
        members = group.members.select_related("agency").prefetch_related("regions")
        rows = (
            (
                admin_link(policy, policy.name),
                policy.agency.name,
                ", ".join(str(region) for region in policy.regions.all()) or "전국",
                policy.source,
            )
            for policy in members.order_by("-nationwide", "name", "pk")
        )
        return format_html_join("", "<div>{} · {} · {} · {}</div>", rows)

    @admin.display(description="항목")
    def field_table(self, group: PolicyGroup) -> SafeString | str:
        """Which source each field of the one programme is taken from."""
        rows = format_html_join(
            "",
            "<tr><th scope='row'>{}</th><td>{}</td><td>{}</td><td>{}</td></tr>",
            (
                (
                    each.label,
                    Truncator(each.text).chars(_SHOWN_CHARS),
                    admin_link(each.policy, each.policy.source),
                    ", ".join(each.differing) or "없음",
                )
                for each in field_sources(group)
            ),
        )
        if not rows:
            return "한 지역의 같은 정책을 묶은 것이 아니어서 지역마다 내용이 다릅니다."
        return format_html(
            '<div class="poly-scroll"><table class="poly-table poly-fields">'
            '<thead><tr><th scope="col">항목</th><th scope="col">내용</th>'
            '<th scope="col">가져온 출처</th><th scope="col">다르게 적은 출처</th></tr></thead>'
            "<tbody>{}</tbody></table></div>",
            rows,
        )

    def save_model(self, request: HttpRequest, obj: PolicyGroup, form: Any, change: bool) -> None:
        chosen: list[UUID] = [policy.pk for policy in form.cleaned_data["taken_out"]]
        if chosen:
            group_split(group=obj, policies=chosen)
            self.log_change(request, obj, f"정책 {len(chosen)}건을 묶음에서 나누었습니다.")

    @admin.action(description="고른 묶음을 하나로 합치기", permissions=["change"])
    def merge(self, request: HttpRequest, queryset: QuerySet[PolicyGroup]) -> None:
        groups = list(queryset)
        if len(groups) < 2:
            self.message_user(request, "합치려면 묶음을 둘 이상 고르세요.", messages.WARNING)
            return
        kept = groups_merge(groups=groups)
        self.log_change(request, kept, f"묶음 {len(groups)}개를 하나로 합쳤습니다.")
        self.message_user(request, f"묶음 {len(groups)}개를 ‘{kept.name}’으로 합쳤습니다.")

    @admin.action(description="자동으로 묶기에 다시 맡기기", permissions=["change"])
    def release(self, request: HttpRequest, queryset: QuerySet[PolicyGroup]) -> None:
        count = 0
        for group in queryset:
            count += group_release(group=group)
            self.log_change(request, group, "자동으로 묶기에 다시 맡겼습니다.")
        self.message_user(request, f"정책 {count}건을 자동으로 묶기에 다시 맡겼습니다.")


@admin.register(Law)
class LawAdmin(ReadOnlyAdmin[Law]):
    search_fields = ["name"]
