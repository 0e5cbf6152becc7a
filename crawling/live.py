"""What an open page of the admin watches: a fingerprint of the runs that changes when they do."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from accounts.models import User
from crawling.models import SyncRun

_WATCHED = (
    *("pk", "status", "stage", "done", "stage_total", "total", "skipped", "failed", "message"),
    "finished_at",
)
_OPEN = Q(status__in=[SyncRun.Status.RUNNING, SyncRun.Status.INTERRUPTED])


def may_watch(user_id: UUID | None) -> bool:
    """Whether the account may see runs now; asked again and again, it may lose the right."""
    if user_id is None:
        return False
    user = User.objects.filter(pk=user_id, is_active=True, is_staff=True).first()
    return user is not None and user.has_perm("crawling.view_syncrun")


def runs_fingerprint() -> str:
    """Of the runs under way and the newest ones that ended."""
    rows = list(SyncRun.objects.filter(_OPEN).order_by("pk").values_list(*_WATCHED))
    newest = SyncRun.objects.order_by("-pk").values_list("pk", "status", "finished_at")[:20]
    return repr([rows, list(newest)])
