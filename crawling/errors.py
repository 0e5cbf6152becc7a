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


class RecordSkipped(RecordError):
    """The record is none of ours (a page that is no policy, a repetition): no fault."""


class RunRefused(Exception):
    """A run cannot be started, decided on or taken back now; the message says why (Korean)."""
