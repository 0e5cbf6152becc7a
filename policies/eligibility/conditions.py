"""Diseases by everyday name: synonyms, wider terms and KCD code prefixes.

Codes were checked against the three-character KCD list where it reaches (A00-N03); N18, Q90,
S72 and the like are from KCD-8 itself. A name that is not here is compared as it is written.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from policies.eligibility.outcome import State


@dataclass(frozen=True)
class Disease:
    """`parents` are wider terms; `codes` KCD prefixes (empty: no single code)."""

    name: str
    aliases: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


_CHRONIC, _CANCER, _MIND = "만성질환", "암", "정신질환"
_HEART, _BRAIN = "심장질환", "뇌혈관질환"
_RARE, _RARE_ONLY, _INTRACTABLE = "희귀·난치질환", "희귀질환", "난치질환"

_TABLE: tuple[Disease, ...] = (
    Disease(_CHRONIC, ("만성병",)),
    Disease(_CANCER, ("악성신생물", "악성종양"), ("중증질환",), ("C",)),
    Disease(_MIND, ("정신장애", "정신병"), (), ("F",)),
    Disease(_RARE, ("희귀난치성질환", "희귀난치질환", "희귀·난치병")),
    Disease(_RARE_ONLY, ("희귀병", "중증희귀질환"), (_RARE,)),
    Disease(_INTRACTABLE, ("난치병", "난치성질환", "중증난치질환"), (_RARE,)),
    Disease("중증질환", ("중증환자",)),
    Disease(_HEART, ("심장병",), (_CHRONIC,)),
    Disease(_BRAIN, ("뇌질환",), (_CHRONIC,), ("I60", "I61", "I63", "I64")),
    Disease("고혈압", ("고혈압증", "본태성고혈압", "혈압"), (_CHRONIC,), ("I10",)),
    Disease("당뇨병", ("당뇨",), (_CHRONIC,), ("E14",)),
    Disease(
        "제1형 당뇨병", ("1형당뇨", "1형당뇨병", "제1형당뇨", "소아당뇨"), ("당뇨병",), ("E10",)
    ),
    Disease("제2형 당뇨병", ("2형당뇨", "2형당뇨병", "제2형당뇨"), ("당뇨병",), ("E11",)),
    Disease("이상지질혈증", ("고지혈증", "고콜레스테롤혈증"), (_CHRONIC,), ("E78",)),
    Disease("천식", (), (_CHRONIC,), ("J45",)),
    Disease("만성폐쇄성폐질환", ("COPD",), (_CHRONIC,), ("J44",)),
    Disease(
        "만성신부전", ("만성콩팥병", "만성신장병", "만성신장질환", "신부전"), ("신질환",), ("N18",)
    ),
    Disease("간경화", ("간경변", "간경변증"), (_CHRONIC,), ("K74",)),
    Disease("협심증", (), (_HEART,), ("I20",)),
    Disease("심근경색", ("급성심근경색", "심근경색증"), (_HEART,), ("I21",)),
    Disease("심부전", (), (_HEART,), ("I50",)),
    Disease("뇌졸중", ("중풍",), (_BRAIN,), ("I64",)),
    Disease("뇌경색", ("뇌경색증",), ("뇌졸중",), ("I63",)),
    Disease("뇌출혈", ("뇌내출혈",), ("뇌졸중",), ("I61",)),
    Disease("뇌경색 후유증", ("뇌졸중후유증",), (_BRAIN,), ("I69",)),
    Disease("치매", ("노망", "인지저하증", "노인성치매"), (), ("F03",)),
    Disease("알츠하이머병", ("알츠하이머", "알츠하이머치매"), ("치매",), ("G30", "F00")),
    Disease("혈관성 치매", (), ("치매",), ("F01",)),
    Disease("파킨슨병", ("파킨슨",), (_RARE,), ("G20",)),
    Disease("위암", (), (_CANCER,), ("C16",)),
    Disease("대장암", ("결장암",), (_CANCER,), ("C18",)),
    Disease("직장암", (), ("대장암",), ("C20",)),
    Disease("간암", (), (_CANCER,), ("C22",)),
    Disease("췌장암", (), (_CANCER,), ("C25",)),
    Disease("폐암", (), (_CANCER,), ("C34",)),
    Disease("유방암", (), (_CANCER,), ("C50",)),
    Disease("자궁경부암", (), (_CANCER,), ("C53",)),
    Disease("난소암", (), (_CANCER,), ("C56",)),
    Disease("전립선암", (), (_CANCER,), ("C61",)),
    Disease("갑상선암", (), (_CANCER,), ("C73",)),
    Disease("림프종", (), (_CANCER,), ("C85",)),
    Disease("백혈병", ("혈액암",), (_CANCER,), ("C95",)),
    Disease("우울증", ("우울장애", "주요우울장애"), (_MIND,), ("F32",)),
    Disease("조현병", ("정신분열병", "정신분열증"), (_MIND,), ("F20",)),
    Disease("조울증", ("양극성장애", "양극성정동장애"), (_MIND,), ("F31",)),
    Disease("불안장애", (), (_MIND,), ("F41",)),
    Disease("공황장애", (), ("불안장애",), ("F41",)),
    Disease("알코올중독", ("알코올의존", "알코올사용장애", "알콜중독"), (_MIND,), ("F10",)),
    Disease("ADHD", ("주의력결핍과잉행동장애",), (_MIND,), ("F90",)),
    Disease("결핵", ("폐결핵",), (), ("A15", "A16")),
    Disease("HIV 감염", ("에이즈", "후천성면역결핍증", "HIV"), (), ("B24",)),
    Disease("진폐증", ("진폐",), (), ("J64",)),
    Disease("크론병", (), (_RARE,), ("K50",)),
    Disease("궤양성 대장염", ("궤양성결장염",), (_RARE,), ("K51",)),
    Disease("루푸스", ("전신홍반루푸스", "전신성홍반루푸스"), (_RARE,), ("M32",)),
    Disease("루게릭병", ("근위축성측삭경화증", "ALS"), (_RARE,), ("G12",)),
    Disease("다발성경화증", (), (_RARE,), ("G35",)),
    Disease("혈우병", (), (_RARE,), ("D66", "D67")),
    Disease("혈우병 A형", ("A형혈우병",), ("혈우병",), ("D66",)),
    Disease("류마티스 관절염", ("류마티스", "류머티즘관절염"), (_CHRONIC,), ("M06",)),
    Disease("강직성 척추염", ("강직척추염",), (_RARE,), ("M45",)),
    Disease("관절염", ("퇴행성관절염", "골관절염", "관절증")),
    Disease("무릎 관절염", ("무릎퇴행성관절염", "무릎관절증", "슬관절염"), ("관절염",), ("M17",)),
    Disease("허리디스크", ("추간판탈출증", "디스크"), (), ("M51",)),
    Disease("골다공증", (), (_CHRONIC,), ("M81",)),
    Disease("통풍", (), (_CHRONIC,), ("M10",)),
    Disease("녹내장", (), (), ("H40",)),
    Disease("백내장", ("노년백내장",), (), ("H26",)),
    Disease("뇌전증", ("간질",), (), ("G40",)),
    Disease("뇌성마비", (), (), ("G80",)),
    Disease("다운증후군", (), (), ("Q90",)),
    Disease("아토피 피부염", ("아토피",), (), ("L20",)),
    Disease("임신중독증", ("중증임신중독증", "전자간증", "자간전증"), (), ("O14",)),
    Disease("임신성 당뇨", ("임신성당뇨병", "임신당뇨"), (), ("O24",)),
    Disease("임신성 고혈압", ("임신고혈압",), (), ("O13",)),
    Disease("양막의 조기파열", ("양막조기파열", "조기양막파열"), (), ("O42",)),
    Disease("신질환", ("신장질환", "신장병", "콩팥병"), (_CHRONIC,)),
    Disease("신우신염", (), ("신질환",), ("N10",)),
    Disease("자궁 및 자궁의 부속기 질환", ("자궁과부속기질환",)),
    Disease("자궁근종", (), ("자궁 및 자궁의 부속기 질환",), ("D25",)),
    Disease("난소낭종", (), ("자궁 및 자궁의 부속기 질환",), ("N83",)),
)

# Terms whose members no table can list: a disease that is not in the table may still belong.
_OPEN_TERMS = frozenset(
    {_CHRONIC, _CANCER, _MIND, _RARE, _RARE_ONLY, _INTRACTABLE, "중증질환", _HEART, _BRAIN}
)
# Which of the two lists (희귀 or 중증난치 산정특례) holds a disease changes by notice, so a disease
# known only as 희귀·난치 leaves both open.
_SPLIT_TERMS = frozenset({_RARE_ONLY, _INTRACTABLE})
_ROLE_SUFFIX = re.compile(r"(?:확진|진단)?(?:받은)?(?:환자|질환자|환우|진단자|확진자|판정자)$")


def _key(name: str) -> str:
    text = re.sub(r"[^\w]", "", unicodedata.normalize("NFKC", name)).upper()
    return _ROLE_SUFFIX.sub("", text) or text


_BY_KEY = {_key(name): disease for disease in _TABLE for name in (disease.name, *disease.aliases)}


def find_disease(name: str) -> Disease | None:
    """The table entry for an everyday or official name, None when it is not listed."""
    return _BY_KEY.get(_key(name))


def canonical_name(name: str) -> str:
    """Canonical name ("당뇨" → "당뇨병"); an unlisted name loses only spaces and 환자/진단자."""
    disease = find_disease(name)
    return disease.name if disease else _key(name)


def wider_terms(name: str) -> frozenset[str]:
    """All wider terms of a disease, itself included."""
    seen: set[str] = set()
    queue = [canonical_name(name)]
    while queue:
        current = queue.pop()
        if current in seen:
            continue
        seen.add(current)
        disease = find_disease(current)
        queue.extend(disease.parents if disease else ())
    return frozenset(seen)


def _only_rare(name: str) -> bool:
    return _RARE in wider_terms(name) and not wider_terms(name) & _SPLIT_TERMS


def has_condition(wanted: str, known: list[str]) -> State:
    """Whether the complete list `known` contains `wanted` or one of its kinds.

    UNKNOWN when the list holds only a wider term (암 for 위암; 임신과다구토 for that with a
    metabolic disorder), or a disease outside the table while `wanted` is an open term (만성질환,
    희귀질환 …).
    """
    target = canonical_name(wanted)
    target_terms = wider_terms(target)
    open_ = False
    for name in known:
        if target in wider_terms(name):
            return State.MET
        listed = find_disease(name) is not None
        open_ = open_ or canonical_name(name) in target_terms
        open_ = open_ or _key(target).endswith(_key(canonical_name(name)))
        open_ = open_ or (target in _SPLIT_TERMS and _only_rare(name))
        open_ = open_ or (target in _OPEN_TERMS and not listed)
    return State.UNKNOWN if open_ else State.NOT_MET
