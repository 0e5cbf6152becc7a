"""Reads for the chat pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from chat.errors import ConversationNotFound
from chat.models import Conversation, Turn
from chat.querysets import Owner
from chat.services import turns_recover
from chat.suggestions import starting_questions
from profiles.models import Profile


def conversation_list(*, owner: Owner) -> QuerySet[Conversation]:
    """The owner's conversations, newest first, at most 100."""
    return Conversation.objects.for_owner(owner).order_by("-last_active_at")[:100]


def room_context(*, owner: Owner, conversation_id: UUID | None) -> dict[str, Any]:
    """What the chat page shows. Raises ConversationNotFound for a stranger's."""
    profiles = list(Profile.objects.filter(user_id=owner.user_id)) if owner.user_id else []
    context: dict[str, Any] = {
        "conversation": None,
        "messages_list": [],
        "suggestions": starting_questions(profiles),
        "running_turn": None,
        "retry_turn": None,
        "profiles": profiles,
        "prefill": "",
    }
    if conversation_id is None:
        return context
    conversation = Conversation.objects.for_owner(owner).filter(id=conversation_id).first()
    if conversation is None:
        raise ConversationNotFound
    turns_recover(conversation_id=conversation.id)
    last = conversation.turns.order_by("-started_at").first()
    context |= {
        "conversation": conversation,
        "messages_list": list(conversation.messages.select_related("turn")),
        "running_turn": last.id if last and last.status == Turn.Status.RUNNING else None,
        "retry_turn": (
            last.id
            if last and last.status in {Turn.Status.INTERRUPTED, Turn.Status.FAILED}
            else None
        ),
    }
    return context
