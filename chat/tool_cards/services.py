"""Tool cards: loading what is shipped, and what caseworkers change.

Every change leaves a revision and moves the data version, so that every process reads the card
as it is now. Vectors of changed texts are made once the change is committed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db import transaction

from accounts.models import User
from chat.errors import ToolCardInvalid
from chat.models import ToolCard, ToolCardRevision, ToolCardVector
from chat.tool_cards.check import Problems, card_problems, flat
from chat.tool_cards.transfer import card_fields, shipped_cards
from chat.tool_cards.types import Card
from chat.tool_cards.vectors import GROUP, embedded, tool_cards_embed_later
from policies.services.versions import data_version_bump

Origin = ToolCard.Origin


@transaction.atomic
def tool_cards_load() -> Counter[str]:
    """Shipped cards into the table by name; counts by outcome.

    What a caseworker edited or added stays; unedited cards that are shipped no more go.
    Vectors are left to `tool_cards_embed`.
    """
    counts: Counter[str] = Counter()
    rows = {row.name: row for row in ToolCard.objects.select_for_update()}
    for card in shipped_cards():
        row = rows.pop(card.name, None) or ToolCard(name=card.name, origin=Origin.SHIPPED)
        counts[_load(card, row)] += 1
    gone = [row.pk for row in rows.values() if row.origin == Origin.SHIPPED]
    ToolCard.objects.filter(pk__in=gone).delete()
    counts["removed"] = len(gone)
    if counts["created"] or counts["changed"] or counts["removed"]:
        data_version_bump(group=GROUP)
    return counts


def _load(card: Card, row: ToolCard) -> str:
    if row.origin != Origin.SHIPPED:
        return "kept"
    if row.pk and row.as_card() == card:
        return "unchanged"
    outcome = "changed" if row.pk else "created"
    _put(row, card)
    row.save()
    _prune(row)
    return outcome


def _put(row: ToolCard, card: Card) -> None:
    for field, value in card_fields(card).items():
        setattr(row, field, value)


def _prune(row: ToolCard) -> None:
    """Vectors of texts that the card has no longer."""
    texts = set(embedded(row))
    vectors = row.vectors.values_list("pk", "field", "text")
    stale = [pk for pk, field, text in vectors if (field, text) not in texts]
    ToolCardVector.objects.filter(pk__in=stale).delete()


def tool_card_problems(*, row: ToolCard) -> Problems:
    """Field → Korean sentences on what keeps a card from being saved."""
    from chat.agent.tools.registry import all_tools

    others = list(ToolCard.objects.exclude(pk=row.pk))
    taken = {flat(text): other.name for other in others for text in other.when_to_use}
    names = {other.name for other in others} | {row.name} | set(all_tools())
    return card_problems(row.as_card(), names=names, taken=taken)


@transaction.atomic
def tool_card_save(*, row: ToolCard, user: User | None, reason: str = "") -> bool:
    """Store a card as a caseworker left it; False where nothing changed.

    Raises ToolCardInvalid.
    """
    if problems := tool_card_problems(row=row):
        raise ToolCardInvalid(problems)
    old = ToolCard.objects.select_for_update().filter(pk=row.pk).first()
    before, after = tool_card_fields(old) if old else {}, tool_card_fields(row)
    if before == after:
        return False
    if old is None:
        row.origin = Origin.ADDED
    elif old.origin == Origin.SHIPPED:
        row.origin = Origin.EDITED
    row.save()
    _changed(row, before, after, user, reason)
    return True


@transaction.atomic
def tool_card_reset(*, row: ToolCard, user: User | None) -> bool:
    """Put an edited card back to what is shipped; False where there is nothing to put back.

    Raises ToolCardInvalid where another card has one of its utterances by now.
    """
    card = next((one for one in shipped_cards() if one.name == row.name), None)
    if card is None or row.origin == Origin.SHIPPED:
        return False
    before = tool_card_fields(row)
    _put(row, card)
    row.active, row.origin = True, Origin.SHIPPED
    if problems := tool_card_problems(row=row):
        raise ToolCardInvalid(problems)
    row.save()
    _changed(row, before, tool_card_fields(row), user, "기본 제공 내용으로 되돌림")
    return True


def tool_card_roll_back(*, revision: ToolCardRevision, user: User | None) -> bool:
    """Put a card back to what it was before a revision; False where it is so already.

    Raises ToolCardInvalid, also for the revision that made the card.
    """
    row = revision.card
    if row is None or not revision.before:
        raise ToolCardInvalid({"name": ["이 변경 앞에는 카드가 없어서 되돌릴 수 없습니다."]})
    for field, value in revision.before.items():
        setattr(row, field, value)
    reason = f"{revision.created_at:%Y-%m-%d} 변경({revision.pk}번) 앞으로 되돌림"
    return tool_card_save(row=row, user=user, reason=reason)


@transaction.atomic
def tool_cards_import(*, cards: Iterable[Card], user: User | None, reason: str = "") -> int:
    """Cards of a file over those of the table, all or none; how many changed.

    Raises ToolCardInvalid, whose sentences name the card.
    """
    changed = 0
    for card in cards:
        row = ToolCard.objects.filter(name=card.name).first() or ToolCard(name=card.name)
        _put(row, card)
        try:
            changed += tool_card_save(row=row, user=user, reason=reason or "파일에서 가져옴")
        except ToolCardInvalid as error:
            raise ToolCardInvalid({"file": [f"{card.name}: {error}"]}) from None
    return changed


@transaction.atomic
def tool_card_delete(*, row: ToolCard, user: User | None) -> None:
    """Take out a card that a caseworker added. Raises ToolCardInvalid for one that is shipped,
    which the next loading would bring back: it is switched off instead."""
    if any(card.name == row.name for card in shipped_cards()):
        text = "기본 제공 카드는 지울 수 없습니다. ‘사용’을 꺼 주세요."
        raise ToolCardInvalid({"active": [text]})
    _changed(row, tool_card_fields(row), {}, user, "")
    row.delete()


def tool_card_fields(row: ToolCard) -> dict[str, Any]:
    """What a revision keeps of a card."""
    return {**card_fields(row.as_card()), "active": row.active}


def _changed(
    row: ToolCard,
    before: dict[str, Any],
    after: dict[str, Any],
    user: User | None,
    reason: str,
) -> None:
    ToolCardRevision.objects.create(
        card=row, name=row.name, before=before, after=after, user=user, reason=reason
    )
    _prune(row)
    data_version_bump(group=GROUP)
    tool_cards_embed_later()
