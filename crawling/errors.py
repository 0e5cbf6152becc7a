"""What can go wrong with a snapshot; messages are shown to the operator (Korean)."""

from __future__ import annotations


class SnapshotError(Exception):
    """The snapshot as a whole cannot be read or imported."""


class RecordError(Exception):
    """One record is refused; the others go on."""

    def __init__(self, external_id: str, reason: str) -> None:
        super().__init__(f"{external_id}: {reason}")
        self.external_id = external_id
        self.reason = reason
