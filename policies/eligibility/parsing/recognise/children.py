"""Children someone has: how many, how old, which in order, born or adopted how lately."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.rule import (
    AllOf,
    AnyOf,
    BirthWindowCriterion,
    ChildrenCriterion,
    HouseholdTypeCriterion,
    Rule,
)
from policies.vocabulary import HouseholdType

from .births import read_windows
from .limits import AGE, Limits, limits
from .numbers import COUNT, whole

DIMENSION = "children"

_CHILD = r"(?:(?<!손)자녀|아동(?!복지|센터|시설|양육)|아이(?!돌봄|사랑|행복|모아))"
_HOW_MANY = rf"(?:{COUNT}(?:명|인)?(?:이상|초과)?|{COUNT})"
_MINOR = r"미성년(?:자인|인|의|자)?"
_AGED = rf"(?:(?:만)?(?P<age>{AGE})|(?P<minor>{_MINOR}))"
_KIND = (
    r"(?:인|의|된)?(?:미혼|취학|미취학|재학중인|장애|비장애|직계비속|부양|피부양|"
    r"(?:주민등록상)?동거)*"
)
_WINDOW_NOTE = r"(?:\((?:[^()]{0,18})\))?"
_RAISING = (
    r"(?:를|을|가|이)?(?:\d명이상)?(?:두고|둔|가진|양육(?!수당|비|시설|가정위탁)|부양(?!의무)|키우|있는|있을|있거나|"
    r"포함|동반|보육|기르|두었)(?:하고있는|하는|하고|한(?!부모)|우는|르는|는)?"
)
_HOME = r"(?:다자녀|다둥이)?(?:가정|가구|세대|가족)?"
# "18세 미만 자녀 2명 이상", "12세 이하 아동이 2명 이상", "미성년 자녀를 둔".
_AGED_CHILDREN = re.compile(
    rf"{_AGED}{_KIND}(?:(?P<first>{COUNT})(?:명|인)이상의)?(?P<noun>{_CHILD}){_WINDOW_NOTE}"
    rf"(?:가|이|를|을|수가?|인)?(?:(?P<count>{COUNT})(?:명|인)(?:이상)?)?(?P<raising>{_RAISING})?"
)
# "19세 미만 2자녀 이상", "18세 이하 세 자녀를 둔".
_AGED_COUNT = re.compile(
    rf"{_AGED}{_KIND}(?P<count>{COUNT})자녀(?:이상)?(?P<raising>{_RAISING})?{_HOME}"
)
# "막내가 만 18세 이하", "자녀 나이 12개월 미만", "자녀 중 1명 이상이 18세 이하".
_CHILD_AGED = re.compile(
    r"(?:최연소자녀|막내(?:자녀|아이)?|"
    r"(?:(?<=자녀)|(?<=아동))중(?:막내|(?:최소|적어도)?(?:1|한)(?:명|인)(?:이상)?)|"
    rf"(?:대상)?(?:자녀|아동)(?:의)?(?:나이|연령))(?:는|은|가|이)?(?:\()?(?:만)?(?P<age>{AGE})(?:인)?"
)
# "자녀가 3명 이상", "3자녀 이상", "두 자녀", "둘 이상의 자녀", "자녀 수 2인 이상".
_COUNTED = re.compile(
    rf"(?:(?:다자녀|다둥이)(?:가정|가구|세대|가족)?\(?)?(?:(?<!손)자녀(?:가|를|수|수가|를합하여)?\(?(?P<a>{COUNT})(?:명|인|(?=이상))"
    rf"(?P<up1>이상)?|(?<!\d)(?P<b>{COUNT})(?:명|인)?(?P<up2>이상)?의?(?:미혼)?(?<!손)자녀(?:이상)?(?!당)|"
    rf"(?<!\d)(?P<c>{COUNT})(?:명|인)이상의?자녀)(?P<raising>{_RAISING})?{_HOME}\)?"
)
_MULTI = re.compile(
    r"다(?:자녀|둥이)(?!녀|증|매입|확인|여부|특별|행복카드|카드|형|장학금|사랑|특별|복지카드|할인|우대카드|[가-힣]{0,4}지원|[가-힣]{0,3}조례)"
    r"(?:가정|가구|세대|가족|부모)?"
)
_ORDINAL_WORDS = {
    "첫": 1,
    "둘": 2,
    "두": 2,
    "셋": 3,
    "세": 3,
    "넷": 4,
    "네": 4,
    "다섯": 5,
    "여섯": 6,
}
_ORDINAL = re.compile(
    r"(?:다자녀가정의|다자녀가구의)?(?P<n>첫|둘|두번|셋|세번|넷|네번|다섯|여섯|[2-6]번)째"
    r"(?:아이(?!상)|자녀|아기|아)?(?:\((?:자녀)?\))?(?P<up>이상|이후|부터)?의?"
    r"(?P<noun>(?:자녀|아동|아이|신생아|출생아|영아|영유아|아)(?!당))?"
    r"(?P<birth>를?(?:출산|출생|입양|분만|낳은)(?:·입양|\(입양\))?(?:한|하는|신고한)?(?:가정|가구|세대|산모|부모)?)?"
)
_BIRTH_MONTHS = 12
# The age that follows is of one child, the number of children a matter of its own.
_OF_ONE = re.compile(r"(?:막내|최연소)(?:자녀|아이)?(?:가|는|은|이)?$")
# Up to this age 아동 may be somebody's child, and the family's own children its members.
_CHILD_END, _FAMILY_END = 19, 25
_GRANTED_TO_CHILD = re.compile(
    r"(?:의|중|에서)?(?:첫째|둘째|셋째)?(?:이상의?)?(?:자녀|학생|아동|대학생)"
)
_PRESCHOOL = re.compile(
    rf"(?<!취학및)(?<!취학·)(?:미취학|취학전)(?P<noun>(?:자녀|아동))(?:\([^()]{{0,16}}\))?(?:(?P<count>{COUNT})(?:명|인)이상)?"
    rf"(?P<raising>{_RAISING})?"
)
_MINOR_LIMITS, _PRESCHOOL_LIMITS = Limits(below=19), Limits(below=7)


def _read_age(match: re.Match[str]) -> Limits | None:
    if match["age"]:
        return limits(match["age"])
    return _MINOR_LIMITS if match.groupdict().get("minor") else None


def _either(ages: Limits, count: int, *, granted_to_parents: bool) -> Rule:
    """Children only where the parents are meant, else also the child itself."""
    child = ages.children(count)
    if granted_to_parents or count > 1:
        return child
    return AnyOf(any_of=[ages.person(), child])


def _noted(flat: Flat, match: re.Match[str], rule: Rule) -> Rule:
    """The rule by the birth window that stands in the phrase, which is exact."""
    for window in read_windows(flat, match.start(), match.end()):
        return _born(window, rule)
    return rule


def _born(window: BirthWindowCriterion, rule: Rule) -> Rule:
    if isinstance(rule, AnyOf):
        return AnyOf(any_of=[window, *(_born(window, each) for each in rule.any_of[1:])])
    if not isinstance(rule, ChildrenCriterion):
        return rule
    return ChildrenCriterion(
        criterion="children",
        min_count=rule.min_count,
        born_from=window.born_from,
        born_to=window.born_to,
    )


def aged_children(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Children of an age, counted or not."""
    for pattern in (_AGED_CHILDREN, _AGED_COUNT):
        for match in pattern.finditer(flat.text):
            ages = _read_age(match)
            if (
                ages is None
                or _is_tier(flat, match.end())
                or _OF_ONE.search(flat.text[: match.start()])
            ):
                continue
            said = match["count"] or match.groupdict().get("first")
            count = (whole(said) or 1) if said else 1
            noun = match.groupdict().get("noun")
            parents = bool(match["raising"]) or noun is None
            if match["minor"] and not parents and not said:
                parents = True
            top = ages.top
            if noun == "아동" and not said and top is not None and top > _CHILD_END:
                continue
            rule = _noted(flat, match, _either(ages, count, granted_to_parents=parents))
            yield Found(match.start(), match.end(), rule, Kind.SCOPE, DIMENSION)


def _is_tier(flat: Flat, end: int) -> bool:
    """Whether an amount follows, so that the words only set how much is paid."""
    return bool(
        re.match(
            r"[은는:,(]{0,2}(?:월|각|최대|연)?[\d,.]+(?:만|천|백)?원|[가-힣]{0,2}당",
            flat.text[end:],
        )
    )


def youngest(flat: Flat, setting: Setting) -> Iterator[Found]:
    """The age of one child among them."""
    for match in _CHILD_AGED.finditer(flat.text):
        ages = limits(match["age"])
        if ages is not None:
            rule = _either(ages, 1, granted_to_parents="아동" not in match.group())
            yield Found(match.start(), match.end(), rule, Kind.SCOPE, DIMENSION)


def counted(flat: Flat, setting: Setting) -> Iterator[Found]:
    """A number of children: "3자녀 이상", "자녀가 둘 이상"."""
    for match in _COUNTED.finditer(flat.text):
        count = whole(match["a"] or match["b"] or match["c"])
        if not count or _is_tier(flat, match.end()) or _of_all(match, count):
            continue
        rule: Rule = ChildrenCriterion(criterion="children", min_count=count)
        if count > 1 and _GRANTED_TO_CHILD.match(flat.text, match.end()):
            rule = AnyOf(any_of=[rule, _of_large_family(Limits(below=_FAMILY_END))])
        end = match.end() - (match.group().count(")") > match.group().count("("))
        yield Found(match.start(), end, rule, Kind.GROUP, DIMENSION)


def _of_large_family(ages: Limits) -> AllOf:
    """The child itself, who has brothers and sisters and no children of its own."""
    family = HouseholdTypeCriterion(criterion="household_type", any_of=[HouseholdType.MULTI_CHILD])
    return AllOf(all_of=[ages.person(), family])


def _of_all(match: re.Match[str], count: int) -> bool:
    """ "한 자녀" and "자녀 1명" without more say nothing of who is meant."""
    more = match["up1"] or match["up2"] or match["raising"] or "이상" in match.group()
    return count == 1 and (not more or "한자녀" in match.group())


def multi_child(flat: Flat, setting: Setting) -> Iterator[Found]:
    """다자녀가정 without a number: two in some regions, three in others."""
    for match in _MULTI.finditer(flat.text):
        rule = HouseholdTypeCriterion(
            criterion="household_type", any_of=[HouseholdType.MULTI_CHILD]
        )
        yield Found(match.start(), match.end(), rule, Kind.GROUP, DIMENSION)


def ordinals(flat: Flat, setting: Setting) -> Iterator[Found]:
    """ "둘째 이상", "셋째아 출산 가정": from this child on, just born where birth is the matter."""
    for match in _ORDINAL.finditer(flat.text):
        number = re.match(r"\d|다섯|여섯|.", match["n"])
        word = number.group() if number else ""
        ordinal = int(word) if word.isdigit() else _ORDINAL_WORDS.get(word, 0)
        bound = match["up"] or match["birth"]
        if not ordinal or not bound or _is_tier(flat, match.end()):
            continue
        lately = match["birth"] or match["noun"] in ("신생아", "출생아")
        rule = ChildrenCriterion(
            criterion="children",
            ordinal=ordinal,
            within_months=_BIRTH_MONTHS if lately else None,
        )
        confidence = 0.8 if lately else 1.0
        yield Found(match.start(), match.end(), rule, Kind.SCOPE, DIMENSION, confidence)


def aged_ordinals(flat: Flat, setting: Setting) -> Iterator[Found]:
    """ "만 5세 이하인 둘째 이상 자녀": the age and the place are of the same child."""
    pattern = re.compile(rf"(?:만)?(?P<age>{AGE})(?:인|의)?(?={_ORDINAL.pattern})")
    for match in pattern.finditer(flat.text):
        ages, place = limits(match["age"]), _ORDINAL.match(flat.text, match.end())
        if ages is None or place is None or not place["up"]:
            continue
        ordinal = _ORDINAL_WORDS.get(place["n"][0], 0)
        if not ordinal:
            continue
        child = ages.children(ordinal=ordinal)
        rule = AnyOf(any_of=[_of_large_family(ages), child])
        yield Found(match.start(), place.end(), rule, Kind.SCOPE, DIMENSION)


def preschool_children(flat: Flat, setting: Setting) -> Iterator[Found]:
    """미취학 자녀: before the school year after the sixth birthday (초·중등교육법 제13조)."""
    for match in _PRESCHOOL.finditer(flat.text):
        count = (whole(match["count"]) or 1) if match["count"] else 1
        parents = bool(match["raising"]) or match["noun"] == "자녀"
        rule = _either(_PRESCHOOL_LIMITS, count, granted_to_parents=parents)
        yield Found(match.start(), match.end(), rule, Kind.SCOPE, DIMENSION, 0.9)


RECOGNISERS: tuple[Recogniser, ...] = (
    aged_children,
    youngest,
    counted,
    multi_child,
    ordinals,
    aged_ordinals,
    preschool_children,
)
