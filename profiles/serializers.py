"""Profiles over the API: null is unknown, [] is "none"."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework import serializers

from policies.forms import region_problem
from profiles.facts import SAME_NAME, conditions_of
from profiles.models import Profile, ReceivedBenefit


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


class ReceivedBenefitSerializer(serializers.ModelSerializer[ReceivedBenefit]):
    """One benefit received. `profile` is the member's id; `policy` is found by the name."""

    policy_name = serializers.CharField(source="policy.name", read_only=True, default=None)

    class Meta:
        model = ReceivedBenefit
        fields = (
            "id",
            "profile",
            "name",
            "policy",
            "policy_name",
            "amount",
            "paid",
            "since",
            "until",
            "note",
            "created_at",
            "updated_at",
        )
        read_only_fields = ("id", "policy", "created_at", "updated_at")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """An entry is added to a member of the own family and stays with them."""
        fields = super().get_fields()
        user = self.context["request"].user
        fields["profile"] = serializers.PrimaryKeyRelatedField(
            queryset=Profile.objects.for_user(user), read_only=False
        )
        if self.instance is not None:
            fields["profile"] = serializers.PrimaryKeyRelatedField(read_only=True)
        return fields
