"""Admin of the policies; importing the modules registers them."""

from django.contrib import admin

from policies.admin import (
    attachment,
    case,
    chunk,
    embedding,
    entity,
    group,
    policy,
    reference,
    revision,
    rule,
    taxonomy,
    version,
    vocabulary,
)

admin.site.site_header = "Poly 관리"
admin.site.site_title = "Poly 관리"
admin.site.index_title = "정책·대화 관리"

__all__ = [
    "attachment",
    "case",
    "chunk",
    "embedding",
    "entity",
    "group",
    "policy",
    "reference",
    "revision",
    "rule",
    "taxonomy",
    "version",
    "vocabulary",
]
