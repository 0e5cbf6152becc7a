"""A tool card as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

# The card of what is no tool's business: where it wins, none is called.
NO_TOOL = "no_tool"
LONGEST_TEXT = 300
LONGEST_TAG = 40


class CardField(StrEnum):
    """Fields whose texts are searched."""

    PURPOSE = "purpose"
    WHEN_TO_USE = "when_to_use"
    TAGS = "tags"


@dataclass(frozen=True)
class Avoid:
    """A kind of question that is another tool's: `tool` is the one to use instead."""

    text: str
    tool: str


@dataclass(frozen=True)
class Card:
    """`when_to_use` are utterances as people say them. `when_not_to_use` is only shown to the
    model, never searched: what a tool is not for must not bring it up."""

    name: str
    purpose: str
    when_to_use: tuple[str, ...] = ()
    when_not_to_use: tuple[Avoid, ...] = ()
    tags: tuple[str, ...] = ()

    def texts(self) -> Iterator[tuple[CardField, str]]:
        """What is searched, field by field; tags are one text."""
        yield CardField.PURPOSE, self.purpose
        for text in self.when_to_use:
            yield CardField.WHEN_TO_USE, text
        if self.tags:
            yield CardField.TAGS, " ".join(self.tags)
