"""HTTP and WebSocket entry point (Daphne)."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
django_application = get_asgi_application()

# Models are importable only once Django is set up.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from chat.mcp.http import McpDispatch  # noqa: E402
from chat.routing import websocket_urlpatterns as chat_sockets  # noqa: E402
from crawling.routing import websocket_urlpatterns as crawling_sockets  # noqa: E402
from policies.retrieval.warm import warm_up_in_background  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": McpDispatch(django_application),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter([*chat_sockets, *crawling_sockets]))
        ),
    }
)

# The first question should not wait for the models to load.
warm_up_in_background()
