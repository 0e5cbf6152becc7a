"""Stored answers as the chat page shows them; chat/bind.js and chat/log.js do the same live."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sized
from itertools import zip_longest
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from chat.models import Message, Turn
from config.templatetags.ui import cited
from policies.eligibility.questions import OTHER_PREFIX

register = template.Library()

_WEB = re.compile(r"(https?://[^\s<>\"'\])]+)")
_BULLET = re.compile(r"[-•]\s+")
_NUMBERED = re.compile(r"\d+\. ")
# An answer about this many policies at most is read as a text; more are a list of cards.
WHOLE_TEXT_ITEMS = 3
MISSING_SHOWN = 3


@register.simple_tag
def written(text: str, prefix: str) -> SafeString:
    """A whole answer: paragraphs, headings (lines that end in a colon) and bullet lists."""
    return format_html_join(
        "", "{}", ((_block(kind, lines, prefix),) for kind, lines in text_blocks(text))
    )


def text_blocks(text: str) -> list[tuple[str, list[str]]]:
    """("head" | "line" | "list" | "steps", lines); "steps" carry numbers of their own."""
    blocks: list[tuple[str, list[str]]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        mark = _BULLET.match(line)
        if mark is None:
            blocks.append(("head" if line.endswith(":") else "line", [line]))
            continue
        entry = line[mark.end() :]
        kind = "steps" if _NUMBERED.match(entry) else "list"
        if blocks and blocks[-1][0] == kind:
            blocks[-1][1].append(entry)
        else:
            blocks.append((kind, [entry]))
    return blocks


def _block(kind: str, lines: list[str], prefix: str) -> SafeString:
    if kind in {"list", "steps"}:
        rows = format_html_join("", "<li>{}</li>", ((_linked(line, prefix),) for line in lines))
        return format_html('<ul class="written__{}">{}</ul>', kind, rows)
    return format_html('<p class="written__{}">{}</p>', kind, _linked(lines[0], prefix))


def _linked(text: str, prefix: str) -> SafeString:
    """Text with its citations and its web addresses as links."""
    pieces = (
        _web_link(part) if index % 2 else cited(part, prefix)
        for index, part in enumerate(_WEB.split(text))
    )
    return format_html_join("", "{}", ((piece,) for piece in pieces))


def _web_link(url: str) -> SafeString:
    return format_html('<a href="{0}" target="_blank" rel="noopener">{0}</a>', url)


def whole_text(text: str, answer: Mapping[str, Any] | None) -> str:
    """The text to show in place of the conclusion; "" when the conclusion says it all.

    The next steps stand in a box of their own. chat/log.js decides the same way.
    """
    if not answer or not 1 <= len(answer.get("items") or []) <= WHOLE_TEXT_ITEMS:
        return ""
    steps = set(answer.get("next_steps") or [])
    lines = [line for line in map(str.strip, text.splitlines()) if line and line not in steps]
    conclusion = str(answer.get("conclusion") or "").strip().splitlines()
    return "\n".join(lines) if len(lines) > max(len(conclusion), 1) else ""


@register.filter
def askable(missing: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Missing facts that have a question of their own: an internal key is never shown."""
    return [each for each in missing if not _names_internal_key(each)]


def _names_internal_key(missing: Mapping[str, Any]) -> bool:
    key, question = str(missing.get("key", "")), str(missing.get("question", ""))
    name = key.removeprefix(OTHER_PREFIX)
    return name != key and (f"「{name}」" in question or f"‘{name}’" in question)


@register.filter
def rest_count(rows: Sized) -> int:
    """How many questions of a card are not shown."""
    return max(len(rows) - MISSING_SHOWN, 0)


_TROUBLES = {
    Turn.Status.FAILED.value: "답변을 마치지 못했어요.",
    Turn.Status.INTERRUPTED.value: "답변이 도중에 끊겼어요.",
    Turn.Status.CANCELLED.value: "답변을 멈췄어요.",
}


@register.simple_tag
def message_rows(items: Iterable[Message]) -> list[dict[str, Any]]:
    """Messages of a conversation as rows: anchors, and what went wrong at the end of a turn."""
    rows: list[dict[str, Any]] = []
    listed = list(items)
    question = ""
    for item, following in zip_longest(listed, listed[1:]):
        prefix = f"m{item.pk}"
        question = item.text if item.role == Message.Role.USER else question
        ends_turn = following is None or following.turn_id != item.turn_id
        row = {"role": item.role, "text": item.text, "answer": item.answer, "turn": item.turn_id}
        row["written"] = whole_text(item.text, item.answer)
        trouble = _TROUBLES.get(item.turn.status, "") if ends_turn else ""
        anchors = {"prefix": prefix, "data_id": f"{prefix}-data"}
        rows.append({**row, **anchors, "trouble": trouble, "retry": question})
    return rows
