"""Diseases and long-term-care grades.

A disease counts where the words say that somebody has it ("치매 환자", "만성질환이 있는");
screening, centres and insurance that only carry the name do not. Names become the ones of
`policies.eligibility.conditions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.conditions import canonical_name
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.parsing.recognise.matching import in_title, recogniser, wording
from policies.eligibility.parsing.recognise.phrases import law_pattern, law_start, negation_end
from policies.eligibility.rule import CareGradeCriterion, ConditionCriterion, Rule
from policies.vocabulary import CareGrade

_LAW = law_pattern(
    r"국민건강보험법(?:시행령)?|희귀질환관리법|암관리법|치매관리법|결핵예방법|정신건강복지법"
    r"|정신건강증진및정신질환자복지서비스지원에관한법률|감염병의?예방및관리에관한법률"
)
# Written names; an alternative that contains another stands before it.
_NAMES = (
    "희귀난치성질환 희귀난치질환 희귀·난치성질환 희귀·난치질환 중증난치질환 난치성질환 "
    "난치질환 중증희귀질환 희귀질환 희귀병 난치병 중증질환 중증정신질환 정신질환 만성질환 "
    "심뇌혈관질환 뇌혈관질환 심혈관질환 심장질환 뇌질환 심장병 급성심근경색 심근경색증 "
    "심근경색 협심증 심부전 부정맥 뇌졸중 뇌졸증 뇌경색 뇌출혈 중풍 제1형당뇨병 제1형당뇨 "
    "1형당뇨 소아당뇨 당뇨병 당뇨 고혈압 고지혈증 이상지질혈증 만성폐쇄성폐질환 호흡기질환 "
    "폐질환 천식 만성신부전증 만성신부전 신부전증 신부전 만성콩팥병 신장질환 간경화 간경변 "
    "알츠하이머병 혈관성치매 초로기치매 치매 파킨슨병 파킨슨 소아암 위암 대장암 간암 폐암 "
    "유방암 자궁경부암 갑상선암 전립선암 백혈병 혈액암 림프종 암 우울증 조현병 조울증 "
    "공황장애 알코올중독 알코올의존 알콜중독 결핵 폐결핵 한센병 에이즈 HIV감염 진폐증 진폐 "
    "크론병 루게릭병 혈우병 류마티스관절염 관절염 골관절염 골다공증 녹내장 백내장 뇌전증 "
    "뇌성마비 다운증후군 아토피피부염 아토피 노인성질환 노인성질병 퇴행성질환 근골격계질환 "
    "감염병 선천성대사이상 선천성심장병 미숙아망막증"
).split()
_NAME = "|".join(re.escape(name) for name in sorted(_NAMES, key=len, reverse=True))
_CODE = r"(?:\([A-Z]\d{2}[^()]*\))?"
_SIGN = r"(?:[·・,.]|및|또는|이나|와|과)"
_ILL = (
    r"(?:의심)?(?:등록)?(?:관리)?(?:환자|환우|질환자|진단자|확진자|감염인|병력자)"
    r"|(?<=질환)자(?!녀)|(?:으로|로)?(?:확진|진단|판정)(?:을)?받(?:은|고)(?:환자"
    r"|자(?!녀)|사람|아동|어르신|노인)?"
    r"|(?:을|를)?(?:가진|앓는|앓고있는)(?:환자|자(?!녀)|사람|아동|어르신|노인)?"
    r"|(?:이|가)있는(?:환자|자(?!녀)|사람|아동|어르신|노인)?"
    r"|(?:으로|로)(?:인하여|인해)?(?:장기)?(?:치료|투병|통원|입원)(?:를"
    r"|을)?(?:중인|받고있는|받는)(?:환자|자(?!녀)|사람)?"
    r"|(?<=질환)(?=노인|어르신|아동|학생)"
)
_DISEASES = re.compile(
    rf"(?P<names>(?:{_NAME}){_CODE}(?:{_SIGN}?(?:{_NAME}){_CODE})*)(?:등)?(?:의)?"
    rf"(?P<ill>{_ILL})"
)
_NOT_THE_PERSON = re.compile(
    r"(?:의|및그|와그)?(?:가족|보호자|배우자)|가정|가구|세대|가있는(?:가구"
    r"|가정|세대)|의?(?:의료비|진료비|치료비)|지정기관|산정특례등록후|지원사업"
)
_NOT_ILL = re.compile(r"고위험군?$|의심$|예방$|비$")
_CANONICAL = {
    "뇌졸증": "뇌졸중",
    "심뇌혈관질환": "뇌혈관질환",
    "심혈관질환": "심장질환",
    "소아암": "암",
    "초로기치매": "치매",
    "중증정신질환": "정신질환",
    "노인성질병": "노인성 질환",
    "노인성질환": "노인성 질환",
}


def _condition(names: str) -> ConditionCriterion:
    found = re.findall(_NAME, names)
    canonical = [canonical_name(_CANONICAL.get(name, name)) for name in found]
    if "심뇌혈관질환" in found:
        canonical.append("심장질환")
    return ConditionCriterion(criterion="condition", any_of=list(dict.fromkeys(canonical)))


def _diseases(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Somebody has one of the diseases."""
    text = flat.text
    for match in _DISEASES.finditer(text):
        start, end = match.span()
        if (
            in_title(text, start)
            or _NOT_THE_PERSON.match(text, end)
            or _NOT_ILL.search(text[:start])
        ):
            continue
        first = match["names"]
        if (
            first.startswith("암")
            and start
            and text[start - 1].isalnum()
            and not flat.starts_word(start)
        ):
            continue
        turned = negation_end(text, end)
        yield Found(
            law_start(text, start, _LAW),
            turned or end,
            _condition(first),
            Kind.GROUP,
            "condition",
            negated=turned is not None,
        )


# 본인일부부담금 산정특례에 관한 기준: 별표 3 중증질환, 별표 4 희귀질환, 별표 4의2 중증난치질환.
_SPECIAL = {"criterion": "condition", "any_of": ["중증질환", "희귀질환", "난치질환"]}
_other = recogniser(
    wording(
        r"(?:건강보험|의료급여)?산정특례(?:에|로)?(?:등록(?:한|된)?(?:자"
        r"|환자|사람)|대상(?:자|질환자)?)(?!질환|신청|여부)",
        _SPECIAL,
        Kind.GROUP,
        "condition",
        law=_LAW,
    ),
    wording(
        r"(?:질병|진단|상병)코드[:(]?F\d{2}(?:[~\-]F?\d{2})?\)?",
        {"criterion": "condition", "any_of": ["정신질환"]},
        Kind.GROUP,
        "condition",
    ),
    wording(
        r"(?:질병|진단|상병)코드[:(]?C\d{2}(?:[~\-]C?\d{2})?\)?",
        {"criterion": "condition", "any_of": ["암"]},
        Kind.GROUP,
        "condition",
    ),
    wording(
        r"5대암환자|6대암환자|암(?:으로|을)?진단받은(?:자|사람)",
        {"criterion": "condition", "any_of": ["암"]},
        Kind.GROUP,
        "condition",
    ),
)

_GRADES = [CareGrade(str(number)) for number in range(1, 6)]
_ANY_GRADE = [*_GRADES, CareGrade.COGNITIVE]
_CARE_LAW = law_pattern(r"노인장기요양보험법")
_CARE = r"(?:노인)?장기요양(?:보험|인정|시설|서비스)?(?:등급)?(?:판정)?(?:에서)?"
_LEVELS = (
    r"(?:[1-5](?:등급)?(?:~|-|에서|부터|내지)[1-5]등급|[1-5](?:[,·][1-5]){1,4}등급"
    r"|[1-5]등급(?:[,·및또는]+[1-5]등급)*(?:이상)?)"
)
_COGNITIVE = r"(?:인지지원(?:등급)?)"
_HOLDER = (
    r"(?:을|를|으로|에)?(?:판정|인정|해당)?(?:을|를)?(?:받은|되는|하는)?(?:판정자"
    r"|인정자|수급자|수급권자|대상자|보유자|자(?!녀))?"
)
_CARE_GRADES = re.compile(
    rf"(?:{_CARE}[(:]?(?P<levels>{_LEVELS})(?:[,·/(]*(?:및|또는)?(?P<cognitive>{_COGNITIVE})(?:포함)?\)?)?{_HOLDER}"
    rf"|{_CARE}{_COGNITIVE}{_HOLDER}"
    r"|(?:노인)?장기요양(?:보험)?(?:시설)?등급(?:을|를)?(?:판정|인정)?(?:을)?(?:받(?:고(?=,|재가|시설|서비스|있)|은(?:자"
    r"|사람)?)|판정자|인정자(?:세대)?|보유자|자(?![가-힣]))"
    r"|(?:노인)?장기요양(?:보험)?(?:급여)?(?:수급자|인정자))"
)
_NO_GRADE = re.compile(r"외|신청|미판정")


def _levels(text: str) -> list[CareGrade]:
    numbers = [int(each) for each in re.findall(r"[1-5]", text)]
    if re.search(r"[~\-]|에서|부터|내지", text):
        numbers = list(range(min(numbers), max(numbers) + 1))
    elif "이상" in text:
        numbers = list(range(1, max(numbers) + 1))
    return [CareGrade(str(number)) for number in dict.fromkeys(numbers)]


def _care_grades(flat: Flat, setting: Setting) -> Iterator[Found]:
    """장기요양 1~5등급, 인지지원등급, 장기요양등급 판정자."""
    for match in _CARE_GRADES.finditer(flat.text):
        words = match.group()
        if _NO_GRADE.match(flat.text, match.end()) or in_title(flat.text, match.start()):
            continue
        grades = _ANY_GRADE
        if match["levels"]:
            grades = _levels(match["levels"])
            grades += [CareGrade.COGNITIVE] if match["cognitive"] else []
        elif "인지지원" in words:
            grades = [CareGrade.COGNITIVE]
        turned = negation_end(flat.text, match.end())
        rule: Rule = CareGradeCriterion(criterion="long_term_care_grade", one_of=grades)
        yield Found(
            law_start(flat.text, match.start(), _CARE_LAW),
            turned or match.end(),
            rule,
            Kind.GROUP,
            "care_grade",
            negated=turned is not None,
        )


RECOGNISERS: tuple[Recogniser, ...] = (_diseases, _other, _care_grades)
IGNORED: tuple[re.Pattern[str], ...] = ()
