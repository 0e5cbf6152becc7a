"""Admin of the conversations; importing the modules registers them."""

from chat.admin import conversation, trace

__all__ = ["conversation", "trace"]
