"""NinjaAPI: mounts the operations of every app and maps domain errors."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI

from chat.api import router as chat_router
from chat.errors import ChatError, ConversationNotFound, TurnNotFound, TurnRunning
from policies.api.eligibility import router as eligibility_router
from policies.api.regions import router as regions_router
from policies.api.router import router as policies_router
from policies.api.structured import router as structured_router
from policies.errors import PolicyError, PolicyNotFound

api = NinjaAPI(title="Poly", version="1", urls_namespace="api", docs_url="/docs")
api.add_router("/chat", chat_router)
api.add_router("/policies", policies_router)
api.add_router("/eligibility", eligibility_router)
api.add_router("/search", structured_router)
api.add_router("/regions", regions_router)

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


@api.exception_handler(PolicyError)
def policy_error(request: HttpRequest, error: PolicyError) -> HttpResponse:
    body = {"code": type(error).__name__, "message": str(error)}
    return api.create_response(request, body, status=_STATUS.get(type(error), 503))
