"""Filters of the lists, in the words of the caseworker."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.http import HttpRequest

from policies.models import EligibilityRule, Policy, Region
from policies.models.policy import SECTION_LABELS
from policies.models.rule import BASIS_LABELS

Choices = list[tuple[str, str]]


class SourceFilter(admin.SimpleListFilter):
    title = "출처"
    parameter_name = "source"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        names = Policy.objects.order_by("source").values_list("source", flat=True).distinct()
        return [(name, name) for name in names]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(source=self.value()) if self.value() else queryset


class SidoFilter(admin.SimpleListFilter):
    """Policies of a 시도 or of one of its 시군구; nationwide ones have their own filter."""

    title = "시·도"
    parameter_name = "sido"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        names = Region.objects.order_by("sido").values_list("sido", flat=True).distinct()
        return [(name, name) for name in names]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.value():
            return queryset
        bound = Policy.regions.through._default_manager.filter(
            policy=OuterRef("pk"), region__sido=self.value()
        )
        return queryset.filter(Exists(bound))


class RuleStatusFilter(admin.SimpleListFilter):
    """Status of the rule in force; "none" where no rule is."""

    title = "규칙 상태"
    parameter_name = "rule"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        labels = [(status.value, str(status.label)) for status in BASIS_LABELS]
        return [*labels, ("none", "적용 중인 규칙 없음")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if not value:
            return queryset
        rules = EligibilityRule.objects.filter(policy=OuterRef("pk"), in_force=True)
        if value == "none":
            return queryset.filter(~Exists(rules))
        return queryset.filter(Exists(rules.filter(status=value)))


class SectionFilter(admin.SimpleListFilter):
    title = "항목"
    parameter_name = "section"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(section.value, label) for section, label in SECTION_LABELS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(section=self.value()) if self.value() else queryset


class EmbeddedFilter(admin.SimpleListFilter):
    """Chunks with or without a vector (the list annotates `embedded`)."""

    title = "임베딩"
    parameter_name = "embedded"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [("yes", "있음"), ("no", "없음")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in {"yes", "no"}:
            return queryset
        return queryset.filter(embedded=self.value() == "yes")


def related_of(obj: Model, name: str) -> str:
    """Names of a prefetched relation in one line."""
    return ", ".join(str(item) for item in getattr(obj, name).all())
