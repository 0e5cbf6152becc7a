"""Personal data is masked before anything is stored, logged, traced, cached or sent."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.db import connection

from chat.evals.guardrail import is_left
from chat.streams import redis_client
from chat.tests.scripted_llm import Reply, scripted_llm
from chat.tests.support import Talk
from policies.retrieval import cached

SECRETS = [
    "620315-2345678",
    "900101-5123456",
    "010-9876-1234",
    "031-222-3333",
    "kim.sj@example.co.kr",
    "110-123-456789",
    "5412-7512-3412-3456",
    "M98765432",
    "11-12-345678-90",
    "도봉로 89길 13, 402호",
    "박순자",
]
TEXT = (
    "제 이름은 박순자이고 주민번호 620315-2345678, 며느리 900101-5123456, 전화 010-9876-1234로, "
    "집 031-222-3333, 메일 kim.sj@example.co.kr로, 신한 110-123-456789로, "
    "카드 5412-7512-3412-3456, 여권 M98765432, 면허 11-12-345678-90, "
    "서울 강북구 도봉로 89길 13, 402호 살아요. 기초연금 받을 수 있나요?"
)


@database_sync_to_async
def everything_stored() -> str:
    """Every row of every table of the database, as text."""
    found: list[str] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            found += [row[0] for row in cursor.fetchall()]
    return "\n".join(found)


async def everything_in_redis() -> str:
    redis = redis_client()
    found: list[str] = []
    async for key in redis.scan_iter("*"):
        found.append(repr(key))
        kind = await redis.type(key)
        name = kind.decode() if isinstance(kind, bytes) else str(kind)
        if name == "string":
            found.append(repr(await redis.get(key)))
        elif name == "stream":
            found.append(repr(await redis.xrange(key)))
    return "\n".join(found)


@pytest.mark.parametrize("fails", [False, True])
async def test_no_secret_is_kept_or_sent(
    talk: Talk, settings: Any, caplog: pytest.LogCaptureFixture, fails: bool
) -> None:
    caplog.set_level(logging.DEBUG)
    cached._memory.clear()
    await cache.aclear()
    with scripted_llm(Reply(text="기초연금 안내입니다.", status=500 if fails else 200)) as script:
        settings.OPENAI_API_KEY = "test"
        settings.OPENAI_BASE_URL = script.base_url
        settings.LLM_MODEL = "scripted"
        told = await talk.say(TEXT)
    assert script.requests
    places = {
        "model": json.dumps(script.requests, ensure_ascii=False),
        "events": "\n".join(str(event.data) for event in told.events),
        "database": await everything_stored(),
        "redis": await everything_in_redis(),
        "logs": caplog.text,
        "vectors": "\n".join(text for _, text in cached._memory._rows),
    }
    left = [(place, secret) for place, text in places.items() for secret in SECRETS
            if (secret in text if place == "database" else is_left(secret, text))]  # fmt: skip
    assert left == []
