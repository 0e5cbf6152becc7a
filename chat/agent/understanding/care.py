"""Disability, care grades, and who has no disease at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.agent.understanding.health import SUSPECTED
from chat.agent.understanding.types import Found

_SEVERE = re.compile(
    r"(?:지적|자폐|지체|뇌병변|발달)\s?(?:성\s?)?(?:장애)?(?:가|는|이)?\s심(?:한데|해요|하고|합니|하세|해서)|"
    r"심한\s?(?:(?:지체|시각|청각|지적|뇌병변|발달|정신|신장|심장|언어)?\s?장애|쪽)|장애(?:가|는)?\s?(?:심한\s편|심함|중증(?=\s?(?:판정|등록|$)))|(?:지체|뇌병변|지적)(?:가|이)?\s?심함|(?:자폐|지적|지체|뇌병변|시각|청각|발달|정신)(?:장애)?\s(?:중증|심한)(?=$|[\s.,])|중증\s?장애(?!인?\s?(?:연금|지원|수당))|중증(?:이에|입니|이고|이세)|"
    r"장애\s?[1-3]급|(?<![가-힣\d])[1-3]급\s?장애"
)
_MILD = re.compile(
    r"심하지\s?않은|안\s?심한\s?장애|경증|장애\s?[4-6]급|(?<![가-힣\d])[4-6]급\s?장애"
)
_TYPE = re.compile(
    r"(?P<t>지체|시각|청각|언어|지적|자폐성|자폐|정신|뇌병변|신장|심장|호흡기|간|안면|장루·?요루|"
    r"뇌전증|발달)\s?"
    r"(?:심한\s?|중증\s?|경증\s?|\d급\s?)?장애(?!인?\s?(?:복지관|연금|단체|수당|아동))|"
    r"(?P<a>자폐(?!성)|지체|뇌병변|시각|청각|지적)\s?(?=[1-6]급|(?:중증|심한|경증)(?:$|[\s.,]))|"
    r"장애인?\s?\(\s?(?P<b>지체|시각|청각|언어|지적|자폐성?|정신|뇌병변|신장|심장|발달)\s?(?:장애)?\s?\)"
)
_OLD_GRADE = re.compile(r"(?<![\d.])(?P<n>[1-6])\s?급(?![수여식행]|\s?(?:공무원|정교사|자격))")
_GRADE = re.compile(
    r"(?:장애|지체|시각|청각|지적|뇌병변|정신|자폐|발달|장애인)\s?(?:등급(?:은|이)?\s?)?(?P<n>[1-6])\s?급|"
    r"(?P<m>[1-6])급\s?장애"
)
_NO_DISABILITY = re.compile(
    r"무장애|비장애|장애인?\s?(?:등록|판정|등급|진단|증)?(?:\s?(?:같은|이런|그런)\s?(?:거|것|"
    r"건)?)?(?:은|는|이|도|을|를|가)?\s?"
    r"(?:아직\s|전혀\s|둘\s?다\s|따로\s){0,2}(?:없(?!어졌|어진|앴|으면)|아니|아녜|아닙|"
    r"받은\s?적\S*\s?없)|장애\s?(?:등록\s?|판정\s?)?(?:신청(?:했는데|했고|하고|\s?중|해\s?[놨놓])|심사\s?중)|"
    r"장애인?\s?(?:등록|판정|등급|진단)(?:은|는|도|을|이)?\s?(?:은\s)?(?:아직|따로\s)?\s?"
    r"(?:아직|안\s?(?:했|함|해|돼|되|받|나)|못|신청\s?(?:중|했|하려|할라|할려|해\s?놓)|심사\s?중|"
    r"진행\s?중|준비|하려|할라|받으려|기다)"
)
_BOUND = re.compile(
    r"\s?(?:까지|이상|이하|부터|이내|이면|면\s|도\s?(?:되|돼|받)|만\s?(?:되|돼|받))"
)
_LEG = re.compile(r"(?P<b>다리|팔|허리|손|눈|귀)\s?장애")
_BODY_TYPE = {
    "다리": "지체",
    "팔": "지체",
    "허리": "지체",
    "손": "지체",
    "눈": "시각",
    "귀": "청각",
}
_CARE = re.compile(
    r"(?:장기\s?요양|요양|노인\s?장기\s?요양)?\s?(?:보험\s)?(?:등급은?|등급이|"
    r"판정)?\s?(?P<n>[1-5일이삼사오])\s?등급(?!\s?(?:나올|받을|이면|나와야|은\s?나와|되|받으려|받으면|"
    r"받을))|요양\s?등급?(?:은|이)?\s?(?P<m>[1-5])\s?급(?![여수])"
)
_SPOKEN = {"일": "1", "이": "2", "삼": "3", "사": "4", "오": "5"}
_LEFT_GRADE = re.compile(r"\s?(?:에서|이었|였|말고|아니)")
_COGNITIVE = re.compile(r"인지\s?지원\s?등급?")
_GRADE_OF_CARE = (
    r"(?:(?:노인\s?)?장기\s?요양(?:\s?보험)?(?:\s?등급)?|요양\s?등급|(?<!장애\s)(?<!장애)등급)"
)
_NO_CARE = re.compile(
    rf"{_GRADE_OF_CARE}(?:은|는|을|를|도|이)?\s?(?:아직\s|인자\s|이제\s|지금\s|막\s|얼마\s?전에?\s|"
    rf"지난\s?[주달]에?\s){{0,2}}"
    r"(?:신청|접수)(?:은|만|을|도)?\s?(?:중|했는데|했고|해\s?[놨놓뒀둔두]|하고\s?(?:있|기다)|넣|"
    r"들어갔|"
    r"(?:하려|할라|할려|하려고|할)\s?(?:고|구|생각|예정|참|중))|"
    rf"{_GRADE_OF_CARE}(?:은|는|을|도)?\s?(?:심사|판정|조사|결과)(?:은|는|를|을|도)?\s?(?:중|기다|"
    r"아직|대기|안\s?나)|"
    r"등급\s?외|(?:장기\s?요양|요양)?\s?(?<!장애)(?<!장애\s)등급(?:\s?같은\s?(?:거|것|건))?(?:은|"
    r"이|도)?\s?(?:아직\s?)?(?:없|못\s?받|안\s?(?:받|"
    r"나왔|나옴))|장기\s?요양(?:은|도)?\s?(?:아직|신청\s?(?:중|안)|안\s?(?:받|했))"
)
_NOT_APPLIED = re.compile(r"신청(?:도|은|을)?\s?(?:아직\s)?[안못]\s?[했함해]")
# The last thing spoken of that one applies for.
_OF_CARE = re.compile(
    r"(?:장기\s?요양|요양\s?등급)(?:(?!연금|수당|급여|장애|바우처|지원|[.?!\n]).)*$"
)
_HEALTHY = re.compile(
    r"건강하(?:세|시|십|고|다|신)|아픈\s?(?:데|곳|거|것)(?:는|도|가|은)?\s?(?:하나\s?(?:도\s)?|"
    r"전혀\s)?없|건강(?:해요|합니다|함(?![가-힣]))|지병(?:은|이|도)?\s?없|"
    r"질환\s?없|병은\s?없"
)


def disability(text: str, told: str = "") -> Iterator[Found]:
    """Degree, type and legacy grade of a disability in a piece; `told`: the turn up to its end."""
    if none := _NO_DISABILITY.search(text):
        yield Found("disability", "none", *none.span())
        return
    grade = _GRADE.search(text)
    if grade and _BOUND.match(text[grade.end() :]):
        return
    old = None if grade or not re.search(r"장애(?!물)", told) else _OLD_GRADE.search(text)
    if old:
        number = int(old["n"])
        yield Found("legacy_disability_grade", number, *old.span())
        yield Found("disability", "severe" if number <= 3 else "mild", *old.span())
    elif grade:
        number = int(grade["n"] or grade["m"])
        yield Found("legacy_disability_grade", number, *grade.span())
        yield Found("disability", "severe" if number <= 3 else "mild", *grade.span())
    elif match := _MILD.search(text):
        yield Found("disability", "mild", *match.span())
    elif match := _SEVERE.search(text):
        yield Found("disability", "severe", *match.span())
    kind = _TYPE.search(text)
    if kind and not SUSPECTED.match(text[kind.end() :]):
        name = kind["t"] or kind["a"] or kind["b"]
        yield Found("disability_type", "자폐성" if name == "자폐" else name, *kind.span())
    elif part := _LEG.search(text):
        yield Found("disability_type", _BODY_TYPE[part["b"]], *part.span(), 0.7)


def care_grade(text: str, told: str = "") -> Iterator[Found]:
    """Long-term-care grade; 등급외 and "등급은 아직" are `none`; `told`: the turn up to its end."""
    none = _NO_CARE.search(text)
    if none is None and _OF_CARE.search(told[: len(told) - len(text)]):
        none = _NOT_APPLIED.search(text)  # 마누라는 요양 4등급이고 나는 아직 신청도 안 했어
    if none:
        yield Found("long_term_care_grade", "none", *none.span())
        return
    if match := _COGNITIVE.search(text):
        yield Found("long_term_care_grade", "cognitive", *match.span())
        return
    grades = [one for one in _CARE.finditer(text) if "장애" not in text[: one.start()][-4:]]
    reached = [one for one in grades if not _LEFT_GRADE.match(text[one.end() :])]
    if reached:  # 3등급에서 2등급으로 올랐어요
        said = reached[-1]["n"] or reached[-1]["m"]
        yield Found("long_term_care_grade", _SPOKEN.get(said, said), *reached[-1].span())


def healthy(text: str) -> Iterator[Found]:
    """ "건강하세요", "아픈 데 없어요": no disease at all."""
    if match := _HEALTHY.search(text):
        yield Found("conditions", [], *match.span(), 0.8)
