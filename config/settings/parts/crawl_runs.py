"""Runs of the crawl: leases, what a publish may look like, whom to tell when one goes wrong."""

from typing import Any

from config.env import env_float, env_int, env_list, env_str

# `benchmark ingest --scale`: (measure, lines of its report). The command's own app may not know
# the collection.
INGEST_BENCH = ("crawling.evals.ingest.bench_ingest_scales", "crawling.evals.ingest.ingest_lines")
CRAWL_RUNS: dict[str, Any] = {
    # A process at work renews its lease; a dead one keeps a run from others for so long.
    "lease_seconds": env_int("CRAWL_LEASE_SECONDS", 60, minimum=2),
    "heartbeat_seconds": env_float("CRAWL_HEARTBEAT_SECONDS", 3.0),
    # Runs that workers do at a time: chats and the nightly work need workers too.
    "at_once": env_int("CRAWL_RUNS_AT_ONCE", 1, minimum=1),
    # Seconds a task works before it hands over to a task like itself (below the time limits).
    "task_seconds": env_int("CRAWL_TASK_SECONDS", 1_800, minimum=1),
    # A stopped run is tried again after 5, 10, 20 … minutes, at most so often, and goes on
    # with what it fetched when it is not older than so many hours.
    "pause_seconds": env_float("CRAWL_PAUSE_SECONDS", 300.0),
    "attempts": env_int("CRAWL_RUN_ATTEMPTS", 6, minimum=1),
    "resume_hours": env_int("CRAWL_RESUME_HOURS", 36, minimum=1),
    # Records staged or published together (staged: at the latest after so many seconds), and
    # events kept with a run.
    "batch": 200,
    "batch_seconds": 5.0,
    "max_events": 300,
    # Bounds of a publish, each may be set otherwise for a source. `min_share`, `max_share`:
    # records against the last good run. `slack`: so many records more or less never stop one.
    # `failed`: share of failed records. `closed`: share of records that would end at once.
    # `length_drift`: average length against the last good run. `lacks_more`: share of records
    # without a required field, above that of the last good run.
    "gates": {
        "min_share": env_float("CRAWL_GATE_MIN_SHARE", 0.8),
        "max_share": env_float("CRAWL_GATE_MAX_SHARE", 1.5),
        "slack": env_int("CRAWL_GATE_SLACK", 3, minimum=0),
        "failed": env_float("CRAWL_GATE_FAILED", 0.05),
        "closed": env_float("CRAWL_GATE_CLOSED", 0.1),
        "length_drift": env_float("CRAWL_GATE_LENGTH_DRIFT", 0.3),
        "lacks_more": env_float("CRAWL_GATE_LACKS_MORE", 0.1),
    },
    # Failures, stops of a gate and stale sources are told to these addresses.
    "alert_emails": env_list("CRAWL_ALERT_EMAILS", []),
    "alert_webhook": env_str("CRAWL_ALERT_WEBHOOK"),
    "alert_timeout": 10.0,
    # Fetched documents and what runs staged are kept for so many days after they were used;
    # editions can be taken back as long as they are kept, so many a source at least.
    "keep_days": env_int("CRAWL_KEEP_DAYS", 60, minimum=1),
    "keep_editions": env_int("CRAWL_KEEP_EDITIONS", 10, minimum=1),
    # The nightly collection: the first source starts at this hour (Asia/Seoul), the others so
    # many minutes later each, every start up to so many seconds late.
    "first_hour": env_int("CRAWL_FIRST_HOUR", 1, minimum=0),
    "stagger_minutes": env_int("CRAWL_STAGGER_MINUTES", 7, minimum=0),
    "jitter_seconds": env_int("CRAWL_JITTER_SECONDS", 120, minimum=0),
    # A collection that has not begun so long after its time is begun by the minute's check: the
    # message of beat was lost.
    "late_seconds": env_int("CRAWL_LATE_SECONDS", 900, minimum=0),
}
