"""Layered facts of family members: saved profile, this conversation, this turn."""

from __future__ import annotations

from datetime import date
from typing import Any

from pydantic import ValidationError

from chat.agent.state import TurnState
from chat.agent.understanding import date_range, merge_member
from chat.agent.understanding.types import base_of
from policies.eligibility.dates import age_in_years, birth_range
from policies.eligibility.facts import ApplicantFacts, Layer, Provenance
from policies.retrieval.types import RegionFilter

# What a household has in common: a spouse and small children share it until told otherwise.
HOUSEHOLD = (
    "region", "household_size", "household_types", "median_income_ratio", "monthly_income",
    "income_is_recognised", "assets", "owns_home", "tenure", "basic_livelihood", "near_poor",
)  # fmt: skip
_FREE = {"기초생활수급자"}
_GROWN = 19
_PARTNERS = {
    "mother": "father", "father": "mother", "grandmother": "grandfather",
    "grandfather": "grandmother", "mother_in_law": "father_in_law",
    "father_in_law": "mother_in_law",
}  # fmt: skip
_APART = {"divorced", "separated", "widowed", "single"}
_ELDERS = {"mother", "grandmother", "mother_in_law"}
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
    "grandchild": "손주",
}


def member_name(member: str) -> str:
    """Korean name of a member key ("child2" → "자녀 2")."""
    base = base_of(member)
    number = member[len(base) :]
    name = MEMBER_NAMES.get(base, "가족")
    return f"{name} {number}" if number else name


def known_facts(state: TurnState, member: str) -> dict[str, Any]:
    """All that is known of a member now: the conversation over the saved profile, of which
    what the person has struck in this conversation does not count. Of whom lives in the
    person's household, what the household has in common too."""
    own = _own_facts(state, member)
    if "nationality" not in own and _citizen_by_birth(state, member):
        own = {**own, "nationality": "korean"}
    other = lives_with(state, member)
    if other is None:
        return own
    theirs = _own_facts(state, other)
    shared = {key: theirs[key] for key in HOUSEHOLD if key in theirs}
    free = {key: value for key, value in (theirs.get("other") or {}).items() if key in _FREE}
    return merge_member(shared | ({"other": free} if free else {}), own)


def lives_with(state: TurnState, member: str) -> str | None:
    """Whose household a member is of: the person's, for a spouse and for a child that is not known
    to be grown up; the partner's, for parents of whom the same household was told. Not where
    they are said to live in different places."""
    base = base_of(member)
    other = _PARTNERS.get(base, "self")
    own, theirs = _own_facts(state, member), _own_facts(state, other)
    if own.get("region", theirs.get("region")) != theirs.get("region"):
        return None
    match base:
        case "spouse":
            together = theirs.get("marital_status") not in _APART
        case "child":
            day = date.fromisoformat(state["as_of"])
            born = _born(own, day)
            together = born is None or age_in_years(born[0], day) < _GROWN
        case "grandchild":
            together = _raises_grandchildren(state)
        case _:
            size = own.get("household_size", 1)
            together = base in _PARTNERS and size > 1 and size == theirs.get("household_size")
    return other if together else None


def _own_facts(state: TurnState, member: str) -> dict[str, Any]:
    struck = state.get("struck", {}).get(member, {})
    saved = standing(state.get("profiles", {}).get(member, {}), struck)
    return merge_member(saved, state.get("members", {}).get(member, {}))


def _born(facts: dict[str, Any], as_of: date) -> tuple[date, date] | None:
    """Earliest and latest possible birth, None where nothing is known of it."""
    born, age = facts.get("birth_date"), facts.get("age")
    try:
        if isinstance(born, str):
            first, last = date_range(born)
            return first, min(last, as_of)
    except ValueError:
        return None
    return birth_range(age, as_of) if isinstance(age, int) else None


def _children_spoken_of(state: TurnState, member: str) -> list[tuple[date, date]]:
    """Births of the family's children, of whoever their parents are."""
    if member not in {"self", "spouse"}:
        return []
    as_of = date.fromisoformat(state["as_of"])
    keys = {*state.get("profiles", {}), *state.get("members", {})}
    young = {"child", "grandchild"} if _raises_grandchildren(state) else {"child"}
    spans = [_born(_own_facts(state, key), as_of) for key in sorted(keys)
             if base_of(key) in young]  # fmt: skip
    return [span for span in spans if span is not None and span[0] <= as_of]


def _raises_grandchildren(state: TurnState) -> bool:
    """A grandparent who brings up grandchildren counts as their parent (한부모가족지원법
    제5조의2)."""
    return "grandparent" in (_own_facts(state, "self").get("household_types") or [])


def _citizen_by_birth(state: TurnState, member: str) -> bool:
    """A child of a Korean father or mother is Korean (국적법 제2조)."""
    parents = ("self", "spouse") if base_of(member) == "child" else ()
    return any(_own_facts(state, one).get("nationality") == "korean" for one in parents)


def standing(saved: dict[str, Any], struck: dict[str, list[Any]]) -> dict[str, Any]:
    """Saved facts without the values that were struck."""
    facts = dict(saved)
    for key, values in struck.items():
        value = facts.get(key)
        if value is None:
            continue
        if isinstance(value, list):
            taken = [one for each in values for one in (each if isinstance(each, list) else [each])]
            facts[key] = [one for one in value if one not in taken]
        elif key == "other":
            taken = [pair for each in values for pair in each.items()]
            facts[key] = dict(pair for pair in value.items() if pair not in taken)
        if facts[key] in (*values, [], {}):
            del facts[key]
    return facts


def region_of(state: TurnState) -> RegionFilter | None:
    """Where the member in focus lives; a spouse or a child is looked for where the person
    lives until something else is said."""
    region = known_facts(state, state["focus"]).get("region")
    if region is None and base_of(state["focus"]) in {"spouse", "child"}:
        region = known_facts(state, "self").get("region")
    return RegionFilter(region["sido"], region.get("sigungu")) if isinstance(region, dict) else None


def applicant(state: TurnState, member: str) -> ApplicantFacts:
    """Typed facts of a member with the layer of each value.

    A value that does not fit its type is left out: it stays unknown rather than wrong.
    """
    values = known_facts(state, member)
    if base_of(member) in _ELDERS:
        # Nobody's mother is asked whether she is pregnant.
        values = {"pregnancy": "none", **values}
    return _typed(state, member, values).with_child_births(_children_spoken_of(state, member))


def said_facts(state: TurnState, member: str) -> ApplicantFacts:
    """Typed facts that this conversation, not the saved profile, holds of a member."""
    session = state.get("members", {}).get(member, {})
    return _typed(state, member, session)


# Which end of a date said only as a month (or a year) is taken: the one that claims less.
_EARLIER = {"delivered_on", "married_on"}
_LATER = {"moved_in_on", "due_date"}


def whole_dates(values: dict[str, Any], as_of: date) -> dict[str, Any]:
    """Facts with dates as days. A birth month counts where both its ends give the same
    age; a mere year leaves the other dates unknown."""
    result = dict(values)
    for key in ("birth_date", *_EARLIER, *_LATER):
        text = values.get(key)
        if not isinstance(text, str) or len(text) == 10:
            continue
        day = _whole_date(key, text, as_of)
        if day is None:
            del result[key]
        else:
            result[key] = day
    if isinstance(values.get("children"), list):
        born = [_whole_date("birth_date", str(child), as_of) for child in values["children"]]
        if None in born:
            del result["children"]
        else:
            result["children"] = born
    return result


def _whole_date(key: str, text: str, as_of: date) -> date | None:
    try:
        first, last = date_range(text)
    except ValueError:
        return None
    if key == "birth_date":
        same = age_in_years(first, as_of) == age_in_years(min(last, as_of), as_of)
        return first if same and first <= as_of else None
    if len(text) < len("2026-01"):
        return None
    return first if key in _EARLIER else last


def _typed(state: TurnState, member: str, values: dict[str, Any]) -> ApplicantFacts:
    layers = {
        **dict.fromkeys(state.get("profiles", {}).get(member, {}), Layer.PROFILE),
        **dict.fromkeys(state.get("members", {}).get(member, {}), Layer.SESSION),
        **dict.fromkeys(state.get("said", {}).get(member, {}), Layer.TURN),
    }
    as_of = date.fromisoformat(state["as_of"])
    values = whole_dates(values, as_of)
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
