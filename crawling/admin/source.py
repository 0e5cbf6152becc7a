"""Sources with their last run."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from crawling.models import Source, SyncRun
from policies.admin.base import ReadOnlyAdmin


@admin.register(Source)
class SourceAdmin(ReadOnlyAdmin[Source]):
    list_display = ["title", "name", "publisher", "data_group", "last_run"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        newest = SyncRun.objects.filter(source=OuterRef("pk")).order_by("-started_at")
        return (
            super()
            .get_queryset(request)
            .annotate(
                last_pk=Subquery(newest.values("pk")[:1]),
                last_status=Subquery(newest.values("status")[:1]),
                last_started=Subquery(newest.values("started_at")[:1]),
            )
        )

    @admin.display(description="마지막 실행")
    def last_run(self, source: Source) -> str:
        pk = getattr(source, "last_pk", None)
        if pk is None:
            return "아직 없음"
        started = timezone.localtime(source.last_started)  # type: ignore[attr-defined]
        status = SyncRun.Status(source.last_status).label  # type: ignore[attr-defined]
        return format_html(
            '<a href="{}">{} {}</a>',
            reverse("admin:crawling_syncrun_change", args=[pk]),
            f"{started:%Y-%m-%d %H:%M}",
            status,
        )
