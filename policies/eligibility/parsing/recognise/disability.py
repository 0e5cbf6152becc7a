"""Disability: registered, by degree, by kind and by the grades used until July 2019.

장애인복지법 시행규칙 제2조: grades 1 to 3 became 「심한」, 4 to 6 「심하지 않은」. Companions,
families and facilities of disabled people are not the disabled person and stay unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.parsing.recognise.matching import in_title
from policies.eligibility.parsing.recognise.phrases import law_pattern, law_start, negation_end
from policies.eligibility.rule import DisabilityCriterion
from policies.vocabulary import Disability

_DIMENSION = "disability"
_LAW = law_pattern(
    r"장애인복지법|장애인연금법|장애인등록법|장애인등에대한특수교육법|장애아동복지지원법"
)
_BOTH = (Disability.SEVERE, Disability.MILD)
_LAST_SEVERE = 3
_LAST_GRADE = 6

_TYPE = (
    r"(?:지체|시각|청각|언어|지적|자폐성?|정신|뇌병변|신장|심장|호흡기"
    r"|간질환|간|안면|장루[·.]?요루|뇌전증|발달)"
)
_LIST = r"(?:[·,/]|및|또는|혹은|과|와|이나|나)"
_TYPES = rf"(?P<types>{_TYPE}(?:장애)?(?:{_LIST}{_TYPE}(?:장애)?)*(?:등)?)"
_SEVERE = (
    r"(?:장애(?:의)?(?:정도|등급)?(?:가)?(?:매우)?심한|(?:장애)?정도가심한"
    r"|최?중증|심한(?:정도의)?)(?!장애(?:인)?연금)"
)
_MILD = r"(?:장애(?:의)?(?:정도)?(?:가)?심하지(?:않은|아니한)|심하지(?:않은|아니한)|경증)"
_DEGREE = rf"(?P<degree>{_MILD}(?:{_LIST}{_SEVERE})?|{_SEVERE}(?:{_LIST}{_MILD})?)"
_GRADE = (
    r"(?:장애)?(?:등급)?(?P<grades>[1-6]급?(?:[~,·\-]|에서|및|또는|부터)[1-6]급(?:까지)?"
    r"|[1-6],[1-6],[1-6]급|[1-6]급(?:이상|이내)?)"
)
_REGISTERED = r"(?:\(?등록(?:이?된|을?한|되어있는|을마친)?\)?|일반|재가|성인)*"
_WHO = (
    r"장애(?:\(인\)|인|아동[·,]청소년|아동|청소년|학생|영유아|자|아(?!동)"
    r"|(?:를|가)(?:가진|있는|지닌|갖고있는)(?:자|사람|아동|학생)?)"
)
# What makes the word part of a name, or the disabled person somebody else.
_NOT_THE_PERSON = (
    r"(?!복지(?!카드)|연금|수당|활동|고용|단체|시설|기업|스포츠|자동차"
    r"|주차|등록증사본|보조|거주|콜|의날|주간"
    r"|체육|평생|일자리|직업|편의|보장구|차량|표지|등에|등록법|등급|인식"
    r"|전용|생산품|지원|센터|보호|화장실"
    r"|의?가족|가정|세대|가구|부부|의?보호자|을?를?동반|동반|과동반|의?부모"
    r"|의?부또는모|의?배우자|의?자녀|이(?:함께)?탑승|도우미"
    r"|건강|차별|권익|학교|의료비|의?형제|신문|어울림|야학|특별|아동수당"
    r"|기능|관련|이(?:있는|포함된)"
    r"|종합|선수|이동|보철|대상|공동|개발원|안마사|소유|증명|포함|(?:으로만)?구성"
    r"|구분표|장애구분|의종류|과거주|과주민|과함께"
    r"|등록(?!된|한)|보육|무상|통합|전문|전담|방과후|부모|재활|사람이포함"
    r"|치과|도서|전환|전세|예술|문화|관광|여행|창업|인턴|후견"
    r"|공공|예비|을고용|협회|급식|가사|이사용|이생활|학대|선정|우대|인거주"
    r"|이거주|이세대주의|인공|이란|연극|출현|단체|국민|가있는가정|표준|용(?!인))"
)
_CARD = (
    r"(?:인?(?:등록증|복지카드|증)(?:(?:[,·/]|또는|및)*(?:장애인)?(?:등록증|복지카드))?(?:을|를|이|가)?(?:소지(?:한|자|하고있는)?"
    r"|교부된|교부받은|제출한|신청한|있는)"
    r"(?:자|사람)?)"
)
_KINDS_IN_BRACKET = (
    rf"(?:\({_TYPE}(?:장애)?(?:인)?(?:{_LIST}?{_TYPE}(?:장애)?(?:인)?)*(?:에한함|한함|만)?\))?"
)

_PERSON = re.compile(
    rf"(?<!비)(?<!건강)(?:{_TYPES.replace('types', 'first')})?{_REGISTERED}"
    rf"(?:['\"]?{_DEGREE}(?:의|인)?(?:장애(?=['\"]?등록)|장애로(?=등록))?['\"]?)?{_REGISTERED}"
    rf"(?:{_TYPES})?{_REGISTERED}(?:\(?{_GRADE.replace('grades', 'before')}\)?['\"]?)?{_REGISTERED}"
    rf"(?:장애{_CARD}|{_WHO}{_NOT_THE_PERSON}{_KINDS_IN_BRACKET}(?:\({_GRADE}\))?)"
)
_BARE_DEGREE = re.compile(
    r"장애(?:의)?정도가(?P<degree>심한|심하지않은)(?P<who>자|사람|경우)"
    r"|(?P<degree2>심한|심하지않은|중증|경증)장애(?:로등록된)?(?![가-힣])"
)
_BARE_TYPE = re.compile(
    r"(?P<types>(?:지적|자폐성|지체|뇌병변|시각|청각|발달)장애"
    r"(?:[·,/및또는와과]+(?:지적|자폐성|지체|뇌병변|시각|청각|발달)장애)*)(?![가-힣])"
)
# 「한쪽 부모가 … 등록장애인」 is about the parent; 「부 또는 모가」 is the person who asks.
_RELATIVE = re.compile(r"(?:부모|보호자|배우자|자녀|가족|가구원|세대원|동거인|세대주)가$")
_NONE = re.compile(r"비장애(?:인|아동|학생|형제|자녀)?(?!와|과함께)|장애가없는(?:자|사람)?")


@dataclass(frozen=True)
class _Read:
    degrees: tuple[Disability, ...] = _BOTH
    grade: int | None = None

    @property
    def legacy(self) -> int | None:
        """The old limit where it is finer than the two degrees of today."""
        return None if self.grade in (None, _LAST_SEVERE, _LAST_GRADE) else self.grade


def _degrees(text: str | None) -> tuple[Disability, ...]:
    if not text:
        return _BOTH
    mild = bool(re.search(_MILD, text))
    severe = bool(re.search(_SEVERE, re.sub(_MILD, "", text))) or text == "심한"
    return _BOTH if mild == severe else (Disability.MILD,) if mild else (Disability.SEVERE,)


def _with_grades(degrees: tuple[Disability, ...], text: str | None) -> _Read:
    """Degrees and old limit of "1~3급", "1급", "4급 이상", "4~6급"."""
    numbers = [int(each) for each in re.findall(r"[1-6]", text or "")]
    if not numbers:
        return _Read(degrees)
    worst, mildest = min(numbers), max(numbers)
    if worst > _LAST_SEVERE:
        return _Read((Disability.MILD,)) if "이상" not in (text or "") else _Read(_BOTH, mildest)
    if mildest <= _LAST_SEVERE:
        return _Read((Disability.SEVERE,), mildest)
    return _Read(_BOTH, mildest)


def kinds_of(text: str | None) -> list[str]:
    """Names of kinds in a text, as the engine knows them (자폐 → 자폐성)."""
    names = re.findall(_TYPE, text or "")
    full = [{"자폐": "자폐성", "간질환": "간", "장루요루": "장루·요루"}.get(n, n) for n in names]
    return list(dict.fromkeys(full))


def _persons(flat: Flat, setting: Setting) -> Iterator[Found]:
    """등록장애인, 심한 장애인, 시각·청각 장애인, 장애인(1~3급), 장애인등록증 소지자 …"""
    for match in _PERSON.finditer(flat.text):
        before = flat.text[: match.start()]
        if in_title(flat.text, match.start()) or _RELATIVE.search(before):
            continue
        grades = match["before"] or match["grades"]
        read = _with_grades(_degrees(match["degree"]), grades)
        bracket = match.group().rpartition("(")[2] if match.group().endswith(")") else ""
        rule = DisabilityCriterion(
            criterion="disability",
            one_of=list(read.degrees),
            types=kinds_of(f"{match['first'] or ''},{match['types'] or ''}") or kinds_of(bracket),
            legacy_grade_max=read.legacy,
        )
        start = law_start(flat.text, match.start(), _LAW)
        turned = negation_end(flat.text, match.end())
        yield Found(
            start,
            turned or match.end(),
            rule,
            Kind.GROUP,
            _DIMENSION,
            negated=turned is not None,
        )


def _bare(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Degrees and kinds without the word for the person, and people without a disability."""
    for match in _BARE_DEGREE.finditer(flat.text):
        degrees = _degrees(match["degree"] or match["degree2"])
        yield _found(match, DisabilityCriterion(criterion="disability", one_of=list(degrees)))
    for match in _BARE_TYPE.finditer(flat.text):
        kinds = kinds_of(match["types"])
        rule = DisabilityCriterion(criterion="disability", one_of=list(_BOTH), types=kinds)
        yield _found(match, rule)
    for match in _NONE.finditer(flat.text):
        yield _found(match, DisabilityCriterion(criterion="disability", one_of=[Disability.NONE]))


def _found(match: re.Match[str], rule: DisabilityCriterion) -> Found:
    return Found(match.start(), match.end(), rule, Kind.GROUP, _DIMENSION)


RECOGNISERS: tuple[Recogniser, ...] = (_persons, _bare)
IGNORED: tuple[re.Pattern[str], ...] = (
    re.compile(
        r"[\[「'\"]*장애인복지법[\]」'\"]*(?:시행령|시행규칙)?(?:제?\d+조(?:의\d+)?)?(?:에따라"
        r"|에따른|에의한|상)"
    ),
)
