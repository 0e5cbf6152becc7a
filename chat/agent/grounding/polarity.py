"""Whether a claim says yes where its source says yes, clause by clause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from chat.agent.grounding.spelling import plain
from policies.retrieval.morphemes import CONTENT_TAGS, kiwi

# Turned round by these; two of them cancel out ("제외하지 않습니다").
_NEGATIVE = frozenset(
    "않/VX 못하/VX 못/MAG 안/MAG 없/VA 아니/VCN 아니/VA 말/VX 어렵/VA 제외/NNG 불가/NNG 불가능/NNG "
    "불가하/XR 금지/NNG 배제/NNG 중지/NNG 중단/NNG 미지급/NNG 미해당/NNG 미지원/NNG 비대상/NNG "
    "불인정/NNG 거절/NNG 안되/VV 없이/MAG 빼/VV 제한/NNG 취소/NNG".split()
)
_OPPOSITES = (
    ({"무료"}, {"유료", "유상"}),
    (
        {"늘", "늘리", "늘어나", "증가", "인상", "오르", "가산", "높이"},
        {"줄", "줄이", "줄어들", "감소", "인하", "내리", "감액", "낮추"},
    ),
    ({"전액"}, {"일부"}),
    ({"의무", "필수"}, {"선택", "임의"}),
    ({"중증", "심하"}, {"경증"}),
    ({"자동"}, {"직접"}),
)
_JOINS = frozenset("고 며 으며 지만 으나 나 는데 은데 ㄴ데 되".split())
# What is this alike is about the same.
_ALIKE = 0.85
_LEAST = 0.3


@dataclass(frozen=True)
class Clause:
    """Content words of a clause without its negations, and whether it is negated."""

    words: frozenset[str]
    negated: bool


@lru_cache(maxsize=2048)
def clauses(text: str) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
    """The clauses of a text, and its whole sentences."""
    parts: list[Clause] = []
    wholes: list[Clause] = []
    part: list[str] = []
    whole: list[str] = []

    def close(kept: list[str], into: list[Clause]) -> None:
        if kept:
            into.append(_clause(kept))
            kept.clear()

    tokens = kiwi().tokenize(plain(text))
    for place, token in enumerate(tokens):
        tag = token.tag.split("-")[0]
        form = token.form.lower()
        if f"{form}/{tag}" in _NEGATIVE:
            part.append("!")
            whole.append("!")
        elif tag in CONTENT_TAGS:
            part.append(form)
            whole.append(form)
        if tag == "SF" or form == "\n":
            close(part, parts)
            close(whole, wholes)
        elif form == "," or (tag == "EC" and form in _JOINS):
            helped = place + 1 < len(tokens) and tokens[place + 1].tag == "VX"
            if not helped:  # "받고 있으면" is one verb
                close(part, parts)
    close(part, parts)
    close(whole, wholes)
    return tuple(parts), tuple(wholes)


def is_negated(text: str) -> bool:
    """Whether a text says no an odd number of times."""
    _, wholes = clauses(text)
    return sum(clause.negated for clause in wholes) % 2 == 1


def turned(claim: str, sources: Iterable[str]) -> bool:
    """The claim says no where the source it is closest to says yes, or the other way."""
    units: list[Clause] = []
    for source in sources:
        parts, wholes = clauses(source)
        units += [*parts, *wholes]
    own, _ = clauses(claim)
    return any(_turned(clause, units) for clause in own)


def _clause(kept: list[str]) -> Clause:
    words = frozenset(word for word in kept if word != "!")
    return Clause(words, kept.count("!") % 2 == 1)


def _turned(clause: Clause, units: list[Clause]) -> bool:
    scored = [(_likeness(clause.words, unit.words), unit) for unit in units]
    best = max((score for score, _ in scored), default=0.0)
    if best < _LEAST:
        return clause.negated
    close = [unit for score, unit in scored if score >= best * _ALIKE]
    if all(unit.negated is not clause.negated for unit in close):
        return True
    return all(_opposite(clause.words, unit.words) for unit in close)


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def _opposite(claim: frozenset[str], source: frozenset[str]) -> bool:
    for left, right in _OPPOSITES:
        for ours, theirs in ((left, right), (right, left)):
            if claim & ours and not claim & theirs and source & theirs and not source & ours:
                return True
    return False
