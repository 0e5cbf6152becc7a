"""Checkpointer: one pool of autocommit connections for each process and event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connections
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg import AsyncConnection, Connection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool

Pool = AsyncConnectionPool[AsyncConnection[DictRow]]
_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, Pool] = WeakKeyDictionary()
_opening: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
POOL_SIZE = 4


def _parameters() -> dict[str, Any]:
    """Connection parameters of Django's default database (also of a test database)."""
    wrapper = connections["default"]
    params = wrapper.get_connection_params()
    keep = {"dbname", "user", "password", "host", "port"}
    return {key: value for key, value in params.items() if key in keep and value}


async def checkpointer() -> AsyncPostgresSaver:
    """Saver of the running loop; its pool opens at the first use."""
    loop = asyncio.get_running_loop()
    lock = _opening.setdefault(loop, asyncio.Lock())
    async with lock:
        pool = _pools.get(loop)
        if pool is None:
            pool = AsyncConnectionPool(
                min_size=1,
                max_size=POOL_SIZE,
                open=False,
                # As for the other pool (settings.DATABASES): attempts may not come ever later.
                reconnect_timeout=5,
                check=AsyncConnectionPool.check_connection,
                kwargs={
                    **_parameters(),
                    "autocommit": True,
                    "prepare_threshold": 0,
                    "row_factory": dict_row,
                },
                connection_class=AsyncConnection[DictRow],
            )
            await pool.open(wait=True, timeout=10)
            _pools[loop] = pool
    return AsyncPostgresSaver(pool)


def thread_of(thread_id: str) -> RunnableConfig:
    """Where a conversation is now."""
    return {"configurable": {"thread_id": thread_id}}


async def begun_from(
    saver: BaseCheckpointSaver[Any], thread_id: str, turn_id: str
) -> RunnableConfig:
    """Where a conversation was when a turn began that did not come to its end; where it is now,
    when that has been pruned."""
    async for found in saver.alist(thread_of(thread_id)):
        if found.checkpoint["channel_values"].get("turn_id") != turn_id:
            return found.config
    return thread_of(thread_id)


async def close_checkpointer() -> None:
    """Close the pool of the running loop."""
    pool = _pools.pop(asyncio.get_running_loop(), None)
    if pool is not None:
        await pool.close()


def checkpoint_tables_create() -> None:
    """Create or upgrade the checkpointer's tables (its own, versioned migrations)."""
    with _saver() as saver:
        saver.setup()


def checkpoints_delete(thread_id: str) -> None:
    """Forget a conversation: its checkpoints know no foreign key."""
    with _saver() as saver:
        saver.delete_thread(thread_id)


def checkpoints_prune(thread_ids: list[str]) -> None:
    """Keep only the latest checkpoint of conversations that are at rest."""
    with _saver() as saver:
        saver.prune(thread_ids, strategy="keep_latest")


def checkpoint_state(thread_id: str) -> dict[str, Any]:
    """What a conversation keeps now, {} when it has no checkpoint."""
    with _saver() as saver:
        found = saver.get_tuple({"configurable": {"thread_id": thread_id}})
    return dict(found.checkpoint["channel_values"]) if found else {}


@contextmanager
def _saver() -> Iterator[PostgresSaver]:
    with Connection.connect(
        **_parameters(), autocommit=True, prepare_threshold=0, row_factory=dict_row
    ) as connection:
        yield PostgresSaver(connection)
