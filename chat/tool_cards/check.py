"""What is wrong with a tool card, in Korean sentences by field."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from chat.tool_cards.types import LONGEST_TAG, LONGEST_TEXT, Avoid, Card

_NAME = re.compile(r"[a-z][a-z0-9_]{2,59}")
Problems = dict[str, list[str]]


def flat(text: str) -> str:
    """The text as utterances are compared: without spaces and closing signs."""
    return re.sub(r"[\s?!.,~]+", "", text).lower()


def card_problems(card: Card, *, names: Collection[str], taken: Mapping[str, str]) -> Problems:
    """Field → sentences, empty when the card is fine. `names`: tools that cards may point to;
    `taken`: utterances of the other cards (`flat`) → the tool whose card has them."""
    problems = {
        "name": _name(card.name),
        "purpose": _purpose(card.purpose),
        "when_to_use": _utterances(card.when_to_use, taken),
        "when_not_to_use": _avoided(card, names),
        "tags": _tags(card.tags),
    }
    return {field: found for field, found in problems.items() if found}


def _name(name: str) -> list[str]:
    if _NAME.fullmatch(name):
        return []
    return ["도구 이름은 영어 소문자로 시작하고 소문자, 숫자, 밑줄만 써서 60자까지 적어 주세요."]


def _purpose(purpose: str) -> list[str]:
    if not purpose.strip():
        return ["이 도구가 하는 일을 한두 문장으로 적어 주세요."]
    return _too_long([purpose], LONGEST_TEXT)


def _utterances(texts: tuple[str, ...], taken: Mapping[str, str]) -> list[str]:
    if not texts:
        return ["이 도구를 써야 할 말을 하나 이상 적어 주세요."]
    found = _too_long(texts, LONGEST_TEXT)
    seen: set[str] = set()
    for text in texts:
        key = flat(text)
        if not key:
            found.append("빈 문장이 있습니다.")
        elif key in seen:
            found.append(f"‘{text}’이(가) 두 번 있습니다.")
        elif owner := taken.get(key):
            found.append(f"‘{text}’은(는) 다른 카드 ‘{owner}’에 이미 있습니다.")
        seen.add(key)
    return found


def _avoided(card: Card, names: Collection[str]) -> list[str]:
    return [problem for one in card.when_not_to_use for problem in _avoid(one, card.name, names)]


def _avoid(one: Avoid, own: str, names: Collection[str]) -> list[str]:
    if not one.text.strip():
        return ["쓰지 않을 때에 글이 빈 줄이 있습니다."]
    if one.tool == own:
        return [f"‘{one.text}’에 이 도구 자신을 적었습니다. 대신 쓸 다른 도구를 적어 주세요."]
    if one.tool not in names:
        return [f"‘{one.text}’에 적은 도구 ‘{one.tool}’을(를) 찾을 수 없습니다."]
    return _too_long([one.text], LONGEST_TEXT)


def _tags(tags: tuple[str, ...]) -> list[str]:
    found = _too_long(tags, LONGEST_TAG)
    if any(not tag.strip() for tag in tags):
        found.append("빈 꼬리표가 있습니다.")
    if len(" ".join(tags)) > LONGEST_TEXT:
        found.append(f"꼬리표를 모두 이으면 {LONGEST_TEXT}자가 넘습니다.")
    return found


def _too_long(texts: Iterable[str], most: int) -> list[str]:
    return [f"‘{text[:20]}…’은(는) {most}자가 넘습니다." for text in texts if len(text) > most]
