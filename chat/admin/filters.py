"""Filters of the traces, in Korean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from chat.admin.labels import OUTCOME_LABELS, ROUTE_LABELS
from chat.models import Trace


class _ValueFilter(admin.SimpleListFilter):
    """The values of a text column that occur, by their Korean names."""

    parameter_name: str
    labels: Mapping[str, str]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        column = self.parameter_name
        found = Trace.objects.order_by(column).values_list(column, flat=True).distinct()
        return [(value, self.labels.get(value, value)) for value in found if value]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.parameter_name: self.value()}) if self.value() else queryset


class RouteFilter(_ValueFilter):
    title = "경로"
    parameter_name = "route"
    labels = ROUTE_LABELS


class OutcomeFilter(_ValueFilter):
    title = "결과"
    parameter_name = "outcome"
    labels = OUTCOME_LABELS
