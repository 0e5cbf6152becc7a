"""Relatives told by two words: 남편 형님, 언니 남편, 딸네 애, and a child's elder brother."""

from __future__ import annotations

import re

from chat.agent.understanding.kin import FEMALE, KIN, MALE, Kin
from chat.agent.understanding.people import KIN_WORDS, Mention

_WHOSE = re.compile(rf"(?<![가-힣])(?P<kin>{KIN_WORDS})(?P<of>네|의)?\s$")
_SUBJECT = frozenset({"이", "가", "은", "는", "도", "께서", "이가", "이는"})
_SIBLINGS = frozenset({"brother", "sister", "sibling"})
_CHILDREN = frozenset({"child", "twins"})
_BESIDE = re.compile(r"(?:밑에|밑으로|아래로?|뒤로|위로|위에)\s$")


def composed(mention: Mention, kin: Kin, before: str) -> Kin:
    """Who is meant by a kin word after another one; the word's own meaning where nobody else's
    relative is meant. `before`: what stands before the word in its clause."""
    whose = _WHOSE.search(before)
    subject = mention.particle in _SUBJECT or mention.role == "copula"
    if whose is None or mention.owned or not (subject or whose["of"]):
        return kin
    return _relative(KIN[whose["kin"]], kin, sure=bool(whose["of"])) or kin


def beside_child(kin: Kin, before: str) -> Kin | None:
    """The asker's next child, where a word for a sibling tells of a child's (위로 오빠가)."""
    if kin.member in _SIBLINGS and _BESIDE.search(before):
        return Kin("child", kin.sex)
    return None


def _relative(owner: Kin, kin: Kin, *, sure: bool) -> Kin | None:
    base = kin.member.partition("#")[0]
    if owner.member == "spouse":
        if base in _SIBLINGS:
            return _in_law(kin.sex)
        return Kin(f"{base}_in_law", kin.sex) if base in {"mother", "father"} else None
    if owner.member in _SIBLINGS:
        if base == "spouse":
            return _in_law(kin.sex)
        if base in _CHILDREN:
            return Kin("niece" if kin.sex == FEMALE else "nephew", kin.sex)
    if owner.member.startswith("child"):
        if base == "spouse" and kin.sex:
            return Kin("son_in_law" if kin.sex == MALE else "daughter_in_law", kin.sex)
        if base in _CHILDREN and sure:
            return Kin("grandchild", kin.sex)
    if owner.member in {"mother", "father"} and base in {"brother", "sister"} and sure:
        return Kin("uncle" if kin.sex == MALE else "aunt", kin.sex)
    if owner.member in {"aunt", "uncle"} and base in _CHILDREN:
        return Kin("cousin", kin.sex)
    return None


def _in_law(sex: str | None) -> Kin:
    members = {MALE: "brother_in_law", FEMALE: "sister_in_law", None: "sibling_in_law"}
    return Kin(members[sex], sex)
