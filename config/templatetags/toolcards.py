"""Pieces of the admin pages of the tool cards."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def card_link(tool: str, ids: Mapping[str, int]) -> SafeString | str:
    """The tool's name, linked to its card where it has one."""
    if tool not in ids:
        return tool
    url = reverse("admin:chat_toolcard_change", args=[ids[tool]])
    return format_html('<a href="{}">{}</a>', url, tool)


@register.simple_tag
def percent(share: float) -> str:
    """A share 0..1 as per cent with one decimal."""
    return f"{share * 100:.1f}%"
