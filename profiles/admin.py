"""Profiles in the admin: for support, without lists of personal facts."""

from typing import ClassVar

from django.contrib import admin
from django.http import HttpRequest

from profiles.models import HealthFact, Profile, ReceivedBenefit


class HealthFactInline(admin.TabularInline[HealthFact, Profile]):
    model = HealthFact
    extra = 0


@admin.register(Profile)
class ProfileAdmin(admin.ModelAdmin[Profile]):
    list_display = ("id", "relation", "is_main", "sido", "updated_at")
    list_filter = ("relation", "is_main")
    search_fields = ("user__email",)
    raw_id_fields = ("user",)
    readonly_fields = ("created_at", "updated_at")
    inlines: ClassVar = [HealthFactInline]


@admin.register(ReceivedBenefit)
class ReceivedBenefitAdmin(admin.ModelAdmin[ReceivedBenefit]):
    """Read-only: only the family writes what it receives."""

    list_display = ("id", "policy", "paid", "since", "until", "updated_at")
    list_filter = ("paid",)
    search_fields = ("profile__user__email",)
    list_select_related = ("policy",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: ReceivedBenefit | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: ReceivedBenefit | None = None
    ) -> bool:
        return False
