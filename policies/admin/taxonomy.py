"""Regions, agencies and code lists. Sources add rows; names are corrected here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from policies.admin.base import KeptAdmin, ReadOnlyAdmin
from policies.admin.filters import SidoFilter
from policies.geography.succession import is_known, official_region, todays
from policies.models import Agency, LifeStage, Region, TargetGroup, Theme


class _RegionSidoFilter(SidoFilter):
    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(sido=self.value()) if self.value() else queryset


@admin.register(Region)
class RegionAdmin(KeptAdmin[Region]):
    """Names are keys of matching, so only the code and the links between regions change."""

    list_display = ["__str__", "code", "parent", "successor", "today"]
    list_filter = [_RegionSidoFilter]
    list_select_related = ["parent", "successor"]
    search_fields = ["sido", "sigungu", "code"]
    readonly_fields = ["sido", "sigungu", "parent", "today"]
    fields = ["sido", "sigungu", "code", "parent", "successor", "today"]
    autocomplete_fields = ["successor"]
    list_per_page = 100

    @admin.display(description="공식 표의 지금 지역")
    def today(self, region: Region) -> str:
        """Where the official table leads; several regions for one that was divided."""
        named = official_region(region.sido, region.sigungu or None)
        if not is_known(named):
            return "표에 없는 이름입니다."
        now = [str(each) for each in todays(named)]
        return "" if now == [str(region)] else ", ".join(now)


@admin.register(Agency)
class AgencyAdmin(KeptAdmin[Agency]):
    """The name is the source's; the region it serves is ours to set."""

    list_display = ["name", "region"]
    list_select_related = ["region"]
    search_fields = ["name"]
    readonly_fields = ["name"]
    fields = ["name", "region"]
    autocomplete_fields = ["region"]
    list_per_page = 100


@admin.register(LifeStage)
class LifeStageAdmin(ReadOnlyAdmin[LifeStage]):
    search_fields = ["name"]


@admin.register(TargetGroup)
class TargetGroupAdmin(ReadOnlyAdmin[TargetGroup]):
    search_fields = ["name"]


@admin.register(Theme)
class ThemeAdmin(ReadOnlyAdmin[Theme]):
    search_fields = ["name"]
