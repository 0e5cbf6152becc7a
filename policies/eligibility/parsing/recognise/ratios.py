"""Ratios of 기준중위소득 in all their spellings, with the tables that only restate them.

The ratio is a percentage of the income published each year under 국민기초생활 보장법 제6조의2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Setting
from policies.eligibility.parsing.recognise.money_words import AMOUNT
from policies.eligibility.parsing.recognise.phrases import after_bracket, bracket, is_priority
from policies.eligibility.rule import MedianIncomeRatioCriterion

Side = Literal["min", "max", "above", "below", "about"]

_MEDIAN = re.compile(r"(?:국민)?(?:기준|기본)?중위(?:소[득독]|(?=\d{2,3}(?:\.\d+)?%))")
# Words that name the income which is compared; each is a whole piece, so none is a prefix of
# two readings.
_INCOME_WORD = (
    r"[(\[]?(?:소득|인정액|평가액|가구당|가구|세대|가족|청년|독립|전체|합산|월평균|총|근로|사업|실제|세전"
    r"|재산조사결과|산정|판정|기준|수준|조건|요건|국민|건강보험료?|노인장기요양보험료|장기요양보험료"
    r"|중위|본인부담금?|부과|고지|납부|납입|합계|액|금액|당해|해당|연도|\d{2,4}년도?|환산)[)\]]?"
    r"(?:이|은|는|의|상|:|-(?=소득|기준))?"
)
_SUBJECT = re.compile(
    rf"{_INCOME_WORD}(?:{_INCOME_WORD}|및|또는|·)*(?:\([^()]{{0,12}}포함\)|[\])])?[:']*"
)
# Another household than the one that applies.
_OTHERS = re.compile(r"(?:부양의무자|부양자|원가구|원가정|직계존속)[^,.%]{0,24}$|부모(?:의|님)?$")
_BETWEEN = re.compile(
    r"(?:소득|기준|수준|금액|대비|액|일정기준금액|\d{4}년도?)*(?:\((?!\d)[^()%]{0,40}\))?"
    r"(?:의|:|이|은|는|에서|[(\[*])*"
)
_FIGURE = re.compile(
    r"(?:(?P<of>100분의)|(?P<of2>백분의))?(?P<n>\d{1,3}(?:\.\d+)?)(?P<unit>%|퍼센트|프로)?"
)
_SIDES: tuple[tuple[str, Side], ...] = (
    (r"(?:을|를)?(?:초과하지|넘지)(?:않는|않은|아니하는|아니한|않을것)", "max"),
    (r"(?:이하|이내|까지|범위(?:이)?내(?!외)|↓|내(?![외가-힣])|내(?=의|인|에))", "max"),
    (r"미만", "below"),
    (r"(?:을|를)?(?:초과|넘는|웃도는)", "above"),
    (r"(?:이상|↑)", "min"),
    (r"(?:내외|안팎|내·외|전후|정도)", "about"),
)
_SIDE = re.compile("|".join(f"(?:수준|범위|기준|금액)?(?:의)?({words})" for words, _ in _SIDES))
_TO = re.compile(r"(?:~|-|에서|부터|,|이고|이며|이면서|또는)?(?:기준)?(?:중위소득)?의?")
_NO_PRODUCT = re.compile(r"(?:의|에)?(?:\d|[x×*]\d)|[:=]" + AMOUNT)
_NAMED = re.compile(
    r"['\"]?(?:이하(?=인|의))?(?:금액)?(?:에해당하는|에속하는|수준의|해당|인|의|하는)?"
    r"(?:저소득(?:층|가구|가정|세대|계층|주민)?(?!한부모)(?:가구|가정|세대)?)?"
)
_WHOM = re.compile(r"(?:자|가구|가정|세대|사람)(?=[(])")
# A bracket that only says how the ratio is measured.
_MEASURE = re.compile(
    r"(?!.*(?:제외|장애|한부모|다문화|차상위|노인|\d세|무주택))"
    r".*(?:보험|소득판정|판정기준|판정|인정액|산정|고지|납부|부과|\d원|천원|만원|인가구|인기준|인가족"
    r"|고시|기준표|소득기준|년기준|년도).*|가구|세전|세후|본인부담금"
)
_ROW = rf"\(?\d인(?:가구|가족)?\)?(?:기준|이상|월소득|월|:|-|=)*{AMOUNT}(?:/월|이하|미만|초과)?"
_TABLE = re.compile(
    rf"[-*※:(\[,·~]*(?:\d{{2,4}}년도?)?(?:기준)?[:,]?(?:{_ROW}(?:[-,/·|:;)\]*※\s]|및)*)+"
)

RESTATED: tuple[re.Pattern[str], ...] = (
    re.compile(rf"(?:{_ROW}(?:[-,/·|:;)\]]|및)*)+(?:씩)?"),
    re.compile(rf"(?:기준|기본)?중위소득\d{{2,3}}%[:=]{AMOUNT}"),
    re.compile(rf"\d인(?:이상)?가구의?(?:기준중위소득)?:\d인증가시마다{AMOUNT}씩증가"),
)


@dataclass(frozen=True)
class Limit:
    """A figure with its side; `side` None when the text leaves it out."""

    end: int
    value: float
    side: Side | None
    has_unit: bool


def _side(text: str, at: int) -> tuple[Side | None, int]:
    found = _SIDE.match(text, at)
    if found is None or found.lastindex is None:
        return None, at
    return _SIDES[found.lastindex - 1][1], found.end()


def _limit(text: str, at: int) -> Limit | None:
    figure = _FIGURE.match(text, at)
    if figure is None:
        return None
    end = figure.end()
    has_unit = bool(figure["of"] or figure["of2"] or figure["unit"])
    side, side_end = _side(text, end)
    inside = bracket(text, end)
    if side is None and inside is not None and inside[1] - inside[0] < 60:
        side, side_end = _side(text, inside[1] + 1)
        if side is None:
            side_end = end
    return Limit(side_end, float(figure["n"]), side, has_unit)


def _upper(text: str, first: Limit) -> Limit | None:
    """The second figure of a range that begins with `first`."""
    if first.side in ("max", "below", "about"):
        return None
    to = _TO.match(text, first.end)
    at = first.end if to is None else to.end()
    if first.side is None and text[first.end : at] in ("", "의"):
        return None
    second = _limit(text, at)
    if second is None or not second.has_unit or second.value <= first.value:
        return None
    if second.side in ("above", "min") and first.side is not None:
        return None
    return second


def _criterion(first: Limit, second: Limit | None, confidence: float) -> MedianIncomeRatioCriterion:
    bounds: dict[str, float] = {}
    last = second or first
    if second is not None:
        bounds["above" if first.side == "above" else "min"] = first.value
    side = last.side
    if second is not None and side in ("min", "above"):
        side = "max"
    bounds["max" if side in (None, "about") else side] = last.value
    return MedianIncomeRatioCriterion(
        criterion="median_income_ratio",
        unclear=side == "about",
        confidence=confidence,
        **bounds,
    )


def _begin(flat: Flat, start: int) -> int | None:
    """Where the words for the income begin; None when it is another household's."""
    text, begin = flat.text, start
    for place in range(max(0, start - 60), start):
        at_word = flat.starts_word(place) or text.startswith("소득", place)
        if at_word and _SUBJECT.fullmatch(text, place, start):
            begin = place
            break
    if _OTHERS.search(text[max(0, begin - 40) : start]):
        return None
    if text[begin] == "(" and ")" not in text[begin:start]:
        begin += 1
    return begin


def _end(text: str, at: int) -> int:
    """Past a closing mark of the ratio itself, explaining brackets and tables of amounts."""
    named = _NAMED.match(text, at)
    end = at if named is None else named.end()
    whom = _WHOM.match(text, end)
    for place in (at, end, end if whom is None else whom.end()):
        past = after_bracket(text, place, _MEASURE)
        if past > place:
            tail = _NAMED.match(text, past)
            end = past if tail is None else tail.end()
            break
    table = _TABLE.match(text, end)
    if table is None:
        return end
    past = table.end()
    return past if text[past - 1] not in "(-*※[" else past - 1


def _one(flat: Flat, median: re.Match[str]) -> Found | None:
    text, begin = flat.text, _begin(flat, median.start())
    if begin is None:
        return None
    between = _BETWEEN.match(text, median.end())
    at = median.end() if between is None else between.end()
    first, second = _limit(text, at), None
    confidence = 1.0
    if first is None:
        side, end = _side(text, median.end())
        if side is None:
            return None
        # "기준중위소득 이하" is the whole median.
        first = Limit(end, 100.0, side, True)
    else:
        second = _upper(text, first)
        last = second or first
        if not last.has_unit or (last.side is None and _NO_PRODUCT.match(text, last.end)):
            return None
        if last.side is None:
            confidence = 0.7
    last = second or first
    end = last.end
    opened = text[median.end() : end].count("(") - text[median.end() : end].count(")")
    if opened > 0 and text[end : end + 1] == ")":
        end += 1
    if is_priority(text, begin, end):
        return None
    rule = _criterion(first, second, confidence)
    return Found(begin, _end(text, end), rule, Kind.SCOPE, "income", confidence)


def ratios(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Every ratio of 기준중위소득 with a limit."""
    reached = 0
    for median in _MEDIAN.finditer(flat.text):
        if median.start() < reached:
            continue
        found = _one(flat, median)
        if found is not None:
            reached = found.end
            yield found
