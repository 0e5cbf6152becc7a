"""Benefits that are received already, and those that rule each other out (중복 수급, 택1)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from uuid import UUID

from django.conf import settings

from policies.eligibility.criteria.support import same_benefit
from policies.eligibility.facts import ApplicantFacts
from policies.models import PolicyRelation, RuleStatus
from policies.screening.items import ExclusiveGroup, Item
from policies.screening.rules import RuleInForce

Exclusions = Mapping[UUID, frozenset[UUID]]
_BRACKETED = re.compile(r"[(\[].*?[)\]]")


def exclusions() -> Exclusions:
    """For each policy those that cannot be received beside it, whichever side named the other;
    none that a caseworker rejected."""
    pairs = PolicyRelation.objects.filter(kind=PolicyRelation.EXCLUSIVE, rejected=False)
    found: dict[UUID, set[UUID]] = {}
    for origin, target in pairs.values_list("origin_id", "target_id"):
        found.setdefault(origin, set()).add(target)
        found.setdefault(target, set()).add(origin)
    return {key: frozenset(others) for key, others in found.items()}


def received_names(facts: ApplicantFacts) -> tuple[str, ...]:
    """Names of the benefits received now; basic livelihood has a key of its own."""
    kinds = [f"{kind.value}급여" for kind in facts.basic_livelihood or ()]
    return (*(facts.receives or ()), *kinds)


def is_received(rule: RuleInForce, received: Sequence[str]) -> bool:
    """Whether one of the benefits received is this policy, by its name or another name of it."""
    return any(
        same_benefit(name, benefit)
        for benefit in received
        for name in rule.names
        if not _initials(name).isdisjoint(benefit)
    )


@lru_cache(maxsize=65_536)
def _initials(name: str) -> frozenset[str]:
    """First signs of the words of a name: a benefit without any of them is another one, and
    most pairs of thousands are."""
    text = _BRACKETED.sub(" ", unicodedata.normalize("NFKC", name))
    return frozenset(word[0] for word in text.split())


def once_each(items: Sequence[Item], held: Mapping[UUID, str]) -> list[Item]:
    """Items, those of one programme that several sources hold as one: the record that is
    received, else whose rule a person answers for, else that has more than one condition (a
    list without its details has none), else of the source trusted most."""
    order = settings.FIELD_PRECEDENCE["*"]
    best: dict[int, tuple[bool, bool, bool, int, UUID]] = {}
    for item in items:
        rule = item.rule
        if rule.programme is not None:
            place = order.index(rule.source) if rule.source in order else len(order)
            unread = rule.status is RuleStatus.DRAFT
            poor = rule.compiled is None or len(rule.compiled.leaves) < 2
            rank = (item.policy_id not in held, unread, poor, place, item.policy_id)
            best[rule.programme] = min(best.get(rule.programme, rank), rank)
    leading = {rank[-1] for rank in best.values()}
    return [item for item in items if item.rule.programme is None or item.policy_id in leading]


def with_held(items: Iterable[Item], held: Mapping[UUID, str], rivals: Exclusions) -> list[Item]:
    """Items, those marked that a benefit received now (id → name) rules out."""
    marked = []
    for item in items:
        against = rivals.get(item.policy_id, frozenset()) & held.keys()
        name = min((held[key] for key in against), default="")
        marked.append(replace(item, held=name) if name else item)
    return marked


def exclusive_groups(items: Sequence[Item], rivals: Exclusions) -> tuple[ExclusiveGroup, ...]:
    """Largest groups of items that all rule each other out, in the order of the items."""
    places = {item.policy_id: index for index, item in enumerate(items)}
    near = {
        key: {other for other in rivals.get(key, ()) if other in places and other != key}
        for key in places
    }
    groups: list[list[UUID]] = []
    _cliques(set(), {key for key, others in near.items() if others}, set(), near, groups)
    sorted_groups = sorted(sorted(places[key] for key in group) for group in groups)
    return tuple(ExclusiveGroup(tuple(items[index] for index in group)) for group in sorted_groups)


def _cliques(
    chosen: set[UUID],
    possible: set[UUID],
    done: set[UUID],
    near: Mapping[UUID, set[UUID]],
    found: list[list[UUID]],
) -> None:
    """Maximal cliques (Bron and Kerbosch 1973, with a pivot)."""
    if not possible and not done:
        if len(chosen) > 1:
            found.append(sorted(chosen))
        return
    pivot = max(possible | done, key=lambda key: (len(near[key] & possible), str(key)))
    for key in sorted(possible - near[pivot]):
        _cliques(chosen | {key}, possible & near[key], done & near[key], near, found)
        possible = possible - {key}
        done = done | {key}
