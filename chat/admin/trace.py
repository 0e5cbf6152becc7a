"""How a turn was answered, as a timeline."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from chat.admin.filters import OutcomeFilter, RouteFilter
from chat.admin.labels import OUTCOME_LABELS, ROUTE_LABELS
from chat.admin.replay import ReplayAdmin
from chat.admin.timeline import route_reason, timeline
from chat.models import Message, Trace


@admin.register(Trace)
class TraceAdmin(ReplayAdmin):
    list_display = ["created_at", "question_preview", "route_label", "outcome_label", "duration"]
    list_filter = [RouteFilter, OutcomeFilter, "created_at"]
    date_hierarchy = "created_at"
    list_per_page = 50
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "conversation_link",
                    "created_at",
                    "route_text",
                    "outcome_label",
                    "duration",
                ]
            },
        ),
        ("질문과 답변", {"classes": ["poly-full"], "fields": ["talk"]}),
        ("시간 순서", {"classes": ["poly-full"], "fields": ["events_table"]}),
    ]
    readonly_fields = [
        "conversation_link",
        "route_text",
        "outcome_label",
        "duration",
        "talk",
        "events_table",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Trace]:
        traces = super().get_queryset(request).select_related("turn__conversation")
        messages = Prefetch("turn__messages", Message.objects.defer("answer"))
        traces = traces.prefetch_related(messages)
        listing = request.resolver_match and request.resolver_match.url_name
        return traces.defer("events") if listing == "chat_trace_changelist" else traces

    def page_title(self, obj: Trace) -> str:
        return self.question_preview(obj)

    @admin.display(description="질문")
    def question_preview(self, trace: Trace) -> str:
        text = _said(trace, Message.Role.USER)
        return text if len(text) <= 60 else f"{text[:59]}…"

    @admin.display(description="경로", ordering="route")
    def route_label(self, trace: Trace) -> str:
        return ROUTE_LABELS.get(trace.route, trace.route) or "정하지 않음"

    @admin.display(description="경로")
    def route_text(self, trace: Trace) -> str:
        reason = route_reason(trace.events)
        return f"{self.route_label(trace)} — {reason}" if reason else self.route_label(trace)

    @admin.display(description="결과", ordering="outcome")
    def outcome_label(self, trace: Trace) -> str:
        return OUTCOME_LABELS.get(trace.outcome, trace.outcome) or "없음"

    @admin.display(description="걸린 시간", ordering="duration_ms")
    def duration(self, trace: Trace) -> str:
        return f"{trace.duration_ms:,}ms"

    @admin.display(description="대화")
    def conversation_link(self, trace: Trace) -> SafeString:
        conversation = trace.turn.conversation
        url = reverse("admin:chat_conversation_change", args=[conversation.pk])
        return format_html('<a href="{}">{}</a>', url, conversation)

    @admin.display(description="질문과 답변")
    def talk(self, trace: Trace) -> SafeString:
        context = {
            "question": _said(trace, Message.Role.USER),
            "answer": _said(trace, Message.Role.ASSISTANT),
        }
        return render_to_string("admin/chat/_question.html", context)

    @admin.display(description="시간 순서")
    def events_table(self, trace: Trace) -> SafeString:
        return render_to_string("admin/chat/_timeline.html", {"rows": timeline(trace)})


def _said(trace: Trace, role: Message.Role) -> str:
    """The turn's message of that side, "" when there is none."""
    texts = (message.text for message in trace.turn.messages.all() if message.role == role)
    return next(texts, "")
