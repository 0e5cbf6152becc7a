"""Shared by the tests of the language understanding."""

from __future__ import annotations

from datetime import date
from typing import Any

from chat.agent.understanding import extract_turns

DAY = date(2026, 11, 29)


def full_width(text: str) -> str:
    """Latin letters, digits and hyphens as an East Asian keyboard may write them."""
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


def facts(*turns: str) -> dict[str, dict[str, Any]]:
    return extract_turns(turns, as_of=DAY).facts


def own(*turns: str) -> dict[str, Any]:
    return facts(*turns).get("self", {})
