"""What moving in asks beside the place: a time elsewhere before, and a time to be made up for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.parsing.recognise.numbers import PERIOD, period
from policies.eligibility.rule import OtherCriterion, ResidenceCriterion

_TOO_SHORT = rf"(?P<short>{PERIOD})(?:이상)?(?:미만|미거주|이되지않|이안된|에?미달)"
_MADE_UP = (
    rf"(?:(?P<period>{PERIOD})(?:이상)?(?:이|을)?(?:계속)?(?:경과|지난|거주|도래|되는|초과)"
    r"|나머지기간이?경과)"
)
_LATER = re.compile(
    r"(?:^|(?<=[.,(;)※*])|(?=다만|단,?[가-힣]))(?:(?:다만|단),?)?(?:(?!다만|단[가-힣,]{0,4}거주)[^.,()※*]){0,40}?"
    rf"{_TOO_SHORT}[^.()]{{0,40}}?{_MADE_UP}[^.,/()]{{0,24}}"
)
_ONLY_LATER = re.compile(
    rf"전입(?:후|일로부터)?(?P<period>{PERIOD})(?:이상)?(?:이)?(?:경과|지난)(?:한)?(?:시|후|뒤)"
    r"(?:부터)?(?:신청|지원|지급)가능"
)
_RESIDENCE = re.compile(r"거주|전입|주민등록|주소")
_LOOK_BACK = 80
_BUT = re.compile(r"^(?:※|\*)?(?:다만|단),?")

_AREA = (
    r"(?:시[·.,/]?군[·.,/]?구|시[·.,/]?군|시[·.,/]?도|군[·.,/]?구"
    r"|지역|지자체|자치단체)"
)
_BEFORE = (
    rf"(?:전입(?:신고)?일?(?:을)?(?:기준(?:으로)?|직?전)?(?:{PERIOD}이전부터)?)?"
    rf"(?:{PERIOD}(?:이상)?)?"
)
_STAYED = (
    r"(?:주민등록|주소지?|거주)(?:을|를|이)?(?:두고|두었|되어|하고)?"
    r"(?:있다가|있던|있었던|하다가?|하던|던|다가|한후|한뒤)"
)
_ELSEWHERE = re.compile(
    rf"{_BEFORE}(?:(?:타|다른){_AREA}|관외)(?:에서|에)?(?:{PERIOD}(?:이상)?)?(?:계속(?:하여)?)?"
    rf"(?:{_STAYED}|(?<=에서)(?=[가-힣]{{0,8}}(?:로|에)?전입))"
)


def _later(flat: Flat, setting: Setting) -> Iterator[Found]:
    """「거주기간이 6개월 미만인 경우 6개월 경과 후 신청 가능」: made up for after the birth."""
    for pattern in (_LATER, _ONLY_LATER):
        for match in pattern.finditer(flat.text):
            start, end = match.span()
            if not _RESIDENCE.search(flat.text[max(0, start - _LOOK_BACK) : end]):
                continue
            named = match.groupdict()
            length = period(named["period"] or named.get("short") or "")
            if length is None:
                continue
            but = _BUT.match(match.group())
            rule = ResidenceCriterion(
                criterion="residence", min_months=length.months, min_days=length.days
            )
            begin = start + (but.end() if but else 0)
            yield Found(begin, end, rule, Kind.SCOPE, "residence_later", 0.9)


def _moved_from_elsewhere(flat: Flat, setting: Setting) -> Iterator[Found]:
    """「타 시군구에 1년 이상 주민등록을 두고 있다가」: no fact holds the place before."""
    for match in _ELSEWHERE.finditer(flat.text):
        if "전입" not in flat.text[match.start() :]:
            continue
        length = re.search(PERIOD, match.group())
        stay = f" {length.group()} 이상 거주하다가" if length else ""
        rule = OtherCriterion(
            criterion="other",
            key=f"다른 시·군·구에서{stay} 전입",
            terms=["거주", "전입"] if length else ["전입"],
            question=f"다른 시·군·구에서{stay} 전입하셨나요?",
        )
        yield Found(match.start(), match.end(), rule, Kind.SCOPE, "moved_from", 0.8)


RECOGNISERS: tuple[Recogniser, ...] = (_later, _moved_from_elsewhere)
IGNORED: tuple[re.Pattern[str], ...] = ()
