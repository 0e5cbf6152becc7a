"""Runs: live progress, counts, reasons, log, and what a person decides about them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString

from crawling.admin.actions import EDITION_ACTIONS, RUN_ACTIONS, run_actions
from crawling.admin.confirm import confirmed, part, status_badge
from crawling.models import Edition, StagedRecord, SyncRun
from crawling.runs.events import run_log
from policies.admin.base import ReadOnlyAdmin

_COUNTS = (
    *("total", "created", "changed", "unchanged", "reopened", "skipped", "failed"),
    *("closed", "embedded"),
)
# Refused records shown on the page; the log has all of them.
_SHOWN = 200


@admin.register(SyncRun)
class SyncRunAdmin(ReadOnlyAdmin[SyncRun]):
    change_form_template = "admin/crawling/syncrun/change_form.html"
    list_display = ["started_at", "source", "kind", "state", *_COUNTS]
    list_filter = ["source", "kind", "status", "trigger"]
    list_select_related = ["source"]
    date_hierarchy = "started_at"
    fields = ["source"]

    @admin.display(description="상태", ordering="status")
    def state(self, run: SyncRun) -> SafeString:
        return status_badge(run)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        name = "crawling_syncrun"
        own: list[URLPattern] = [
            path("part/<int:pk>/", view(self.part_view), name=f"{name}_part"),
            path("log/<int:pk>/", view(self.log_view), name=f"{name}_log"),
            path("do/<int:pk>/<slug:action>/", view(self.action_view), name=f"{name}_action"),
        ]
        return [*own, *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context |= _run_context(request, context["original"])
        return super().render_change_form(request, context, *args, **kwargs)

    def part_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The part of the page that moves while the run goes on."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        run = get_object_or_404(SyncRun.objects.select_related("source"), pk=pk)
        context = _run_context(request, run)
        return part(request, "admin/crawling/syncrun/_run.html", context)

    def log_view(self, request: HttpRequest, pk: int) -> StreamingHttpResponse:
        """All that is known of the run, as a text file."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        run = get_object_or_404(SyncRun.objects.select_related("source"), pk=pk)
        lines = (f"{line}\n" for line in run_log(run))
        response = StreamingHttpResponse(lines, content_type="text/plain; charset=utf-8")
        name = f"{run.source_id}-{run.pk}.txt"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def action_view(self, request: HttpRequest, pk: int, action: str) -> HttpResponse:
        run = get_object_or_404(SyncRun.objects.select_related("source"), pk=pk)
        if action not in RUN_ACTIONS:
            raise Http404
        return confirmed(
            self,
            request,
            obj=run,
            action=RUN_ACTIONS[action],
            back=reverse("admin:crawling_syncrun_change", args=[pk]),
            facts=[finding["text"] for finding in run.gate],
        )


def _label(name: str) -> str:
    return str(label_for_field(name, SyncRun))


def _run_context(request: HttpRequest, run: SyncRun) -> dict[str, Any]:
    may = request.user.has_perm("crawling.change_syncrun")
    refused = run.staged.exclude(outcome=StagedRecord.Outcome.STAGED).order_by("pk")
    edition = Edition.objects.filter(run=run).first()
    return {
        "run": run,
        "badge": status_badge(run),
        "counts": [(_label(name), getattr(run, name)) for name in _COUNTS],
        "refused": list(refused[:_SHOWN]),
        "refused_total": refused.count(),
        "edition": edition,
        "actions": run_actions(run) if may else [],
        "rollback": EDITION_ACTIONS["rollback"]
        if may and edition is not None and edition.rolled_back_at is None
        else None,
        "running": run.status in (SyncRun.Status.RUNNING, SyncRun.Status.INTERRUPTED),
    }
