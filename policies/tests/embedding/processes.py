"""Processes of their own on the session's database, for what only they can show."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from config.runtime.paths import PROJECT, current_paths


def environment(base_url: str, **more: str) -> dict[str, str]:
    """A site that wants the scripted service, with short pauses."""
    known = connection.settings_dict
    user = f"{quote(known['USER'])}:{quote(known['PASSWORD'])}"
    place = f"host={quote(known['HOST'], safe='/')}&port={known['PORT']}"
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "POLY_VAR": str(current_paths().var),
        "DATABASE_URL": f"postgresql://{user}@/{known['NAME']}?{place}",
        "REDIS_URL": settings.REDIS_URL,
        "EMBEDDER": "openai",
        "TEST_OPENAI_BASE_URL": base_url,
        "EMBEDDING_BATCH": "4",
        "EMBEDDING_LEASE_SECONDS": "2",
        "EMBEDDING_BACKOFF_SECONDS": "0.05",
        "PYTHONUNBUFFERED": "1",
        **more,
    }


def manage(base_url: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A finished `manage.py` command."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env=environment(base_url, **more),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@contextmanager
def started(base_url: str, *arguments: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """Python with these arguments, gone at the end whatever happens."""
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=PROJECT,
        env=environment(base_url, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
