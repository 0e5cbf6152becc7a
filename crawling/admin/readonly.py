"""Base of admins that show what the importers wrote and change nothing."""

from __future__ import annotations

from typing import TypeVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

_ModelT = TypeVar("_ModelT", bound=Model)


class ReadOnlyAdmin(admin.ModelAdmin[_ModelT]):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: _ModelT | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: _ModelT | None = None) -> bool:
        return False
