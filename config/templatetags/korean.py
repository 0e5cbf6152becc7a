"""Korean text filters: particles, money, dates."""

from __future__ import annotations

from datetime import date

from django import template

from policies import korean

register = template.Library()


@register.filter
def josa(word: object, pair: str) -> str:
    """The word with the fitting particle: {{ name|josa:"이/가" }}."""
    return korean.josa(str(word), pair)


@register.filter
def won(amount: object) -> str:
    """2470000 → "2,470,000원"; nothing for an unknown amount."""
    if amount is None or amount == "":
        return ""
    return korean.won(int(str(amount)))


@register.filter
def kdate(day: object) -> str:
    """A date, or its ISO form out of a stored answer → "2026년 6월 12일"."""
    if not day:
        return ""
    if isinstance(day, date):
        return korean.long_date(day)
    return korean.long_date(date.fromisoformat(str(day)[:10]))


@register.filter
def isodate(day: object) -> str:
    """A date, or its ISO form, as 2026-06-12."""
    if not day:
        return ""
    return day.isoformat()[:10] if isinstance(day, date) else str(day)[:10]
