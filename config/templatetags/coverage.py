"""How much is held and how fresh it is, in one line for everybody.

The one place that knows both the policies and the runs that collect them: pages may not.
"""

from __future__ import annotations

import time
from datetime import date, datetime, timedelta

from django import template
from django.conf import settings
from django.template import Context
from django.utils import timezone

from crawling.health import policies_collected_at
from policies.coverage import coverage_meter
from policies.geography import official_sido, region_table
from policies.korean import long_date
from profiles.selectors import home_sido

register = template.Library()
# By province: when the line has to be looked at again (time.monotonic), and the line.
_kept: dict[str, tuple[float, str]] = {}


@register.inclusion_tag("components/coverage.html", takes_context=True)
def coverage_line(context: Context, sido: str = "") -> dict[str, str]:
    """The line for a province; without one for that of the person's own home, where known."""
    user = context["request"].user
    if not sido and user.is_authenticated:
        sido = home_sido(user)
    shorts = {province.name: province.short for province in region_table().provinces}
    name = official_sido(sido) if sido else ""
    return {"text": _line(name, shorts[name]) if name in shorts else _line("", "")}


def _line(sido: str, short: str) -> str:
    """No query for as long as settings.COVERAGE_SECONDS."""
    until, text = _kept.get(sido, (0.0, ""))
    if time.monotonic() >= until:
        text = _text(sido, short, timezone.localtime())
        _kept[sido] = (time.monotonic() + settings.COVERAGE_SECONDS, text)
    return text


def _text(sido: str, short: str, now: datetime) -> str:
    """ "전국 300건, 서울 1,200건 · 오늘 03:10 기준"; "" while nothing is held."""
    meter = coverage_meter(sido, now.date())
    if not meter.nationwide and not meter.local:
        return ""
    counts = f"전국 {meter.nationwide:,}건"
    if sido:
        counts += f", {short} {meter.local:,}건"
    collected = policies_collected_at()
    if collected is not None:
        at = timezone.localtime(collected)
        older = " · 일부 자료는 더 오래되었어요" if meter.stale else ""
        return f"{counts} · {_day(at.date(), now.date())} {at:%H:%M} 기준{older}"
    if meter.newest is not None:
        return f"{counts} · {long_date(meter.newest)}에 모은 자료"
    return f"{counts} · 모은 날을 알 수 없는 자료"


def _day(day: date, today: date) -> str:
    if day == today:
        return "오늘"
    return "어제" if day == today - timedelta(days=1) else long_date(day)
