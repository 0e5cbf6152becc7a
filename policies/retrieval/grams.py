"""Pairs of neighbouring syllables: words that are misspelt, glued together or inflected in a
way the analyser does not know still share most of theirs."""

from __future__ import annotations

import re
from collections import Counter

from policies.retrieval.morphemes import normalise

_WORD = re.compile(r"[가-힣]+|[a-z0-9]+")


def folded(text: str) -> str:
    """The text as pairs are counted in it."""
    return normalise(text).lower()


def bigrams(text: str) -> Counter[str]:
    """Pairs within words with their frequency; a word of one syllable stands for itself."""
    found: Counter[str] = Counter()
    for word in _WORD.findall(folded(text)):
        if len(word) == 1:
            found[word] += 1
        for start in range(len(word) - 1):
            found[word[start : start + 2]] += 1
    return found
