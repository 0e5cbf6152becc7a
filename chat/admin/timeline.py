"""Events of a trace as rows that a person can read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from uuid import UUID

from chat.admin.describe import pairs, table
from chat.admin.tables import Pair, Table
from chat.models import Trace
from chat.protocol import STAGE_LABELS
from policies.models import Policy

NODE_LABELS = {**STAGE_LABELS, "runner": "차례를 실행하고 있어요"}
KIND_LABELS = {
    "start": "시작",
    "decision": "판단",
    "loaded": "불러옴",
    "rewritten": "질문 정리",
    "facts": "알아낸 사실",
    "model_facts": "모델이 읽은 사실",
    "mentions": "이름이 나온 정책",
    "ask": "되물음",
    "hits": "검색 결과",
    "graph": "이어진 정책",
    "verdicts": "자격 판정",
    "checked": "인용 검사",
    "line_refused": "모델 문장 거절",
    "claim_removed": "근거 없는 문장 뺌",
    "entailment": "모델의 재검토",
    "unavailable": "자료를 열지 못함",
    "model_failed": "모델 실패",
    "corrected": "사실 고침",
    "unread": "고칠 말을 읽지 못함",
    "rested": "쉬었다가 이어짐",
    "contradiction": "앞뒤가 다른 말",
    "summary": "대화 요약",
    "suggested": "이어서 물어볼 것",
    "error": "오류",
}
PROBLEMS = frozenset({"line_refused", "claim_removed", "unavailable", "model_failed", "error"})


@dataclass(frozen=True)
class Row:
    """One event. `begin` and `width` place its bar, in percent of the whole turn."""

    at_ms: int
    took_ms: int
    begin: float
    width: float
    node: str
    node_label: str
    kind_label: str
    problem: bool
    pairs: list[Pair] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)


def timeline(trace: Trace) -> list[Row]:
    """Rows in order; an event lasts until the next one, the last until the turn's end."""
    events = [event for event in trace.events if isinstance(event, Mapping)]
    names = _policy_names(events)
    starts = [_ms(event) for event in events]
    total = max([trace.duration_ms, *starts, 1])
    ends = [after for _, after in pairwise(starts)] + [total]
    return [
        _row(event, start, max(end - start, 0), total, names)
        for event, start, end in zip(events, starts, ends, strict=True)
    ]


def route_reason(events: Iterable[Any]) -> str:
    """Why the turn took its route: the router's reason, else the guard's."""
    reasons = {
        event.get("node"): str(event.get("data", {}).get("reason", ""))
        for event in events
        if isinstance(event, Mapping) and event.get("kind") == "decision"
    }
    return reasons.get("route") or reasons.get("guard_input") or ""


def _row(
    event: Mapping[str, Any], start: int, took: int, total: int, names: Mapping[str, str]
) -> Row:
    node, kind = str(event.get("node", "")), str(event.get("kind", ""))
    data = event.get("data")
    values: Mapping[str, Any] = data if isinstance(data, Mapping) else {}
    return Row(
        at_ms=start,
        took_ms=took,
        begin=round(100 * start / total, 2),
        width=round(max(100 * took / total, 0.8), 2),
        node=node,
        node_label=NODE_LABELS.get(node, node),
        kind_label=KIND_LABELS.get(kind, kind),
        problem=kind in PROBLEMS,
        pairs=pairs(values),
        tables=[made for key, value in values.items() if (made := table(key, value, names))],
    )


def _ms(event: Mapping[str, Any]) -> int:
    value = event.get("at_ms", 0)
    return int(value) if isinstance(value, int | float) else 0


def _policy_names(events: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Names of the policies that search hits point to, in one query."""
    ids: set[UUID] = set()
    for event in events:
        data = event.get("data")
        hits = data.get("hits") if isinstance(data, Mapping) else None
        for hit in hits if isinstance(hits, list) else []:
            try:
                ids.add(UUID(str(hit["id"])))
            except (KeyError, TypeError, ValueError):
                continue
    if not ids:
        return {}
    found = Policy.objects.filter(pk__in=ids).values_list("pk", "name")
    return {str(key): name for key, name in found}
