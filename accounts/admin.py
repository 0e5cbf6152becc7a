from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin

from accounts.models import User


@admin.register(User)
class UserAdmin(DjangoUserAdmin[User]):
    ordering = ("email",)
    list_display = ("email", "is_active", "is_staff", "date_joined")
    search_fields = ("email",)
    fieldsets: ClassVar = (
        (None, {"fields": ("email", "password")}),
        (
            "권한",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("기록", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets: ClassVar = (  # type: ignore[misc]
        (None, {"classes": ("wide",), "fields": ("email", "password1", "password2")}),
    )
