"""Profiles over the API: null is unknown, [] is "none"."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework import serializers

from policies.forms import region_problem
from profiles.facts import SAME_NAME, conditions_of
from profiles.models import Profile


class ProfileSerializer(serializers.ModelSerializer[Profile]):
    """One family member. `conditions` are the diseases by name."""

    conditions = serializers.ListField(
        child=serializers.CharField(max_length=100),
        allow_null=True,
        required=False,
        max_length=50,
        help_text="앓는 병의 이름. null은 모름, 빈 목록은 없음입니다.",
    )

    class Meta:
        model = Profile
        fields = (
            "id",
            "name",
            "relation",
            "is_main",
            "sido",
            "sigungu",
            *SAME_NAME,
            "conditions",
            "created_at",
            "updated_at",
        )
        read_only_fields = ("id", "is_main", "created_at", "updated_at")
        extra_kwargs: ClassVar = {
            name: {"min_value": 0} for name in ("monthly_income", "assets", "median_income_ratio")
        }

    def to_representation(self, instance: Profile) -> dict[str, Any]:
        shown = super().to_representation(instance)
        return {**shown, "conditions": conditions_of(instance)}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        stored = self.instance
        region = [
            attrs.get(name, getattr(stored, name, None)) or "" for name in ("sido", "sigungu")
        ]
        if {"sido", "sigungu"} & attrs.keys():
            problem = region_problem(*region)
            if problem:
                raise serializers.ValidationError({problem[0]: problem[1]})
        return attrs
