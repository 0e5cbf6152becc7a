"""Which policies of the talk a question means by their number ("그 두 개", "둘 다")."""

from __future__ import annotations

import re

from chat.agent.tools.types import ToolContext
from policies.said import policies_said

_COUNTED = (
    (2, re.compile(r"두\s?(?:개|가지|제도)|둘|2\s?(?:개|가지)")),
    (3, re.compile(r"세\s?(?:개|가지|제도)|셋|3\s?(?:개|가지)")),
)


def counted(question: str) -> int | None:
    """How many a question speaks of, None where it does not count."""
    return next((count for count, words in _COUNTED if words.search(question)), None)


def names_meant(question: str, context: ToolContext, *, most: int) -> list[str]:
    """As the question names them; where that is one or none, with the last ones of the talk, as
    many as it counts."""
    said = list(dict.fromkeys(name for _, name, _ in policies_said(question, context.region)))
    if len(said) >= 2:
        return said[:most]
    return list(dict.fromkeys([*said, *context.named]))[: counted(question) or most]
