"""Searchable pieces, to see what the search can find."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from policies.admin.base import ReadOnlyAdmin, admin_link
from policies.admin.filters import EmbeddedFilter, SectionFilter
from policies.models import Embedding, PolicyChunk
from policies.models.policy import SECTION_LABELS
from policies.vocabulary import Section


@admin.register(PolicyChunk)
class PolicyChunkAdmin(ReadOnlyAdmin[PolicyChunk]):
    list_display = ["title", "section_label", "ordinal", "preview", "has_embedding"]
    list_filter = [SectionFilter, EmbeddedFilter]
    search_fields = ["policy__name"]
    search_help_text = "정책명으로 찾습니다."
    fields = ["policy_link", "section_label", "ordinal", "text", "has_embedding"]
    readonly_fields = ["policy_link", "section_label", "has_embedding"]
    ordering = ["version_id", "ordinal"]
    show_full_result_count = False
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[PolicyChunk]:
        vectors = Embedding.objects.filter(chunk=OuterRef("pk"))
        return (
            super()
            .get_queryset(request)
            .select_related("policy")
            .annotate(embedded=Exists(vectors))
        )

    def page_title(self, obj: PolicyChunk) -> str:
        return f"{obj.policy.name} · {self.section_label(obj)} {obj.ordinal}"

    @admin.display(description="정책", ordering="policy__name")
    def title(self, chunk: PolicyChunk) -> str:
        return chunk.policy.name

    @admin.display(description="정책")
    def policy_link(self, chunk: PolicyChunk) -> SafeString:
        return admin_link(chunk.policy, chunk.policy.name)

    @admin.display(description="항목", ordering="section")
    def section_label(self, chunk: PolicyChunk) -> str:
        return SECTION_LABELS[Section(chunk.section)]

    @admin.display(description="본문")
    def preview(self, chunk: PolicyChunk) -> str:
        return Truncator(" ".join(chunk.text.split())).chars(80)

    @admin.display(description="임베딩", boolean=True)
    def has_embedding(self, chunk: PolicyChunk) -> bool:
        return bool(cast(Any, chunk).embedded)
