"""School: pupils and students by level, 재학·휴학, 미취학, 학교 밖 청소년.

Education is a fact about the person asked for; where the words say 자녀, and for children not
yet at school, a parent with a child of that age is meant as well. Graduates and entrance years
are left unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.parsing.recognise.matching import in_title, recogniser, wording
from policies.eligibility.parsing.recognise.phrases import law_pattern, negation_end
from policies.eligibility.rule import AnyOf, ChildrenCriterion, EducationCriterion, Rule
from policies.vocabulary import Education

_DIMENSION = "education"
_SCHOOL_LAW = law_pattern(r"초[·.,]?중등교육법|고등교육법|학교밖청소년지원에관한법률")
_PUPILS = (Education.ELEMENTARY, Education.MIDDLE, Education.HIGH)
_STUDENTS = (Education.UNIVERSITY, Education.GRADUATE)
# Longest first; a single syllable counts only inside a list or before 등학생.
_LEVELS: tuple[tuple[str, tuple[Education, ...]], ...] = (
    ("대학원", (Education.GRADUATE,)),
    ("초등학교", (Education.ELEMENTARY,)),
    ("고등학교", (Education.HIGH,)),
    ("전문대학", (Education.UNIVERSITY,)),
    ("대학교", (Education.UNIVERSITY,)),
    ("유치원", (Education.PRESCHOOL,)),
    ("중학교", (Education.MIDDLE,)),
    ("(원)", (Education.GRADUATE,)),
    ("대학", (Education.UNIVERSITY,)),
    ("초등", (Education.ELEMENTARY,)),
    ("중등", (Education.MIDDLE,)),
    ("고등", (Education.HIGH,)),
    ("고교", (Education.HIGH,)),
    ("유", (Education.PRESCHOOL,)),
    ("초", (Education.ELEMENTARY,)),
    ("중", (Education.MIDDLE,)),
    ("고", (Education.HIGH,)),
    ("대", (Education.UNIVERSITY,)),
)
_NAME = "|".join(re.escape(name) for name, _ in _LEVELS)
_SIGN = r"(?:[·・,./~\-]|및|또는|와|과)"
_AT_SCHOOL = (
    r"(?:재학|휴학|재[·,/]휴학)(?:[·,/]?(?:재학|휴학))?(?:생|(?:중인|하는|하고있는|중에있는|중)?)"
)
_PERSON = r"(?:자(?!녀|격|립)|사람|학생|청소년|아동)?"
_LEVEL_LIST = re.compile(
    rf"(?P<levels>(?:{_NAME})(?:{_SIGN}?(?:{_NAME}))*)"
    rf"(?P<role>학생|생(?!활|계|년|일|애|리|산)|(?:학교)?(?:에|의|을|를)?{_AT_SCHOOL}{_PERSON}"
    rf"|(?:학교)?에?(?:다니는|다니고있는|취학(?:중인|하는)){_PERSON}|(?:학교)?(?=(?:\d학년)?(?:신입생|입학생)))"
)
# Colleges of other kinds and schools for adults: reading 대학 alone would hide which.
_OTHER_SCHOOL = re.compile(
    r"(?:방송통신|통신|사이버|야간|원격|노인|시민|경로|주민|농업인|평생|도립|국립|기술|산업|교육)[·,/]?$"
)
_NOT_PUPILS = re.compile(r"증|부(?!모)|회(?!복)|처|군사|식당|인건비|승마|선수|수련")
# 초·중등교육법 제13조: school begins on 1 March of the year after the sixth birthday.
_AGES = {
    Education.PRESCHOOL: (0, 6),
    Education.ELEMENTARY: (6, 12),
    Education.MIDDLE: (12, 15),
    Education.HIGH: (15, 18),
}
_SINGLE = frozenset("유초중고대")


def _levels_of(text: str) -> list[Education]:
    """Levels a list names, each once, in order."""
    found: list[Education] = []
    place = 0
    while place < len(text):
        for name, levels in _LEVELS:
            if text.startswith(name, place):
                found.extend(level for level in levels if level not in found)
                place += len(name)
                break
        else:
            place += 1
    return found


def _list_start(flat: Flat, match: re.Match[str]) -> int | None:
    """Where the levels begin; None when the first level begins inside a word. 「자 중 고등학생」
    and 「…하고 대학생」 bring a 중 or 고 of their own."""
    start = match.start()
    text = match["levels"]
    first = text[0]
    if first in _SINGLE and not text.startswith(
        ("유치원", "초등", "중학", "중등", "고등", "고교", "대학")
    ):
        alone = len(text) == 1
        spaced = len(text) > 1 and flat.origins[start + 1] - flat.origins[start] > 1
        if spaced or (alone and match["role"] != "학생"):
            start += 1
    rest = match.end("levels") - start
    if rest == 0 or (rest == 1 and match["role"] != "학생"):
        return None
    if flat.starts_word(start) or start > match.start():
        return start
    return (
        start
        if re.search(
            r"(?:관내|도내|시내|소재|국내|국공립|사립|[시군구도의인및])$", flat.text[:start]
        )
        else None
    )


def _child(levels: Sequence[Education]) -> ChildrenCriterion:
    """A child at an age of these levels: the parent may be the one who asks."""
    lows, highs = zip(*(_AGES[level] for level in levels), strict=True)
    return ChildrenCriterion(criterion="children", min=min(lows), max=max(highs))


def _by_level(flat: Flat, setting: Setting) -> Iterator[Found]:
    """초등학생, 중·고등학생, 대학(원)생, 고등학교에 재학 중인 …"""
    for match in _LEVEL_LIST.finditer(flat.text):
        start = _list_start(flat, match)
        if start is None or _OTHER_SCHOOL.search(flat.text[:start]):
            continue
        if _NOT_PUPILS.match(flat.text, match.end()) or in_title(flat.text, start):
            continue
        levels = _levels_of(flat.text[start : match.end("levels")])
        # Being at a kindergarten is more than not being at school yet.
        if not levels or levels == [Education.PRESCHOOL]:
            continue
        turned = negation_end(flat.text, match.end())
        rule: Rule = EducationCriterion(criterion="education", one_of=levels)
        if flat.text.startswith("자녀", match.end()) and set(levels) <= _AGES.keys():
            rule = AnyOf(any_of=[rule, _child(levels)])
        yield Found(
            start,
            turned or match.end(),
            rule,
            Kind.GROUP,
            _DIMENSION,
            negated=turned is not None,
        )


def _one_of(*levels: Education) -> dict[str, Any]:
    return {"criterion": "education", "one_of": list(levels)}


_without_level = recogniser(
    wording(
        r"(?<!취학및)(?:미취학|취학전)(?:의)?(?:아동|자녀|영유아|유아|어린이)?",
        {"any_of": [_one_of(Education.PRESCHOOL), {"criterion": "children", "max": 6}]},
        Kind.GROUP,
        _DIMENSION,
    ),
    wording(
        r"학교밖(?:의)?청소년(?!지원|수당|교육|센터)|학교를다니지않는청소년",
        _one_of(Education.OUT_OF_SCHOOL),
        Kind.GROUP,
        _DIMENSION,
        law=_SCHOOL_LAW,
    ),
    wording(
        rf"(?:학교(?:에|를)?)?(?:재학생|재학중(?:인|에있는)?{_PERSON}|다니는학생)(?!맞춤|학교에신청)",
        _one_of(*_PUPILS, *_STUDENTS),
        Kind.GROUP,
        _DIMENSION,
        confidence=0.8,
    ),
    wording(
        r"(?:재[·,/]|재학[·,/]?(?:및|또는)?)?휴학(?:생|중(?:인|에있는)?(?:자(?!녀))?)|재[·,/]휴학",
        _one_of(*_STUDENTS),
        Kind.GROUP,
        _DIMENSION,
    ),
    wording(
        r"(?<!대)학생(?!증|부|회|승마|선수|수련|상담|지원|교육|건강|모집|검|군사|맞춤|안전|장|과|인권)",
        _one_of(*_PUPILS, *_STUDENTS),
        Kind.GROUP,
        _DIMENSION,
        confidence=0.6,
        word=True,
    ),
)

RECOGNISERS: tuple[Recogniser, ...] = (_by_level, _without_level)
IGNORED: tuple[re.Pattern[str], ...] = (
    re.compile(r"\(?휴학생(?:도)?포함\)?"),
    re.compile(r"취학및미취학(?:아동)?"),
)
