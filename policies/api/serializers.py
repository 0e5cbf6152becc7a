"""Policies over the API, read-only."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from policies.models import Policy, PolicyVersion


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


class PolicyDetailSerializer(PolicySerializer):
    """One policy with its text."""

    version = VersionSerializer(source="current_version")

    class Meta(PolicySerializer.Meta):
        fields = (*PolicySerializer.Meta.fields, "version")
