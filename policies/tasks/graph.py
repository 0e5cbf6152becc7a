"""Groups and relations kept up to date."""

from __future__ import annotations

from celery import shared_task

from policies.services.groups import groups_rebuild
from policies.services.relations import relations_rebuild


@shared_task
def graph_refresh(full: bool = False) -> int:
    """Group and relate what is new or changed, with `full` everything; returns how many
    policies and relations changed. Does nothing where nothing was loaded."""
    groups = groups_rebuild(full=full)
    relations = relations_rebuild(full=full)
    return groups.changed + relations.added + relations.changed + relations.removed
