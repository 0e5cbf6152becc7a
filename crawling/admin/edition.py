"""Editions: what each publish changed, and the button that takes it back."""

from __future__ import annotations

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from crawling.admin.actions import EDITION_ACTIONS
from crawling.admin.confirm import confirmed
from crawling.models import Edition, EditionChange, Published, StagedRecord
from crawling.models.document import RawDocument
from policies.admin.base import ReadOnlyAdmin, admin_link
from policies.models import Policy

# Changes shown on the page of an edition.
_SHOWN = 300


@admin.register(Edition)
class EditionAdmin(ReadOnlyAdmin[Edition]):
    list_display = ["created_at", "source", "run", "summary", "rolled_back_at", "rolled_back_by"]
    list_filter = ["source"]
    list_select_related = ["source", "run", "rolled_back_by"]
    fields = [
        *("source", "run", "created_at", "summary", "rolled_back_at", "rolled_back_by"),
        *("rollback", "change_table"),
    ]
    readonly_fields = ["summary", "rollback", "change_table"]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        name = "crawling_edition_action"
        own: list[URLPattern] = [
            path("do/<int:pk>/<slug:action>/", view(self.action_view), name=name)
        ]
        return [*own, *super().get_urls()]

    def action_view(self, request: HttpRequest, pk: int, action: str) -> HttpResponse:
        edition = get_object_or_404(Edition.objects.select_related("source"), pk=pk)
        if action not in EDITION_ACTIONS:
            raise Http404
        return confirmed(
            self,
            request,
            obj=edition,
            action=EDITION_ACTIONS[action],
            back=reverse("admin:crawling_edition_change", args=[pk]),
        )

    @admin.display(description="건수")
    def summary(self, edition: Edition) -> str:
        labels = dict(EditionChange.Outcome.choices)
        told = [
            f"{labels[name]} {n:,}" for name, n in edition.counts.items() if name in labels and n
        ]
        return ", ".join(told) or "없음"

    @admin.display(description="되돌리기")
    def rollback(self, edition: Edition) -> SafeString | str:
        if edition.rolled_back_at is not None:
            return "이미 되돌렸습니다."
        url = reverse("admin:crawling_edition_action", args=[edition.pk, "rollback"])
        label = EDITION_ACTIONS["rollback"].label
        return format_html(
            '<a class="button poly-small poly-small--bad" href="{}">{}</a>', url, label
        )

    @admin.display(description="바뀐 자료")
    def change_table(self, edition: Edition) -> SafeString:
        changes = list(edition.changes.all()[:_SHOWN])
        keys = [change.external_id for change in changes]
        policies = {
            policy.external_id: policy
            for policy in Policy.objects.filter(source=edition.source_id, external_id__in=keys)
        }
        rows = format_html_join(
            "",
            "<tr><td>{}</td><td>{}</td></tr>",
            (
                (
                    change.get_outcome_display(),
                    admin_link(policies[change.external_id], policies[change.external_id].name)
                    if change.external_id in policies
                    else change.external_id,
                )
                for change in changes
            ),
        )
        more = edition.changes.count() - len(changes)
        return format_html(
            "<table><thead><tr><th>변경</th><th>자료</th></tr></thead><tbody>{}</tbody></table>{}",
            rows,
            f"외 {more:,}건" if more > 0 else "",
        )


@admin.register(Published)
class PublishedAdmin(ReadOnlyAdmin[Published]):
    list_display = ["external_id", "source", "missing", "closed", "run"]
    list_filter = ["source", "closed", "missing"]
    list_select_related = ["source", "run"]
    search_fields = ["external_id"]


@admin.register(StagedRecord)
class StagedRecordAdmin(ReadOnlyAdmin[StagedRecord]):
    list_display = ["external_id", "run", "outcome", "reason", "length"]
    list_filter = ["outcome", "run__source"]
    list_select_related = ["run__source"]
    search_fields = ["external_id", "reason"]


@admin.register(RawDocument)
class RawDocumentAdmin(ReadOnlyAdmin[RawDocument]):
    list_display = ["url", "source", "status", "content_type", "fetched_at", "run"]
    list_filter = ["source", "status"]
    list_select_related = ["source", "run"]
    search_fields = ["url"]
    exclude = ["body"]
