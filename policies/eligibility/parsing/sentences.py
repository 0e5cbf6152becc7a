"""Where the clauses of an item begin and end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found

_SENTENCE = re.compile(r"(?<=[다음함임됨요])\.|;|。")
_BUT = re.compile(r"단,|단(?=[가-힣]{2})|다만,?")


def cut(flat: Flat, founds: Sequence[Found]) -> list[tuple[int, int, bool]]:
    """(start, end, begins with "단,") of each clause outside of brackets and conditions."""
    cuts = [(0, False)]
    for pattern, opened in ((_SENTENCE, False), (_BUT, True)):
        for match in pattern.finditer(flat.text):
            alone = flat.starts_word(match.start()) and flat.starts_word(match.end())
            if _is_outside(flat, founds, match.start()) and (alone or not opened):
                cuts.append((match.end(), opened))
    cuts.sort()
    ends = [start for start, _ in cuts[1:]] + [len(flat.text)]
    return [(start, end, but) for (start, but), end in zip(cuts, ends, strict=True) if start < end]


def outside_brackets(text: str, place: int, start: int = 0) -> bool:
    """Whether no bracket that opened since `start` is still open at `place`."""
    return text.count("(", start, place) <= text.count(")", start, place)


def _is_outside(flat: Flat, founds: Sequence[Found], place: int) -> bool:
    inside = any(found.start < place < found.end for found in founds)
    return not inside and outside_brackets(flat.text, place)
