"""Admin of the conversations and the tool cards; importing the modules registers them."""

from chat.admin import conversation, tool_cards, trace

__all__ = ["conversation", "tool_cards", "trace"]
