"""Structured entities of official services: read here, written by their collection."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from policies.admin.base import ReadOnlyAdmin, badge, outside_link
from policies.admin.filters import SidoFilter
from policies.models import CompetitionStat, HousingNotice, RentalComplex, WelfareFacility
from policies.models.entity import Entity


class EntitySidoFilter(SidoFilter):
    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(sido=self.value()) if self.value() else queryset


class PresentFilter(admin.SimpleListFilter):
    title = "출처에 있음"
    parameter_name = "present"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "있음"), ("no", "없어짐")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() is None:
            return queryset
        return queryset.filter(closed_on__isnull=self.value() == "yes")


class EntityAdmin(ReadOnlyAdmin[Entity]):
    """Columns of the model, then the record as it was received."""

    list_filter = [EntitySidoFilter, PresentFilter, "source"]
    search_fields = ["name", "external_id"]
    list_per_page = 100
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Entity | None = None) -> Any:
        hidden = {"id", "raw", "digest"}
        names = [each.name for each in self.opts.concrete_fields if each.name not in hidden]
        links = {"url": "url_link", "homepage": "homepage_link"}
        return [*(links.get(name, name) for name in names), "raw_text"]

    def get_readonly_fields(self, request: HttpRequest, obj: Entity | None = None) -> Any:
        return self.get_fields(request, obj)

    @admin.display(description="공고 주소")
    def url_link(self, row: HousingNotice) -> SafeString | str:
        return outside_link(row.url)

    @admin.display(description="누리집")
    def homepage_link(self, row: HousingNotice | WelfareFacility) -> SafeString | str:
        return outside_link(row.homepage)

    @admin.display(description="원자료")
    def raw_text(self, row: Entity) -> SafeString:
        text = json.dumps(row.raw, ensure_ascii=False, indent=2)
        return format_html('<pre class="poly-json">{}</pre>', text)

    @admin.display(description="상태", ordering="closed_on")
    def state(self, row: Entity) -> SafeString:
        if row.closed_on is None:
            return badge("open", "있음")
        return badge("closed", f"{row.closed_on:%Y-%m-%d} 없어짐")


@admin.register(RentalComplex)
class RentalComplexAdmin(EntityAdmin):
    list_display = [
        "name", "kind", "sido", "sigungu", "households", "deposit_from", "rent_from", "state",
    ]  # fmt: skip


@admin.register(HousingNotice)
class HousingNoticeAdmin(EntityAdmin):
    list_display = [
        "name", "kind", "sido", "sigungu", "notice_on", "apply_from", "apply_to", "state",
    ]  # fmt: skip
    date_hierarchy = "notice_on"


@admin.register(CompetitionStat)
class CompetitionStatAdmin(EntityAdmin):
    list_display = [
        "name", "house_type", "rank", "residence", "supply", "applicants", "rate_text", "state",
    ]  # fmt: skip
    list_filter = ["rank", "residence", PresentFilter]
    search_fields = ["name", "notice_key"]


@admin.register(WelfareFacility)
class WelfareFacilityAdmin(EntityAdmin):
    list_display = ["name", "kind", "sido", "sigungu", "phone", "capacity", "state"]
    list_filter = [EntitySidoFilter, PresentFilter, "kind"]
    search_fields = ["name", "code", "address"]
