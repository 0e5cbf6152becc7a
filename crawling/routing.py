"""WebSocket addresses."""

from typing import Any

from django.urls import path

from crawling.consumers import RunsConsumer

# Channels puts an ASGI application where Django's type expects a view.
_runs: Any = RunsConsumer.as_asgi()
websocket_urlpatterns: list[Any] = [path("ws/admin/crawl/", _runs)]
