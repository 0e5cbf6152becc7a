"""Groups of policies that are the same thing: made from the texts, corrected by caseworkers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection, transaction

from policies.catalogue.records import SOURCE
from policies.graph.alike import Member, clusters
from policies.models import Policy, PolicyGroup, PolicySignature
from policies.services.signatures import Progress, signatures_refresh
from policies.services.versions import data_version_bump

_LOCK = 0x47525550
# Rounds in which what a touched policy may belong to is gathered; blocks are small, and what
# lies further away cannot share a group with it.
_ROUNDS = 4

_NEIGHBOURS = """
SELECT s.policy_id
FROM policies_policysignature s
JOIN policies_policy p ON p.id = s.policy_id
WHERE s.policy_id = ANY(%(ids)s) OR s.keys && %(keys)s::varchar(300)[]
   OR p.external_id = ANY(%(links)s) OR s.official_ids && %(links)s::varchar[]
   OR p.group_id = ANY(%(groups)s)
"""
_FREQUENCIES = """
SELECT term, count(*)::int, (SELECT count(*)::int FROM policies_policysignature)
FROM policies_lexicalposting WHERE term = ANY(%(terms)s) GROUP BY term
"""


@dataclass(frozen=True)
class Regrouping:
    """`looked_at` policies, `changed` ones among them, and how many groups there are now."""

    looked_at: int
    changed: int
    groups: int


def groups_rebuild(*, full: bool = False, progress: Progress | None = None) -> Regrouping:
    """Group the policies that are new or changed since the last run; with `full` all of them.

    Safe to run twice and at the same time as itself: the second waits, then finds nothing to
    do. What a caseworker settled stays. Data versions move only where a policy's group did.
    """
    signatures_refresh(progress=progress)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        rows = PolicySignature.objects.all()
        if not full:
            touched = set(rows.filter(grouped=False).values_list("policy_id", flat=True))
            rows = rows.filter(policy_id__in=_neighbourhood(touched))
        members = _members(rows)
        found = clusters(
            [member for member in members if not (member.settled and member.group is None)],
            _weights({term for member in members for term in member.terms}),
        )
        changed = _store(members, found)
        rows.filter(grouped=False).update(grouped=True)
        _drop_empty()
    return Regrouping(len(members), changed, PolicyGroup.objects.count())


@transaction.atomic
def groups_merge(*, groups: Collection[PolicyGroup]) -> PolicyGroup:
    """One group of all members, settled. The one with the most members stays."""
    chosen = sorted(groups, key=lambda group: (-group.members.count(), group.pk))
    if len(chosen) < 2:
        raise ValueError("합치려면 묶음을 둘 이상 골라야 합니다.")
    kept = chosen[0]
    ids = list(
        Policy.objects.filter(group__in=[group.pk for group in chosen]).values_list("pk", flat=True)
    )
    _settle(ids, kept)
    _drop_empty()
    return kept


@transaction.atomic
def group_split(*, group: PolicyGroup, policies: Collection[UUID]) -> PolicyGroup | None:
    """Take policies out of their group for good: two or more become a group of their own,
    which is returned; a single one stands alone. Those left behind are settled as well."""
    ids = set(group.members.filter(pk__in=policies).values_list("pk", flat=True))
    rest = set(group.members.exclude(pk__in=ids).values_list("pk", flat=True))
    if not ids or not rest:
        raise ValueError("묶음의 일부를 골라야 나눌 수 있습니다.")
    other = None
    if len(ids) > 1:
        other = PolicyGroup.objects.create(name=group.name, kind=group.kind)
    _settle(ids, other)
    _settle(rest, group if len(rest) > 1 else None)
    _drop_empty()
    return other


@transaction.atomic
def group_release(*, group: PolicyGroup) -> int:
    """Leave a group to the automatic grouping again; returns how many policies."""
    ids = list(group.members.filter(group_settled=True).values_list("pk", flat=True))
    Policy.objects.filter(pk__in=ids).update(group_settled=False)
    PolicySignature.objects.filter(policy_id__in=ids).update(grouped=False)
    return len(ids)


def _neighbourhood(touched: set[UUID]) -> set[UUID]:
    """The touched policies with all that may share a group with them."""
    found = set(touched)
    fresh = set(touched)
    for _ in range(_ROUNDS):
        if not fresh:
            break
        rows = PolicySignature.objects.filter(policy_id__in=fresh).values_list(
            "keys", "official_ids", "policy__group_id"
        )
        keys: set[str] = set()
        links: set[str] = set()
        groups: set[int] = set()
        for row_keys, row_links, group in rows:
            keys.update(row_keys)
            links.update(row_links)
            groups.update({group} - {None})
        with connection.cursor() as cursor:
            cursor.execute(
                _NEIGHBOURS,
                {
                    "ids": list(fresh),
                    "keys": list(keys),
                    "links": list(links),
                    "groups": list(groups),
                },
            )
            fresh = {row[0] for row in cursor.fetchall()} - found
        found |= fresh
    return found


def _members(rows: Iterable[PolicySignature]) -> list[Member]:
    signatures = list(rows)
    places = _places_of([each.policy_id for each in signatures])
    policies = Policy.objects.only("name", "source", "external_id", "group", "group_settled")
    rows_of = policies.in_bulk([each.policy_id for each in signatures])
    return [
        Member(
            id=each.policy_id,
            keys=tuple(each.keys),
            terms=frozenset(each.terms),
            places=frozenset(places.get(each.policy_id, ())),
            source=rows_of[each.policy_id].source,
            external_id=rows_of[each.policy_id].external_id,
            name=rows_of[each.policy_id].name,
            official_ids=frozenset(each.official_ids),
            group=rows_of[each.policy_id].group_id,
            settled=rows_of[each.policy_id].group_settled,
        )
        for each in sorted(signatures, key=lambda each: str(each.policy_id))
    ]


def _places_of(ids: Collection[UUID]) -> dict[UUID, set[int]]:
    """Ids of the regions of policies; those of the nation have none."""
    places: dict[UUID, set[int]] = {}
    links = Policy.regions.through._default_manager.values_list("policy_id", "region_id")
    for policy_id, region_id in links.filter(policy_id__in=ids):
        places.setdefault(policy_id, set()).add(region_id)
    return places


def _weights(terms: set[str]) -> dict[str, float]:
    """What a word is worth: the rarer in the whole collection, the more."""
    with connection.cursor() as cursor:
        cursor.execute(_FREQUENCIES, {"terms": list(terms)})
        return {
            term: math.log((total + 1) / (min(count, total) + 0.5))
            for term, count, total in cursor.fetchall()
        }


def _store(members: Sequence[Member], found: Sequence[Sequence[Member]]) -> int:
    """Bring the groups of `members` to what was found; returns how many policies moved."""
    wanted: dict[UUID, int | None] = {member.id: None for member in members if not member.settled}
    taken: set[int] = set()
    for cluster in sorted(found, key=lambda each: (-len(each), str(each[0].id))):
        group = _group_of(cluster, taken)
        taken.add(group.pk)
        for member in cluster:
            wanted[member.id] = group.pk
    moved = [member for member in members if wanted.get(member.id, member.group) != member.group]
    Policy.objects.bulk_update(
        [Policy(pk=member.id, group_id=wanted[member.id]) for member in moved], ["group"], 500
    )
    for source in sorted({member.source for member in moved}):
        data_version_bump(group=source)
    return len(moved)


def _group_of(cluster: Sequence[Member], taken: set[int]) -> PolicyGroup:
    """The group a cluster goes on with: a caseworker's, else the one most of it was in."""
    kind, name = described(cluster)
    settled = next((m.group for m in cluster if m.settled and m.group is not None), None)
    before = Counter(m.group for m in cluster if m.group is not None and m.group not in taken)
    best = min(before, key=lambda key: (-before[key], key), default=None)
    chosen = settled if settled is not None else best
    if chosen is None:
        return PolicyGroup.objects.create(name=name, kind=kind)
    group = PolicyGroup.objects.get(pk=chosen)
    wanted = (kind, name if settled is None else group.name)
    if (group.kind, group.name) != wanted:
        group.kind, group.name = wanted
        group.save(update_fields=["kind", "name", "updated_at"])
    return group


def described(cluster: Sequence[Member]) -> tuple[str, str]:
    """(kind, name) of a group: the nation's name where it has one, else the commonest."""
    one_place = len({member.places for member in cluster}) == 1
    kind = PolicyGroup.SAME_RECORD if one_place else PolicyGroup.NATIONAL_PROGRAMME
    naming = [member for member in cluster if not member.places] or list(cluster)
    names = Counter(member.name for member in naming)
    catalogued = {member.name for member in naming if member.source == SOURCE}
    return kind, min(names, key=lambda name: (name not in catalogued, -names[name], name))


def _settle(ids: Collection[UUID], group: PolicyGroup | None) -> None:
    policies = Policy.objects.filter(pk__in=ids)
    for source in sorted(set(policies.values_list("source", flat=True))):
        data_version_bump(group=source)
    policies.update(group=group, group_settled=True)
    if group is not None:
        places = _places_of(ids)
        one_place = len({frozenset(places.get(key, ())) for key in ids}) == 1
        group.kind = PolicyGroup.SAME_RECORD if one_place else PolicyGroup.NATIONAL_PROGRAMME
        group.save(update_fields=["kind", "updated_at"])


def _drop_empty() -> None:
    PolicyGroup.objects.filter(members=None).delete()
