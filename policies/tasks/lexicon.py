"""Nightly counts of frequent words."""

from __future__ import annotations

from celery import shared_task

from policies.services.lexicon import lexicon_refresh as refresh


@shared_task
def lexicon_refresh() -> int:
    """Counts frequent words anew; returns how many there are."""
    return refresh()
