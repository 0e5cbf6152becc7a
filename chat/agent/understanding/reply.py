"""What a short answer to Poly's question about one fact says ("80만원", "둘", "안 받아요")."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import date
from typing import Any

from chat.agent.understanding import reply_values as values
from chat.agent.understanding.care import care_grade, disability
from chat.agent.understanding.english import english_places
from chat.agent.understanding.extract import extract
from chat.agent.understanding.receipts import BENEFITS
from chat.agent.understanding.region import region
from chat.agent.understanding.reply_choices import CHOICES
from chat.agent.understanding.types import SELF
from chat.agent.understanding.yes_no import asks_back, declines, yes_no
from policies.numerals import FULL_WIDTH

OTHER_PREFIX = "other."
MAX_LENGTH = 200
# 전세 아니고 월세: what is set aside says nothing.
_SET_ASIDE = re.compile(r"\S+\s?(?:이|가|은|는)?\s?(?:아니고|아니라|아니구|말고|빼고)\s?")
_NOTHING = re.compile(
    r"^(?:저는\s|지금(?:은)?\s|현재\s|하나도\s|아무것?도\s|전혀\s|한\s?푼도\s|그런\s?(?:거|건|것)\s?)*(?:\S+\s)?"
    r"(?:수입|소득|재산|돈|버는\s?(?:게|거|돈))?(?:이|은|도|요)?\s?(?:하나도\s|아무것?도\s|전혀\s)?"
    r"(?:없\S*|무\s?(?:소득|일푼)\S*|제로\S*|0\s?원?(?:이요|요|이에요|입니다)?|빵\s?원\S*)$"
)
_BY_NO: dict[str, Any] = {
    "basic_livelihood": [], "conditions": [], "receives": [], "children": [], "household_types": [],
    "pregnancy": "none", "disability": "none", "long_term_care_grade": "none",
    "health_insurance_premium": 0, "education": "not_student",
}  # fmt: skip
_YES_NO = frozenset({"near_poor", "veteran", "owns_home", "infertility_treatment"})
_DENIED = re.compile(r"^[가-힣]{0,2}\s?(?:은|는|이|가|도)?\s?(?:아니|아닌|아닙|안\s)")
_NO_ASSETS = re.compile(
    r"(?:재산|자산|가진\s?(?:게|것|거|돈)|모아\s?둔\s?(?:게|것|거|돈)|모은\s?(?:게|돈))\S{0,2}\s?"
    r"(?:하나도\s|아무것도\s|전혀\s)?없"
)
_DEBT = re.compile(r"빚|대출|마이너스|갚")
_IS_ONE = re.compile(r"(?:이에요|예요|입니다|이요|임|이야|야|이여|여)[\s.!~]*$")
_NO_HOME = re.compile(r"무주택|집\s?없")
_HOME = re.compile(
    r"자가(?=$|예|에|입|요|이)|한\s?채|유주택|내\s?집|제\s?집|우리\s?집(?:이에|예|입|$)"
)
_KINDS = ("생계", "의료", "주거", "교육")
_NEGATED = re.compile(
    r"(?<![가-힣])(?:안|못)\s?(?:받|나|타)|없|아니|지\s?(?:않|못)|빼고|말고|제외|탈락"
)


def reply(key: str, text: str, *, as_of: date) -> dict[str, Any]:
    """Facts in an answer to Poly's question about `key`; {} when unclear or refused.

    A birth date may be answered with an age; `other.<key>` gives {"other": {"<key>": bool}}.
    """
    said = unicodedata.normalize("NFC", text[:MAX_LENGTH]).translate(FULL_WIDTH).strip()
    if not said or asks_back(said) or declines(said):
        return {}
    if key.startswith(OTHER_PREFIX):
        name = key.removeprefix(OTHER_PREFIX)
        answer = yes_no(said)
        if (
            answer is None
            and any(word in said for word in name.split()[:1])
            and _IS_ONE.search(said)
        ):
            answer = True
        return {} if answer is None else {"other": {name: answer}}
    reader = _READERS.get(key, _by_words)
    return reader(key, said, as_of)


def _by_words(key: str, said: str, as_of: date) -> dict[str, Any]:
    """A choice among words, else what the sentence tells anyway, else yes or no."""
    kept = _SET_ASIDE.sub("", said)
    denied = False
    for value, pattern in CHOICES.get(key, ()):
        match = re.search(pattern, kept, re.IGNORECASE)
        if match and not _DENIED.match(kept[match.end() :]):
            return {**_details(key, kept, as_of), key: value}
        denied = denied or match is not None
    if denied:
        return {}
    told = extract(said, as_of=as_of).facts.get(SELF, {})
    if key in told:
        return {key: told[key]}
    if key == "nationality" and yes_no(said):
        return {key: "korean"}
    if key in _BY_NO and yes_no(said) is False:
        return {key: _BY_NO[key]}
    return {}


def _details(key: str, said: str, as_of: date) -> dict[str, Any]:
    """What else the same words tell of a disability or a birth."""
    if key == "disability":
        words = said if "장애" in said else f"장애 {said}"
        return {
            one.key: one.value
            for one in disability(words)
            if one.key != "disability" and not _NEGATED.search(said)
        }
    if key == "pregnancy":
        told = extract(said, as_of=as_of).facts.get(SELF, {})
        return {one: told[one] for one in ("due_date", "delivered_on") if one in told}
    return {}


def _money(key: str, said: str, as_of: date) -> dict[str, Any]:
    if _NOTHING.match(re.sub(r"[.!~\s]+$", "", said)):
        return {key: 0}
    if key == "monthly_income":
        value = values.income(said)
    elif key == "assets" and _NO_ASSETS.search(said):
        value = 0
    elif key == "assets" and _DEBT.search(said):
        value = None
    elif key == "assets":
        value = values.amount(said, smallest=10_000)
    else:
        value = values.amount(said, smallest=0)
        value = value if value and value >= 1000 else None
    if value is not None:
        return {key: value}
    return {key: 0} if key in _BY_NO and yes_no(said) is False else {}


def _birth(key: str, said: str, as_of: date) -> dict[str, Any]:
    return values.birth(said, as_of) or values.age(said, digits=key == "age")


def _region(key: str, said: str, as_of: date) -> dict[str, Any]:
    plain = re.sub(
        r"(?:이요|요|이에요|예요|에요|입니다|이여|임|이야|쪽|이고요?)?[\s.,!~]*$", "", said
    )
    for words in (said, f"{plain} 살아요"):
        found = list(region(_SET_ASIDE.sub("", words)))
        if found and (words != said or "sigungu" in found[-1].value):
            return {key: found[-1].value}
    place = english_places(said)
    return {key: place} if place else {}


def _size(key: str, said: str, as_of: date) -> dict[str, Any]:
    count = values.household_size(said)
    return {key: count} if count and count <= 20 else {}


def _flag(key: str, said: str, as_of: date) -> dict[str, Any]:
    if key == "owns_home" and _NO_HOME.search(said):
        return {key: False}
    answer = yes_no(said)
    if answer is None and key == "owns_home" and _HOME.search(said):
        answer = True
    if answer is None:
        told = extract(said, as_of=as_of).facts.get(SELF, {})
        answer = told.get(key)
    return {} if answer is None else {key: answer}


def _livelihood(key: str, said: str, as_of: date) -> dict[str, Any]:
    """Kinds received, clause by clause; a kind only ruled out leaves the others unknown."""
    clauses = re.split(r"(?<=[고구데만])\s|(?<=말고)|(?<=빼고)|[,.!]", said)
    got = [kind for one in clauses if not _NEGATED.search(one) for kind in _KINDS if kind in one]
    if got:
        return {key: list(dict.fromkeys(got))}
    if any(kind in said for kind in _KINDS):
        return {}
    if re.search(
        r"(?:전부|모두|네\s?(?:가지|개)\s?다|^다)\s?(?:다\s)?받", said
    ) and not _NEGATED.search(said):
        return {key: list(_KINDS)}
    return {key: []} if yes_no(said) is False else {}


def _children(key: str, said: str, as_of: date) -> dict[str, Any]:
    parts = re.split(r",|하고|이랑|그리고|와\s|과\s|\s(?=(?:19|20)\d{2}\s?[년.])", said)
    found = [values.birth(part, as_of).get("birth_date") for part in parts]
    days = [one for one in found if isinstance(one, str)]
    if days:
        return {key: days}
    return {key: []} if re.search(r"무자녀|딩크", said) or yes_no(said) is False else {}


def _receives(key: str, said: str, as_of: date) -> dict[str, Any]:
    named = list(
        dict.fromkeys(name for key, name in BENEFITS.items() if key in said.replace(" ", ""))
    )
    if named:
        return {} if _NEGATED.search(said) else {key: named}
    return {key: []} if yes_no(said) is False else {}


def _care(key: str, said: str, as_of: date) -> dict[str, Any]:
    if (match := re.search(r"(?<!\d)([1-5])\s?(?:등급|급)?(?!\d)", said)) and not _NEGATED.search(
        said
    ):
        return {key: match[1]}
    told = [one.value for one in care_grade(said)]
    return {key: told[0]} if told else _by_words(key, said, as_of)


def _grade(key: str, said: str, as_of: date) -> dict[str, Any]:
    match = re.search(r"(?<!\d)([1-6])\s?급?(?!\d)", said)
    return {key: int(match[1])} if match and not _NEGATED.search(said) else {}


def _day(key: str, said: str, as_of: date) -> dict[str, Any]:
    day = values.day(said, as_of, future=key == "due_date")
    return {key: day} if day else {}


def _ratio(key: str, said: str, as_of: date) -> dict[str, Any]:
    value = values.ratio(said)
    if value is not None:
        return {key: value}
    income = values.income(said) if re.search(r"만|원", said) else None
    return {"monthly_income": income} if income is not None else {}


_READERS: dict[str, Callable[[str, str, date], dict[str, Any]]] = {
    **dict.fromkeys(("monthly_income", "assets", "health_insurance_premium"), _money),
    **dict.fromkeys(("birth_date", "age"), _birth),
    **dict.fromkeys(_YES_NO, _flag),
    **dict.fromkeys(("moved_in_on", "married_on", "due_date", "delivered_on"), _day),
    "region": _region, "household_size": _size, "basic_livelihood": _livelihood,
    "children": _children, "receives": _receives, "long_term_care_grade": _care,
    "legacy_disability_grade": _grade, "median_income_ratio": _ratio,
}  # fmt: skip

__all__ = ["declines", "reply"]
