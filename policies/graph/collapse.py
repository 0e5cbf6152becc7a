"""One hit a thing: of policies that are the same, the one that concerns the person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from uuid import UUID

from django.db import connection

from policies.geography.succession import lies_in, official_region
from policies.retrieval.types import RegionFilter

_GROUPED = """
SELECT p.id, p.group_id, p.nationwide, p.group_places,
       array_remove(array_agg(r.sido ORDER BY r.id), NULL),
       array_remove(array_agg(r.sigungu ORDER BY r.id), NULL)
FROM (
    SELECT p.id, p.group_id, p.nationwide, places.count AS group_places
    FROM policies_policy p
    LEFT JOIN LATERAL (
        SELECT count(DISTINCT mr.region_id)::int AS count
        FROM policies_policy m JOIN policies_policy_regions mr ON mr.policy_id = m.id
        WHERE m.group_id = p.group_id AND m.current_version_id IS NOT NULL
    ) places ON p.group_id IS NOT NULL
    WHERE p.id = ANY(%(ids)s)
) p
LEFT JOIN policies_policy_regions pr ON pr.policy_id = p.id
LEFT JOIN policies_region r ON r.id = pr.region_id
GROUP BY p.id, p.group_id, p.nationwide, p.group_places
"""


class Level(IntEnum):
    """How near a policy's place is to the person's, the nearest highest."""

    ELSEWHERE = 0
    NATION = 1
    PROVINCE = 2
    DISTRICT = 3


@dataclass(frozen=True)
class GroupedHit:
    """A ranked policy with its group. `places`: (시도, 시군구 or "") of its regions;
    `group_places`: in how many regions members of the group exist."""

    policy_id: UUID
    group: int | None = None
    places: frozenset[tuple[str, str]] = frozenset()
    nationwide: bool = True
    group_places: int = 0


@dataclass(frozen=True)
class Kept:
    """A hit that is shown. `hidden`: hits that are the same thing, best first; `elsewhere`:
    how many other regions have it ("다른 지역 n곳")."""

    policy_id: UUID
    group: int | None = None
    hidden: tuple[UUID, ...] = ()
    elsewhere: int = 0


def grouped_hits(ids: Sequence[UUID]) -> list[GroupedHit]:
    """The ids in their order with their groups, in one query; unknown ids are left out."""
    if not ids:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_GROUPED, {"ids": list(ids)})
        rows = {
            row[0]: GroupedHit(
                policy_id=row[0],
                group=row[1],
                nationwide=row[2],
                group_places=row[3] or 0,
                places=frozenset(zip(row[4], row[5], strict=True)),
            )
            for row in cursor.fetchall()
        }
    return [rows[key] for key in dict.fromkeys(ids) if key in rows]


def collapse(hits: Sequence[GroupedHit], *, region: RegionFilter | None) -> list[Kept]:
    """The hits with only the best of each group.

    Without a region one a group is kept: the nation's, which anybody may use, else the best
    ranked. With a region one a level is kept, the nearest first: the district's, the
    province's and the nation's. What a region gives under the name of a national programme may
    be its share of it or money on top, and the texts do not say which: leaving either out could
    cost the person money. Copies of other regions are hidden and counted.
    """
    groups: dict[int, list[int]] = {}
    for place, hit in enumerate(hits):
        if hit.group is not None:
            groups.setdefault(hit.group, []).append(place)
    shown: dict[int, Kept] = {}
    for place, hit in enumerate(hits):
        if hit.group is None:
            shown[place] = Kept(hit.policy_id)
    for places in groups.values():
        members = [hits[place] for place in places]
        kept = _kept(members, region)
        # The nearest takes the best rank of its group, the others theirs or the next.
        ranks = sorted({places[0], *(places[members.index(member)] for member in kept)})
        for place, member in zip(ranks, kept, strict=False):
            shown[place] = Kept(member.policy_id, member.group)
        shown[places[0]] = _shown(kept[0], members, kept)
    return [shown[place] for place in sorted(shown)]


def collapse_ids(ids: Sequence[UUID], *, region: RegionFilter | None) -> list[Kept]:
    """`collapse` of ranked policy ids."""
    return collapse(grouped_hits(ids), region=region)


def level_of(hit: GroupedHit, region: RegionFilter | None) -> Level:
    """Where the policy stands as seen from `region`, under today's names and former ones. A 구
    of a 시 has what the 시 has; while only the 시도 is known, each of its districts may be the
    person's."""
    if hit.nationwide:
        return Level.NATION
    if region is None:
        return Level.ELSEWHERE
    lived = official_region(region.sido, region.sigungu)
    near = Level.ELSEWHERE
    for sido, sigungu in hit.places:
        place = official_region(sido, sigungu or None)
        if lies_in(lived, place) is not False:
            near = max(near, Level.DISTRICT if place.sigungu else Level.PROVINCE)
    return near


def _kept(members: Sequence[GroupedHit], region: RegionFilter | None) -> list[GroupedHit]:
    best: dict[Level, GroupedHit] = {}
    for member in members:
        best.setdefault(level_of(member, region), member)
    if region is None:
        return [best.get(Level.NATION, members[0])]
    near = [best[level] for level in sorted(best, reverse=True) if level is not Level.ELSEWHERE]
    return near or [members[0]]


def _shown(first: GroupedHit, members: Sequence[GroupedHit], kept: Sequence[GroupedHit]) -> Kept:
    own = {place for member in kept for place in member.places}
    return Kept(
        policy_id=first.policy_id,
        group=first.group,
        hidden=tuple(member.policy_id for member in members if member not in kept),
        elsewhere=max(first.group_places - len(own), 0),
    )
