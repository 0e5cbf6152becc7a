"""Profiles in the admin: for support, without lists of personal facts."""

from typing import ClassVar

from django.contrib import admin

from profiles.models import HealthFact, Profile


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
