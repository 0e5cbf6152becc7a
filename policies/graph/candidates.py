"""Policies that the entities of a question lead to, by one query over the relations."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from policies.graph.entities import GraphEntities
from policies.graph.places import place_ids

LIMIT = 200
# Each name is a bit, so that what led to a policy is gathered without sorting names.
_MAX_NAMES = 60

# The named terms are the roots of the walk; each step goes from a term to the policies that
# carry it. Who carries more kinds of what was named comes first.
_CANDIDATES = """
WITH places AS (
    SELECT unnest(%(places)s::bigint[]) AS id
), named AS (
    SELECT * FROM unnest(%(kinds)s::int[], %(names)s::text[], %(bits)s::bigint[])
        AS n(kind, name, bit)
), reached AS (
    SELECT e.policy_id, n.bit FROM named n
    JOIN policies_lifestage t ON t.name = n.name
    JOIN policies_policy_life_stages e ON e.lifestage_id = t.id WHERE n.kind = 0
    UNION ALL
    SELECT e.policy_id, n.bit FROM named n
    JOIN policies_targetgroup t ON t.name = n.name
    JOIN policies_policy_target_groups e ON e.targetgroup_id = t.id WHERE n.kind = 1
    UNION ALL
    SELECT e.policy_id, n.bit FROM named n
    JOIN policies_theme t ON t.name = n.name
    JOIN policies_policy_themes e ON e.theme_id = t.id WHERE n.kind = 2
    UNION ALL
    SELECT p.id, n.bit FROM named n
    JOIN policies_agency a ON a.name = n.name
    JOIN policies_policy p ON p.agency_id = a.id WHERE n.kind = 3
    UNION ALL
    SELECT e.policy_id, n.bit FROM named n
    CROSS JOIN places JOIN policies_policy_regions e ON e.region_id = places.id WHERE n.kind = 4
), gathered AS (
    SELECT policy_id, bit_or(bit) AS bits FROM reached GROUP BY policy_id
), ordered AS (
    SELECT g.policy_id, g.bits, (g.bits & m.here) > 0 AS here, 100 * (
        ((g.bits & m.stages) > 0)::int + ((g.bits & m.groups) > 0)::int
        + ((g.bits & m.themes) > 0)::int + ((g.bits & m.agencies) > 0)::int
        + ((g.bits & m.here) > 0)::int
    ) + 10 * ((g.bits & m.here) > 0)::int + bit_count(g.bits::bit(64)) AS rank
    FROM gathered g CROSS JOIN (
        SELECT coalesce(bit_or(bit) FILTER (WHERE kind = 0), 0) AS stages,
               coalesce(bit_or(bit) FILTER (WHERE kind = 1), 0) AS groups,
               coalesce(bit_or(bit) FILTER (WHERE kind = 2), 0) AS themes,
               coalesce(bit_or(bit) FILTER (WHERE kind = 3), 0) AS agencies,
               coalesce(bit_or(bit) FILTER (WHERE kind = 4), 0) AS here
        FROM named
    ) m
)
SELECT c.policy_id, c.bits
FROM (SELECT * FROM ordered ORDER BY rank DESC, policy_id) c
CROSS JOIN LATERAL (
    -- Looked up in order until there are enough, instead of reading every policy.
    SELECT 1 FROM policies_policy p
    WHERE p.id = c.policy_id AND p.current_version_id IS NOT NULL AND p.for_persons
      AND p.status <> 'closed' AND (p.nationwide OR c.here OR NOT %(placed)s)
    OFFSET 0
) p
LIMIT %(limit)s
"""


class Candidate(NamedTuple):
    """A policy with the names that led to it."""

    policy_id: UUID
    path: tuple[str, ...]


def candidates(entities: GraphEntities, *, limit: int = LIMIT) -> list[Candidate]:
    """Policies that carry what `entities` names, those that carry most kinds of it first.

    With a region only the nation's and those of the region, its 시 and its 시도. Without any
    entity none: nothing to narrow by.
    """
    named = _named(entities)
    if not named:
        return []
    parameters: dict[str, Any] = {
        "kinds": [kind for kind, _ in named],
        "names": [name for _, name in named],
        "bits": [1 << place for place in range(len(named))],
        "placed": bool(entities.regions),
        "limit": limit,
        "places": place_ids(entities.regions),
    }
    with connection.cursor() as cursor:
        cursor.execute(_CANDIDATES, parameters)
        return [
            Candidate(row[0], tuple(n for i, (_, n) in enumerate(named) if row[1] >> i & 1))
            for row in cursor.fetchall()
        ]


def _named(entities: GraphEntities) -> list[tuple[int, str]]:
    """(kind, name); all regions together are one name, since their places are walked as one."""
    lists = (entities.life_stages, entities.target_groups, entities.themes, entities.agencies)
    named = [(kind, name.replace("\0", "")) for kind, names in enumerate(lists) for name in names]
    place = ", ".join(f"{each.sido} {each.sigungu or ''}".strip() for each in entities.regions)
    return [*named[:_MAX_NAMES], *([(4, place)] if place else [])]
