"""Pages beside the list of tool cards: a question to try, a batch, bringing cards in."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from accounts.models import User
from chat.admin.tool_cards_forms import BatchForm, ImportForm, TrialForm
from chat.errors import ToolCardInvalid
from chat.models import ToolCard
from chat.tool_cards.recall import recall_of
from chat.tool_cards.search import choose_tools
from chat.tool_cards.services import tool_cards_import

ModelT = TypeVar("ModelT", bound=Model)


class ToolCardPages(ModelAdmin[ToolCard]):
    """What the admin of the cards shows beside lists and forms."""

    def page_urls(self) -> list[URLPattern]:
        pages = {"try": self.try_view, "recall": self.recall_view, "import": self.import_view}
        return [
            path(f"{name}/", self.admin_site.admin_view(view), name=f"chat_toolcard_{name}")
            for name, view in pages.items()
        ]

    def try_view(self, request: HttpRequest) -> HttpResponse:
        """The tools that a question is offered, with scores and the texts they rest on."""
        self._allow(self.has_view_permission(request))
        form = TrialForm(request.GET if "q" in request.GET else None, label_suffix="")
        context: dict[str, Any] = {"form": form}
        if form.is_valid():
            before = form.cleaned_data["before"]
            said = (before,) if before else ()
            context["choice"] = choose_tools(form.cleaned_data["q"], context=said)
            context["ids"] = dict(ToolCard.objects.values_list("name", "pk"))
        return self._page(request, "try", "도구 고르기 시험", context)

    def recall_view(self, request: HttpRequest) -> HttpResponse:
        """Recall of a batch of utterances, and what failed."""
        self._allow(self.has_view_permission(request))
        form = BatchForm(request.POST or None, request.FILES or None, label_suffix="")
        context: dict[str, Any] = {"form": form}
        if request.method == "POST" and form.is_valid():
            context["recall"] = recall_of(form.rows)
            context["ids"] = dict(ToolCard.objects.values_list("name", "pk"))
        return self._page(request, "recall", "여러 질문 한꺼번에 시험", context)

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Bring cards in from a file or a pasted text, all or none."""
        self._allow(self.has_change_permission(request) and self.has_add_permission(request))
        form = ImportForm(request.POST or None, request.FILES or None, label_suffix="")
        if request.method == "POST" and form.is_valid():
            try:
                count = tool_cards_import(
                    cards=form.cards,
                    user=cast(User, request.user),
                    reason=form.cleaned_data["reason"],
                )
            except ToolCardInvalid as error:
                form.add_error(None, str(error))
            else:
                self.message_user(request, f"카드 {count}장을 바꾸었습니다.", messages.SUCCESS)
                return self.redirect(reverse("admin:chat_toolcard_changelist"))
        return self._page(request, "import", "카드 가져오기", {"form": form})

    def confirm_later(self, request: HttpRequest, row: ToolCard) -> None:
        """Say how many vectors a saved card has once they are made."""

        def confirm() -> None:
            wanted = len(list(row.as_card().texts()))
            text = f"색인을 새로 만들었습니다. 글 {wanted}개에 벡터 {row.vectors.count()}개입니다."
            self.message_user(request, text, messages.SUCCESS)

        transaction.on_commit(confirm)

    def posted(self, request: HttpRequest, model: type[ModelT], **key: Any) -> ModelT:
        """The row that a POST of somebody who may change cards is about."""
        self._allow(self.has_change_permission(request) and request.method == "POST")
        return get_object_or_404(model, **key)

    def redirect(self, url: str) -> HttpResponse:
        return HttpResponseRedirect(url)

    def download(self, text: str, name: str, kind: str) -> HttpResponse:
        response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def _allow(self, allowed: bool) -> None:
        if not allowed:
            raise PermissionDenied

    def _page(
        self, request: HttpRequest, name: str, title: str, context: dict[str, Any]
    ) -> HttpResponse:
        common = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": title,
            "media": self.media,
        }
        template = f"admin/chat/toolcard/{name}.html"
        return TemplateResponse(request, template, {**common, **context})
