"""Vocabulary as caseworkers keep it: entries, their history, a place to try a question."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.safestring import SafeString

from accounts.models import User
from policies.admin.base import ReadOnlyAdmin, TitledAdmin, badge
from policies.admin.vocabulary_form import VocabularyForm
from policies.admin.vocabulary_history import change_rows
from policies.admin.vocabulary_trial import TrialForm, trial
from policies.errors import VocabularyInvalid
from policies.models import VocabularyEntry, VocabularyRevision
from policies.services.vocabulary import (
    vocabulary_entry_delete,
    vocabulary_entry_reset,
    vocabulary_entry_save,
    vocabulary_yaml,
)

_SHOWN_WORDS = 6
_SHOWN_CHANGES = 20


@admin.register(VocabularyEntry)
class VocabularyEntryAdmin(TitledAdmin[VocabularyEntry]):
    form = VocabularyForm
    list_display = ["said_text", "official_text", "kind", "weight", "origin_badge", "active"]
    list_display_links = ["said_text"]
    list_filter = ["kind", "active", "origin", "edited"]
    search_fields = ["key", "said", "official", "codes"]
    search_help_text = "사람들이 하는 말, 공식 용어, 질병분류기호로 찾습니다."
    list_per_page = 50
    actions = ["reset_to_shipped", "export_yaml"]
    readonly_fields = ["key", "origin", "edited", "changes"]
    fieldsets = [
        (None, {"fields": ["said", "official", "kind", "weight", "active", "note"]}),
        ("어디서 찾나", {"fields": ["word", "not_before", "not_after", "needs", "codes"]}),
        ("이력", {"classes": ["poly-full"], "fields": ["key", "origin", "edited", "changes"]}),
    ]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.try_view)
        own: URLPattern = path("try/", view, name="policies_vocabularyentry_try")
        return [own, *super().get_urls()]

    def try_view(self, request: HttpRequest) -> HttpResponse:
        """Which entries a question meets, and its first results with and without them."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        form = TrialForm(request.GET if "q" in request.GET else None, label_suffix="")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "어휘 시험해 보기",
            "media": self.media,
            "form": form,
        }
        if form.is_valid():
            context["trial"] = trial(form.cleaned_data["q"])
        return TemplateResponse(request, "admin/policies/vocabularyentry/try.html", context)

    @admin.display(description="사람들이 하는 말", ordering="key")
    def said_text(self, row: VocabularyEntry) -> str:
        return _shortened(row.said or row.codes)

    @admin.display(description="공식 용어")
    def official_text(self, row: VocabularyEntry) -> str:
        return _shortened(row.official)

    @admin.display(description="출처", ordering="origin")
    def origin_badge(self, row: VocabularyEntry) -> SafeString:
        if row.origin == VocabularyEntry.Origin.CASEWORKER:
            return badge("approved", "담당자 추가")
        return badge("draft", "담당자가 고침") if row.edited else badge("none", "기본 제공")

    @admin.display(description="바뀐 내용")
    def changes(self, row: VocabularyEntry) -> SafeString:
        revisions = row.revisions.select_related("user")[:_SHOWN_CHANGES] if row.pk else []
        rows = [(each, change_rows(each)) for each in revisions]
        return render_to_string("admin/policies/vocabularyentry/_changes.html", {"rows": rows})

    def save_model(
        self, request: HttpRequest, obj: VocabularyEntry, form: Any, change: bool
    ) -> None:
        vocabulary_entry_save(row=obj, user=cast(User, request.user))

    def has_delete_permission(
        self, request: HttpRequest, obj: VocabularyEntry | None = None
    ) -> bool:
        """Shipped entries are switched off, not deleted."""
        allowed = super().has_delete_permission(request, obj)
        return allowed and (obj is None or obj.origin == VocabularyEntry.Origin.CASEWORKER)

    def delete_model(self, request: HttpRequest, obj: VocabularyEntry) -> None:
        vocabulary_entry_delete(row=obj, user=cast(User, request.user))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[VocabularyEntry]) -> None:
        for row in queryset.filter(origin=VocabularyEntry.Origin.CASEWORKER):
            vocabulary_entry_delete(row=row, user=cast(User, request.user))

    @admin.action(description="고른 어휘를 기본 제공 내용으로 되돌리기", permissions=["change"])
    def reset_to_shipped(self, request: HttpRequest, queryset: QuerySet[VocabularyEntry]) -> None:
        done = 0
        for row in queryset:
            try:
                done += vocabulary_entry_reset(row=row, user=cast(User, request.user))
            except VocabularyInvalid as error:
                self.message_user(request, f"{row}: {error}", messages.ERROR)
        self.message_user(request, f"어휘 {done}개를 기본 제공 내용으로 되돌렸습니다.")

    @admin.action(description="고른 어휘를 YAML로 내려받기", permissions=["view"])
    def export_yaml(
        self, request: HttpRequest, queryset: QuerySet[VocabularyEntry]
    ) -> HttpResponse:
        response = HttpResponse(
            vocabulary_yaml(rows=queryset), content_type="application/yaml; charset=utf-8"
        )
        response["Content-Disposition"] = 'attachment; filename="vocabulary.yaml"'
        return response


@admin.register(VocabularyRevision)
class VocabularyRevisionAdmin(ReadOnlyAdmin[VocabularyRevision]):
    list_display = ["key", "created_at", "user"]
    list_select_related = ["user"]
    search_fields = ["key"]
    search_help_text = "어휘의 식별자로 찾습니다."
    fields = ["key", "created_at", "user", "changed"]
    readonly_fields = ["changed"]

    @admin.display(description="바뀐 내용")
    def changed(self, revision: VocabularyRevision) -> SafeString:
        rows = [(revision, change_rows(revision))]
        return render_to_string("admin/policies/vocabularyentry/_changes.html", {"rows": rows})


def _shortened(words: list[str]) -> str:
    more = len(words) - _SHOWN_WORDS
    shown = ", ".join(words[:_SHOWN_WORDS])
    return f"{shown} 외 {more}개" if more > 0 else shown
