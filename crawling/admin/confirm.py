"""Pages on which an action is confirmed before it is done, and parts that are fetched again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.safestring import SafeString

from accounts.models import User
from crawling.admin.actions import Action
from crawling.errors import RunRefused
from crawling.models import SyncRun
from policies.admin.base import TitledAdmin, badge

BADGES = {
    SyncRun.Status.RUNNING: "upcoming",
    SyncRun.Status.INTERRUPTED: "draft",
    SyncRun.Status.HELD: "draft",
    SyncRun.Status.DONE: "open",
    SyncRun.Status.FAILED: "failed",
    SyncRun.Status.DISCARDED: "plain",
}


def status_badge(run: SyncRun) -> SafeString:
    return badge(BADGES[SyncRun.Status(run.status)], run.get_status_display())


def confirmed(
    admin: TitledAdmin[Any],
    request: HttpRequest,
    *,
    obj: Model,
    action: Action,
    back: str,
    facts: Sequence[str] = (),
) -> HttpResponse:
    """Ask, then do: `action` on `obj`, with the answer shown at the address `back`; `facts`
    are told before."""
    if not request.user.has_perm("crawling.change_syncrun"):
        raise PermissionDenied
    if request.method != "POST":
        context = admin.framed(
            request, f"{obj}: {action.label}", action=action, back=back, facts=facts
        )
        return render(request, "admin/confirm.html", context)
    try:
        with transaction.atomic():
            told = action.do(str(obj.pk), cast(User, request.user))
    except RunRefused as refused:
        messages.error(request, str(refused))
    else:
        admin.log_change(request, obj, f"{action.label}: {told}")
        messages.success(request, f"{obj}: {told}")
    return HttpResponseRedirect(back)


def part(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A part of a page, always as it is now."""
    response = render(request, template, context)
    response["Cache-Control"] = "no-store"
    return response
