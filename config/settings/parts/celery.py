"""Celery: broker, reliability and the nightly schedule."""

from urllib.parse import parse_qs, urlsplit

from celery.schedules import crontab

from config.env import env_str
from config.runtime.paths import current_paths


def broker_from_redis(url: str) -> str:
    """Celery's spelling of a Redis URL: it writes unix sockets in a way of its own."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    number = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.path}?virtual_host={number}"


# Without REDIS_URL: the embedded server under var/.
REDIS_URL = env_str("REDIS_URL") or current_paths().redis_url

CELERY_BROKER_URL = broker_from_redis(REDIS_URL)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
# Time limits stay below the visibility time-out: a task that runs longer is delivered twice.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600}
CELERY_TASK_TIME_LIMIT = 3300
CELERY_TASK_SOFT_TIME_LIMIT = 3000
CELERY_TIMEZONE = "Asia/Seoul"
CELERY_BEAT_SCHEDULER = "config.beat:Scheduler"
# What was sent is noted at once: a beat that is killed sends nothing again.
CELERY_BEAT_SYNC_EVERY = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE = {
    "recover-turns": {"task": "chat.tasks.turns_recover", "schedule": 60.0},
    "embed-tool-cards": {"task": "chat.tasks.tool_cards_embed", "schedule": 60.0},
    "prune-checkpoints": {
        "task": "chat.tasks.checkpoints_prune",
        "schedule": crontab(hour=4, minute=10),
    },
    "embed-missing": {
        "task": "policies.tasks.embed.embed_missing",
        "schedule": crontab(hour=3, minute=30),
    },
    # Carries on runs whose process died; does nothing while somebody works.
    "reembed-continue": {"task": "policies.tasks.embed.reembed_continue", "schedule": 60.0},
    "read-rules": {
        "task": "policies.tasks.rules.rules_read_changed",
        "schedule": crontab(hour=5, minute=0),
    },
    # Collections that stopped or whose process died go on; new sources get their own nightly
    # task, which is edited in the admin (crawling/schedules.py).
    "crawl-recover": {"task": "crawling.tasks.runs_recover", "schedule": 60.0},
    "crawl-sources-check": {
        "task": "crawling.tasks.sources_check",
        "schedule": crontab(minute=20),
    },
    "crawl-history-clean": {
        "task": "crawling.tasks.history_clean",
        "schedule": crontab(hour=5, minute=30),
    },
    "coverage-report": {
        "task": "crawling.tasks.coverage_report",
        "schedule": crontab(hour=7, minute=0),
    },
    # What a load changed; all of it at night, when words have become rarer or commoner.
    "graph-refresh": {"task": "policies.tasks.graph.graph_refresh", "schedule": 600.0},
    "lexicon-refresh": {
        "task": "policies.tasks.lexicon.lexicon_refresh",
        "schedule": crontab(hour=4, minute=30),
    },
    "graph-refresh-full": {
        "task": "policies.tasks.graph.graph_refresh",
        "schedule": crontab(hour=4, minute=40),
        "kwargs": {"full": True},
    },
}
