"""Second look at which way a turn goes: what the rules of routing leave open."""

from chat.agent.ways.second import Way, goes_on, second_way

__all__ = ["Way", "goes_on", "second_way"]
