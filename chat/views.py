"""Pages of the chat: parse, authorise, call one service, render."""

from __future__ import annotations

from uuid import UUID

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chat import relay, runner, services
from chat.api import owner_of
from chat.errors import ChatError, ConversationNotFound
from chat.forms import AskForm, CorrectForm
from chat.protocol import Correction
from chat.querysets import Owner
from chat.selectors import conversation_list, room_context

COUNT_HEADER = "X-Poly-Messages"


@require_safe
@never_cache
@ensure_csrf_cookie
def room(request: HttpRequest) -> HttpResponse:
    """A new conversation; `?q=` fills the box."""
    owner = _owner(request)
    context = room_context(owner=owner, conversation_id=None)
    return render(request, "chat/room.html", {**context, "prefill": request.GET.get("q", "")[:500]})


@require_safe
@never_cache
@ensure_csrf_cookie
def conversation(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """A conversation with its history; strangers get 404.

    The header tells an open tab whether there is more than it shows.
    """
    try:
        context = room_context(owner=_owner(request), conversation_id=conversation_id)
    except ConversationNotFound:
        raise Http404 from None
    response = render(request, "chat/room.html", context)
    response[COUNT_HEADER] = str(len(context["messages_list"]))
    return response


@require_POST
async def ask(request: HttpRequest) -> HttpResponse:
    """Without JavaScript: the page comes back when the turn has ended."""
    form = AskForm(request.POST)
    if not form.is_valid():
        await sync_to_async(messages.error)(request, form.first_error())
        return redirect("chat:room")
    asked = form.cleaned_data
    return await _answered(request, asked["conversation"], asked["text"])


@require_POST
async def correct(request: HttpRequest) -> HttpResponse:
    """Without JavaScript: a fact is struck or changed, and the last question answered again."""
    form = CorrectForm(request.POST)
    if not form.is_valid():
        await sync_to_async(messages.error)(request, form.first_error())
        known = form.cleaned_data.get("conversation")
        return redirect("chat:conversation", known) if known else redirect("chat:room")
    correction = form.correction
    conversation_id = form.cleaned_data["conversation"]
    return await _answered(request, conversation_id, correction.text, correction)


async def _answered(
    request: HttpRequest,
    conversation_id: UUID | None,
    text: str,
    correction: Correction | None = None,
) -> HttpResponse:
    """The conversation's page at the end of a turn, or what was wrong with it."""
    owner = await owner_of(request)
    try:
        turn = await runner.start_turn(
            owner=owner, text=text, conversation_id=conversation_id, correction=correction
        )
        async for _ in relay.follow(owner=owner, turn_id=turn.id):
            pass
    except ChatError as error:
        await sync_to_async(messages.error)(request, str(error))
        return redirect("chat:room")
    target = reverse("chat:conversation", args=[turn.conversation_id])
    return redirect(f"{target}#answer")


@require_safe
@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """The owner's conversations, newest first."""
    return render(
        request, "chat/history.html", {"conversations": conversation_list(owner=_owner(request))}
    )


@require_POST
def delete(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """Delete a conversation for good."""
    try:
        services.conversation_delete(owner=_owner(request), conversation_id=conversation_id)
    except ConversationNotFound:
        raise Http404 from None
    messages.success(request, "대화를 지웠어요.")
    return redirect("chat:history")


def _owner(request: HttpRequest) -> Owner:
    """Owner of a page request; the socket needs a session, so one is made here."""
    if not request.user.is_authenticated and not request.session.session_key:
        request.session.create()
    return Owner.of(request.user, request.session.session_key)
