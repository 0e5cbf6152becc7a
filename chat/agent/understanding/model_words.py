"""Facts of the model that are words: choices, yes and no, diseases, benefits.

Where a reader of the project knows the words, it decides. Where none does, words of the right
kind are enough for a fact that the person is asked to confirm; a number never is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any

import yaml

from chat.agent.understanding.files import DATA
from chat.agent.understanding.health import diseases, is_stated, official_name
from chat.agent.understanding.life import life
from chat.agent.understanding.model_facts import (
    CHOICES,
    FALSE,
    LISTS,
    NONE,
    TRUE,
    ModelFact,
    Refusal,
    Taken,
)
from chat.agent.understanding.model_numbers import Outcome, read_here, readings
from chat.agent.understanding.model_spot import NEGATED, Spot, taken
from chat.agent.understanding.people import mentions
from chat.agent.understanding.receipts import BENEFITS
from chat.agent.understanding.types import SELF, base_of

# Values that people mostly tell by a no: 결혼 안 했어요, 일이 없어요.
_BY_NO = ("single", "unemployed", "inactive", "job_seeking", "not_student", "out_of_school")
# What is only thought or planned: 임신인 것 같아요, 시험관 준비하는
_DOUBTED = re.compile(r"[것거]\s?같|아마|의심|일까|준비|계획|고민|하려|싶")
_DOUBTABLE = ("job_seeking", "engaged", "unemployed")
# Of a disease that the vocabulary does not know.
_NAMES_DISEASE = re.compile(
    r"(?:병|증|염|암|종|통|질환|증후군|골절|마비|경화|결핵|출혈|경색|탈출|장애|중독|결석|부전|발작|파열)$"
)


@cache
def _cues() -> dict[str, dict[str, re.Pattern[str]]]:
    patterns = yaml.safe_load((DATA / "model_cues.yaml").read_text(encoding="utf-8"))
    return {
        key: {value: re.compile(pattern) for value, pattern in values.items()}
        for key, values in patterns.items()
    }


def by_kinship(fact: ModelFact, spot: Spot) -> Taken | None:
    """What a word for somebody else tells of the speaker: 시어머니 is a wife's word. For what
    the rules have found as well: they know a husband of before from one of now."""
    words = [one for one in mentions(spot.around) if one.role in {"subject", "companion"}]
    told = {pair for one in words if one.kin for pair in one.kin.asker}
    if fact.member != SELF or fact.polarity == "no" or (fact.key, fact.value) not in told:
        return None
    return taken(fact, spot, fact.value, read=True)


def words_of(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    """The fact as its quote says it."""
    if fact.key in LISTS and fact.value == NONE:
        empty = [] in read_here(fact, spot, as_of)
        return taken(fact, spot, [], read=True) if empty else Refusal.VALUE
    return _READERS.get(fact.key, _choice)(fact, spot, as_of)


def _choice(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    if fact.value not in set(CHOICES[fact.key]):
        return Refusal.VALUE
    if fact.polarity == "no" and fact.value != NONE:
        return Refusal.POLARITY
    value = [fact.value] if fact.key in LISTS else fact.value
    return _by_readers(fact, spot, as_of, value) or _unread(fact, spot, value)


def _flag(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    if fact.value not in {TRUE, FALSE}:
        return Refusal.VALUE
    value = fact.value == TRUE and fact.polarity == "yes"
    return _by_readers(fact, spot, as_of, value) or _unread(fact, spot, value)


def _by_readers(fact: ModelFact, spot: Spot, as_of: date, value: Any) -> Outcome | None:
    """What the readers say to it; None where they do not know the words."""
    narrow = _flat(readings(fact, spot.words, spot, as_of))
    wide = _flat(read_here(fact, spot, as_of))
    wanted = value[0] if isinstance(value, list) else value
    if wanted in wide and (wanted in narrow or (not narrow and _has_cue(fact, spot, value))):
        return taken(fact, spot, value, read=True)
    return Refusal.VALUE if narrow or (wide and fact.key not in LISTS) else None


def _flat(found: list[Any]) -> list[Any]:
    return [one for each in found for one in (each if isinstance(each, list) else [each])]


def _has_cue(fact: ModelFact, spot: Spot, value: Any) -> bool:
    cue = _cues().get(fact.key, {}).get(FALSE if value is False else fact.value)
    return cue is not None and bool(cue.search(spot.words))


def _unread(fact: ModelFact, spot: Spot, value: Any) -> Outcome:
    """Words that no reader knows must at least be of the right kind, and say it of somebody."""
    if not _has_cue(fact, spot, value):
        return Refusal.VALUE
    if spot.asks and not spot.named:
        return Refusal.QUESTION
    if value not in _DOUBTABLE and _DOUBTED.search(spot.around):
        return Refusal.VALUE
    if value not in _BY_NO and (value in (False, NONE)) != bool(NEGATED.search(spot.around)):
        return Refusal.POLARITY
    return taken(fact, spot, value, read=False)


def _sex(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    """Said, or told by the word for the person."""
    if fact.polarity == "no":
        return Refusal.POLARITY
    told = {one.value for one in life(spot.around, as_of, fact.member) if one.key == "sex"}
    base = base_of(fact.member)
    for mention in mentions(spot.around):
        kin = mention.kin
        if kin is not None and kin.member.partition("#")[0] == base and kin.sex:
            told.add(kin.sex)
        if fact.member == SELF and mention.role == "identity" and mention.sex:
            told.add(mention.sex)
    return taken(fact, spot, fact.value, read=True) if told == {fact.value} else Refusal.VALUE


def _disease(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    text = f"{spot.said}{spot.after}"
    wanted = official_name(fact.value) or fact.value.strip()
    found = [
        one
        for one in diseases(text, named=True, asks=False)
        if one.name == wanted and one.start < len(spot.said)
    ]
    no = fact.polarity == "no"
    if found:
        said = found[0]
        if said.stated == no:
            return Refusal.POLARITY
        if not no and not is_stated(text[said.end :], named=spot.named, asks=spot.asks):
            return Refusal.QUESTION
        return taken(fact, spot, [said.name], read=True, denied=no, code=said.code)
    plain = re.sub(r"\s", "", wanted)
    known = official_name(fact.value) is not None
    place = re.sub(r"\s", "", text).find(plain)
    if known or no or place < 0 or len(plain) < 2 or not _NAMES_DISEASE.search(plain):
        return Refusal.VALUE
    rest = re.sub(r"\s", "", text)[place + len(plain) :]
    if not is_stated(rest, named=spot.named, asks=spot.asks):
        return Refusal.QUESTION
    return taken(fact, spot, [wanted], read=False)


def _benefit(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    """A benefit that the words name; received now, not asked for."""
    plain = re.sub(r"\s", "", fact.value)
    wanted = BENEFITS.get(plain, fact.value.strip())
    said = re.sub(r"\s", "", spot.words)
    forms = [form for form, name in BENEFITS.items() if name == wanted] or [plain]
    if len(plain) < 2 or not any(form in said for form in forms):
        return Refusal.VALUE
    if fact.polarity == "no":
        return Refusal.POLARITY
    if wanted in _flat(readings(fact, spot.around, spot, as_of)):
        return taken(fact, spot, [wanted], read=True)
    if spot.asks:
        return Refusal.QUESTION
    if NEGATED.search(spot.around) or not re.search(r"받|타|나와|나오|수급", spot.around):
        return Refusal.VALUE
    return taken(fact, spot, [wanted], read=False)


def _kind(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    """The kind of a disability, in the words of the law (지체, 시각)."""
    if fact.polarity == "no":
        return Refusal.POLARITY
    told = readings(fact, spot.around, spot, as_of)
    value = fact.value.strip().removesuffix("장애")
    if told:
        return taken(fact, spot, value, read=True) if told == [value] else Refusal.VALUE
    named = value and value in spot.words and "장애" in spot.around
    if not named or NEGATED.search(spot.around):
        return Refusal.VALUE
    return (
        Refusal.QUESTION if spot.asks and not spot.named else taken(fact, spot, value, read=False)
    )


_READERS: dict[str, Callable[[ModelFact, Spot, date], Taken | Refusal]] = {
    **dict.fromkeys(("near_poor", "veteran", "owns_home", "infertility_treatment"), _flag),
    "sex": _sex,
    "conditions": _disease,
    "receives": _benefit,
    "disability_type": _kind,
}
