"""NinjaAPI: mounts the operations of every app and maps domain errors."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from chat.api import router as chat_router
from chat.errors import ChatError, ConversationNotFound, TurnNotFound, TurnRunning
from chat.tool_access.errors import Refused, TooManyCalls
from chat.tools_api import router as tools_router
from policies.api.eligibility import router as eligibility_router
from policies.api.regions import router as regions_router
from policies.api.router import router as policies_router
from policies.api.structured import router as structured_router
from policies.errors import PolicyError, PolicyNotFound


class _Api(NinjaAPI):
    """Keeps its schema: with an operation a tool it takes seconds, and anybody may ask for it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._schema: OpenAPISchema | None = None

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        if path_prefix is not None:
            return super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        if self._schema is None:
            self._schema = super().get_openapi_schema(path_params=path_params)
        return self._schema


api = _Api(title="Poly", version="1", urls_namespace="api", docs_url="/docs")
api.add_router("/chat", chat_router)
api.add_router("/policies", policies_router)
api.add_router("/eligibility", eligibility_router)
api.add_router("/search", structured_router)
api.add_router("/regions", regions_router)
api.add_router("/tools", tools_router)

_STATUS: dict[type[Exception], int] = {
    ConversationNotFound: 404,
    TurnNotFound: 404,
    TurnRunning: 409,
    PolicyNotFound: 404,
}


@api.exception_handler(ChatError)
def chat_error(request: HttpRequest, error: ChatError) -> HttpResponse:
    body = {"code": error.code, "message": str(error)}
    return api.create_response(request, body, status=_STATUS.get(type(error), 400))


@api.exception_handler(Refused)
def refused(request: HttpRequest, error: Refused) -> HttpResponse:
    body = {"code": error.code, "message": str(error)}
    response = api.create_response(request, body, status=error.status)
    if isinstance(error, TooManyCalls):
        response["Retry-After"] = str(error.seconds)
    if error.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


@api.exception_handler(PolicyError)
def policy_error(request: HttpRequest, error: PolicyError) -> HttpResponse:
    body = {"code": type(error).__name__, "message": str(error)}
    return api.create_response(request, body, status=_STATUS.get(type(error), 503))
