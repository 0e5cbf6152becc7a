"""Liveness and readiness, for people and load balancers; no names, addresses or secrets."""

from __future__ import annotations

import logging
from collections.abc import Callable

import redis
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while the process serves requests; touches nothing else."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 if every check holds, else 503; each check is "ok" or "fail"."""
    results: dict[str, str] = {}
    for name, check in _CHECKS.items():
        # Each would wait for a dead database again.
        pointless = name in _NEED_DATABASE and results["database"] == "fail"
        results[name] = "ok" if not pointless and _holds(name, check) else "fail"
    ready = all(result == "ok" for result in results.values())
    body = {"status": "ready" if ready else "not_ready", "checks": results}
    return JsonResponse(body, status=200 if ready else 503)


def database_answers() -> bool:
    """PostgreSQL runs a query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def redis_answers() -> bool:
    """Redis answers at once: no retries, a probe must not hang."""
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=2, retry=Retry(NoBackoff(), 0)
    ) as client:
        return bool(client.ping())


def migrations_applied() -> bool:
    """No migration of the code is missing in the database."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def catalogue_loaded() -> bool:
    """There is at least one policy to answer from."""
    return bool(apps.get_model("policies", "Policy")._default_manager.exists())


_NEED_DATABASE = {"migrations", "catalogue"}
_CHECKS: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "redis": redis_answers,
    "migrations": migrations_applied,
    "catalogue": catalogue_loaded,
}


def _holds(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:  # noqa: BLE001 - whatever is wrong means "not ready"
        # The message may name hosts or users: the kind of error is enough.
        logger.warning("readiness check %s failed: %s", name, type(error).__name__)
        return False
