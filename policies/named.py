"""Which policy somebody means by a name: the one thing, or those it might be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from policies.catalogue.records import SOURCE
from policies.models import Policy
from policies.residence import residence_regions
from policies.same import policies_called, squeezed_name

_READ = 60
_CANDIDATES = 5


@dataclass(frozen=True)
class NamedPolicy:
    """`policy`: the one that is meant, None where it cannot be told. `candidates`: those it
    might be then. `elsewhere`: the name is known, but only for other regions; `candidates`
    holds some of these."""

    policy: Policy | None = None
    candidates: tuple[Policy, ...] = ()
    elsewhere: bool = False


def policy_named(name: str, sido: str | None = None, sigungu: str | None = None) -> NamedPolicy:
    """The published policy that goes by `name`, spaces and signs aside.

    Where somebody lives rules other regions out; without it a policy of the nation is meant
    before those of regions. A name that only holds `name` counts where a single policy has it.
    """
    wanted = squeezed_name(name.strip())
    if len(wanted) < 2:
        return NamedPolicy()
    called = policies_called(wanted).select_related("agency", "current_version")
    found: list[Policy] = list(called.prefetch_related("regions")[:_READ])
    if not found:
        return NamedPolicy()
    here = _here(found, sido, sigungu)
    if not here:
        return NamedPolicy(candidates=tuple(found[:_CANDIDATES]), elsewhere=True)
    exact = [each for each in here if wanted in _names(each)]
    meant = _one_thing([each for each in exact if squeezed_name(each.name) == wanted] or exact)
    if meant is not None:
        return NamedPolicy(policy=meant)
    if not exact:
        meant = _one_thing(here)
        if meant is not None:
            return NamedPolicy(policy=meant)
    return NamedPolicy(candidates=tuple((exact or here)[:_CANDIDATES]))


def _here(found: list[Policy], sido: str | None, sigungu: str | None) -> list[Policy]:
    """Those that may hold where somebody lives; of an unknown residence the nation's first."""
    nation = [each for each in found if each.nationwide]
    if sido is None:
        return nation or found
    possible = set(residence_regions(sido, sigungu).possible)
    local = [
        each
        for each in found
        if not each.nationwide and possible & {region.pk for region in each.regions.all()}
    ]
    return [*nation, *local]


def _names(policy: Policy) -> set[str]:
    return {squeezed_name(each) for each in (policy.name, *policy.aliases)}


def _one_thing(policies: Sequence[Policy]) -> Policy | None:
    """The policy to read where all are one thing: one name and place, or one group. The
    nation's programme stands for its copies, the catalogue's text for other sources'."""
    if not policies:
        return None
    nation = [each for each in policies if each.nationwide]
    chosen = nation or list(policies)
    things = {_thing(each) for each in chosen}
    if len(things) > 1:
        return None
    groups = {each.group_id for each in chosen} - {None}
    if any(each.group_id not in groups for each in policies if each not in chosen):
        return None
    return min(chosen, key=lambda each: (each.source != SOURCE, each.name, str(each.id)))


def _thing(policy: Policy) -> tuple[object, ...]:
    if policy.group_id is not None:
        return ("group", policy.group_id)
    places: tuple[int, ...] = tuple(sorted(region.pk for region in policy.regions.all()))
    return (squeezed_name(policy.name), places)


def same_programmes(policies: Sequence[Policy]) -> dict[UUID, frozenset[UUID]]:
    """For each policy the records whose relations hold for it as well: itself, the nation's
    members of its group, and the nation's policies of the very same name."""
    groups = {each.group_id for each in policies} - {None}
    names = {each.name for each in policies if each.nationwide}
    nation = Policy.objects.published().filter(nationwide=True)
    rows = nation.filter(Q(group_id__in=groups) | Q(name__in=names))
    others = list(rows.values_list("id", "group_id", "name"))
    return {
        each.id: frozenset(
            {each.id}
            | {
                key
                for key, group, name in others
                if (group is not None and group == each.group_id)
                or (each.nationwide and name == each.name)
            }
        )
        for each in policies
    }
