"""Pregnancy, infertility and late births: 임산부, 난임부부, 출산가정, "출생일로부터 1년 이내"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.criterion_base import AgeUnit
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.rule import (
    AnyOf,
    ChildrenCriterion,
    InfertilityCriterion,
    OtherCriterion,
    PregnancyCriterion,
    Rule,
)
from policies.vocabulary import Pregnancy

from .limits import Limits
from .numbers import PERIOD, Period, period

DIMENSION = "pregnancy"
_CHILDREN = "children"

_PREGNANT = re.compile(
    r"(?:등록)?임산부(?!석|배려|수첩|전용|스티커|가탑승|주차|건강관리|수유|교실|증명|확인|등록|표지|뱃지|영양|탑승)"
    r"|임신부(?!등록)|(?<!난)임부(?!금)|임신(?:중(?!독)이?거나출산(?:후|한)?|중(?!독)(?:인|이거나)?|한)(?:여성|자(?!녀)|산모)?"
)
_MOTHER = re.compile(
    r"(?P<given>출산한|출산후|분만한|출산)?산모(?![·및,]?신생아(?:건강|도우미)|신생아|건강|수첩|도우미|로부터|교실|의경우|나배우자)"
    r"|(?:출산|분만)(?:한|후)?(?:여성(?!장애인?[의가])|모(?![가-힣]))"
)
_AFTER_BIRTH = re.compile(
    rf"(?:(?P<both>임신(?:중)?(?:이거나|인여성및|또는|및|과|,))?(?:출산|분만|산)(?:일로부터|일|후|한지|이후)*"
    rf"(?P<period>{PERIOD})(?:이|을)?(?:이내|미만|(?:경과|지나)(?:하|되)?지(?:아니|않)(?:한|은))(?:인|의)?"
    r"(?:관내)?(?:여성|산모|임산부|출산모|자(?!녀)|산부|(?(both)|(?!))))"
)
_EVENT = (
    r"(?:출생|출산|분만)(?:아)?"
    r"(?:\((?:입양|출산|유·?사산일?|유산·?사산)\)|[·/및]?(?:또는)?입양(?:일|신고)?)*"
)
_SINCE_BIRTH = re.compile(
    rf"(?:(?:신청일)?(?:현재)?(?:자녀|영아|신생아|출생아|아동)(?:의|가)?)?{_EVENT}(?P<report>신고)?"
    r"(?:\(입양\))?(?:일자?|한날)?(?:\([^()]{1,8}\))?(?:로부터|부터|을?기준으로|기준|이후|후|한지|이|한후)?"
    rf"(?:만)?(?P<period>{PERIOD})(?P<bound>이내|미만|까지|내(?=에?신청)|"
    r"(?:이|을|가)?(?:경과|지나|초과)(?:하|되)?지?(?:아니|않)(?:한|은|았을|하였을|하는|을)(?:것|자)?)"
    r"(?P<noun>(?:인|의|된)?['\"]?(?:영아|신생아|아동|아이|자녀|영유아)['\"]?)?"
    r"(?:에|의)?(?:신청(?:한자?|자|가능|하여야|해야)?)?"
)
# "이내에 진단받은": something happened so soon after birth, which says nothing of today.
_EVENT_NEXT = re.compile(
    r"(?![^,.]{0,25}신청)(?:(?<=에)(?!신청)|전입|이용|사용|진단|수술|지급|발급|등록|입원)"
)
_HOME = (
    r"(?:가정(?!양육)|가구(?!특별)|세대|부모|부(?:\(父\))?또는모(?:\(母\))?|보호자|주민|시민|군민)"
)
_OR_ADOPTED = r"(?:\(입양\)|[·/]입양|및입양|또는입양)?"
_FAMILY = re.compile(
    rf"(?:자녀를?|아이를?|신생아를?)?(?:출산{_OR_ADOPTED}(?:신고)?(?:한|하는|을한)?(?:모든)?"
    rf"(?:{_HOME}|자(?!녀|금|수|격))|출생{_OR_ADOPTED}(?:신고)?(?:한|하는|된|를한)?(?:모든)?{_HOME})"
    r"|(?:출생아|신생아|영아)(?:의)?['\"]?부(?:\(父\))?(?:또는|나|·|,|와)모(?:\(母\))?['\"]?|"
    r"출생아(?=$|[,.)]|로|를|을|가|의(?:보호자|부모)|및|와|중)"
)
_FAMILY_MONTHS = 12
_ADOPTION = re.compile(
    r"(?<!출산)(?<!출생)(?<![·(및])(?:국내)?입양(?:기관을통해)?(?:된|한|특례법에따라)*(?:국내)?"
    r"(?:가정|아동|부모|가족|자녀|영아|아(?![가-힣]))"
)
_INFERTILE = re.compile(
    r"난임(?:으로)?(?:진단(?:을)?받은|시술(?:을)?(?:받는|받은|대상)|판정(?:을)?받은)?"
    r"(?:부부|여성|남성|환자|자(?=$|[,.)]))?(?!부부시술|시술비|진단서|상담|우울|치료|지원|시술을요)"
)
_LATE = 0.7


def _states(word: str) -> list[Pregnancy]:
    """임산부 is pregnant or has just given birth (모자보건법 제2조); 임신부 is pregnant."""
    if "임산부" in word or "출산" in word:
        return [Pregnancy.PREGNANT, Pregnancy.POSTPARTUM]
    return [Pregnancy.PREGNANT]


def _pregnancy(states: list[Pregnancy], within: int | None = None) -> PregnancyCriterion:
    return PregnancyCriterion(criterion="pregnancy", one_of=states, within_months=within)


def pregnant(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Words for pregnant women and mothers in childbed."""
    for match in _PREGNANT.finditer(flat.text):
        rule = _pregnancy(_states(match.group()))
        yield Found(match.start(), match.end(), rule, Kind.GROUP, DIMENSION)
    for match in _MOTHER.finditer(flat.text):
        given = match["given"] or "산모" not in match.group()
        born = [Pregnancy.POSTPARTUM]
        states = born if given else [Pregnancy.PREGNANT, *born]
        rule = _pregnancy(states)
        yield Found(match.start(), match.end(), rule, Kind.GROUP, DIMENSION, 0.9)


def mothers_within(flat: Flat, setting: Setting) -> Iterator[Found]:
    """ "임신 중이거나 출산 후 6개월 미만인 여성"."""
    for match in _AFTER_BIRTH.finditer(flat.text):
        length = period(match["period"])
        if length is None or length.months is None:
            continue
        states = [Pregnancy.POSTPARTUM]
        if match["both"]:
            states.insert(0, Pregnancy.PREGNANT)
        rule = _pregnancy(states, length.months)
        yield Found(match.start(), match.end(), rule, Kind.GROUP, DIMENSION)


def _recent(length: Period, *, below: bool) -> ChildrenCriterion:
    if below and length.months is not None:
        return Limits(AgeUnit.MONTHS, below=length.months).children()
    return ChildrenCriterion(
        criterion="children", within_months=length.months, within_days=length.days
    )


def births_within(flat: Flat, setting: Setting) -> Iterator[Found]:
    """ "출생일로부터 1년 이내": a term for applying is one for the child's age as well."""
    for match in _SINCE_BIRTH.finditer(flat.text):
        length = period(match["period"])
        if length is None or _EVENT_NEXT.match(flat.text, match.end()):
            continue
        below = match["bound"] == "미만"
        rule: Rule = _recent(length, below=below)
        if match["noun"] and length.months is not None:
            bound = {"below": length.months} if below else {"max": length.months}
            rule = AnyOf(any_of=[Limits(AgeUnit.MONTHS, **bound).person(), rule])
        confidence = _LATE if match["report"] else 1.0
        yield Found(match.start(), match.end(), rule, Kind.SCOPE, _CHILDREN, confidence)


def newborn_families(flat: Flat, setting: Setting) -> Iterator[Found]:
    """출산가정, 출생아의 부 또는 모: a birth of late, mostly within a year."""
    for match in _FAMILY.finditer(flat.text):
        rule = ChildrenCriterion(criterion="children", within_months=_FAMILY_MONTHS)
        yield Found(match.start(), match.end(), rule, Kind.GROUP, _CHILDREN, _LATE)


def adoptions(flat: Flat, setting: Setting) -> Iterator[Found]:
    """입양가정, 입양아동: only what was said can tell."""
    for match in _ADOPTION.finditer(flat.text):
        rule = OtherCriterion(criterion="other", key="입양", terms=["입양"])
        yield Found(match.start(), match.end(), rule, Kind.GROUP, _CHILDREN)


def infertile(flat: Flat, setting: Setting) -> Iterator[Found]:
    """난임부부, 난임 진단을 받은 …"""
    for match in _INFERTILE.finditer(flat.text):
        rule = InfertilityCriterion(criterion="infertility_treatment")
        yield Found(match.start(), match.end(), rule, Kind.GROUP, DIMENSION)


RECOGNISERS: tuple[Recogniser, ...] = (
    pregnant,
    mothers_within,
    births_within,
    newborn_families,
    adoptions,
    infertile,
)
