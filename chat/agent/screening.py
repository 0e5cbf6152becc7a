"""Which policies a person's situation speaks to: the screening, the telling ones first."""

from __future__ import annotations

from dataclasses import dataclass

from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.models import Policy
from policies.retrieval.types import RegionFilter
from policies.screening.family import screen_person
from policies.vocabulary import Theme

# Money to live on matters more to a household than an occasional service.
LIVING_BONUS = 0.7


@dataclass(frozen=True)
class Screened:
    """A policy with how well its rule fits (higher is better, never below 0)."""

    policy_id: str
    fit: float


def screen_published(facts: ApplicantFacts, region: RegionFilter | None) -> list[Screened]:
    """Policies that say something to this person, best first: of the nation and, where a
    region is known, of the region. What the person receives already is left out."""
    lives = RegionFact(sido=region.sido, sigungu=region.sigungu) if region else None
    found = screen_person(facts, lives=lives)
    fitting = {
        str(item.policy_id): item.fit
        for item in found.open_items
        if item.fit > 0 and (item.here or lives is not None)
    }
    living = Policy.objects.filter(id__in=fitting, themes__name=Theme.LIVING)
    return _best_first(fitting, {str(key) for key in living.values_list("id", flat=True)})


def _best_first(fitting: dict[str, float], living: set[str]) -> list[Screened]:
    found = [
        Screened(policy_id, fit + (LIVING_BONUS if policy_id in living else 0.0))
        for policy_id, fit in fitting.items()
    ]
    return sorted(found, key=lambda item: (-item.fit, item.policy_id))
