"""Marriage: 신혼부부, 예비부부, 미혼, "혼인신고일로부터 7년 이내", "2023.1.1. 이후 혼인신고"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.rule import (
    AllOf,
    AnyOf,
    HouseholdTypeCriterion,
    MaritalStatusCriterion,
    MarriedWithinCriterion,
    Rule,
)
from policies.vocabulary import HouseholdType, MaritalStatus

from .numbers import DATE, PERIOD, period, stretch

DIMENSION = "marriage"

# 주거지원 (국민주택기금, 공공주택 특별법 시행규칙): 신혼부부 are within seven years.
_NEWLYWED_MONTHS = 84
_WED = r"(?:(?:법적)?(?:혼인|결혼)(?:관계증명서상혼인신고일)?(?:신고(?:를)?(?:필)?)?)"
_FROM = (
    r"(?:일자?|기간|한날|한지|후)?(?:이|은|을|를)?"
    r"(?:로부터|부터|으로부터|기준(?:으로)?|이후|후)?[,:]?"
)
_OVER = r"(?:이|을|를)?(?:경과|지나|초과|넘)(?:하|되)?지?(?:아니|않)(?:한|은|는|았을?)"
_NOT_MORE = rf"(?:이내|미만|이하|까지|{_OVER})"
_COUPLE = r"(?:인|의|된|한)?(?:[가-힣]{0,4}?)(?:신혼부부|신혼가구|혼인가구|부부)"
_WITHIN = re.compile(
    rf"(?:신청일기준|공고일기준)?{_WED}{_FROM}(?:(?P<least>{PERIOD})(?:이상|(?:이)?경과(?:한날|후|하였으나|한)?)(?:부터|,|에)?)?"
    rf"(?:{_WED}일?(?:로)?(?:부터)?)?(?P<most>{PERIOD}){_NOT_MORE}(?P<couple>{_COUPLE})?"
)
_WITHIN_BEFORE = re.compile(
    rf"(?:최근)?(?P<most>{PERIOD}){_NOT_MORE}(?:에)?(?:혼인|결혼)(?!신고할|하기로|예정|할)(?:신고)?(?:를)?(?:한)?(?P<couple>{_COUPLE})?"
)
_AT_LEAST = re.compile(
    rf"{_WED}{_FROM}(?P<least>{PERIOD})(?:이상|(?:이)?(?:경과|지난))(?:인|한|된)?(?P<couple>{_COUPLE})?"
)
_SINCE = re.compile(
    rf"(?P<from>{DATE})일?(?:이후|부터)(?:~?(?P<to>{DATE})(?:까지|이전)?)?(?:에)?(?:혼인|결혼)(?:신고)?(?:를)?(?:한|완료한)?"
    rf"(?P<couple>{_COUPLE}|자(?!녀|금))?"
)
_NEWLYWED = re.compile(
    r"(?P<soon>\(예비\)|예비)?(?:청년)?신혼(?:부부|가구)(?!특별|형|매입|유형|전세|I|II|할인|주택|임대)"
)
_ENGAGED = re.compile(
    r"예비(?!신혼|사회|창업|부모교)(?:부부|신랑신부)|(?:혼인|결혼)(?:을)?(?:예정(?:인)?(?:자|커플|부부)?|할예정인?자?|"
    r"하기로한자)(?!일|임을|\d)"
)
_CIVIL: tuple[tuple[re.Pattern[str], list[MaritalStatus]], ...] = (
    (
        re.compile(
            r"미혼(?!의?자녀|모|부[·,자가로인는]|부$|한부모|부모|여부)(?:인자|남녀|자(?!녀)|인|여성|남성)?"
        ),
        [MaritalStatus.SINGLE, MaritalStatus.ENGAGED],
    ),
    (
        re.compile(
            r"기혼(?:자|여성|남성)?(?!여부)|유배우자|배우자가있는(?:자|사람)?|법적?으?로?혼인(?:상태|관계|중)(?:에있는|인|의)?(?:부부|자)?|법률혼(?:상태)?(?:의)?부부"
        ),
        [MaritalStatus.MARRIED],
    ),
    (re.compile(r"이혼(?:한|자|가정|가구)(?!사유)(?:자|사람|여성)?"), [MaritalStatus.DIVORCED]),
    (re.compile(r"사별(?:한|자|가정|가구)(?:자|사람|여성)?"), [MaritalStatus.WIDOWED]),
    (
        re.compile(
            r"(?:무배우자|배우자가없는)(?:자|사람|가구)?|(?<![가-힣])독신(?!청)(?:자|가구)?"
        ),
        [
            MaritalStatus.SINGLE,
            MaritalStatus.ENGAGED,
            MaritalStatus.DIVORCED,
            MaritalStatus.WIDOWED,
        ],
    ),
)
_UNWED_PARENT = re.compile(
    r"미혼(?:한부모|모[·,]?부|부[·,]?모|모(?!자)|부(?=[·,자가로인는]|$))(?:가족|가정|가구|자)?"
)
_SAYS_NOTHING = re.compile(r"(?:여부|관계없|무관)")
_OF_PARENTS = re.compile(r"(?:부부|부모|보호자)(?:가|의)$")


def _newlywed() -> Rule:
    """The word alone: said of oneself, or wed within the usual seven years."""
    kind = HouseholdTypeCriterion(criterion="household_type", any_of=[HouseholdType.NEWLYWED])
    within = MarriedWithinCriterion(criterion="married_within", max_months=_NEWLYWED_MONTHS)
    return AnyOf(any_of=[kind, within])


def _status(states: list[MaritalStatus]) -> MaritalStatusCriterion:
    return MaritalStatusCriterion(criterion="marital_status", one_of=states)


def _months(text: str | None) -> int | None:
    length = period(text) if text else None
    return length.months if length else None


def married_within(flat: Flat, setting: Setting) -> Iterator[Found]:
    """At most, at least or between so long after the wedding."""
    for pattern in (_WITHIN, _WITHIN_BEFORE, _AT_LEAST):
        for match in pattern.finditer(flat.text):
            groups = match.groupdict()
            most, least = _months(groups.get("most")), _months(groups.get("least"))
            if most is None and least is None:
                continue
            rule = MarriedWithinCriterion(
                criterion="married_within", max_months=most, min_months=least
            )
            kind = Kind.GROUP if match["couple"] else Kind.SCOPE
            yield Found(*_with_couple(flat, match), rule, kind, DIMENSION)


def _with_couple(flat: Flat, match: re.Match[str]) -> tuple[int, int]:
    """The stretch with "신혼부부(" in front of it and the bracket closed behind it."""
    start, end = match.span()
    before = re.search(r"(?:청년)?신혼(?:부부|가구)[(:]$", flat.text[:start])
    if before is None:
        return start, end
    closes = flat.text[end : end + 1] == ")" and before.group().endswith("(")
    return before.start(), end + closes


def married_since(flat: Flat, setting: Setting) -> Iterator[Found]:
    """ "2023.1.1. 이후 혼인신고"."""
    for match in _SINCE.finditer(flat.text):
        first = stretch(match["from"])
        last = stretch(match["to"]) if match["to"] else None
        if first is None:
            continue
        rule = MarriedWithinCriterion(
            criterion="married_within",
            married_from=first.first,
            married_to=last.last if last else None,
        )
        yield Found(match.start(), match.end(), rule, Kind.SCOPE, DIMENSION)


def couples(flat: Flat, setting: Setting) -> Iterator[Found]:
    """신혼부부 and those about to wed."""
    engaged = _status([MaritalStatus.ENGAGED])
    for match in _NEWLYWED.finditer(flat.text):
        soon, rule = match["soon"], _newlywed()
        if soon:
            rule = engaged if "(" not in soon else AnyOf(any_of=[engaged, rule])
        yield Found(match.start(), match.end(), rule, Kind.GROUP, DIMENSION, 0.9)
    for match in _ENGAGED.finditer(flat.text):
        yield Found(match.start(), match.end(), engaged, Kind.GROUP, DIMENSION)


def _says_nothing(flat: Flat, match: re.Match[str]) -> bool:
    """Whether the word is about the parents' marriage, or said to make no difference."""
    before = _OF_PARENTS.search(flat.text[: match.start()])
    return bool(before or _SAYS_NOTHING.match(flat.text, match.end()))


def civil_states(flat: Flat, setting: Setting) -> Iterator[Found]:
    """미혼, 기혼, 이혼, 사별, and unmarried parents."""
    for pattern, states in _CIVIL:
        for match in pattern.finditer(flat.text):
            if not _says_nothing(flat, match):
                yield Found(match.start(), match.end(), _status(states), Kind.GROUP, DIMENSION)
    for match in _UNWED_PARENT.finditer(flat.text):
        alone = HouseholdTypeCriterion(
            criterion="household_type", any_of=[HouseholdType.SINGLE_PARENT]
        )
        rule = AllOf(all_of=[alone, _status([MaritalStatus.SINGLE])])
        yield Found(match.start(), match.end(), rule, Kind.GROUP, "household")


RECOGNISERS: tuple[Recogniser, ...] = (married_within, married_since, couples, civil_states)
