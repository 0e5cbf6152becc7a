"""Numbers, amounts, ages, dates and places of the model: taken as the project's own readers
read them from the quote, refused where these read something else or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any

from chat.agent.understanding import reply_values as values
from chat.agent.understanding.ages import ages
from chat.agent.understanding.care import care_grade, disability, healthy
from chat.agent.understanding.dates import date_range
from chat.agent.understanding.household import household
from chat.agent.understanding.life import life
from chat.agent.understanding.model_facts import LISTS, NONE, ModelFact, Refusal, Taken
from chat.agent.understanding.model_spot import LIMITED, Spot, is_date, taken
from chat.agent.understanding.money import is_spent, money
from chat.agent.understanding.numbers import AMOUNT, won
from chat.agent.understanding.people import mentions
from chat.agent.understanding.receipts import BENEFITS
from chat.agent.understanding.region import region
from chat.agent.understanding.work import work
from policies.eligibility.dates import age_in_years
from policies.geography import places_in

Outcome = Taken | Refusal
_AMOUNT = re.compile(AMOUNT)
_YEARLY = re.compile(r"연봉|연\s?소득|연\s?수입|1년|일년|연간")
# Without such a word near by, a date or an amount is of something else.
_CUES: dict[str, re.Pattern[str]] = {
    "due_date": re.compile(r"예정|출산|산달|낳|분만"),
    "delivered_on": re.compile(r"낳|출산|분만|태어|해산"),
    "moved_in_on": re.compile(r"이사|전입|왔|옮|살|귀농|귀촌"),
    "married_on": re.compile(r"결혼|혼인|식을?\s?올|시집|장가"),
    "monthly_income": re.compile(r"벌|번다|월|달|소득|수입|급여|연봉|받|알바|들어와|들어오"),
    "assets": re.compile(r"재산|자산|예금|적금|통장|저축|주식|집|아파트|땅|모은|모아|있"),
    "health_insurance_premium": re.compile(r"보험료|건보"),
    "household_size": re.compile(
        r"식구|가족|가구|(?:혼자|둘이|셋이|넷이|다섯이|명이)(?:서)?\s?(?:\S+\s)?(?:살|삽|사[는시세]|지내)"
    ),
    "median_income_ratio": re.compile(r"중위"),
}
_OWE = re.compile(r"빚|대출|빌")


def readings(fact: ModelFact, text: str, spot: Spot, as_of: date) -> list[Any]:
    """Values of the fact's key that the readers find in a text near its quote, each once."""
    where = (text, fact.member)
    if where not in spot.memo:
        spot.memo[where] = [
            *region(text),
            *life(text, as_of, fact.member),
            *money(text, text, has_ratio=False, has_income=False),
            *household(text),
            *work(text),
            *disability(text, text),
            *care_grade(text),
            *healthy(text),
        ]
    distinct: list[Any] = []
    for one in spot.memo[where]:
        if one.key == fact.key and one.value not in distinct:
            distinct.append(one.value)
    return distinct


def read_here(fact: ModelFact, spot: Spot, as_of: date) -> list[Any]:
    """Values of the key that the readers find around the quote and that rest on it: what is
    read without its words as well is said by others."""
    others = readings(fact, f"{spot.before}{spot.rest}", spot, as_of)
    return [one for one in readings(fact, spot.around, spot, as_of) if one not in others]


def number_of(fact: ModelFact, spot: Spot, as_of: date) -> Outcome | None:
    """The fact as its quote says it; None for a key that is no number, date or place."""
    reader = _READERS.get(fact.key)
    if reader is None or (fact.key in LISTS and fact.value == NONE):
        return None
    return Refusal.POLARITY if fact.polarity == "no" else reader(fact, spot, as_of)


def _age(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    said = _ages_in(spot.words, fact, as_of)
    born = values.birth(spot.words, as_of).get("birth_date") if not said else None
    if born and fact.key == "birth_date":
        said = [("birth_date", born)]
    elif not set(said) <= set(_ages_in(spot.around, fact, as_of)):
        return Refusal.VALUE
    if len(said) != 1 or LIMITED.match(spot.rest):
        return Refusal.VALUE
    key, value = said[0]
    if not _same_age(fact, key, value, as_of):
        return Refusal.VALUE
    return taken(fact, spot, value, read=True, key=key)


def _ages_in(text: str, fact: ModelFact, as_of: date) -> list[tuple[str, Any]]:
    for one in reversed(mentions(text)):
        # "아빠73": the number alone is what an age reader knows.
        text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    found = ages(text, as_of, fact.member, first=True)
    return list(dict.fromkeys((one.key, one.value) for one in found))


def _same_age(fact: ModelFact, key: str, value: Any, as_of: date) -> bool:
    if fact.key == "age":
        if not re.fullmatch(r"\d{1,3}", fact.value):
            return False
        wanted = int(fact.value)
        if key == "age":
            return bool(wanted == value)
        first, last = date_range(str(value))
        return wanted in {age_in_years(first, as_of), age_in_years(min(last, as_of), as_of)}
    if key == "birth_date":
        return is_date(fact.value) and str(value).startswith(fact.value)
    # 65년생: a year of birth is kept as the age it gives.
    return bool(re.fullmatch(r"\d{4}", fact.value)) and as_of.year - int(fact.value) == value


def _amount(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    if not re.fullmatch(r"\d{1,13}", fact.value) or LIMITED.match(spot.rest):
        return Refusal.VALUE
    wanted = int(fact.value)
    told = read_here(fact, spot, as_of)
    if told:
        alone = readings(fact, spot.words, spot, as_of) or _amounts(fact, spot)
        same = told == alone == [wanted]
        return taken(fact, spot, wanted, read=True) if same else Refusal.VALUE
    if readings(fact, spot.around, spot, as_of):
        return Refusal.VALUE
    cue = _CUES[fact.key].search(spot.around)
    if not wanted or _amounts(fact, spot) != [wanted] or not cue or _of_else(fact.key, spot):
        return Refusal.VALUE
    return taken(fact, spot, wanted, read=False)


def _amounts(fact: ModelFact, spot: Spot) -> list[int]:
    """Every amount of the quote in KRW; an income of a year by month."""
    yearly = fact.key == "monthly_income" and _YEARLY.search(f"{spot.before}{spot.words}")
    said = [won(match[0]) for match in _AMOUNT.finditer(spot.words)]
    return [one // 12 if yearly else one for one in said if one is not None]


def _of_else(key: str, spot: Spot) -> bool:
    """Whether an amount is a bill, a debt or a benefit for one need."""
    if key == "health_insurance_premium":
        return False
    near = spot.around.replace(" ", "")
    if key == "assets":
        return bool(_OWE.search(near)) or is_spent(spot.around)
    return is_spent(spot.around) or any(name in near for name in BENEFITS)


def _count(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    if not re.fullmatch(r"\d{1,3}(?:\.\d+)?", fact.value) or LIMITED.match(spot.rest):
        return Refusal.VALUE
    if fact.key == "legacy_disability_grade":
        said = disability(spot.words, spot.sentence)
        told: list[Any] = [one.value for one in said if one.key == fact.key]
    else:
        told = readings(fact, spot.words, spot, as_of)
    read = bool(told)
    if not told and fact.key in _CUES and _CUES[fact.key].search(spot.around):
        by_words = values.ratio if fact.key == "median_income_ratio" else values.household_size
        told = [by_words(spot.words)]
    if len(told) != 1 or told[0] != float(fact.value):
        return Refusal.VALUE
    return taken(fact, spot, told[0], read=read)


def _day(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    said = values.day(spot.words, as_of, future=fact.key == "due_date")
    if said is None or not is_date(fact.value) or not _CUES[fact.key].search(spot.sentence):
        return Refusal.VALUE
    if LIMITED.match(spot.rest) or not (fact.value.startswith(said) or said.startswith(fact.value)):
        return Refusal.VALUE
    read = bool(readings(fact, spot.sentence, spot, as_of))
    return taken(fact, spot, said, read=read)


def _place(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    """Where the readers name no place to live in but one to go to, or of somebody else, none."""
    wanted = _regions(f"{fact.value} 살아요")
    told = _regions(spot.words) or _regions(f"{spot.said} 살아요")
    around = _regions(spot.around)
    if len(told) != 1 or not wanted or (around and around != told):
        return Refusal.VALUE
    if not around and list(places_in(spot.around)):
        return Refusal.VALUE
    if wanted != told and wanted != [{"sido": told[0]["sido"]}]:
        return Refusal.VALUE
    return taken(fact, spot, told[0], read=bool(around))


def _regions(text: str) -> list[dict[str, str]]:
    return [{key: part for key, part in one.value.items() if part} for one in region(text)]


def _children(fact: ModelFact, spot: Spot, as_of: date) -> Outcome:
    """The birth date of one child."""
    born = values.birth(spot.words, as_of).get("birth_date")
    if not isinstance(born, str) or born != fact.value:
        return Refusal.VALUE
    return taken(fact, spot, [born], read=True)


_READERS: dict[str, Callable[[ModelFact, Spot, date], Outcome]] = {
    **dict.fromkeys(("age", "birth_date"), _age),
    **dict.fromkeys(("monthly_income", "assets", "health_insurance_premium"), _amount),
    **dict.fromkeys(("household_size", "legacy_disability_grade", "median_income_ratio"), _count),
    **dict.fromkeys(("due_date", "delivered_on", "moved_in_on", "married_on"), _day),
    "region": _place,
    "children": _children,
}
