"""Questions of real turns for which a card was the best and still not sure enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from chat.models import Trace

DAYS = 30
# Traces read for one page, the newest first.
READ = 2_000


@dataclass(frozen=True)
class Doubtful:
    """`question` as the turn had it, personal data masked; `score` of the card, 0..1; `trace`:
    key of the record."""

    question: str
    score: float
    trace: int
    asked_at: datetime


def doubtful_questions(*, tool: str, known: set[str], limit: int = 10) -> list[Doubtful]:
    """Questions of the last days for which no tool was called and the card of `tool` was the
    first offered, the surest first, each once; without those in `known`."""
    found: dict[str, Doubtful] = {}
    for one in _of_tool(tool):
        if one.question not in known and one.question not in found:
            found[one.question] = one
    return sorted(found.values(), key=lambda one: -one.score)[:limit]


def _of_tool(tool: str) -> Iterator[Doubtful]:
    since = timezone.now() - timedelta(days=DAYS)
    traces = Trace.objects.filter(
        created_at__gte=since, events__contains=[{"node": "use_tool", "kind": "tools"}]
    )
    for trace in traces.order_by("-created_at")[:READ]:
        data = [_data(event) for event in trace.events]
        choice = next((each for each in data if "offered" in each), {})
        first = next(iter(choice.get("offered", [])), None)
        asked = next((each["question"] for each in data if "question" in each), "")
        if not asked or first is None or choice.get("chosen") or first["name"] != tool:
            continue
        if first["score"] < settings.TOOLS["sure_score"]:
            yield Doubtful(asked, first["score"], trace.pk, trace.created_at)


def _data(event: dict[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] = event.get("data", {})
    return data
