"""Income: ratios of 기준중위소득, amounts of 소득인정액 or household income, words for poverty.

Wages and yearly incomes of one person have no fact of their own and stay unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Setting
from policies.eligibility.parsing.recognise import low_income as poor
from policies.eligibility.parsing.recognise import ratios as medians
from policies.eligibility.parsing.recognise.money_words import AMOUNT, won
from policies.eligibility.rule import MonthlyIncomeCriterion

_SIDE = r"(?P<side>이하|이내|까지|미만|초과|이상|을?넘는)"
_AMOUNT = re.compile(
    r"(?:(?:가구|세대)의?)?(?:소득인정액|월(?:평균)?(?:가구)?소득(?:인정액|금액)?"
    r"|(?:가구|세대)(?:당|의)?(?:월평균|월)?(?:총)?소득(?:이|은|:)?(?=월)|소득(?:이|은|:)?(?=월))"
    rf"(?:합계|합산액|기준|액)?(?:이|은|는|가|:)?(?:월평균|월)?(?P<amount>{AMOUNT})\)?{_SIDE}(?:인|의)?"
)
# One person's pay, or income of another kind.
_PERSONAL = re.compile(
    r"(?:본인|개인|근로|사업|종합|종사자|임대|농외|연|세전|과세|근로자|\d인가구(?:기준)?)[)의]*$"
)
_TABLE = re.compile(
    r"소득인정액(?:이|은|:)?(?:[^,.()]{0,30}?)(?:선정기준액|기준금액|고시하는금액)(?:\([^()]*\))?"
    r"(?:이하|이내)(?:인|의)?"
    rf"|선정기준액(?:\([^()]*\))?이하(?:인|의)?"
    rf"|(?:소득인정액|선정기준액)(?:이|은|:)?[^가-힣]*단독(?:가구)?:?(?:월)?{AMOUNT}(?:이하)?[,·/및]*"
    rf"부부(?:가구)?:?(?:월)?{AMOUNT}(?:이하)?(?:인|의)?"
)
_TABLES: tuple[tuple[str, Literal["basic_pension", "disability_pension"]], ...] = (
    ("장애인연금", "disability_pension"),
    ("기초연금", "basic_pension"),
    ("기초노령연금", "basic_pension"),
)

# "소득과 무관", "소득수준에 관계없이", "소득 제한 없음": no condition, and read as such.
_NO_LIMIT = (
    r"(?:무관(?:하게|하며|함|한)?|관계없(?:이|음|는)?|상관없(?:이|음|는)?|무제한|제한(?:이|은)?(?:없음|없이|없는|없)"
    r"|불문(?:하고)?|기준(?:이|은)?없음|미적용|적용(?:하지)?(?:안함|않음|제외)|보지않음|따지지않음|없음)"
)
IGNORED: tuple[re.Pattern[str], ...] = (
    re.compile(
        r"(?:가구|가계|부모|보호자)?(?:의)?소득(?:액)?(?:·?재산)?(?:수준|기준|요건|조건|제한|분위|구분)?(?:및재산|,재산|이나재산)?"
        rf"(?:기준|수준)?(?:과|와|에|은|는|이|을|:|의)?\)?:?{_NO_LIMIT}"
    ),
    re.compile(r"소득(?:과|및|·|,)?(?:자산|재산)?(?:요건|기준)?을적용하지(?:않음|않는|않으며)"),
    *medians.RESTATED,
    *poor.EXPLAINED,
)


def _bounds(amount: int, side: str) -> dict[str, int]:
    if side == "이상":
        return {"min": amount}
    if side in ("초과", "넘는", "을넘는"):
        # Amounts are whole won, so "more than" begins one won higher.
        return {"min": amount + 1}
    return {"below" if side == "미만" else "max": amount}


def amounts(flat: Flat, setting: Setting) -> Iterator[Found]:
    """소득인정액 or monthly household income against an amount."""
    text = flat.text
    for match in _AMOUNT.finditer(text):
        amount = won(match["amount"])
        named = "인정액" in match.group()
        personal = _PERSONAL.search(text[max(0, match.start() - 8) : match.start()])
        worker = re.match(r"(?:특수|근로자|종사|직장)", text[match.end() :])
        if amount is None or ((personal or worker) and not named):
            continue
        rule = MonthlyIncomeCriterion(criterion="monthly_income", **_bounds(amount, match["side"]))
        yield Found(*match.span(), rule, Kind.SCOPE, "income", 0.9)


def tables(flat: Flat, setting: Setting) -> Iterator[Found]:
    """소득인정액 against 선정기준액, when text or title tells whose it is."""
    for match in _TABLE.finditer(flat.text):
        context = "".join(setting.title.split()) + flat.text
        table = next((name for words, name in _TABLES if words in context), None)
        if table is not None:
            rule = MonthlyIncomeCriterion(criterion="monthly_income", table=table)
            yield Found(*match.span(), rule, Kind.SCOPE, "income", 0.9)


RECOGNISERS = (medians.ratios, amounts, tables, poor.low_income)
