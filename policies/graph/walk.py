"""Walks over the graph of policies in SQL: what a policy leads to, and the way there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from policies.graph.places import place_ids
from policies.retrieval.types import RegionFilter

# Hubs that more policies share than this tell nothing about any of them.
HUB_LIMIT = 40
FAN_OUT = 24
DEPTH = 2
SHOWN = 5
# A law in common is weak evidence: it fills up to this many.
HUB_SHOWN = 3

# policy → relation → policy; from a copy through the programme of the nation onward; and
# policy → law → policy where both have a theme in common. A step never returns to where the
# walk has been. Only what is published, open and for persons is reached, of the nation, of the
# person's places or of the place of the policy itself.
_WALK = """
WITH RECURSIVE places AS (
    SELECT unnest(%(places)s::bigint[]) AS id
), walk AS (
    SELECT p.id AS start, p.id AS node, p.group_id AS own_group, 0 AS depth, ARRAY[p.id] AS seen,
           ARRAY[]::text[] AS kinds, ARRAY[]::text[] AS vias, 1::float AS weight,
           ''::text AS quote, TRUE AS onward
    FROM policies_policy p WHERE p.id = ANY(%(ids)s)
    UNION ALL
    SELECT w.start, n.id, w.own_group, w.depth + 1, w.seen || n.id, w.kinds || n.kind,
           w.vias || n.via, w.weight * n.weight, n.quote, n.onward
    FROM walk w CROSS JOIN LATERAL (
        (SELECT r.target_id AS id, r.kind::text AS kind, ''::text AS via,
                r.confidence AS weight, r.quote, r.kind = 'local_copy' AS onward
         FROM policies_policyrelation r
         WHERE r.origin_id = w.node AND NOT r.rejected
         ORDER BY r.confidence DESC, r.id LIMIT %(fan)s)
        UNION ALL
        (SELECT r.origin_id, 'of_' || r.kind, '', r.confidence, r.quote, FALSE
         FROM policies_policyrelation r JOIN policies_policy q ON q.id = r.origin_id
         WHERE r.target_id = w.node AND NOT r.rejected AND r.kind <> 'local_copy'
           AND (q.nationwide OR EXISTS (
               SELECT 1 FROM policies_policy_regions pr
               WHERE pr.policy_id = q.id AND (pr.region_id IN (SELECT id FROM places) OR EXISTS (
                   SELECT 1 FROM policies_policy_regions own
                   WHERE own.policy_id = w.start AND own.region_id = pr.region_id))))
         ORDER BY r.confidence DESC, r.id LIMIT %(fan)s)
        UNION ALL
        (SELECT m.id, 'same', g.name, 1, '', TRUE
         FROM policies_policygroup g JOIN policies_policy m ON m.group_id = g.id
         WHERE w.depth = 0 AND g.id = w.own_group AND m.nationwide
         ORDER BY (m.source = 'catalogue') DESC, m.id LIMIT 4)
        UNION ALL
        (SELECT other.policy_id, 'hub', law.name, 1 / ln(2 + hub.degree), '', FALSE
         FROM policies_policy_laws mine
         JOIN policies_law law ON law.id = mine.law_id
         JOIN LATERAL (
             SELECT count(*) AS degree FROM (
                 SELECT 1 FROM policies_policy_laws every
                 WHERE every.law_id = mine.law_id LIMIT %(hub)s + 1) few
         ) hub ON hub.degree <= %(hub)s
         JOIN policies_policy_laws other ON other.law_id = mine.law_id
         WHERE w.depth = 0 AND mine.policy_id = w.node
         ORDER BY hub.degree, other.policy_id LIMIT %(fan)s)
    ) n
    WHERE w.depth < %(depth)s AND w.onward AND NOT n.id = ANY(w.seen)
)
SELECT w.start, w.node, p.name, p.group_id, w.kinds, w.vias, w.weight, w.quote,
       (SELECT max(q.name) FROM policies_policy q WHERE q.id = w.seen[2]),
       ARRAY(SELECT t.name FROM policies_policy_themes a
             JOIN policies_policy_themes b ON b.theme_id = a.theme_id AND b.policy_id = w.node
             JOIN policies_theme t ON t.id = a.theme_id
             WHERE a.policy_id = w.start AND w.kinds[1] = 'hub' ORDER BY t.name)
FROM walk w CROSS JOIN LATERAL (
    -- OFFSET keeps the planner from reading all policies for the few that were reached.
    SELECT * FROM policies_policy reached WHERE reached.id = w.node OFFSET 0
) p
WHERE w.depth > 0 AND p.current_version_id IS NOT NULL AND p.for_persons
  AND p.status <> 'closed' AND (p.nationwide OR EXISTS (
      SELECT 1 FROM policies_policy_regions pr
      WHERE pr.policy_id = p.id AND (pr.region_id IN (SELECT id FROM places) OR EXISTS (
          SELECT 1 FROM policies_policy_regions own
          WHERE own.policy_id = w.start AND own.region_id = pr.region_id))))
ORDER BY w.start, w.depth, w.weight DESC, p.name, p.id
"""

_SAID = {
    "exclusive": "중복 불가",
    "of_exclusive": "중복 불가",
    "related": "관련",
    "of_related": "관련",
    "local_copy": "국가 사업",
    "local_addition": "국가 사업",
    "of_local_addition": "지역 추가 지원",
    "same": "같은 사업",
}


@dataclass(frozen=True)
class Link:
    """A policy that was reached, with a sentence that says why; `quote` is the sentence of the
    source where a text says it."""

    id: UUID
    name: str
    reason: str
    quote: str = ""


@dataclass(frozen=True)
class Related:
    """What one policy leads to. `walk`: the ways taken, one a line, for the trace."""

    exclusive: tuple[Link, ...] = ()
    related: tuple[Link, ...] = ()
    parents: tuple[Link, ...] = ()
    additions: tuple[Link, ...] = ()
    walk: tuple[str, ...] = ()


class _Row(NamedTuple):
    start: UUID
    node: UUID
    name: str
    group: int | None
    kinds: list[str]
    vias: list[str]
    weight: float
    quote: str
    middle: str | None
    themes: list[str]


@dataclass
class _Found:
    name: str = ""
    links: dict[str, list[Link]] = field(default_factory=dict)
    seen: set[object] = field(default_factory=set)
    walk: list[str] = field(default_factory=list)


def enrich(
    policy_ids: Sequence[UUID], *, region: RegionFilter | None = None
) -> dict[UUID, Related]:
    """For each policy: what cannot be received with it, what else to look at, the programme of
    the nation it belongs to, and what the person's region adds. Of policies that are the same
    thing one is named; what is exclusive is not suggested.
    """
    if not policy_ids:
        return {}
    rows, starts = _walked(policy_ids, region)
    found = {key: _Found(name, {}, {key, group} - {None}) for key, (name, group) in starts.items()}
    for row in sorted(rows, key=lambda row: _ORDER.get(row.kinds[-1], 9)):
        _take(found[row.start], row)
    return {key: _related(each) for key, each in found.items()}


def reached(policy_ids: Sequence[UUID], *, region: RegionFilter | None = None) -> dict[UUID, str]:
    """Other policies that relations lead to, nearest and surest first, each with the way there
    ("가 —국가 사업→ 나"). What excludes a policy is no way on from it."""
    if not policy_ids:
        return {}
    rows, starts = _walked(policy_ids, region)
    barred = {(row.start, row.node) for row in rows if _PLACE.get(row.kinds[-1]) == "exclusive"}
    found: dict[UUID, str] = {}
    for row in sorted(rows, key=lambda row: (len(row.kinds), -row.weight)):
        by_law_alone = row.kinds[-1] == "hub" and not row.themes
        if (row.start, row.node) not in barred and row.node not in starts and not by_law_alone:
            found.setdefault(row.node, _way(starts[row.start][0], row))
    return found


def _walked(
    policy_ids: Sequence[UUID], region: RegionFilter | None
) -> tuple[list[_Row], dict[UUID, tuple[str, object]]]:
    """Rows of the walk, and name and group of each policy that it starts from."""
    parameters: dict[str, Any] = {
        "ids": list(policy_ids),
        "places": place_ids([region] if region else []),
        "fan": FAN_OUT,
        "hub": HUB_LIMIT,
        "depth": DEPTH,
    }
    with connection.cursor() as cursor:
        cursor.execute(_WALK, parameters)
        rows = [_Row(*row) for row in cursor.fetchall()]
        cursor.execute(
            "SELECT id, name, group_id FROM policies_policy WHERE id = ANY(%s)",
            [list(policy_ids)],
        )
        return rows, {row[0]: (row[1], row[2]) for row in cursor.fetchall()}


# What is exclusive comes first: a policy that is also related must not be suggested.
_ORDER = {
    "exclusive": 0,
    "of_exclusive": 0,
    "local_addition": 1,
    "local_copy": 1,
    "of_local_addition": 2,
    "related": 3,
    "of_related": 3,
    "hub": 4,
}
_PLACE = {
    "exclusive": "exclusive",
    "of_exclusive": "exclusive",
    "related": "related",
    "of_related": "related",
    "hub": "related",
    "local_copy": "parents",
    "local_addition": "parents",
    "of_local_addition": "additions",
}


def _take(found: _Found, row: _Row) -> None:
    last = row.kinds[-1]
    place = _PLACE.get(last)
    keys = {row.node, row.group} - {None}
    # The copy's own parent is of its group; everything else of the group is the thing itself.
    if place is None or (found.seen & keys and last != "local_copy"):
        return
    if last == "hub" and not row.themes:
        return
    limit = HUB_SHOWN if last == "hub" else SHOWN
    if len(found.links.setdefault(place, [])) >= limit:
        return
    found.seen |= keys
    reason = _reason(last, row.vias[-1], row.themes)
    found.links[place].append(Link(row.node, row.name, reason, row.quote))
    found.walk.append(_way(found.name, row))


def _reason(kind: str, via: str, themes: Iterable[str]) -> str:
    match kind:
        case "exclusive" | "of_exclusive":
            return "두 가지를 함께 받을 수 없어요."
        case "local_copy":
            return "같은 이름으로 나라에서 하는 사업이에요."
        case "local_addition":
            return "이 국가 사업에 더해 지역에서 지원해요."
        case "of_local_addition":
            return "사는 곳에서 더 지원해요."
        case "hub":
            return f"같은 법({via})에 따른 {'·'.join(themes)} 지원이에요."
        case _:
            return "함께 알아보면 좋은 정책이에요."


def _way(start: str, row: _Row) -> str:
    steps = [start]
    for place, (kind, via) in enumerate(zip(row.kinds, row.vias, strict=True)):
        if place:
            steps.append(row.middle or "")
        steps.append(f"—{_SAID.get(kind, via)}→")
    return " ".join([*steps, row.name])


def _related(found: _Found) -> Related:
    return Related(
        exclusive=tuple(found.links.get("exclusive", ())),
        related=tuple(found.links.get("related", ())),
        parents=tuple(found.links.get("parents", ())),
        additions=tuple(found.links.get("additions", ())),
        walk=tuple(found.walk),
    )
