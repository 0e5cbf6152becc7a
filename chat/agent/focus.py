"""Whom a turn is about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from chat.agent.facts import HOUSEHOLD
from chat.agent.understanding.people import mentions
from chat.agent.understanding.types import Extraction, base_of

Told = Mapping[str, Mapping[str, Any]]
# What makes somebody the one help is looked for, whoever tells it.
_NEWS = {
    "conditions",
    "treatments",
    "pregnancy",
    "delivered_on",
    "disability",
    "disability_type",
    "long_term_care_grade",
    "infertility_treatment",
}
# What is told of the household, or was known before, says nothing of the speaker alone.
_NOT_OF_ONE = {*HOUSEHOLD, "other", "nationality", "sex"}
_AGES = {"age", "birth_date"}
_SPEAKER = re.compile(
    r"(?<![가-힣])(?:제가|내가|저희|우리|전|난|[저나](?:도|는|한테|에게)?)(?:요|도)?(?![가-힣])"
)


_OWN_SIBLING = re.compile(
    r"(?<![가-힣])(?:제|내|저희|우리|저의|나의)\s?(?:\S{1,2}\s)?(?:동생|형|누나|오빠|언니)"
)
# "아들 때문에 안 됩니까?" is asked for oneself.
_BECAUSE = re.compile(r"^\S{0,2}\s?(?:때문|땜|때메|때매|탓|상관|관계\s?(?:없|있))")
# What is told before it is no part of what is asked.
_STILL = re.compile(r"(?:데|지만)\s+(?:그래도|그럼|그러면|괜찮|상관)")


def teller_focus(focus: str, said: Told, members: Told, asked: str) -> str:
    """Whom a turn of the speaker is about when it names no one: those spoken of, where
    nothing is known of the speaker, or where the news told is theirs ("8살 아들이 자폐예요").

    `asked`: the words that ask."""
    others = [member for member in said if member != "self"]
    if focus != "self" or not others:
        return focus
    if set(members.get("self", {})) <= _NOT_OF_ONE:
        return others[0]
    if set(said.get("self", {})) & _NEWS or _SPEAKER.search(asked):
        return focus
    return next((one for one in others if set(said[one]) & _NEWS), focus)


def child_of_the_same(found: Extraction, before: str, text: str, known: Told) -> Extraction:
    """`found` with a brother or sister told of in a talk about a child ("동생이 있어요, 2021년생")
    as one more child of the family; the speaker's own ("제 동생") stays."""
    is_sibling = base_of(before) == "child" and "sibling" in found.facts
    if not is_sibling or _OWN_SIBLING.search(text):
        return found
    number = 1 + sum(base_of(member) == "child" for member in {before, *known, *found.facts})
    renamed = {"sibling": f"child{number}"}
    return replace(
        found,
        facts={renamed.get(member, member): each for member, each in found.facts.items()},
        evidence={renamed.get(member, member): each for member, each in found.evidence.items()},
        members=[renamed.get(member, member) for member in found.members],
        triples=[
            replace(one, subject=renamed.get(one.subject, one.subject)) for one in found.triples
        ],
        focus=renamed.get(found.focus, found.focus),
    )


def kept_focus(before: str, found: str, said: Told, asked: str, known: Told) -> str:
    """`found`, the member the words were read to be about, or the one the talk was about
    `before`: who tells what the household earns still asks for the child, and a relative
    merely spoken of ("애들 엄마가 양육비를 안 줘요") is not the one who asks.

    `asked`: the words that ask; `known`: facts by member before the turn."""
    if found == before:
        return before
    told = set(said.get(found, {})) - {"sex"}
    if found == "self":
        about_home = bool(told) and told <= _NOT_OF_ONE | {"employment"}
        return before if about_home and not _SPEAKER.search(asked) else found
    # "집사람이 공무원연금 받는데 그래도 되나" is asked for oneself, too.
    told_first = match.start() if (match := _STILL.search(asked)) else 0
    named = {
        base_of(one.kin.member)
        for one in mentions(asked)
        if one.kin and one.start >= told_first and not _BECAUSE.match(asked[one.end :])
    }
    if base_of(found) in named or told & _NEWS or not set(known.get(before, {})) - _NOT_OF_ONE:
        return found
    if told & _AGES and not asked:
        # "어머니는 쉰아홉이고요", after a talk about the father.
        return found if before != "self" else before
    return found if told & _AGES and not _SPEAKER.search(asked) else before
