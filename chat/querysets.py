"""Conversations belong to an account or, for anonymous people, to a browser session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db import models

if TYPE_CHECKING:
    from uuid import UUID

    from accounts.models import User
    from chat.models import Conversation, Message  # noqa: F401 - named in strings


@dataclass(frozen=True)
class Owner:
    """Who may see a conversation: an account, or the anonymous browser session."""

    user_id: UUID | None
    session_key: str

    @classmethod
    def of(cls, user: User | AnonymousUser, session_key: str | None) -> Owner:
        if user.is_authenticated:
            return cls(user.pk, "")
        return cls(None, session_key or "")


class ConversationQuerySet(models.QuerySet["Conversation"]):
    def for_user(self, user: User | AnonymousUser) -> ConversationQuerySet:
        return self.filter(user_id=user.pk) if user.is_authenticated else self.none()

    def for_owner(self, owner: Owner) -> ConversationQuerySet:
        if owner.user_id:
            return self.filter(user_id=owner.user_id)
        if owner.session_key:
            return self.filter(user__isnull=True, session_key=owner.session_key)
        return self.none()


class MessageQuerySet(models.QuerySet["Message"]):
    def for_user(self, user: User | AnonymousUser) -> MessageQuerySet:
        return self.filter(conversation__user_id=user.pk) if user.is_authenticated else self.none()
