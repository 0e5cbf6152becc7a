"""What policies are grouped and related by: forms of the name, words of the text, links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from uuid import UUID

from django.db.models import F, Q
from django.utils import timezone

from policies.graph.names import name_keys, place_words
from policies.models import Policy, PolicySignature
from policies.retrieval.morphemes import words

Progress = Callable[[int, int], None]
SECTIONS = ("summary", "target", "criteria", "benefit")
MAX_TERMS = 250
# Addresses of a service at 복지로 and at 정부24 carry its identifier.
_OFFICIAL = re.compile(r"wlfareInfoId=(WLF\d+)|/dtlEx/([0-9A-Z]{10,14})")
_BATCH = 200
# Raised when names or texts are read in another way: every signature is then made anew.
RULES = 1
_FIELDS = [
    "version",
    "keys",
    "base",
    "terms",
    "official_ids",
    "rules",
    "made_at",
    "grouped",
    "linked",
]


def signatures_refresh(*, progress: Progress | None = None) -> int:
    """Make the signatures of published policies that have none, or had them made before the
    policy last changed or by older rules; returns how many. They are marked as neither grouped
    nor linked."""
    current = Q(signature__version=F("current_version"), signature__rules=RULES)
    stale = list(
        Policy.objects.published()
        .exclude(current & Q(signature__made_at__gte=F("updated_at")))
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    for start in range(0, len(stale), _BATCH):
        PolicySignature.objects.bulk_create(
            [_signature(policy) for policy in _policies(stale[start : start + _BATCH])],
            update_conflicts=True,
            unique_fields=["policy"],
            update_fields=_FIELDS,
        )
        if progress:
            progress(min(start + _BATCH, len(stale)), len(stale))
    PolicySignature.objects.filter(policy__current_version=None).delete()
    return len(stale)


def _policies(ids: Iterable[UUID]) -> Iterable[Policy]:
    return (
        Policy.objects.filter(pk__in=ids)
        .select_related("current_version")
        .prefetch_related("regions")
    )


def policy_places(policy: Policy) -> list[str]:
    """Spellings of the regions of a policy of one or two places."""
    regions = list(policy.regions.all())
    if len(regions) > 2:
        return []
    return [word for each in regions for word in place_words(each.sido, each.sigungu)]


def _signature(policy: Policy) -> PolicySignature:
    version = policy.current_version
    if version is None:
        raise LookupError(f"policy {policy.pk} has no version")
    keys = name_keys(policy.name, policy.aliases, places=policy_places(policy))
    text = "\n".join(version.sections.get(name, "") for name in SECTIONS)
    places = set(policy_places(policy))
    terms = dict.fromkeys(word for word in words(text) if word not in places)
    links = " ".join([*_texts(version.raw), policy.apply_url, policy.detail_url])
    found = {first or second for first, second in _OFFICIAL.findall(links)}
    return PolicySignature(
        policy=policy,
        version=version,
        keys=[keys.main, *sorted(keys.others)],
        base=keys.base,
        terms=list(terms)[:MAX_TERMS],
        official_ids=sorted(found - {policy.external_id}),
        rules=RULES,
        made_at=timezone.now(),
        grouped=False,
        linked=False,
    )


def _texts(value: object) -> Iterable[str]:
    """Every text in a stored record."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
