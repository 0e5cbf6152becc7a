"""For all tests of collecting."""

from __future__ import annotations

import pytest

from crawling.fetching import client
from crawling.fetching.gates import HostGates


@pytest.fixture(autouse=True)
def open_gates(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may get the port of one that an earlier test made fail: its breaker is not
    inherited."""
    monkeypatch.setattr(client, "PROCESS_GATES", HostGates())
