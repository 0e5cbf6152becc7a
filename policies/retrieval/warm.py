"""Loads the embedder and the analyser ahead of the first question."""

from __future__ import annotations

import logging
import threading

from django.db import Error as DatabaseError
from django.db import connection

from policies.errors import EmbedderUnavailable
from policies.retrieval.active import active_embedder
from policies.retrieval.morphemes import terms

logger = logging.getLogger(__name__)


def warm_up() -> None:
    """Load both models; a failure is left to the first search to report."""
    terms("준비 운동")
    try:
        active_embedder().queries(["준비 운동"])
    except (EmbedderUnavailable, DatabaseError) as error:
        logger.warning("embedder not ready: %s", error)
    finally:
        # A thread of its own: nobody else would give its connection back.
        connection.close()


def warm_up_in_background() -> threading.Thread:
    """Run `warm_up` in a thread of its own."""
    thread = threading.Thread(target=warm_up, name="warm-up", daemon=True)
    thread.start()
    return thread
