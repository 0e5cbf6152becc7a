"""Housing and wealth: 무주택, ownership, tenure, and limits of assets in KRW.

Values of cars, floor areas, deposits and rents have no fact of their own and stay unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Setting
from policies.eligibility.parsing.recognise.money_words import AMOUNT, won
from policies.eligibility.parsing.recognise.phrases import is_priority, negation_end
from policies.eligibility.rule import (
    AssetsCriterion,
    NoneOf,
    OwnsHomeCriterion,
    Rule,
    TenureCriterion,
)
from policies.vocabulary import Tenure

_HOMELESS = re.compile(
    r"(?:부부|가구원|세대원|세대구성원|본인)?(?:전원|모두|및배우자(?:모두)?)?(?:이|가)?무주택"
    r"(?:(?:가구|세대)?구성원|세대주|세대원|세대|가구주|가구원|가구|자(?!녀|격)|임차인|서민|요건|조건)?"
    r"(?:전원|모두)?(?:이어야(?:함|하며|한다)?)?"
    r"|(?:본인명의의?)?주택을?(?:소유|보유)하(?:고있)?지(?:않은|아니한|않는|아니하는|않고)(?:자(?![가-힣])|사람|세대|가구)?"
)
# Only says what counts as having no home.
_EXPLAINS_HOMELESS = re.compile(
    r"(?:이란|으로(?:보는|간주|봄)|로(?:보는|간주|봄)|확인서|기간|서약)"
)
_OWNER = re.compile(
    r"자가(?:소유)?(?:주택)?(?:소유자|소유|보유자|거주자|가구|거주)(?:가구|세대)?"
    r"|자가(?=(?:또는|및|,|·|/)(?:임대|임차|전세|월세|전·월세|전월세))"
    r"|본인소유의?주택(?:에)?(?:거주자|거주)?"
    r"|유주택자|(?:1|일)(?:가구1)?주택(?:소유자|보유자|자)(?!로간주)"
    r"|(?:주택|집)(?:을)?소유(?:자(?!의)|한(?:자|사람|세대|가구))"
)
_RENT = (
    r"(?:하는|하고있는|중인)?"
    r"(?:자(?![가-힣])|자(?=[로의는를가인]|중|및|또는|제외|등)|가구|세대|사람)?"
)
_TENURES: tuple[tuple[re.Pattern[str], tuple[Tenure, ...]], ...] = (
    (
        re.compile(
            r"(?:영구|국민|공공|매입|전세|행복|LH|SH|장기)*(?:공공)?(?:임대주택|임대아파트|행복주택)"
            r"(?:\([^()]*\))?(?:에)?(?:거주|입주|임차)(?!예정|자격|신청|대상|자모집|자?선정)"
            rf"{_RENT}"
        ),
        (Tenure.PUBLIC_RENTAL,),
    ),
    (
        re.compile(
            r"(?:전[·,/]?월세|전세(?:및|또는|나|·|,|/)월세|월세(?:및|또는|나|·|,|/)전세)"
            rf"(?:로|주택|집|에)*(?:거주|사는|임차(?!보증|료)|가구|세대){_RENT}"
        ),
        (Tenure.JEONSE, Tenure.MONTHLY_RENT),
    ),
    (
        re.compile(
            rf"(?<!전)(?<!전[·,/])월세(?:로|주택에?|집에|방에)?(?:거주|사는|임차(?!보증|료)|가구(?!당)|세대){_RENT}"
        ),
        (Tenure.MONTHLY_RENT,),
    ),
    (
        re.compile(rf"전세(?:로|주택에?|집에)?(?:거주|사는|가구(?!당)|세대){_RENT}"),
        (Tenure.JEONSE,),
    ),
    (
        re.compile(
            r"(?:(?<!무)주택)?(?:임차인(?![이의])|임차가구|임차세대|임차거주자|세입자(?![이의]))"
            r"(?![가-힣]*(?:법|보호|부담|명의))(?:가구|세대)?"
        ),
        (Tenure.JEONSE, Tenure.MONTHLY_RENT),
    ),
)
_SIDE = r"(?P<side>이하|이내|까지|미만|초과|이상)"
_ASSETS = re.compile(
    r"(?:가구|세대|총|순|보유|전체|일반)*(?:(?<!금융)(?<!동산)재산|자산)(?:기준|요건|조건)?\)?(?:의?(?:합계액?|총액|가액|총가액|평가액|합산액))*"
    rf"(?:이|은|는|:|-)?(?:총)?(?P<amount>{AMOUNT}){_SIDE}(?:인|의)?"
)
# Limits by region, or of a kind of wealth, are not the limit of all of it.
_PART = re.compile(
    r"(?:금융|자동차|토지|상속|법인|기업|농업|(?:원가구|원가정|부양의무자|부모님?)(?:가구)?의?[)]?)$"
)
# Over this it is a company's balance sheet.
_HOUSEHOLD_MOST = 10_000_000_000


def _found(
    flat: Flat, start: int, end: int, rule: Rule, kind: Kind, dimension: str
) -> Iterator[Found]:
    text = flat.text
    if is_priority(text, start, end):
        return
    turned = negation_end(text, end)
    yield Found(
        start,
        end if turned is None else turned,
        rule,
        kind,
        dimension,
        negated=turned is not None,
    )


def ownership(flat: Flat, setting: Setting) -> Iterator[Found]:
    """무주택 and its opposite."""
    text = flat.text
    for match in _HOMELESS.finditer(text):
        if _EXPLAINS_HOMELESS.match(text, match.end()):
            continue
        rule = OwnsHomeCriterion(criterion="owns_home", equals=False)
        yield from _found(flat, *match.span(), rule, Kind.SCOPE, "owns_home")
    for match in _OWNER.finditer(text):
        if flat.starts_word(match.start()):
            rule = OwnsHomeCriterion(criterion="owns_home", equals=True)
            yield from _found(flat, *match.span(), rule, Kind.GROUP, "owns_home")


def tenures(flat: Flat, setting: Setting) -> Iterator[Found]:
    """전세, 월세, 임차, 공공임대."""
    for pattern, kinds in _TENURES:
        for match in pattern.finditer(flat.text):
            if "차인" in match.group() and not flat.starts_word(match.start()):
                continue
            rule = TenureCriterion(criterion="tenure", one_of=list(kinds))
            yield from _found(flat, *match.span(), rule, Kind.GROUP, "tenure")


def assets(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Limits of all assets: "가구재산이 4억원 이하"."""
    text = flat.text
    for match in _ASSETS.finditer(text):
        amount, side = won(match["amount"]), match["side"]
        if (
            amount is None
            or amount > _HOUSEHOLD_MOST
            or _PART.search(text[max(0, match.start() - 6) : match.start()])
        ):
            continue
        rule: Rule
        if side == "초과":
            rule = NoneOf(none_of=[AssetsCriterion(criterion="assets", max=amount)])
        elif side == "이상":
            rule = NoneOf(none_of=[AssetsCriterion(criterion="assets", below=amount)])
        elif side == "미만":
            rule = AssetsCriterion(criterion="assets", below=amount)
        else:
            rule = AssetsCriterion(criterion="assets", max=amount)
        yield Found(*match.span(), rule, Kind.SCOPE, "assets")


RECOGNISERS = (ownership, tenures, assets)
