"""Conversations, turns and messages, to read."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import linebreaksbr
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from chat.admin.base import PersonalAdmin
from chat.models import Conversation, Message, Trace, Turn


@admin.register(Conversation)
class ConversationAdmin(PersonalAdmin[Conversation]):
    list_display = ["shown_title", "owner", "turn_count", "created_at", "last_active_at"]
    list_filter = ["last_active_at"]
    search_fields = ["id", "title", "user__email"]
    search_help_text = "제목, 사용자 이메일, 식별자로 찾습니다."
    list_per_page = 50
    fieldsets = [
        (None, {"fields": ["id", "owner", "title", "created_at", "last_active_at"]}),
        ("요약", {"classes": ["poly-full"], "fields": ["summary"]}),
        ("대화 내용", {"classes": ["poly-full"], "fields": ["talk"]}),
    ]
    readonly_fields = ["owner", "summary", "talk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        counted = super().get_queryset(request).annotate(turn_total=Count("turns"))
        return counted.select_related("user")

    @admin.display(description="제목", ordering="title")
    def shown_title(self, conversation: Conversation) -> str:
        return conversation.title or "(제목 없음)"

    @admin.display(description="사용자", ordering="user__email")
    def owner(self, conversation: Conversation) -> str:
        return str(conversation.user) if conversation.user else "익명"

    @admin.display(description="차례", ordering="turn_total")
    def turn_count(self, conversation: Conversation) -> int:
        return int(cast(Any, conversation).turn_total)

    @admin.display(description="지금까지의 요약")
    def summary(self, conversation: Conversation) -> SafeString:
        # The graph is loaded only where a summary is looked at, not with every command.
        from chat import runner

        every = settings.CONVERSATION["summary_every_turns"]
        text = runner.kept_summary(conversation.pk)
        none = f"아직 없습니다. {every}차례마다 만듭니다."
        return format_html('<div class="poly-text">{}</div>', linebreaksbr(text or none))

    @admin.display(description="대화 내용")
    def talk(self, conversation: Conversation) -> SafeString:
        turns = (
            conversation.turns.select_related("trace")
            .defer("trace__events")
            .prefetch_related("messages")
        )
        return render_to_string("admin/chat/_talk.html", {"turns": turns})


@admin.register(Turn)
class TurnAdmin(PersonalAdmin[Turn]):
    list_display = ["started_at", "conversation_title", "status", "finished_at", "trace_link"]
    list_filter = ["status", "started_at"]
    ordering = ["-started_at"]
    list_per_page = 50
    fields = [
        "id",
        "conversation",
        "status",
        "started_at",
        "finished_at",
        "lease_expires_at",
        "trace_link",
    ]
    readonly_fields = ["trace_link"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        related = ["conversation", "trace"]
        return super().get_queryset(request).select_related(*related).defer("trace__events")

    def page_title(self, obj: Turn) -> str:
        return f"{obj.conversation} · {obj.get_status_display()}"

    @admin.display(description="대화")
    def conversation_title(self, turn: Turn) -> str:
        return str(turn.conversation)

    @admin.display(description="추적 기록")
    def trace_link(self, turn: Turn) -> SafeString | str:
        try:
            trace = turn.trace
        except Trace.DoesNotExist:
            return "없음"
        url = reverse("admin:chat_trace_change", args=[trace.pk])
        return format_html('<a href="{}">추적 기록 보기</a>', url)


@admin.register(Message)
class MessageAdmin(PersonalAdmin[Message]):
    list_display = ["created_at", "role", "preview", "conversation_title"]
    list_filter = ["role", "created_at"]
    search_fields = ["text"]
    ordering = ["-created_at"]
    list_select_related = ["conversation"]
    list_per_page = 50
    fieldsets = [
        (None, {"fields": ["conversation", "turn", "role", "created_at", "prompt_hash"]}),
        ("내용", {"classes": ["poly-full"], "fields": ["content"]}),
    ]
    readonly_fields = ["content"]

    def page_title(self, obj: Message) -> str:
        return f"{obj.conversation} · {obj.get_role_display()}"

    @admin.display(description="내용")
    def preview(self, message: Message) -> str:
        return Truncator(" ".join(message.text.split())).chars(80)

    @admin.display(description="대화")
    def conversation_title(self, message: Message) -> str:
        return str(message.conversation)

    @admin.display(description="내용")
    def content(self, message: Message) -> SafeString:
        citations = message.citations.select_related("version__policy").defer("version__raw")
        context = {"message": message, "citations": citations}
        return render_to_string("admin/chat/_message.html", context)
