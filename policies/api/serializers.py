"""Policies over the API, read-only."""

from __future__ import annotations

from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from policies.models import Policy, PolicyVersion
from policies.provenance import programme_of


class VersionSerializer(serializers.ModelSerializer[PolicyVersion]):
    """What the source says now."""

    class Meta:
        model = PolicyVersion
        fields = (
            "number",
            "sections",
            "contacts",
            "legal_basis",
            "year",
            "source_title",
            "source_url",
            "collected_on",
        )


class PolicySerializer(serializers.ModelSerializer[Policy]):
    """A row of the list."""

    agency = serializers.StringRelatedField[Any]()
    regions = serializers.StringRelatedField[Any](many=True)
    life_stages = serializers.StringRelatedField[Any](many=True)
    target_groups = serializers.StringRelatedField[Any](many=True)
    themes = serializers.StringRelatedField[Any](many=True)

    class Meta:
        model = Policy
        fields: tuple[str, ...] = (
            "id",
            "name",
            "aliases",
            "agency",
            "nationwide",
            "regions",
            "life_stages",
            "target_groups",
            "themes",
            "status",
            "period_kind",
            "period_text",
            "period_start",
            "period_end",
            "apply_url",
            "detail_url",
        )


class SourceSerializer(serializers.Serializer[dict[str, Any]]):
    """A record of the same programme; `leads`: the fields that are best taken from it."""

    policy = serializers.UUIDField()
    name = serializers.CharField()
    title = serializers.CharField()
    url = serializers.CharField()
    collected_on = serializers.DateField(allow_null=True)
    leads = serializers.ListField(child=serializers.CharField())


class PolicyDetailSerializer(PolicySerializer):
    """One policy with its text, and every source that holds the same programme."""

    version = VersionSerializer(source="current_version")
    sources = serializers.SerializerMethodField()

    class Meta(PolicySerializer.Meta):
        fields = (*PolicySerializer.Meta.fields, "version", "sources")

    @extend_schema_field(SourceSerializer(many=True))
    def get_sources(self, policy: Policy) -> list[dict[str, Any]]:
        programme = programme_of(policy)
        rows = [
            {
                "policy": record.pk,
                "name": record.source,
                "title": version.source_title,
                "url": version.source_url,
                "collected_on": version.collected_on,
                "leads": [key for key, each in programme.fields.items() if each.policy == record],
            }
            for record, version in programme.records
        ]
        return list(cast(Any, SourceSerializer)(rows, many=True).data)
