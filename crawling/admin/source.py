"""Sources: how their collection goes, what they are measured by, and the button that starts."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from crawling.admin.actions import SOURCE_ACTIONS, source_actions
from crawling.admin.confirm import confirmed, part, status_badge
from crawling.health import sources_health
from crawling.models import Source
from crawling.reports import source_shares
from policies.admin.base import KeptAdmin
from policies.coverage import data_coverage

_LIST = "admin:crawling_source_changelist"


class SourceForm(forms.ModelForm[Source]):
    """Bounds of a source have names that the gates know, and numbers."""

    def clean_gates(self) -> dict[str, float]:
        bounds = self.cleaned_data["gates"] or {}
        known = settings.CRAWL_RUNS["gates"]
        if not isinstance(bounds, dict):
            raise forms.ValidationError('{"이름": 숫자} 꼴로 적어 주세요.')
        if foreign := sorted(set(bounds) - set(known)):
            raise forms.ValidationError(
                f"모르는 기준입니다: {', '.join(foreign)} (가능: {', '.join(known)})"
            )
        for name, value in bounds.items():
            if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
                raise forms.ValidationError(f"{name}: 0 이상의 숫자여야 합니다.")
        return bounds

    def clean_absences_to_close(self) -> int:
        absences: int = self.cleaned_data["absences_to_close"]
        if absences < 1:
            raise forms.ValidationError("1 이상이어야 합니다.")
        return absences

    class Meta:
        model = Source
        fields = ("enabled", "absences_to_close", "stale_hours", "gates")


@admin.register(Source)
class SourceAdmin(KeptAdmin[Source]):
    form = SourceForm
    fieldsets = [
        (None, {"fields": ["name", "title", "publisher", "document_url", "data_group"]}),
        ("수집", {"fields": ["enabled", "absences_to_close", "stale_hours", "gates"]}),
        (
            "상태",
            {
                "fields": [
                    *("last_good_run", "last_good_at", "good_records", "good_length"),
                    *("failures_in_row", "quota_left"),
                ]
            },
        ),
    ]
    readonly_fields = [
        *("name", "title", "publisher", "document_url", "data_group"),
        *("last_good_run", "last_good_at", "good_records", "good_length"),
        *("failures_in_row", "quota_left"),
    ]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own: list[URLPattern] = [
            path("part/", view(self.part_view), name="crawling_source_part"),
            path(
                "do/<slug:name>/<slug:action>/",
                view(self.action_view),
                name="crawling_source_action",
            ),
        ]
        return [*own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Every source with its health, instead of a list of rows."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        title = str(self.opts.verbose_name_plural)
        coverage = data_coverage(timezone.localdate())
        context = self.framed(request, title, coverage=coverage, **_healths(request))
        return render(request, "admin/crawling/source/sources.html", context)

    def part_view(self, request: HttpRequest) -> HttpResponse:
        """The part of the page that moves while sources are collected."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return part(request, "admin/crawling/source/_sources.html", _healths(request))

    def action_view(self, request: HttpRequest, name: str, action: str) -> HttpResponse:
        source = get_object_or_404(Source, pk=name)
        if action not in SOURCE_ACTIONS:
            raise Http404
        return confirmed(
            self, request, obj=source, action=SOURCE_ACTIONS[action], back=reverse(_LIST)
        )


def _healths(request: HttpRequest) -> dict[str, Any]:
    may = request.user.has_perm("crawling.change_syncrun")
    healths = sources_health()
    shares = source_shares()
    rows = [
        {
            "health": each,
            "share": shares.get(each.source.pk),
            "badge": status_badge(each.run) if each.run is not None else "",
            "actions": source_actions(each.source, can_crawl=each.can_crawl) if may else [],
        }
        for each in healths
    ]
    return {"rows": rows, "running": any(each.is_busy for each in healths)}
