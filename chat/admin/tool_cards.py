"""Tool cards as caseworkers keep them: cards, their history, places to try them."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString

from accounts.models import User
from chat.admin.tool_cards_forms import ToolCardForm
from chat.admin.tool_cards_history import change_rows
from chat.admin.tool_cards_views import ToolCardPages
from chat.agent.tools.registry import all_tools
from chat.errors import ToolCardInvalid
from chat.models import ToolCard, ToolCardRevision
from chat.tool_cards.doubtful import doubtful_questions
from chat.tool_cards.pairs import pairs_of
from chat.tool_cards.services import (
    tool_card_delete,
    tool_card_reset,
    tool_card_roll_back,
    tool_card_save,
)
from chat.tool_cards.transfer import cards_json, cards_yaml, shipped_cards
from chat.tool_cards.types import NO_TOOL
from policies.admin.base import ReadOnlyAdmin, TitledAdmin, badge

_SHOWN_CHANGES = 20
_ASKED = ("망설인 질문", {"classes": ["poly-full"], "fields": ["doubtful"]})


@admin.register(ToolCard)
class ToolCardAdmin(ToolCardPages, TitledAdmin[ToolCard]):
    form = ToolCardForm
    list_display = ["name", "purpose", "state", "said_count", "vector_count", "origin_badge"]
    list_filter = ["active", "origin"]
    search_fields = ["name", "purpose", "when_to_use", "tags"]
    search_help_text = "도구 이름, 하는 일, 쓸 때의 말, 꼬리표로 찾습니다."
    list_per_page = 100
    actions = ["switch_on", "switch_off", "reset_to_shipped", "export_yaml", "export_json"]
    readonly_fields = ["state", "origin_badge", "pairs", "doubtful", "changes"]
    fieldsets = [
        (None, {"fields": ["name", "state", "origin_badge", "purpose", "active", "reason"]}),
        ("찾는 말", {"fields": ["when_to_use", "when_not_to_use", "tags"]}),
        ("헷갈리는 도구", {"classes": ["poly-full"], "fields": ["pairs"]}),
        ("이력", {"classes": ["poly-full"], "fields": ["changes"]}),
    ]

    def get_urls(self) -> list[URLPattern]:
        own: URLPattern = path(
            "<int:card>/roll-back/<int:revision>/",
            self.admin_site.admin_view(self.roll_back_view),
            name="chat_toolcard_roll_back",
        )
        return [*self.page_urls(), own, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ToolCard]:
        return super().get_queryset(request).annotate(vector_total=Count("vectors"))

    def get_fieldsets(self, request: HttpRequest, obj: ToolCard | None = None) -> Any:
        """What people asked is shown to those who may read it in the traces."""
        own: list[Any] = list(super().get_fieldsets(request, obj))
        if obj and request.user.has_perm("chat.view_trace"):
            own.insert(-1, _ASKED)
        return own

    def get_readonly_fields(self, request: HttpRequest, obj: ToolCard | None = None) -> list[str]:
        return [*self.readonly_fields, "name"] if obj else list(self.readonly_fields)

    @admin.display(description="상태")
    def state(self, row: ToolCard) -> SafeString:
        if not row.pk:
            return badge("none", "새 카드")
        if not row.active:
            return badge("rejected", "꺼짐")
        if row.name == NO_TOOL:
            return badge("none", "도구를 쓰지 않을 말")
        if row.name not in all_tools():
            return badge("missing", "도구 없음")
        return badge("approved", "사용")

    @admin.display(description="쓸 때")
    def said_count(self, row: ToolCard) -> str:
        return f"{len(row.when_to_use)}문장"

    @admin.display(description="벡터", ordering="vector_total")
    def vector_count(self, row: Any) -> int:
        return int(row.vector_total)

    @admin.display(description="출처", ordering="origin")
    def origin_badge(self, row: ToolCard) -> SafeString:
        kinds = {"shipped": "none", "edited": "draft", "added": "approved"}
        return badge(kinds[row.origin], row.get_origin_display())

    @admin.display(description="서로 가리키는 카드")
    def pairs(self, row: ToolCard) -> SafeString:
        cards = [one.as_card() for one in ToolCard.objects.all()] if row.pk else []
        ids = dict(ToolCard.objects.values_list("name", "pk"))
        rows = [(pair, ids.get(pair.tool)) for pair in pairs_of(row.name, cards)]
        return render_to_string("admin/chat/toolcard/_pairs.html", {"rows": rows})

    @admin.display(description="더할 만한 말")
    def doubtful(self, row: ToolCard) -> SafeString:
        rows = doubtful_questions(tool=row.name, known=set(row.when_to_use)) if row.pk else []
        return render_to_string("admin/chat/toolcard/_doubtful.html", {"rows": rows})

    @admin.display(description="바뀐 내용")
    def changes(self, row: ToolCard) -> SafeString:
        revisions = row.revisions.select_related("user")[:_SHOWN_CHANGES] if row.pk else []
        rows = [(each, change_rows(each)) for each in revisions]
        context = {"rows": rows, "card": row, "can_roll_back": True}
        return render_to_string("admin/chat/toolcard/_changes.html", context)

    def save_model(self, request: HttpRequest, obj: ToolCard, form: Any, change: bool) -> None:
        reason = form.cleaned_data.get("reason", "")
        if tool_card_save(row=obj, user=cast(User, request.user), reason=reason):
            self.confirm_later(request, obj)
        else:
            self.message_user(request, "바뀐 내용이 없습니다.", messages.INFO)

    def roll_back_view(self, request: HttpRequest, card: int, revision: int) -> HttpResponse:
        """Put a card back to what it was before a change (POST only)."""
        found = self.posted(request, ToolCardRevision, card_id=card, pk=revision)
        try:
            done = tool_card_roll_back(revision=found, user=cast(User, request.user))
        except ToolCardInvalid as error:
            self.message_user(request, str(error), messages.ERROR)
        else:
            text = "되돌렸습니다." if done else "이미 그 내용과 같습니다."
            self.message_user(request, text, messages.SUCCESS if done else messages.INFO)
        return self.redirect(reverse("admin:chat_toolcard_change", args=[card]))

    def has_delete_permission(self, request: HttpRequest, obj: ToolCard | None = None) -> bool:
        """Shipped cards are switched off, not deleted."""
        allowed = super().has_delete_permission(request, obj)
        return allowed and (obj is None or obj.name not in {one.name for one in shipped_cards()})

    def delete_model(self, request: HttpRequest, obj: ToolCard) -> None:
        tool_card_delete(row=obj, user=cast(User, request.user))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ToolCard]) -> None:
        for row in queryset.exclude(name__in=[card.name for card in shipped_cards()]):
            tool_card_delete(row=row, user=cast(User, request.user))

    @admin.action(description="고른 카드 켜기", permissions=["change"])
    def switch_on(self, request: HttpRequest, queryset: QuerySet[ToolCard]) -> None:
        self._switch(request, queryset, active=True)

    @admin.action(description="고른 카드 끄기", permissions=["change"])
    def switch_off(self, request: HttpRequest, queryset: QuerySet[ToolCard]) -> None:
        self._switch(request, queryset, active=False)

    def _switch(self, request: HttpRequest, queryset: QuerySet[ToolCard], *, active: bool) -> None:
        done = 0
        for row in queryset:
            row.active = active
            try:
                done += tool_card_save(row=row, user=cast(User, request.user))
            except ToolCardInvalid as error:
                self.message_user(request, f"{row}: {error}", messages.ERROR)
        word = "켰습니다" if active else "껐습니다"
        self.message_user(request, f"카드 {done}장을 {word}. 모든 서버에 곧바로 적용됩니다.")

    @admin.action(description="고른 카드를 기본 제공 내용으로 되돌리기", permissions=["change"])
    def reset_to_shipped(self, request: HttpRequest, queryset: QuerySet[ToolCard]) -> None:
        done = 0
        for row in queryset:
            try:
                done += tool_card_reset(row=row, user=cast(User, request.user))
            except ToolCardInvalid as error:
                self.message_user(request, f"{row}: {error}", messages.ERROR)
        self.message_user(request, f"카드 {done}장을 기본 제공 내용으로 되돌렸습니다.")

    @admin.action(description="고른 카드를 YAML로 내려받기", permissions=["view"])
    def export_yaml(self, request: HttpRequest, queryset: QuerySet[ToolCard]) -> HttpResponse:
        text = cards_yaml(row.as_card() for row in queryset)
        return self.download(text, "tool_cards.yaml", "application/yaml")

    @admin.action(description="고른 카드를 JSON으로 내려받기", permissions=["view"])
    def export_json(self, request: HttpRequest, queryset: QuerySet[ToolCard]) -> HttpResponse:
        text = cards_json(row.as_card() for row in queryset)
        return self.download(text, "tool_cards.json", "application/json")


@admin.register(ToolCardRevision)
class ToolCardRevisionAdmin(ReadOnlyAdmin[ToolCardRevision]):
    list_display = ["name", "created_at", "user", "reason"]
    list_select_related = ["user"]
    search_fields = ["name", "reason"]
    search_help_text = "도구 이름이나 까닭으로 찾습니다."
    fields = ["name", "created_at", "user", "reason", "changed"]
    readonly_fields = ["changed"]

    @admin.display(description="더할 만한 말")
    def doubtful(self, row: ToolCard) -> SafeString:
        rows = doubtful_questions(tool=row.name, known=set(row.when_to_use)) if row.pk else []
        return render_to_string("admin/chat/toolcard/_doubtful.html", {"rows": rows})

    @admin.display(description="바뀐 내용")
    def changed(self, revision: ToolCardRevision) -> SafeString:
        context = {"rows": [(revision, change_rows(revision))], "can_roll_back": False}
        return render_to_string("admin/chat/toolcard/_changes.html", context)
