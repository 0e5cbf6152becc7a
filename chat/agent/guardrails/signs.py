"""What the learnt guard sees of a text: pieces of its letters, and what the rules found."""

from __future__ import annotations

import re
import zlib

import numpy as np
from numpy.typing import NDArray

from chat.agent.understanding.guard import asks_programme, is_talk, names_domain
from chat.agent.understanding.types import GuardLabel
from chat.agent.understanding.views import clean, joined

LABELS = tuple(GuardLabel)
BUCKETS = 1 << 14
SIGNS = len(LABELS) + 3
LONGEST = 300
LONGEST_PIECE = 4
_DIGITS = re.compile(r"\d+")
_STRETCHED = re.compile(r"(.)\1{2,}")
_SILENT = re.compile(r'[^\w\s?!<>\[\]{}/=:;#"]')


def pieces(text: str) -> NDArray[np.int64]:
    """Buckets of all runs of one to four letters, each once, in order; numbers count alike,
    stretched letters twice. Empty for a text without letters."""
    words = _DIGITS.sub("0", joined(clean(text[:LONGEST])).lower())
    spoken = _SILENT.sub(" ", _STRETCHED.sub(r"\1\1", words)).split()
    line = f" {' '.join(spoken)} "
    runs = {
        line[at : at + length]
        for length in range(1, LONGEST_PIECE + 1)
        for at in range(len(line) - length + 1)
    }
    return np.unique([zlib.crc32(run.encode()) % BUCKETS for run in runs])


def rule_signs(text: str, ruled: GuardLabel) -> NDArray[np.float32]:
    """The label of the rules, then whether it speaks of our subject, is talk, or asks for a
    programme; shape (SIGNS,), each 0 or 1."""
    signs = [float(label is ruled) for label in LABELS]
    signs += [float(sign(text)) for sign in (names_domain, is_talk, asks_programme)]
    return np.array(signs, dtype=np.float32)
