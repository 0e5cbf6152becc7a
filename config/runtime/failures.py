"""An unforeseen error: one sentence for the reader, the traceback for the log."""

from __future__ import annotations

import logging
import traceback

from django.core.management import CommandError

from config.runtime.errors import DISK_FULL, is_disk_full
from config.runtime.paths import RuntimePaths

logger = logging.getLogger(__name__)


def describe(error: Exception, paths: RuntimePaths) -> str:
    """Sentence for the terminal; the traceback goes to var/log/up.log."""
    if is_disk_full(error):
        return DISK_FULL
    if isinstance(error, CommandError):
        return str(error)
    path = paths.log / "up.log"
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        logger.exception("up failed and its log cannot be written")
    first = str(error).strip().splitlines()
    detail = f": {first[0]}" if first else ""
    return f"{type(error).__name__}{detail}\n자세한 기록: {path}"
