"""What lists of words tell the learnt guard of a text."""

from __future__ import annotations

import numpy as np

from chat.agent.classifier import Table
from chat.agent.understanding.guard import asks_programme, is_talk, names_domain
from chat.agent.understanding.types import GuardLabel

LABELS = tuple(GuardLabel)


def word_signs(text: str) -> Table:
    """Whether it speaks of our subject, is talk, or asks for a programme; each 0 or 1.

    Not the label that the rules gave: they know the lines the guard is taught with, so it would
    learn to leave to them what they do not know elsewhere.
    """
    return np.array(
        [float(sign(text)) for sign in (names_domain, is_talk, asks_programme)], dtype=np.float32
    )
