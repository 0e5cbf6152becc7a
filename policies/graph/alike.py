"""Which policies are the same thing: a name alone never decides, the texts must agree.

Plain Python over what `PolicySignature` holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from uuid import UUID

# Share of the weight of the shorter text's words that the longer one has too. Chosen on the
# snapshots of 복지로, 보조금24 and 온통청년 (docs/ARCHITECTURE.md, "Graph and groups").
ELSEWHERE = 0.2
SAME_PLACE = 0.35
# One source that lists two things in one place under one name means two things, unless it
# repeats itself.
SAME_SOURCE = 0.7
LINKED = 0.45
# Share of the pairs between two groups that must be alike for the groups to become one: no
# chain of half-alike neighbours.
AGREEMENT = 0.5


@dataclass(frozen=True)
class Member:
    """A policy that may stand in a group. `places`: ids of its regions, none = the nation.

    `official_ids`: identifiers of services its record links to; `settled`: a caseworker put it
    into `group`.
    """

    id: UUID
    keys: tuple[str, ...]
    terms: frozenset[str]
    places: frozenset[int]
    source: str
    external_id: str
    name: str = ""
    official_ids: frozenset[str] = frozenset()
    group: int | None = None
    settled: bool = False

    @property
    def main(self) -> str:
        return self.keys[0]


@dataclass(frozen=True)
class Likeness:
    """Two policies that are the same thing, and how surely (0..1)."""

    first: Member
    second: Member
    score: float


def likeness(first: Member, second: Member, weights: Mapping[str, float]) -> Likeness | None:
    """How alike two policies are, None where they are not the same thing."""
    same_place = first.places == second.places
    linked = _linked(first, second)
    named = bool(set(first.keys) & set(second.keys))
    if first.main != second.main and not linked and not (same_place and named):
        return None
    score = overlap(first.terms, second.terms, weights)
    if linked and (named or score >= LINKED):
        return Likeness(first, second, max(score, LINKED))
    needed = SAME_PLACE if same_place else ELSEWHERE
    if same_place and first.source == second.source:
        needed = SAME_SOURCE
    return Likeness(first, second, score) if score >= needed else None


def _linked(first: Member, second: Member) -> bool:
    """Whether one links to the other, or two sources link to one and the same service only."""
    if first.external_id in second.official_ids or second.external_id in first.official_ids:
        return True
    shared = first.official_ids == second.official_ids and len(first.official_ids) == 1
    return shared and first.source != second.source


def overlap(first: frozenset[str], second: frozenset[str], weights: Mapping[str, float]) -> float:
    """Weight of the common words over that of the text with less weight, 0..1."""
    if not first or not second:
        return 0.0
    common = sum(weights.get(term, 1.0) for term in first & second)
    least = min(sum(weights.get(term, 1.0) for term in side) for side in (first, second))
    return common / least if least else 0.0


def clusters(members: Sequence[Member], weights: Mapping[str, float]) -> list[list[Member]]:
    """Groups of two or more, surest pairs joined first.

    Two groups of caseworkers are never joined, nor a group in which one source would stand
    twice in one place with texts that differ.
    """
    distinct = _without_vague_keys(members)
    pairs = sorted(
        _pairs(distinct, weights),
        key=lambda pair: (-pair.score, str(pair.first.id), str(pair.second.id)),
    )
    joined = _Joining(distinct, pairs)
    for pair in pairs:
        joined.join(pair.first, pair.second)
    return joined.groups()


def _without_vague_keys(members: Sequence[Member]) -> list[Member]:
    """A further key that one source gives to several policies of one place (긴급복지 for the
    four kinds of it) names none of them."""
    seen = Counter((member.source, member.places, key) for member in members for key in member.keys)
    return [
        replace(
            member,
            keys=(
                member.main,
                *(k for k in member.keys[1:] if seen[member.source, member.places, k] < 2),
            ),
        )
        for member in members
    ]


def _pairs(members: Iterable[Member], weights: Mapping[str, float]) -> Iterable[Likeness]:
    blocks: dict[str, list[Member]] = {}
    for member in members:
        for key in {*member.keys, member.external_id, *member.official_ids}:
            blocks.setdefault(key, []).append(member)
    seen: set[frozenset[UUID]] = set()
    for block in blocks.values():
        for first, second in combinations(block, 2):
            both = frozenset((first.id, second.id))
            if both in seen:
                continue
            seen.add(both)
            found = likeness(first, second, weights)
            if found is not None:
                yield found


class _Joining:
    """Disjoint sets that know which members may not meet."""

    def __init__(self, members: Sequence[Member], pairs: Iterable[Likeness]) -> None:
        self._alike = {frozenset((pair.first.id, pair.second.id)) for pair in pairs}
        self._sets = {member.id: [member] for member in members}
        settled: dict[int, Member] = {}
        for member in members:
            if member.settled and member.group is not None:
                self._unite(settled.setdefault(member.group, member), member)

    def join(self, first: Member, second: Member) -> None:
        left, right = self._sets[first.id], self._sets[second.id]
        if left is not right and not self._forbidden(left, right):
            self._unite(first, second)

    def groups(self) -> list[list[Member]]:
        distinct = {id(found): found for found in self._sets.values() if len(found) > 1}
        return list(distinct.values())

    def _unite(self, first: Member, second: Member) -> None:
        left, right = self._sets[first.id], self._sets[second.id]
        if left is right:
            return
        if len(left) < len(right):
            left, right = right, left
        left.extend(right)
        for member in right:
            self._sets[member.id] = left

    def _forbidden(self, left: list[Member], right: list[Member]) -> bool:
        if len({m.group for m in (*left, *right) if m.settled}) > 1:
            return True
        here = {(m.source, m.places): m for m in left}
        for member in right:
            twin = here.get((member.source, member.places))
            if twin and frozenset((twin.id, member.id)) not in self._alike:
                return True
        alike = sum(frozenset((a.id, b.id)) in self._alike for a in left for b in right)
        return alike < AGREEMENT * len(left) * len(right)
