"""What the rules tell the learnt guard of a text."""

from __future__ import annotations

import numpy as np

from chat.agent.classifier import Table
from chat.agent.understanding.guard import asks_programme, is_talk, names_domain
from chat.agent.understanding.types import GuardLabel

LABELS = tuple(GuardLabel)


def rule_signs(text: str, ruled: GuardLabel) -> Table:
    """The label of the rules, then whether it speaks of our subject, is talk, or asks for a
    programme; each 0 or 1."""
    signs = [float(label is ruled) for label in LABELS]
    signs += [float(sign(text)) for sign in (names_domain, is_talk, asks_programme)]
    return np.array(signs, dtype=np.float32)
