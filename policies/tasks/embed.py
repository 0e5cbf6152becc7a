"""Nightly embedding."""

from __future__ import annotations

from celery import shared_task

from policies.services import policies_embed


@shared_task
def embed_missing() -> int:
    """Embeds chunks without a vector of the active model; returns how many."""
    return policies_embed()
