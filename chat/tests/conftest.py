from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from chat.tests.support import Talk, finish, load_entries


@pytest.fixture
def entries(transactional_db: None) -> None:
    """A small catalogue, committed, so that other connections see it."""
    load_entries()


@pytest.fixture
async def talk(entries: None) -> AsyncIterator[Talk]:
    """A new conversation; its loop's connections are closed afterwards."""
    yield Talk()
    await finish()
