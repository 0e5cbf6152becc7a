"""Ages with limits: "만 65세 이상 노인", "19세~39세", "생후 6개월부터 36개월까지"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from policies.eligibility.criterion_base import AgeUnit, ReferenceDay
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.rule import AgeCriterion, AnyOf, ChildrenCriterion, OtherCriterion, Rule

from .age_words import CHILD, GROWN, YOUNG
from .limits import AGE, EXACT, Limits, limits
from .numbers import DATE, stretch
from .whose import concerns_child, either_asks

DIMENSION = "age"

_PERSON = rf"(?:{YOUNG}(?:[·,및]{YOUNG})*|{GROWN})"
_DAY = (
    r"(?:신청|공고|접수|모집|사업|지원|참여|등록|가입|접종|시행|선정|선발|대출심사|대출|보증|양육비지원)"
    r"{1,3}(?:서)?(?:접수)?(?:개시|마감)?(?:일자?|연도|년도|월|당시|(?=현재|기준))"
)
_REFERENCE = (
    r"(?:(?:(?:매년|당해|해당|올해|금년|사업|신청|시행|연도|년도|의)*"
    rf"(?:1월1일|12월31일|1\.1\.?|12\.31\.?)|{DATE})(?:현재|기준일?|당시|시점)|"
    rf"{_DAY}(?:현재|기준일?|당시|시점)?|주민등록상|(?:올해|당해|해당)(?:연도|년도)?(?:현재|기준)?)"
    r"(?:으로|상|에)?[,:]?"
)
_LABEL = (
    r"(?:\(?(?:신청|가입|대상|지원|참여|모집|이용|자격)?(?:연령|나이)(?:대|층|기준|제한|요건|조건|대상)?\)?"
    r"[:은는이가]?[:]?)"
)
_NOTE = (
    rf"(?:\((?:{_REFERENCE}|만나이|연나이|출생연도|출생년도)+(?:기준|적용)*\)"
    rf"|\({AGE}\)|\({EXACT}(?:미만|이하|까지)\))"
)
_NEXT = rf"(?:(?:의|인|된|되는|에해당하는|에해당되는)?{_PERSON})"
_TEXT = re.compile(
    rf"(?P<label>{_LABEL})?(?P<ref>(?:{_REFERENCE}){{0,2}})(?P<word>{_PERSON}\()?(?P<age>{AGE})"
    rf"(?P<note>{_NOTE})?(?P<next>{_NEXT}(?P<after>{_NOTE})?)?(?(word)\)?)"
)
_REACHES = (
    r"(?:도래(?:자|한|하는|하신|(?=어르신|노인))|에도달(?:한|하는)|"
    r"[가이]되는(?=자|사람|어르신|주민))"
)
_FOLLOWS = (
    rf"(?:의)?(?:[가-힣]{{0,6}}?)(?:{_PERSON}|유·청소년|남성|여성|남자|여자|주민|시민|구민|군민|도민|장애인)|"
    r"(?:인자|인사람|인분|인경우)|$"
)
_YEARS_OLD = re.compile(
    rf"(?P<ref>(?:{_REFERENCE})?)(?P<age>{EXACT})(?:(?P<reach>{_REACHES})|(?={_FOLLOWS}))"
)
_YOUTH_PORTAL = re.compile(r"연령(\d+)~(\d+)세\(연령제한여부([YN]?)[^)]*\)")
_DOUBTFUL = re.compile(r"제한없음\(자료에는(\d+)~(\d+)세")
_NO_LIMIT = re.compile(
    rf"{_LABEL}(?:에)?(?:제한(?:이)?없음|제한(?:이)?없이|제한(?:이)?없는|무관|에?관계없이|불문)|전연령"
)
_NOT_AN_AGE = re.compile(r"(?:고엽제|후유증|한인|동포|후손|교포)(?:[가-힣]{0,4})$")
# Sums by age, and the portal's own line, which `portal_ages` reads.
_NO_AGE_NEXT = re.compile(
    r"\(연령제한여부|라는숫자|(?:\(?월)?[:]?[\d,]+(?:만|천|백)?(?:원|천원|명)|당|[:]월"
)
# The age of somebody the applicant lives with or cares for.
_ANOTHERS = re.compile(r"(?:의|인)?(?:시부모|노부모|조부모|부모|배우자|손자녀)(?!가정)")
_MEMBERS = re.compile(r"(?:의|인)?(?:[가-힣]{0,3}?)(?:가구원|세대원|구성원)")
# Periods of months that are ages only by the words around them.
_AGE_WORD_BEFORE = re.compile(
    rf"(?:생후|출생후|월령|연령|나이|{CHILD})(?:은|는|이|가|[(:'\"]){{0,2}}$"
)


@dataclass(frozen=True)
class AgeText:
    """An age in `flat.text[start:end]`; `figures` is where its numbers stand, `named`
    whether a word for people belongs to it ("65세 이상 노인")."""

    start: int
    end: int
    figures: tuple[int, int]
    limits: Limits
    named: bool = False


def _is_age(text: str, match: re.Match[str], read: Limits) -> bool:
    """Months are an age only beside a word for it; amounts by age and generations never are."""
    start, end = match.start("age"), match.end("age")
    if _NOT_AN_AGE.search(text[:start]) or _NO_AGE_NEXT.match(text, end):
        return False
    if read.unit is not AgeUnit.MONTHS:
        return True
    figure = match["age"]
    if "생후" in figure or "출생후" in figure or "세" in figure:
        return True
    beside = re.match(rf"(?:의|인|된)?(?:비?장애|외국인|저소득|취학전)?{CHILD}", text[end:])
    return bool(beside or _AGE_WORD_BEFORE.search(text[:start]))


def age_texts(flat: Flat) -> tuple[AgeText, ...]:
    """Every age with limits in the text, left to right, with the words that belong to it."""
    return _age_texts(flat.text)


@lru_cache(maxsize=64)
def _age_texts(text: str) -> tuple[AgeText, ...]:
    """Several recognisers ask for the ages of one text."""
    found = []
    for match in _TEXT.finditer(text):
        read = limits(match["age"])
        if read is not None and _is_age(text, match, read):
            if "연나이" in match.group() or re.search("출생[연년]도", match.group()):
                read = Limits(AgeUnit.YEAR_AGE, read.min, read.max, read.above, read.below)
            named = bool(match["word"] or match["next"])
            found.append(AgeText(match.start(), match.end(), match.span("age"), read, named))
    return tuple(found)


def _day(text: str) -> tuple[ReferenceDay, date | None]:
    """The day the age is counted on, by the words in front of or behind it."""
    for pattern, named in (
        (r"1월1일|(?<!\d)1\.1\.?(?!\d)", ReferenceDay.YEAR_START),
        (r"12월31일|12\.31\.?", ReferenceDay.YEAR_END),
    ):
        found = re.search(rf"(?<![\d월.년])(?:{pattern})", text)
        if found:
            return named, None
    fixed = re.search(rf"({DATE})(?:현재|기준|당시|시점)", text)
    days = stretch(fixed[1]) if fixed else None
    if days and days.first == days.last:
        return ReferenceDay.NOW, days.first
    return ReferenceDay.NOW, None


def _counted(rule: Rule, at: ReferenceDay, on: date | None) -> Rule:
    """The same ages counted on another day."""
    if isinstance(rule, AnyOf):
        return AnyOf(any_of=[_counted(each, at, on) for each in rule.any_of])
    if isinstance(rule, AgeCriterion | ChildrenCriterion):
        return rule.model_copy(update={"at": at, "on": on})
    return rule


def age_rule(flat: Flat, setting: Setting, age: AgeText) -> Rule:
    """The age as the applicant's, or also a child's, counted on the day the text names."""
    other = _another(flat, age)
    if other is not None:
        return other
    around = flat.text[max(0, age.start - 12) : age.end + 14]
    child = concerns_child(age.limits, around, setting.title)
    rule: Rule = either_asks(age.limits) if child else age.limits.person()
    at, on = _day(flat.text[age.start : age.end])
    return rule if at is ReferenceDay.NOW and on is None else _counted(rule, at, on)


def _another(flat: Flat, age: AgeText) -> Rule | None:
    """The age of a parent or member of the household: no fact of the applicant's tells it."""
    relative = _ANOTHERS.match(flat.text, age.end)
    member = None if relative else _MEMBERS.match(flat.text, age.end)
    noun = relative or member
    if noun is None:
        return None
    other = OtherCriterion(criterion="other", key=flat.quote(age.start, noun.end()))
    return other if relative else AnyOf(any_of=[age.limits.person(), other])


def limited_ages(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Ages with a lower or upper limit."""
    for age in age_texts(flat):
        if age.limits == Limits(age.limits.unit, min=0):
            continue
        kind = Kind.GROUP if age.named else Kind.SCOPE
        yield Found(age.start, age.end, age_rule(flat, setting, age), kind, DIMENSION)


def exact_texts(flat: Flat) -> Iterator[AgeText]:
    """One age without a limit, beside a word for people: "만 24세 청년", "100세 도래 어르신"."""
    taken = [age.figures for age in age_texts(flat)]
    for match in _YEARS_OLD.finditer(flat.text):
        read = limits(match["age"])
        start = match.start("age")
        if read is None or read.unit is AgeUnit.MONTHS or not _is_age(flat.text, match, read):
            continue
        if any(first <= start < last for first, last in taken) or flat.text[:start].endswith("~"):
            continue
        yield AgeText(match.start(), match.end(), match.span("age"), read, bool(match["reach"]))


def exact_ages(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Single ages; one that is yet reached is counted at the end of the year."""
    for age in exact_texts(flat):
        rule = age_rule(flat, setting, age)
        if age.named:
            rule = _counted(rule, ReferenceDay.YEAR_END, None)
        yield Found(age.start, age.end, rule, Kind.SCOPE, DIMENSION, 0.9)


def portal_ages(flat: Flat, setting: Setting) -> Iterator[Found]:
    """온통청년: "연령 15~34세 (연령제한여부 N)". Y means no limit; where ages stand beside it all
    the same, they are sure inside and for the caseworker outside."""
    for match in (*_YOUTH_PORTAL.finditer(flat.text), *_DOUBTFUL.finditer(flat.text)):
        low, high = int(match[1]), int(match[2])
        if no_limit(low, high):
            continue
        rule: Rule = _portal(low, high)
        if match.re is _DOUBTFUL or match[3] == "Y":
            unclear = _portal(low, high).model_copy(update={"unclear": True})
            rule = AnyOf(any_of=[rule, unclear])
        yield Found(match.start(), match.end(), rule, Kind.SCOPE, DIMENSION)


def no_limit(low: int, high: int) -> bool:
    """Ages that say nothing: 0~0, 0~99, 1~100."""
    return high == 0 or low > high or (low <= 1 and high >= 99)


def _portal(low: int, high: int) -> AgeCriterion:
    bounded = high < 99
    return AgeCriterion(
        criterion="age", min=low if low or not bounded else None, max=high if bounded else None
    )


def unlimited_stretches(flat: Flat) -> Iterator[tuple[int, int]]:
    """Words that say there is no age limit ("연령 제한 없음"): read, and no condition."""
    for match in _YOUTH_PORTAL.finditer(flat.text):
        if no_limit(int(match[1]), int(match[2])):
            yield match.span()
    yield from (match.span() for match in _NO_LIMIT.finditer(flat.text))


RECOGNISERS: tuple[Recogniser, ...] = (limited_ages, exact_ages, portal_ages)
