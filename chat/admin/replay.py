"""The page of a trace's second run: one click, nothing kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from chat.admin.base import PersonalAdmin
from chat.admin.labels import OUTCOME_LABELS, ROUTE_LABELS
from chat.admin.timeline import NODE_LABELS
from chat.errors import ReplayFailed
from chat.models import Message, Trace

if TYPE_CHECKING:
    from chat.replays import Compared, Replay, Side


class ReplayAdmin(PersonalAdmin[Trace]):
    """A trace whose turn can be run again by whoever may read it."""

    change_form_template = "admin/chat/trace/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        own: URLPattern = path(
            "<int:trace>/replay/",
            self.admin_site.admin_view(self.replay_view),
            name="chat_trace_replay",
        )
        return [own, *super().get_urls()]

    def replay_view(self, request: HttpRequest, trace: int) -> HttpResponse:
        """Run the turn again and show what is different."""
        # The graph is loaded only where a turn is run again, not with every command.
        from chat.replays import Compared, turn_replay

        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        row = get_object_or_404(Trace.objects.select_related("turn__conversation"), pk=trace)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "다시 돌린 결과",
            "media": self.media,
            "trace": row,
            "question": row.turn.messages.get(role=Message.Role.USER).text,
        }
        try:
            found = turn_replay(row)
        except ReplayFailed as error:
            context["error"] = str(error)
        else:
            context |= {
                "replay": found,
                "rows": decisions(found),
                "stages": [
                    Compared(NODE_LABELS.get(one.name, one.name), one.before, one.after)
                    for one in found.stages
                ],
            }
        return TemplateResponse(request, "admin/chat/trace/replay.html", context)


def decisions(replay: Replay) -> list[Compared]:
    """Route, outcome, tools and facts of both runs in words."""
    from chat.replays import Compared

    then, now = _words(replay.then), _words(replay.now)
    return [Compared(name, then[name], now[name]) for name in then]


def _words(side: Side) -> dict[str, str]:
    return {
        "경로": ROUTE_LABELS.get(side.route, side.route),
        "결과": OUTCOME_LABELS.get(side.outcome, side.outcome),
        "도구": ", ".join(side.tools),
        "알아낸 사실": "\n".join(side.facts),
    }
