"""Conversations and turns in the database; the runner calls these, nothing else writes."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from chat.agent.trace import masked
from chat.agent.understanding import mask_pii
from chat.answer import Answer
from chat.errors import ConversationNotFound, TurnNotFound, TurnNotRetryable, TurnRunning
from chat.models import Citation, Conversation, Message, Trace, Turn
from chat.protocol import Correction
from chat.querysets import Owner
from policies.services.asked import policies_asked

RETRYABLE = {Turn.Status.INTERRUPTED, Turn.Status.FAILED, Turn.Status.CANCELLED}


def lease_end() -> Any:
    """When a lease taken or renewed now runs out."""
    return timezone.now() + timedelta(seconds=settings.TURN_LEASE_SECONDS)


@transaction.atomic
def turn_start(
    *,
    owner: Owner,
    text: str,
    conversation_id: UUID | None = None,
    request: UUID | None = None,
    correction: Correction | None = None,
) -> tuple[Turn, bool]:
    """A running turn with its user message, and whether it is new.

    Numbers that identify a person are masked before anything is stored or read.

    `request` is the sender's own key: sending again gives the same turn. Raises
    ConversationNotFound for a stranger's conversation, TurnRunning when one is under way.
    """
    if request is not None:
        known = _own_turn(owner, request)
        if known is not None:
            return known, False
    text = mask_pii(text)
    if conversation_id is None:
        conversation = Conversation.objects.create(
            user_id=owner.user_id, session_key=owner.session_key, title=text[:60]
        )
    else:
        found = Conversation.objects.for_owner(owner).filter(id=conversation_id).first()
        if found is None:
            raise ConversationNotFound
        conversation = found
        turns_recover(conversation_id=conversation.id)
    try:
        with transaction.atomic():
            turn = Turn.objects.create(
                **({"id": request} if request else {}),
                conversation=conversation,
                correction=masked(correction.model_dump()) if correction else None,
                lease_expires_at=lease_end(),
            )
    except IntegrityError:
        raise TurnRunning from None
    Message.objects.create(conversation=conversation, turn=turn, role=Message.Role.USER, text=text)
    conversation.save(update_fields=["last_active_at"])
    return turn, True


@transaction.atomic
def turn_retry(*, owner: Owner, turn_id: UUID) -> tuple[Turn, str]:
    """Start an interrupted, failed or stopped turn again; returns it with its question.

    Raises TurnNotFound, TurnRunning while its lease holds, TurnNotRetryable.
    """
    turn = turn_of(owner=owner, turn_id=turn_id)
    turns_recover(conversation_id=turn.conversation_id)
    locked = Turn.objects.select_for_update().get(id=turn.id)
    last = Turn.objects.filter(conversation_id=turn.conversation_id).order_by("-started_at").first()
    if locked.status == Turn.Status.RUNNING:
        raise TurnRunning
    if locked.status not in RETRYABLE or last is None or last.id != locked.id:
        raise TurnNotRetryable
    locked.messages.filter(role=Message.Role.ASSISTANT).delete()
    Trace.objects.filter(turn=locked).delete()
    locked.status = Turn.Status.RUNNING
    locked.lease_expires_at = lease_end()
    locked.finished_at = None
    locked.save(update_fields=["status", "lease_expires_at", "finished_at"])
    return locked, locked.messages.get(role=Message.Role.USER).text


def turn_of(*, owner: Owner, turn_id: UUID) -> Turn:
    """A turn of the owner's. Raises TurnNotFound."""
    turn = _own_turn(owner, turn_id)
    if turn is None:
        raise TurnNotFound
    return turn


def _own_turn(owner: Owner, turn_id: UUID) -> Turn | None:
    return Turn.objects.filter(
        id=turn_id, conversation__in=Conversation.objects.for_owner(owner)
    ).first()


def lease_renew(*, turn_id: UUID) -> bool:
    """Renew the lease of a running turn; False when the turn runs no longer."""
    return bool(
        Turn.objects.filter(id=turn_id, status=Turn.Status.RUNNING).update(
            lease_expires_at=lease_end()
        )
    )


@transaction.atomic
def turn_finish(
    *,
    turn_id: UUID,
    status: Turn.Status,
    text: str = "",
    answer: Answer | None = None,
    prompt_hash: str = "",
    trace: dict[str, Any] | None = None,
) -> int | None:
    """Store the outcome of a running turn once; returns the message id, None when the
    turn was ended by someone else, or deleted, meanwhile."""
    turn = Turn.objects.select_for_update().filter(id=turn_id).first()
    if turn is None or turn.status != Turn.Status.RUNNING:
        return None
    turn.status = status
    turn.finished_at = timezone.now()
    turn.save(update_fields=["status", "finished_at"])
    if trace is not None:
        Trace.objects.update_or_create(turn=turn, defaults=trace)
    if answer is None and not text:
        return None
    message = Message.objects.create(
        conversation_id=turn.conversation_id,
        turn=turn,
        role=Message.Role.ASSISTANT,
        text=text,
        answer=answer.model_dump(mode="json") if answer else None,
        prompt_hash=prompt_hash,
    )
    if answer is not None:
        _store_citations(message, answer)
        shown = [item.policy_id for item in answer.items]
        # After the commit: a policy that is being loaded must not hold the answer back.
        transaction.on_commit(partial(policies_asked, ids=shown), robust=True)
    Conversation.objects.filter(id=turn.conversation_id).update(last_active_at=timezone.now())
    return message.pk


def _store_citations(message: Message, answer: Answer) -> None:
    Citation.objects.bulk_create(
        Citation(
            message=message,
            ordinal=item.ordinal,
            version_id=item.version_id,
            section=item.section,
            attachment_id=item.attachment_id,
            start=item.start,
            end=item.end,
            quote=item.quote,
            verification=(
                Citation.Verification.VERIFIED if item.verified else Citation.Verification.UNCHECKED
            ),
        )
        for item in answer.citations
    )


@transaction.atomic
def turns_recover(*, conversation_id: UUID | None = None) -> list[UUID]:
    """Mark running turns whose lease has run out as interrupted; returns the ids of those that
    this call has ended: whoever ends a turn tells its readers, once."""
    expired = Turn.objects.filter(status=Turn.Status.RUNNING, lease_expires_at__lt=timezone.now())
    if conversation_id is not None:
        expired = expired.filter(conversation_id=conversation_id)
    # Locked, so that a lease renewed meanwhile holds.
    ids = list(expired.select_for_update(skip_locked=True).values_list("id", flat=True))
    Turn.objects.filter(id__in=ids).update(
        status=Turn.Status.INTERRUPTED, finished_at=timezone.now()
    )
    return ids


def conversation_delete(*, owner: Owner, conversation_id: UUID) -> None:
    """Delete a conversation of the owner's with all its messages. Raises ConversationNotFound."""
    deleted, _ = Conversation.objects.for_owner(owner).filter(id=conversation_id).delete()
    if not deleted:
        raise ConversationNotFound
