"""A saved profile as facts for the eligibility engine."""

from __future__ import annotations

from datetime import date
from typing import Any

from policies.eligibility.facts import ApplicantFacts, Layer, Provenance, RegionFact
from profiles.models import Profile

# Columns that carry a fact under its own name.
SAME_NAME = (
    "birth_date",
    "sex",
    "moved_in_on",
    "nationality",
    "household_size",
    "household_types",
    "marital_status",
    "married_on",
    "children",
    "pregnancy",
    "due_date",
    "delivered_on",
    "infertility_treatment",
    "median_income_ratio",
    "monthly_income",
    "health_insurance",
    "health_insurance_premium",
    "assets",
    "owns_home",
    "tenure",
    "basic_livelihood",
    "near_poor",
    "disability",
    "disability_type",
    "legacy_disability_grade",
    "long_term_care_grade",
    "employment",
    "education",
    "veteran",
    "receives",
)
DISEASE = "disease"


def facts_of(profile: Profile, *, as_of: date) -> ApplicantFacts:
    """Everything the profile knows on `as_of`; NULL stays unknown. Layer: L2 (saved profile)."""
    values: dict[str, Any] = {name: getattr(profile, name) for name in SAME_NAME}
    values["receives"] = receives_on(profile, as_of)
    if profile.sido:
        values["region"] = RegionFact(sido=profile.sido, sigungu=profile.sigungu or None)
    values["conditions"] = conditions_of(profile)
    values["other"] = {
        key: value for key, value in profile.other.items() if isinstance(value, bool)
    }
    known = {key: value for key, value in values.items() if value not in (None, "")}
    provenance = {key: Provenance(layer=Layer.PROFILE) for key in known if key != "other"}
    return ApplicantFacts(as_of=as_of, provenance=provenance, **known)


def conditions_of(profile: Profile) -> list[str] | None:
    """Diseases; [] when the person said there are none, None when nothing is known."""
    diseases = [fact.object for fact in profile.health_facts.all() if fact.predicate == DISEASE]
    if diseases:
        return list(dict.fromkeys(diseases))
    return [] if profile.no_conditions else None


def receives_on(profile: Profile, day: date) -> list[str] | None:
    """Names of all that is received on `day`: those noted and those of the ledger; [] when
    the person said there are none, None when nothing is known."""
    written = [
        each.name
        for each in profile.received_benefits.all()
        if (each.since is None or each.since <= day) and (each.until is None or each.until >= day)
    ]
    if not written:
        return profile.receives
    return list(dict.fromkeys([*(profile.receives or ()), *written]))
