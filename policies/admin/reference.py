"""Published figures by year, and the counters of the source groups."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString

from policies.admin.base import ReadOnlyAdmin, outside_link
from policies.korean import won
from policies.models import DataVersion, ReferenceValue, SourceCheck

TABLE_TITLES = {
    "median_income": "기준중위소득",
    "basic_pension": "기초연금 선정기준액",
    "disability_pension": "장애인연금 선정기준액",
    "minimum_wage": "최저임금",
}
_KEY_TITLES = {
    "household": "가구",
    "single": "단독가구",
    "couple": "부부가구",
    "per_person_above_7": "8인 이상 1인당 추가",
    "hourly": "시간급",
}


class TableFilter(admin.SimpleListFilter):
    title = "표"
    parameter_name = "table"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        names = ReferenceValue.objects.order_by("table").values_list("table", flat=True)
        return [(name, TABLE_TITLES.get(name, name)) for name in names.distinct()]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(table=self.value()) if self.value() else queryset


@admin.register(ReferenceValue)
class ReferenceValueAdmin(ReadOnlyAdmin[ReferenceValue]):
    list_display = [
        "title",
        "year",
        "kind",
        "household_size",
        "amount_text",
        "notice",
        "effective_from",
    ]
    list_filter = ["year", TableFilter]
    search_fields = ["notice"]
    fields = [
        "title",
        "year",
        "kind",
        "household_size",
        "amount_text",
        "notice",
        "effective_from",
        "source",
    ]
    readonly_fields = ["title", "kind", "amount_text", "source"]
    list_per_page = 100

    @admin.display(description="표", ordering="table")
    def title(self, value: ReferenceValue) -> str:
        return TABLE_TITLES.get(value.table, value.table)

    @admin.display(description="구분", ordering="key")
    def kind(self, value: ReferenceValue) -> str:
        return _KEY_TITLES.get(value.key, value.key)

    @admin.display(description="금액", ordering="amount")
    def amount_text(self, value: ReferenceValue) -> str:
        return won(value.amount)

    @admin.display(description="출처 주소")
    def source(self, value: ReferenceValue) -> SafeString | str:
        return outside_link(value.source_url)


@admin.register(DataVersion)
class DataVersionAdmin(ReadOnlyAdmin[DataVersion]):
    list_display = ["group", "number", "updated_at"]


@admin.register(SourceCheck)
class SourceCheckAdmin(ReadOnlyAdmin[SourceCheck]):
    list_display = ["source", "good_on"]
