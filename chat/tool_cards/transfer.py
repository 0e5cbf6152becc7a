"""Cards in files: the YAML of the repository, and what caseworkers bring in and take out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from chat.tool_cards.types import Avoid, Card

SHIPPED = Path(__file__).with_name("shipped")
_FIELDS = frozenset({"purpose", "when_to_use", "when_not_to_use", "tags"})
_LISTS = ("when_to_use", "when_not_to_use", "tags")


class CardsInvalid(ValueError):
    """A file of cards cannot be read; the message is a Korean sentence."""


def cards_of(data: Any) -> list[Card]:
    """Cards of a mapping tool → fields. Raises CardsInvalid, naming the card."""
    if not isinstance(data, Mapping) or not data:
        raise CardsInvalid("도구 이름마다 카드가 하나씩 있는 파일이어야 합니다.")
    return [_card(str(name), fields) for name, fields in data.items()]


def _card(name: str, fields: Any) -> Card:
    if not isinstance(fields, Mapping):
        raise CardsInvalid(f"{name}: 카드의 내용이 없습니다.")
    if unknown := sorted(set(map(str, fields)) - _FIELDS):
        raise CardsInvalid(f"{name}: 모르는 항목이 있습니다: {', '.join(unknown)}")
    for field in _LISTS:
        if not isinstance(fields.get(field, []), list):
            raise CardsInvalid(f"{name}: {field} 항목은 목록이어야 합니다.")
    purpose = fields.get("purpose", "")
    if not isinstance(purpose, str):
        raise CardsInvalid(f"{name}: purpose 항목은 글이어야 합니다.")
    return Card(
        name,
        " ".join(purpose.split()),
        tuple(_text(name, one) for one in fields.get("when_to_use", [])),
        tuple(_avoid(name, one) for one in fields.get("when_not_to_use", [])),
        tuple(_text(name, one) for one in fields.get("tags", [])),
    )


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise CardsInvalid(f"{name}: 글이 아닌 값이 있습니다: {value!r}")
    return " ".join(value.split())


def _avoid(name: str, value: Any) -> Avoid:
    if not isinstance(value, Mapping) or set(value) != {"text", "tool"}:
        raise CardsInvalid(f"{name}: when_not_to_use 에는 text 와 tool 이 하나씩 있어야 합니다.")
    return Avoid(_text(name, value["text"]), _text(name, value["tool"]))


def card_fields(card: Card) -> dict[str, Any]:
    """The fields of a card as the files have them."""
    return {
        "purpose": card.purpose,
        "when_to_use": list(card.when_to_use),
        "when_not_to_use": [{"text": one.text, "tool": one.tool} for one in card.when_not_to_use],
        "tags": list(card.tags),
    }


def cards_yaml(cards: Iterable[Card]) -> str:
    """Cards in the form of the files of the repository."""
    data = {card.name: card_fields(card) for card in cards}
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100)


def cards_json(cards: Iterable[Card]) -> str:
    """Cards as JSON, of the same form as the YAML."""
    return json.dumps(
        {card.name: card_fields(card) for card in cards}, ensure_ascii=False, indent=1
    )


def cards_read(text: str) -> list[Card]:
    """Cards of a JSON or YAML text. Raises CardsInvalid."""
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" {mark.line + 1}번째 줄을 봐 주세요." if mark else ""
        raise CardsInvalid(f"JSON이나 YAML로 읽을 수 없습니다.{where}") from None
    return cards_of(data)


@cache
def shipped_cards() -> tuple[Card, ...]:
    """All cards of the repository. Raises CardsInvalid, also for a tool with two cards."""
    found: dict[str, Card] = {}
    for path in sorted(SHIPPED.glob("*.yaml")):
        for card in cards_read(path.read_text(encoding="utf-8")):
            if card.name in found:
                raise CardsInvalid(f"{card.name}: 카드가 두 번 있습니다.")
            found[card.name] = card
    return tuple(found.values())
