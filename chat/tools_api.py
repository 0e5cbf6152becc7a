"""The tools over HTTP: a list, and one typed operation for each."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest
from ninja import Router, Schema, Status
from ninja.security.base import AuthBase
from ninja.utils import check_csrf
from pydantic import Field, GetJsonSchemaHandler, RootModel
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from chat.agent.tools.registry import Tool, all_tools
from chat.agent.tools.types import ResultStatus, RetrievalResult
from chat.tool_access.calls import tool_call
from chat.tool_access.errors import BodyInvalid, BodyTooLarge, CsrfMissing
from chat.tool_access.identity import Caller, address_of, token_caller
from chat.tool_access.offered import CONTEXT, Offered, arguments_schema, tools_offered
from chat.tool_access.talk import Talk
from chat.tool_cards.transfer import card_fields

router = Router(tags=["tools"])
_STATUS = {
    ResultStatus.INVALID: 422,
    ResultStatus.SIGN_IN: 401,
    ResultStatus.UNAVAILABLE: 503,
}


class RefusedOut(Schema):
    """부르지 못한 까닭."""

    code: str = Field(description="프로그램이 읽을 이름")
    message: str = Field(description="사람이 읽을 문장")


class AvoidOut(Schema):
    text: str = Field(description="이런 물음에는")
    tool: str = Field(description="대신 쓸 도구")


class CardOut(Schema):
    """언제 쓰는 도구인지, 담당자가 고친 대로."""

    purpose: str
    when_to_use: list[str]
    when_not_to_use: list[AvoidOut]
    tags: list[str]


class ToolOut(Schema):
    """도구 하나."""

    name: str
    module: str = Field(description="도구가 속한 묶음")
    description: str = Field(description="하는 일, 단위, 출처")
    arguments: dict[str, Any] = Field(description="인자의 JSON 스키마")
    personal: bool = Field(description="로그인해야 쓸 수 있는지")
    writes: bool = Field(description="저장된 것을 바꾸는지")
    card: CardOut | None = Field(description="쓰이고 있는 도구 카드, 아직 없으면 null")


class ToolAuth(AuthBase):
    """A token, the session of a browser, or nobody; refuses what cannot be read before it is
    parsed. Never sets a session up: a stranger leaves nothing."""

    openapi_type: str = "http"
    openapi_scheme: str = "bearer"
    openapi_description: str = "없으면 공개 도구만 쓸 수 있습니다."

    async def __call__(self, request: HttpRequest) -> Caller:
        caller = await token_caller(request)
        if caller is None:
            caller = await _session_caller(request)
        if request.method == "POST":
            _check_body(request)
        return caller


async def _session_caller(request: HttpRequest) -> Caller:
    user = await request.auser()
    if not user.is_authenticated:
        return Caller(None, address_of(request))
    if request.method != "GET" and await sync_to_async(check_csrf)(request) is not None:
        raise CsrfMissing
    return Caller.account(user)


def _check_body(request: HttpRequest) -> None:
    most = settings.TOOL_ACCESS["max_bytes"]
    if len(request.body) > most:
        raise BodyTooLarge(most)
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        raise BodyInvalid from None
    if not isinstance(body, dict):
        raise BodyInvalid


@router.get("", auth=ToolAuth(), response=list[ToolOut], summary="도구 목록")
async def tool_list(request: HttpRequest) -> list[ToolOut]:
    """지금 쓸 수 있는 도구. 담당자가 끈 도구는 나오지 않습니다."""
    return [_told(offered) for offered in (await tools_offered()).values()]


def _told(offered: Offered) -> ToolOut:
    tool, card = offered.tool, offered.card
    return ToolOut(
        name=tool.name,
        module=tool.module,
        description=tool.description,
        arguments=dict(arguments_schema(tool.arguments)),
        personal=tool.personal,
        writes=tool.writes,
        card=CardOut(**card_fields(card)) if card else None,
    )


class _Body(RootModel[dict[str, Any]]):
    """Arguments as they came, and the talk under `context`: the registry checks them, after
    filling in what was left out. The schema is that of the tool's arguments."""

    tool: ClassVar[Tool]

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        arguments = handler(cls.tool.arguments.__pydantic_core_schema__)
        schema = handler.resolve_ref_schema(arguments)
        properties = {
            name: {key: value for key, value in field.items() if key != "from"}
            for name, field in schema.get("properties", {}).items()
        }
        talk = handler(Talk.__pydantic_core_schema__)
        return {**schema, "properties": {**properties, CONTEXT: talk}}


def _body_of(tool: Tool) -> type[_Body]:
    # Named after the tool from the start: OpenAPI keeps one schema a name.
    fields = {"tool": tool, "__module__": __name__, "__doc__": tool.description}
    return cast(type[_Body], type(f"{tool.name}_arguments", (_Body,), fields))


def _operation(tool: Tool) -> Callable[..., Awaitable[Status[RetrievalResult]]]:
    async def call(request: HttpRequest, body: _Body) -> Status[RetrievalResult]:
        caller: Caller = request.auth  # type: ignore[attr-defined]
        result = await tool_call(tool.name, body.root, caller)
        return Status(_STATUS.get(result.status, 200), result)

    call.__name__ = tool.name
    call.__doc__ = tool.description
    call.__annotations__ = {"request": HttpRequest, "body": _body_of(tool)}
    return call


def _mount() -> None:
    for name, tool in all_tools().items():
        router.post(
            f"/{name}",
            auth=ToolAuth(),
            response={
                (200, 422, 503): RetrievalResult,
                401: RetrievalResult | RefusedOut,
                (400, 403, 404, 413, 429): RefusedOut,
            },
            summary=tool.description.splitlines()[0],
            operation_id=f"tool_{name}",
            url_name=f"tool_{name}",
        )(_operation(tool))


_mount()
