"""WebSocket addresses."""

from typing import Any

from django.urls import path

from chat.consumers import ChatConsumer

# Channels puts an ASGI application where Django's type expects a view.
_chat: Any = ChatConsumer.as_asgi()
websocket_urlpatterns: list[Any] = [path("ws/chat/", _chat)]
