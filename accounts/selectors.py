"""Reads of accounts."""

from __future__ import annotations

from uuid import UUID

from accounts.models import User


def user_get(user_id: UUID) -> User | None:
    """The account in use with that id; None for one that is gone or locked."""
    return User.objects.filter(pk=user_id, is_active=True).first()
