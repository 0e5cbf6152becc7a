"""Runs with their counts and the records they refused."""

from __future__ import annotations

from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from crawling.models import SyncRun
from policies.admin.base import ReadOnlyAdmin

_COUNTS = ("total", "created", "changed", "unchanged", "skipped", "embedded")


@admin.register(SyncRun)
class SyncRunAdmin(ReadOnlyAdmin[SyncRun]):
    list_display = ["started_at", "source", "status", *_COUNTS]
    list_filter = ["source", "status"]
    list_select_related = ["source"]
    date_hierarchy = "started_at"
    fieldsets = [
        (None, {"fields": ["source", "status", "origin", "message", "started_at", "finished_at"]}),
        ("결과", {"fields": _COUNTS}),
        ("건너뛴 레코드", {"fields": ["reason_table"]}),
    ]
    readonly_fields = ["reason_table"]

    @admin.display(description="이유")
    def reason_table(self, run: SyncRun) -> SafeString | str:
        if not run.reasons:
            return "없음"
        rows = format_html_join(
            "",
            "<tr><td>{}</td><td>{}</td></tr>",
            ((entry.get("external_id", ""), entry.get("reason", "")) for entry in run.reasons),
        )
        return format_html(
            "<table><thead><tr><th>식별자</th><th>이유</th></tr></thead><tbody>{}</tbody></table>",
            rows,
        )
