"""Models of the app; every module is imported here so that Django registers it."""

from chat.models.conversation import Citation, Conversation, Message, Trace, Turn
from chat.models.tool_card import ToolCard, ToolCardRevision, ToolCardVector

__all__ = [
    "Citation",
    "Conversation",
    "Message",
    "ToolCard",
    "ToolCardRevision",
    "ToolCardVector",
    "Trace",
    "Turn",
]
