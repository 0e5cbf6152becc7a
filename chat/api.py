"""Operations of the chat: the same turns as the socket, over HTTP and SSE."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router, Schema
from ninja.errors import HttpError
from ninja.utils import check_csrf

from chat import relay, runner
from chat.protocol import EVENT_ID, AskMessage, CorrectMessage, Event
from chat.querysets import Owner
from chat.services import turn_of

router = Router(tags=["chat"])


class CancelOut(Schema):
    cancelled: bool


async def owner_of(request: HttpRequest) -> Owner:
    """Account or anonymous session behind a request; a session is made when none is."""
    user = await request.auser()
    if user.is_authenticated:
        return Owner.of(user, None)
    if not request.session.session_key:
        await request.session.acreate()
    return Owner.of(user, request.session.session_key)


async def session_auth(request: HttpRequest) -> Owner | None:
    """Anyone with a browser session; writing needs the CSRF token as on a page."""
    if request.method != "GET" and await sync_to_async(check_csrf)(request) is not None:
        return None
    return await owner_of(request)


@router.post("/turns", auth=session_auth, summary="질문하고 답을 SSE로 받기")
async def turn_create(request: HttpRequest, body: AskMessage) -> StreamingHttpResponse:
    """Start a turn; the response is its event stream."""
    owner: Owner = request.auth  # type: ignore[attr-defined]
    turn = await runner.start_turn(
        owner=owner,
        text=body.text,
        conversation_id=body.conversation,
        request=body.request,
    )
    return _stream(owner, turn.id, "0")


@router.post("/turns/correct", auth=session_auth, summary="이해한 내용을 고치고 답을 SSE로 받기")
async def turn_correct(request: HttpRequest, body: CorrectMessage) -> StreamingHttpResponse:
    """Strike or change a fact; the last question is answered again, as an event stream."""
    owner: Owner = request.auth  # type: ignore[attr-defined]
    turn = await runner.start_turn(
        owner=owner,
        text=body.correction.text,
        conversation_id=body.conversation,
        request=body.request,
        correction=body.correction,
    )
    return _stream(owner, turn.id, "0")


@router.get("/turns/{turn_id}/events", auth=session_auth, summary="이어서 받기")
async def turn_events(
    request: HttpRequest, turn_id: UUID, after: str = "0"
) -> StreamingHttpResponse:
    """Replay a turn after an event id and go on (`Last-Event-ID` is understood)."""
    owner: Owner = request.auth  # type: ignore[attr-defined]
    await sync_to_async(turn_of)(owner=owner, turn_id=turn_id)
    after = request.headers.get("Last-Event-ID", after)
    if not re.fullmatch(EVENT_ID, after):
        raise HttpError(422, "이벤트 번호 형식이 올바르지 않습니다.")
    return _stream(owner, turn_id, after)


@router.post("/turns/{turn_id}/cancel", auth=session_auth, summary="답변 중지", response=CancelOut)
async def turn_cancel(request: HttpRequest, turn_id: UUID) -> CancelOut:
    await runner.cancel_turn(owner=request.auth, turn_id=turn_id)  # type: ignore[attr-defined]
    return CancelOut(cancelled=True)


def _stream(owner: Owner, turn_id: UUID, after: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(
        _sse(owner, turn_id, after), content_type="text/event-stream; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    # Proxies must not hold the stream back.
    response["X-Accel-Buffering"] = "no"
    return response


async def _sse(owner: Owner, turn_id: UUID, after: str) -> AsyncIterator[str]:
    async for event in relay.follow(owner=owner, turn_id=turn_id, after=after):
        yield ": ping\n\n" if event is None else _frame(event)


def _frame(event: Event) -> str:
    return f"id: {event.id}\nevent: {event.type.value}\ndata: {event.model_dump_json()}\n\n"
