"""Which policies a person's situation speaks to: the screening, the telling ones first."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.models import Policy
from policies.retrieval.types import RegionFilter
from policies.screening.family import screen_person
from policies.screening.fit import scaled
from policies.screening.items import Item
from policies.vocabulary import Employment, Pregnancy, Tenure, Theme

# Money to live on matters more to a household than an occasional service.
LIVING_BONUS = 0.7
# A theme that the person's own situation speaks of, though the rule asks nothing of it.
SPOKEN_BONUS = 1.0
_RENTING = {Tenure.JEONSE, Tenure.MONTHLY_RENT}
_LOOKING = {Employment.UNEMPLOYED, Employment.JOB_SEEKING}


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
    items = [item for item in found.open_items if item.here or lives is not None]
    themes = _themes([item.policy_id for item in items])
    scored = [
        Screened(str(item.policy_id), _score(item, themes.get(item.policy_id, set()), facts))
        for item in items
    ]
    return sorted((one for one in scored if one.fit > 0), key=lambda one: (-one.fit, one.policy_id))


def _themes(ids: list[UUID]) -> dict[UUID, set[str]]:
    found: dict[UUID, set[str]] = {}
    rows = Policy.objects.filter(id__in=ids, themes__isnull=False)
    for policy_id, theme in rows.values_list("id", "themes__name"):
        found.setdefault(policy_id, set()).add(theme)
    return found


def _score(item: Item, themes: set[str], facts: ApplicantFacts) -> float:
    """The fit of the rule, more where the theme is what the person's situation is about."""
    bonus = SPOKEN_BONUS if themes & spoken_themes(facts) else 0.0
    if item.fit > 0 and Theme.LIVING in themes:
        bonus += LIVING_BONUS
    return item.fit + scaled(bonus, item.chance)


def spoken_themes(facts: ApplicantFacts) -> set[str]:
    """Themes that what a person told is about, whatever the rules ask."""
    themes: set[str] = set()
    if facts.tenure in _RENTING:
        themes.add(Theme.HOUSING)
    if facts.employment in _LOOKING:
        themes.add(Theme.WORK)
    if facts.pregnancy is Pregnancy.PREGNANT:
        themes.add(Theme.PREGNANCY)
    return themes
