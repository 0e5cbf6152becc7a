"""Work: plain 근로자, 자영업자, 미취업자, 구직자, 농어업인, 축산, 임업, 육아휴직자.

Employment with conditions of its own ("중소기업에 6개월 이상 재직") is left unread: no fact
key holds it, and reading the word alone would hide the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.parsing.recognise.matching import recogniser, wording
from policies.eligibility.parsing.recognise.phrases import law_pattern
from policies.eligibility.rule import EmploymentCriterion
from policies.vocabulary import Employment

_DIMENSION = "employment"
_FARM_LAW = law_pattern(
    r"농[·‧]?어업경영체육성및지원에관한법률|농업[·,]?농촌및식품산업기본법"
    r"|농지법|수산업법|산림조합법"
    r"|임업및산촌진흥촉진에관한법률|수산업[·,]?어촌발전기본법"
)
_WORKER_BEFORE = re.compile(
    r"(?:상시|도시|자활|단시간|기간제|건설|일용|가사|정규직|비정규직|피해|계절|특수형태|형태|여성|"
    r"진폐|파견|고령|외국인|임금|사업|소속|기업|업체|직장|사업장|단기|초단시간|유급|무급|산재|현장"
    r"|체불|이동|플랫폼|감정|봉급|임금|군수공장강제동원|기관|학교|에|에서|이상|이내|미만|개월|\d년)$"
)
_KINDS = {"농": Employment.FARMER, "어": Employment.FISHER, "임": Employment.FORESTER}


def _one_of(*kinds: Employment) -> dict[str, Any]:
    return {"criterion": "employment", "one_of": list(kinds)}


def _primary(match: re.Match[str], setting: Setting) -> EmploymentCriterion:
    """농업인, 농어업인, 농·임·어업인 … by the syllables that name the trades."""
    kinds = [kind for sign, kind in _KINDS.items() if sign in match["trades"]]
    return EmploymentCriterion(criterion="employment", one_of=kinds)


_primary_trades = recogniser(
    wording(
        r"(?<!예비)(?P<trades>(?:[농어임]업?[·.,]?림?[·.,]?)*[농어임])"
        r"(?:업인|업민|(?<!임)민)(?!안전|수당|바우처|회관|단체|학습|대학"
        r"|교육|월급|공제|단기|재해|법인|기준"
        r"|연금|신문|센터|상담|정책|육성|공익|영농정착|자립기반|후계자|경영체)",
        _primary,
        Kind.GROUP,
        _DIMENSION,
        law=_FARM_LAW,
    ),
    wording(
        r"(?<![가-힣])농가(?!주택|도우미|소득|부채|당|경영|단위|맛집|민박|등록)"
        r"|영농(?:에)?종사(?:자|하는|하고있는)?"
        r"|(?:실제|실질적으로)?농업(?:에|생산활동을)(?:종사)?하(?:는|고있는)(?:자)?",
        _one_of(Employment.FARMER),
        Kind.GROUP,
        _DIMENSION,
    ),
    wording(
        r"축산농가|축산업(?:인|에?종사(?:자|하는)?)|축산인",
        _one_of(Employment.LIVESTOCK),
        Kind.GROUP,
        _DIMENSION,
    ),
    wording(
        r"(?<![가-힣])어가(?!경영|소득)|어업(?:에)?종사(?:자|하는|하고있는)",
        _one_of(Employment.FISHER),
        Kind.GROUP,
        _DIMENSION,
    ),
    wording(r"임가(?!소득)", _one_of(Employment.FORESTER), Kind.GROUP, _DIMENSION, word=True),
)

_OUT_OF_WORK = (Employment.UNEMPLOYED, Employment.JOB_SEEKING)
_status = recogniser(
    wording(
        r"(?<!모두)(?:미취업|비취업|(?<![가-힣])무직)(?:상태(?:인|에있는)?)?(?:자)?(?!미혼"
        r"|자녀|으로간주|등으로양육)",
        _one_of(*_OUT_OF_WORK, Employment.INACTIVE),
        Kind.SCOPE,
        _DIMENSION,
    ),
    wording(
        r"(?:장기)?실(?:직|업)(?:자(?!가구)|중인(?:자)?|상태(?:인|에있는)?(?:자)?)",
        _one_of(*_OUT_OF_WORK),
        Kind.SCOPE,
        _DIMENSION,
    ),
    wording(
        r"구직(?:자|중(?:인|에있는)?|활동(?:중인?|을하고있는|을하는)|희망(?:자"
        r"|하는)?|을희망하는(?:자)?"
        r"|등록(?:한|을한|된)?(?:자)?|(?=청년))|취업준비(?:생|중인?|자)|취준생",
        _one_of(Employment.JOB_SEEKING),
        Kind.SCOPE,
        _DIMENSION,
    ),
    wording(
        r"(?<!예비)(?:소상공인|자영업(?:자|(?=[,·)]|등|$)))(?!시장|진흥"
        r"|기본법|연합|정책|센터|특례|지원|보호법|확인서|으로구성"
        r"|컨설팅|대학|자금)|(?<!예비)개인사업자(?!등록증)",
        _one_of(Employment.SELF_EMPLOYED),
        Kind.SCOPE,
        _DIMENSION,
    ),
    wording(
        r"육아휴직(?:자|중(?:인)?|을?사용(?:자|하는|한|중인|하고있는)|을?한"
        r"|을하고있는)|(?:무급|유급)?휴직(?:자|중인)",
        _one_of(Employment.ON_LEAVE),
        Kind.SCOPE,
        _DIMENSION,
    ),
)


def _workers(flat: Flat, setting: Setting) -> Iterator[Found]:
    """근로자, 직장인, 취업자, 재직자 without anything that says which ones."""
    for match in _PLAIN.finditer(flat.text):
        start, end = match.span()
        if not flat.starts_word(start) or _WORKER_BEFORE.search(flat.text[:start]):
            continue
        rule = EmploymentCriterion(criterion="employment", one_of=[Employment.EMPLOYED])
        yield Found(start, end, rule, Kind.SCOPE, _DIMENSION, 0.9)


_PLAIN = re.compile(
    r"(?:(?:근로자|노동자|직장인|재직자|취업자)(?=$|[^가-힣0-9]|로서|(?:이"
    r"|가|은|는|및|또는|와|과|중|인|이며)(?![가-힣]{0,2}수|\d))"
    r"|(?:취업|재직|근로)중(?:인자|인사람|인)?(?=$|[^가-힣]|이거나|인경우|이며|청년))"
)

RECOGNISERS: tuple[Recogniser, ...] = (_primary_trades, _status, _workers)
IGNORED: tuple[re.Pattern[str], ...] = ()
