"""Record of a turn: what each node saw and did, personal data masked."""

from __future__ import annotations

import time
from typing import Any

from chat.agent.understanding import mask_pii


class TraceRecorder:
    """Collects events in memory; the runner stores them when the turn ends."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self.events: list[dict[str, Any]] = []
        self.route = ""
        self.kept: dict[str, Any] = {}

    def add(self, node: str, kind: str, **data: Any) -> None:
        """Append an event; text anywhere in `data` is masked first."""
        self.events.append(
            {"at_ms": self.elapsed_ms(), "node": node, "kind": kind, "data": masked(data)}
        )

    def begin(self, kept: dict[str, Any]) -> None:
        """Remember what the conversation knew when the turn began."""
        self.kept = masked(kept)

    def elapsed_ms(self) -> int:
        return round((time.perf_counter() - self._start) * 1000)


def masked(value: Any) -> Any:
    """The same structure with personal data in its texts replaced."""
    if isinstance(value, str):
        return mask_pii(value)
    if isinstance(value, dict):
        return {key: masked(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [masked(item) for item in value]
    return value
