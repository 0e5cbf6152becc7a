"""Free keys (`facts.other`) matched to the criteria they are about.

People say what they are in words of their own ("유사사업참여또는수령": no), texts in theirs
("유사사업 참여 중이거나 지원금을 수령한 자"). A key is *about* a criterion when nearly all of its
content words stand in the criterion's words and each of its figures does; among the criteria of
a rule it belongs to those that hold most of it. Which ones depends on the key and the rule
alone, so another key never takes an answer back.

A no to any part of a clause denies the clause, unless it offers alternatives and one of them was
said; a yes holds only when what was said covers a good part of the clause's own words and every
figure in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from policies.eligibility.regions import official_sido
from policies.eligibility.rule import CriterionBase, OtherCriterion
from policies.eligibility.wording import Wording

# Share of a key's words that must stand in a criterion, and of the criterion's in the keys.
ABOUT_OTHER, ABOUT_TYPED = 0.5, 0.8
SETTLES = 0.3
DENIAL = 0.7
# A no to a part of a clause denies it, unless the part is a trifle in it, or one of several
# alternatives.
DENIES, DENIES_CHOICE = 0.2, 0.3
_SAME = 1e-9


@dataclass(frozen=True)
class _Match:
    """One key at one criterion; `value` as the criterion states it (a no to "없음" is a yes)."""

    coverage: float
    value: bool
    places: frozenset[int]
    figures: frozenset[str]


@lru_cache(maxsize=8192)
def _words(text: str, statement: str = "", terms: str = "") -> Wording:
    return Wording.of(text, statement=statement, terms=terms)


def _wording(criterion: CriterionBase) -> Wording | None:
    """Words of a criterion: quote, key and terms of a free one, the quote of a typed one."""
    if criterion.unclear:
        return None
    if isinstance(criterion, OtherCriterion):
        terms = " ".join(criterion.terms)
        text = " ".join((criterion.quote, criterion.key, terms))
        return _words(text, criterion.quote or criterion.key, terms)
    return _words(criterion.quote, criterion.quote) if criterion.quote else None


def _settled(wording: Wording, matches: Sequence[_Match], typed: bool) -> bool | None:
    """The answer of all keys about one criterion together."""
    held = [match for match in matches if match.value]
    denied = [match for match in matches if not match.value]
    if wording.choice and not typed:
        gone = frozenset(place for match in denied for place in match.places)
        if not held and wording.share(gone) >= DENIES_CHOICE:
            return False
    else:
        needed = DENIES_CHOICE if typed else DENIES
        for match in denied:
            if wording.share(match.places) >= needed or match.figures & wording.needed:
                return False
    places = frozenset(place for match in held for place in match.places)
    said = frozenset(figure for match in held for figure in match.figures)
    if not held or not wording.needed <= said:
        return None
    return True if wording.share(places) >= SETTLES else None


_LIST_SIGN = re.compile(r"\s*(?:[·,/]|또는|혹은|및)\s*")


def _listed(key: str) -> tuple[str, ...]:
    """Parts of a key that names several things, without the figures' dots."""
    parts = tuple(part for part in _LIST_SIGN.split(key) if len(part) > 1)
    return parts if len(parts) > 1 else ()


class Said:
    """What the free keys of one person say of the criteria of one rule."""

    def __init__(
        self, criteria: Iterable[tuple[CriterionBase, bool]], other: Mapping[str, bool]
    ) -> None:
        """`criteria`: each with whether it excludes."""
        worded = [(each, words, out) for each, out in criteria if (words := _wording(each))]
        # The criteria are kept, so that their identities stay theirs.
        self._criteria = [(each, words) for each, words, _ in worded]
        self._excludes = [out for _, _, out in worded]
        self._answers: dict[int, bool] = {}
        matches: dict[int, list[_Match]] = {}
        for key, value in other.items():
            # A no to a list is a no to each thing in it.
            for part in (key,) if value else (key, *_listed(key)):
                for index, match in self._assigned(part, value):
                    matches.setdefault(index, []).append(match)
        for index, found in matches.items():
            criterion, wording = self._criteria[index]
            typed = not isinstance(criterion, OtherCriterion)
            answer = _settled(wording, found, typed)
            if answer is not None:
                self._answers[id(criterion)] = answer

    def _assigned(self, key: str, value: bool) -> list[tuple[int, _Match]]:
        """Criteria the key is about: those that hold the most of it, and, for a yes, those
        that follow from it."""
        said = _words(key)
        found: list[tuple[int, _Match]] = []
        implied: list[tuple[int, _Match]] = []
        for index, (criterion, wording) in enumerate(self._criteria):
            coverage, places = wording.holds(said)
            least = ABOUT_OTHER if isinstance(criterion, OtherCriterion) else ABOUT_TYPED
            if not value and not self._excludes[index]:
                # What shuts somebody out must speak of the thing itself.
                least = max(least, DENIAL)
            if coverage >= least:
                agrees = value is not wording.opposes(said)
                found.append((index, _Match(coverage, agrees, places, said.figures)))
            elif value and wording.follows_from(said) and not wording.opposes(said):
                every = frozenset(range(len(wording.own)))
                implied.append((index, _Match(coverage, True, every, said.figures)))
        best = max((match.coverage for _, match in found), default=0.0)
        return [pair for pair in found if pair[1].coverage >= best - _SAME] + implied

    def about(self, criterion: CriterionBase) -> bool | None:
        """Whether what the criterion states is so; None where nothing said settles it."""
        return self._answers.get(id(criterion))


_MOVE = re.compile("전입|이사|이주|이전거주지|직전거주지|전거주지")
_OUTSIDE = re.compile("밖|외지역|외에서|외부|관외|타시도|타지역|다른지역|다른시도")


_BORDER = re.compile("타시도|다른시도|관외")
_SIDO_NAME = (2, 7)


def _names_sido(flat: str, sido: str) -> bool:
    """Whether a 시도 is named, by its official name or a short one."""
    return any(
        official_sido(flat[start : start + size]) == sido
        for size in range(*_SIDO_NAME)
        for start in range(len(flat) - size + 1)
    )


def moved_from_outside(other: Mapping[str, bool], region: str) -> bool:
    """Whether it was said that the last move crossed the border of the region ("강원도 밖에서
    전입", "이전 거주지 충청남도 외 지역", "타 시·도에서 전입")."""
    sido, *inside = region.split()
    for key, value in other.items():
        flat = re.sub(r"[\s·]", "", key)
        if not value or not _MOVE.search(flat) or not _OUTSIDE.search(flat):
            continue
        named = inside[-1] in flat if inside else _names_sido(flat, sido)
        if named or _BORDER.search(flat) or (inside and "타시군구" in flat):
            return True
    return False
