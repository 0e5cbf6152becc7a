"""Layered facts of family members: saved profile, this conversation, this turn."""

from __future__ import annotations

from datetime import date
from typing import Any

from pydantic import ValidationError

from chat.agent.state import TurnState
from policies.eligibility.facts import ApplicantFacts, Layer, Provenance

LISTS = {"conditions", "receives", "household_types", "basic_livelihood", "children"}

MEMBER_NAMES = {
    "self": "본인",
    "spouse": "배우자",
    "mother": "어머니",
    "father": "아버지",
    "child": "자녀",
    "son": "아들",
    "daughter": "딸",
    "grandmother": "할머니",
    "grandfather": "할아버지",
    "mother_in_law": "시어머니·장모님",
    "father_in_law": "시아버지·장인어른",
    "sibling": "형제자매",
}


def member_name(member: str) -> str:
    """Korean name of a member key ("child2" → "자녀 2")."""
    base = member.rstrip("0123456789")
    number = member[len(base) :]
    name = MEMBER_NAMES.get(base, "가족")
    return f"{name} {number}" if number else name


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """`new` over `old`: a later word wins; lists of conditions and benefits grow.

    A birth date and a said age are one fact: the later one replaces the other.
    """
    result = dict(old)
    for key, value in new.items():
        known = result.get(key)
        if key in LISTS and isinstance(value, list) and isinstance(known, list) and value:
            result[key] = [*known, *(item for item in value if item not in known)]
        elif key == "other" and isinstance(known, dict):
            result[key] = {**known, **value}
        else:
            result[key] = value
    if "age" in new and "birth_date" not in new:
        result.pop("birth_date", None)
    if "birth_date" in new and "age" not in new:
        result.pop("age", None)
    return result


def known_facts(state: TurnState, member: str) -> dict[str, Any]:
    """All that is known of a member now, the most recent layer on top."""
    saved = state.get("profiles", {}).get(member, {})
    session = state.get("members", {}).get(member, {})
    return merged(merged(saved, session), state.get("said", {}).get(member, {}))


def applicant(state: TurnState, member: str) -> ApplicantFacts:
    """Typed facts of a member with the layer of each value.

    A value that does not fit its type is left out: it stays unknown rather than wrong.
    """
    return _typed(state, member, known_facts(state, member))


def said_facts(state: TurnState, member: str) -> ApplicantFacts:
    """Typed facts that this conversation, not the saved profile, holds of a member."""
    session = state.get("members", {}).get(member, {})
    return _typed(state, member, session)


def _typed(state: TurnState, member: str, values: dict[str, Any]) -> ApplicantFacts:
    layers = {
        **dict.fromkeys(state.get("profiles", {}).get(member, {}), Layer.PROFILE),
        **dict.fromkeys(state.get("members", {}).get(member, {}), Layer.SESSION),
        **dict.fromkeys(state.get("said", {}).get(member, {}), Layer.TURN),
    }
    as_of = date.fromisoformat(state["as_of"])
    while True:
        kept = {key: layer for key, layer in layers.items() if key in values}
        try:
            return ApplicantFacts.model_validate(
                {
                    **values,
                    "as_of": as_of,
                    "provenance": {key: Provenance(layer=layer) for key, layer in kept.items()},
                }
            )
        except ValidationError as error:
            bad = {str(detail["loc"][0]) for detail in error.errors()} & set(values)
            if not bad:
                raise
            values = {key: value for key, value in values.items() if key not in bad}
