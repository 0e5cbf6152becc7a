"""Nightly reading of texts that have no rule yet."""

from __future__ import annotations

from celery import shared_task

from policies.services.reading import rules_read


@shared_task
def rules_read_changed() -> int:
    """Read policies that have no rule from their present text; returns how many of them do
    state conditions."""
    return rules_read(changed_only=True).with_rule
