"""Facts of several turns brought together: later statements win, lists grow, denials remove."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chat.agent.understanding.types import Extraction
from policies.eligibility.conditions import wider_terms

GROWING = frozenset({"conditions", "receives", "household_types"})


def most_exact(names: list[str]) -> list[str]:
    """Diseases without the wider terms of another one (암 next to 위암)."""
    wide = {term for one in names for term in wider_terms(one) - {one}}
    return [one for one in names if one not in wide]


def merge_facts(
    known: Mapping[str, Mapping[str, Any]], turn: Extraction
) -> dict[str, dict[str, Any]]:
    """The session's facts by member after a turn; `known` itself is left as it is."""
    merged = {member: dict(facts) for member, facts in known.items()}
    for denial in turn.denied:
        told = merged.get(denial.member, {})
        if denial.value in told.get(denial.key, []):
            told[denial.key] = [one for one in told[denial.key] if one != denial.value]
            if not told[denial.key]:
                del told[denial.key]
    for member, facts in turn.facts.items():
        merged[member] = merge_member(merged.get(member, {}), facts)
    return merged


def merge_member(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """One person's facts, `new` over `old`. A birth date and a said age are one fact."""
    told = dict(old)
    for key, value in new.items():
        told[key] = _merged(key, told.get(key), value)
    if "birth_date" in new:
        told.pop("age", None)
    elif "age" in new:
        told.pop("birth_date", None)
    return told


def _merged(key: str, old: Any, new: Any) -> Any:
    if key == "other" and old:
        return {**old, **new}
    if key in GROWING and old and new:
        both = [*old, *(one for one in new if one not in old)]
        return most_exact(both) if key == "conditions" else both
    return new
