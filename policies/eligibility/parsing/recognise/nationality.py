"""Nationality: 대한민국 국적, 내국인, 외국인, 결혼이민자, 난민 인정자."""

from __future__ import annotations

import re
from typing import Any

from policies.eligibility.parsing.found import Kind, Recogniser
from policies.eligibility.parsing.recognise.matching import recogniser, wording
from policies.eligibility.parsing.recognise.phrases import law_pattern
from policies.vocabulary import Nationality

_KOREA = r"(?:대한민국|한국|우리나라)의?국적"
_HAS = r"(?:을|의|를)?(?:보유|소지|소유|취득)?(?:하고있는|한|중인|자|가진)?"
_HAS_NOT = (
    r"(?:을|를|이)?(?:(?:(?:보유|소지|취득)하지|가지지|갖지)(?:않은|않는|아니한|못한|아니하는)"
    r"|미(?:취득|보유|소지)(?:한|자)?|없는|아닌)"
)
_REFUGEE_LAW = law_pattern(r"난민법|출입국관리법")
_FAMILY_LAW = law_pattern(r"다문화가족지원법|재한외국인처우기본법")


def _one_of(*nationalities: Nationality) -> dict[str, Any]:
    return {"criterion": "nationality", "one_of": list(nationalities)}


_KOREAN = _one_of(Nationality.KOREAN)
# 국적법 제2조·제3조: whoever has no Korean nationality is a foreigner, married to a Korean or not.
_FOREIGN = _one_of(Nationality.FOREIGN, Nationality.MARRIAGE_MIGRANT, Nationality.REFUGEE)

_nationality = recogniser(
    wording(rf"{_KOREA}{_HAS_NOT}", _KOREAN, Kind.SCOPE, "nationality", negated=True),
    wording(rf"{_KOREA}(?!{_HAS_NOT}){_HAS}", _KOREAN, Kind.SCOPE, "nationality"),
    wording(
        r"(?:대한민국의?국민|(?<!재)내국인)(?!과의?혼인|건강|연금)",
        _KOREAN,
        Kind.SCOPE,
        "nationality",
    ),
    wording(
        r"(?<!모두)(?<!두가)(?<!재한)(?<!모가)(?<!미)(?<!내[·,/])(?:등록|체류|국내거주)?외국인(?:주민|근로자)?"
        r"(?!등록|지원|투자|환자|단기|계절|사망|도?포함|은(?:결혼|체류)|등의?지원|의장애인|처우"
        r"|정책|관광|유학|과의?혼인|을?고용|근로자등|자녀|학교)",
        _FOREIGN,
        Kind.GROUP,
        "nationality",
    ),
    wording(
        r"(?:국적취득전)?(?:여성)?결혼(?:이민|이주)(?:자|여성)(?!지원|정책|센터)|국제결혼이주여성"
        r"|대한민국국민과혼인(?:관계에있는|한)(?:재한)?외국인",
        _one_of(Nationality.MARRIAGE_MIGRANT),
        Kind.GROUP,
        "nationality",
        law=_FAMILY_LAW,
    ),
    wording(
        r"(?<!피)난민(?:으로)?(?:인정(?:을)?(?:받은)?(?:자|사람)?)?(?!법|인정|신청|촌|지원)",
        _one_of(Nationality.REFUGEE),
        Kind.GROUP,
        "nationality",
        law=_REFUGEE_LAW,
    ),
)

RECOGNISERS: tuple[Recogniser, ...] = (_nationality,)
IGNORED: tuple[re.Pattern[str], ...] = (
    re.compile(r"\(?(?:등록)?외국인(?:등록자|도)?포함\)?"),
    re.compile(r"전국민(?:누구나)?|국민누구나"),
    re.compile(r"「?국적법」?에따른복수국적자포함"),
)
