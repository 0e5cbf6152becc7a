"""Weeks of pregnancy, and ages told by a first birthday."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.criterion_base import AgeUnit
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.rule import PregnancyCriterion
from policies.vocabulary import Pregnancy

from .limits import Limits
from .whose import either_asks

_WHO = r"(?:의|인)?(?:임산부|임신부|임부|산모|여성|자(?!녀))?"
_RANGE = re.compile(
    rf"(?:임신)?(?P<low>\d{{1,2}})주?(?:~|-|부터|에서)(?:임신)?(?P<high>\d{{1,2}})주(?:까지|이내|사이|이하|미만)?{_WHO}"
)
_FROM = re.compile(rf"임신(?:후)?(?P<low>\d{{1,2}})주(?:이상|이후|부터|경과)(?:인|된|한)?{_WHO}")
_TO = re.compile(
    rf"임신(?:후)?(?P<high>\d{{1,2}})주(?P<edge>이내|이하|미만|까지|이전)(?:인|의)?{_WHO}"
)
_TERM = 42
_FIRST_BIRTHDAY = re.compile(
    r"(?:만|생후)?(?P<low>\d{1,2})개월(?:이상)?(?:~|-|부터|에서)(?:생후)?(?:첫돌|돌)(?:이?전|미만|까지)?(?:의)?(?:영아|아기|아동|영유아|유아)?"
)


def pregnancy_weeks(flat: Flat, setting: Setting) -> Iterator[Found]:
    """임신 16주 이상, 12~18주 임산부."""
    for pattern in (_RANGE, _FROM, _TO):
        for match in pattern.finditer(flat.text):
            groups = match.groupdict()
            low, high = groups.get("low"), groups.get("high")
            if not _is_pregnancy(match.group(), low, high):
                continue
            most = int(high) - (groups.get("edge") == "미만") if high else None
            rule = PregnancyCriterion(
                criterion="pregnancy",
                one_of=[Pregnancy.PREGNANT],
                min_weeks=int(low) if low else None,
                max_weeks=most,
            )
            yield Found(*match.span(), rule, Kind.GROUP, "pregnancy", 0.9)


def _is_pregnancy(words: str, low: str | None, high: str | None) -> bool:
    """Weeks of something else ("4~6주 과정") name no mother and no pregnancy."""
    named = re.search(r"임신|임산|임부|산모", words)
    return bool(named) and int(low or 0) <= int(high or _TERM) <= _TERM


def first_birthday(flat: Flat, setting: Setting) -> Iterator[Found]:
    """5개월 ~ 첫돌 전."""
    for match in _FIRST_BIRTHDAY.finditer(flat.text):
        limits = Limits(AgeUnit.MONTHS, int(match["low"]), None, None, 12)
        yield Found(*match.span(), either_asks(limits), Kind.SCOPE, "age", 0.9)


RECOGNISERS: tuple[Recogniser, ...] = (pregnancy_weeks, first_birthday)
