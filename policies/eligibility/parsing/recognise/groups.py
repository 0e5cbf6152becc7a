"""Words for ages without limits of their own: 노인, 청년, 아동, 독거노인 …

An age in the same clause explains its word ("60세 이상 저소득 노인"): then the word asks for that
age, not for what the law calls 노인.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from policies.eligibility.age_groups import BANDS
from policies.eligibility.criterion_base import AgeUnit
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.rule import (
    AgeGroupCriterion,
    AllOf,
    AnyOf,
    ChildrenCriterion,
    HouseholdTypeCriterion,
    Rule,
)
from policies.vocabulary import AgeGroup, HouseholdType

from .age_words import GROUPS
from .ages import DIMENSION, AgeText, age_rule, age_texts, exact_texts
from .limits import Limits

_CONFIDENCE = 0.8
_ALONE = re.compile(
    r"(?:무의탁)?(?:독거|(?:홀로|혼자)(?:계시|지내|사시|사)는|홀몸)(?:저소득|취약|의)?(?=노인|어르신)"
)
_LAW = re.compile(r"「[^」]*」|[가-힣]{2,12}법(?=[제에상의」])|[\"'][^\"']{2,30}[\"']")
_SEPARATOR = re.compile(r"[,/;]|또는|및|이나|거나|와|과")
_BETWEEN = re.compile(r"\(|중|:|은|는")
# A child of these ages makes a parent's question one about the word: 아동복지법 제3조 (18세 미만),
# 영유아보육법 제2조 (7세 이하의 취학 전), 영아 up to the third birthday in 아이돌봄 지원.
_CHILDREN: dict[AgeGroup, Limits] = {
    AgeGroup.CHILD: Limits(below=18),
    AgeGroup.INFANT: Limits(below=7),
    AgeGroup.PRESCHOOLER: Limits(below=7),
    AgeGroup.BABY: Limits(below=3),
}
_NEWBORN_MONTHS = 12
_MONTHS = 12
_FAR = 24


def word_rule(group: AgeGroup) -> Rule:
    """The word by itself: the person in the group, or a parent of a child in it."""
    person = AgeGroupCriterion(criterion="age_group", group=group)
    if group is AgeGroup.NEWBORN:
        born = ChildrenCriterion(criterion="children", within_months=_NEWBORN_MONTHS)
        return AnyOf(any_of=[person, born])
    ages = _CHILDREN.get(group)
    return person if ages is None else AnyOf(any_of=[person, ages.children()])


def fits(group: AgeGroup, limits: Limits) -> bool:
    """Whether ages can be what the word means: they meet the widest band it is used for."""
    first, last = BANDS[group].wide
    factor = 1 if limits.unit is AgeUnit.MONTHS else _MONTHS
    low = limits.min if limits.min is not None else limits.above
    high = limits.max if limits.below is None else limits.below - 1
    begins = 0 if low is None else low * factor
    ends = last if high is None else high * factor + factor - 1
    return begins <= last and ends >= first


def _explaining(
    flat: Flat, ages: Sequence[AgeText], group: AgeGroup, start: int, end: int
) -> AgeText | None:
    """The age that stands with the word, in front of it or in the bracket behind it."""
    for age in ages:
        if not fits(group, age.limits):
            continue
        between = flat.text[age.figures[1] : start]
        if 0 <= start - age.end <= _FAR and not _SEPARATOR.search(between):
            return age
        behind = flat.text[end : age.start]
        if 0 <= age.start - end <= 2 and (not behind or _BETWEEN.search(behind)):
            return age
    return None


def _words(flat: Flat) -> Iterator[tuple[AgeGroup, int, int]]:
    laws = [match.span() for match in _LAW.finditer(flat.text)]
    for group, word in GROUPS.items():
        for match in word.finditer(flat.text):
            if not any(first <= match.start() < last for first, last in laws):
                yield group, match.start(), match.end()


def age_words(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Every word for an age that no age stands directly with."""
    ages = [*age_texts(flat), *exact_texts(flat)]
    for group, start, end in _words(flat):
        if any(age.start <= start < age.end for age in ages):
            continue
        age = _explaining(flat, ages, group, start, end)
        rule = word_rule(group) if age is None else age_rule(flat, setting, age)
        confidence = _CONFIDENCE if age is None else 1.0
        yield Found(start, end, rule, Kind.GROUP, DIMENSION, confidence)


def living_alone(flat: Flat, setting: Setting) -> Iterator[Found]:
    """독거노인, 홀로 사는 어르신: a one-person household of the age."""
    ages = list(age_texts(flat))
    alone = HouseholdTypeCriterion(criterion="household_type", any_of=[HouseholdType.ONE_PERSON])
    for match in _ALONE.finditer(flat.text):
        word = GROUPS[AgeGroup.SENIOR].match(flat.text, match.end())
        if word is None:
            continue
        start, end = match.start(), word.end()
        inside = next((age for age in ages if age.start <= match.end() < age.end), None)
        if inside is not None:
            end = max(end, inside.end)
        age = inside or _explaining(flat, ages, AgeGroup.SENIOR, start, end)
        if age is not None and age.end == start:
            start = age.start
        senior = word_rule(AgeGroup.SENIOR) if age is None else age_rule(flat, setting, age)
        confidence = _CONFIDENCE if age is None else 1.0
        rule = AllOf(all_of=[alone, senior])
        yield Found(start, end, rule, Kind.GROUP, "household", confidence)


RECOGNISERS: tuple[Recogniser, ...] = (living_alone, age_words)
