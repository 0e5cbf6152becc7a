"""Access to what people said: one permission opens it, none changes it."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model
from django.http import HttpRequest

from policies.admin.base import TitledAdmin

ModelT = TypeVar("ModelT", bound=Model)
VIEW_PERMISSION = "chat.view_conversation"


class PersonalAdmin(TitledAdmin[ModelT]):
    """Personal content: without `VIEW_PERMISSION` staff see neither pages nor menu."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(VIEW_PERMISSION)

    def has_view_permission(self, request: HttpRequest, obj: ModelT | None = None) -> bool:
        return request.user.has_perm(VIEW_PERMISSION)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ModelT | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ModelT | None = None) -> bool:
        return False
