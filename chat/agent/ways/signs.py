"""What the rules of routing tell the learnt reading of a turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from chat.agent.classifier import Table
from chat.agent.understanding.route import UNSURE, route
from chat.agent.understanding.types import Route, RouteDecision

# A crisis is the guard's to find.
WAYS = tuple(one for one in Route if one is not Route.CRISIS)
_ASKED = re.compile(r"[?？]|(?:나요|까요|가요|는지|은지|을지|죠|니|냐)\s*[.~!ㅠㅜ]*$")
_SHORT = 10


def way_signs(text: str, context: Sequence[str], decision: RouteDecision) -> Table:
    """The way by rules and whether one fired, the way of the turn before, and the form of the
    text; each 0 or 1. `context`: earlier turns, oldest first."""
    ruled = decision.confidence > UNSURE
    signs = [float(ruled and decision.route is one) for one in WAYS]
    before = route(context[-1], context=context[:-1]).route if context else None
    signs += [float(before is one) for one in WAYS]
    signs += [
        float(not ruled),
        float(bool(context)),
        float(bool(decision.policy_mentions)),
        float(bool(_ASKED.search(text))),
        float(len(text) <= _SHORT),
    ]
    return np.array(signs, dtype=np.float32)
