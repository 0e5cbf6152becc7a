"""Health insurance: kinds of membership and premiums.

Premiums are KRW a month. 최저보험료: 국민건강보험법 제69조 6항, 시행령 제32조 and the yearly notice
월별 건강보험료액의 상한과 하한에 관한 고시.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Setting
from policies.eligibility.parsing.recognise.money_words import AMOUNT, won
from policies.eligibility.parsing.recognise.phrases import after_bracket, negation_end
from policies.eligibility.rule import (
    HealthInsuranceCriterion,
    NoneOf,
    PremiumCriterion,
    Rule,
)
from policies.vocabulary import HealthInsurance

_SIDE = r"(?:이하|이내|까지|미만|이상|초과)"
_PREMIUM = (
    r"(?:(?:가구|세대|본인|월|국민|지역|직장|매월)*(?:건강보험료?|(?<!고용)(?<!산재)(?<!재해)(?<!사회)(?<!보증)(?<!연금)(?<!보험)보험료)"
    r"(?:(?:와|및|\+|과|·)?(?:노인)?장기요양보험료?)?(?:를|을)?(?:\([^()]{0,30}\))?(?:의)?(?:합친|합산|합계)?)"
)
_WORDING = (
    r"(?:기준|산정보험료|보험료|본인부담금?|월평균|월별|월|부과액수|부과금액|부과액|부과|고지금액|고지액|고지"
    r"|납부금액|납부액|납입액|합산액|합산금액|합계액|금액|액|이|가|은|는|을|:|의|\(\d{4}년(?:기준)?\)|\d{4}년도?)*"
)
_MINISTRY = (
    r"(?:보건복지부(?:장관)?(?:이|에서|가)?(?:매년)?(?:고시한|고시하는|정한|정하는|정하여고시한|정하여고시하는)?)?"
    r"(?:'?월별건강보험료의?상한과하한에관한고시'?)?"
)
_LOWEST = re.compile(
    rf"(?:(?:노인)?(?:장기요양보험료를포함한)?{_PREMIUM}{_WORDING})?{_MINISTRY}(?:월)?최저(?:월별|월)?"
    r"(?:건강)?(?:보험료|금액)액?(?P<bracket>\([^()]*\))?(?:기준)?(?:합산)?"
    rf"(?:월?{AMOUNT})?(?:이하|미만|이내|인)?(?:에해당하는|를납부하는|납부|부과)?(?:인|의)?(?![는란:])"
    rf"|(?:{_PREMIUM}{_WORDING})?(?:지역가입자의)?{_MINISTRY}월별(?:건강)?보험료액?의하한액?(?:이하|미만)?(?:인|의)?(?![가-힣]*상한)"
)
_OWED = r"(?:의경우|의|월|보험료|건강보험료|부과액|부과금액|고지금액|이|은|는|[:(])*"
_EMPLOYEE = rf"직장(?:가입자?)?{_OWED}(?P<{{name}}>{AMOUNT})"
_REGIONAL = rf"지역(?:가입자?)?{_OWED}(?P<{{name}}>{AMOUNT})"
_BY_KIND = re.compile(
    rf"(?:{_PREMIUM}{_WORDING})?[(]?(?:\d{{2,4}}년도?(?:기준)?:?)?"
    rf"(?:{_EMPLOYEE.format(name='e1')}\)?(?P<s1>{_SIDE})?(?:[,/·]|및|또는|이고|-)*{_REGIONAL.format(name='r1')}"
    rf"|{_REGIONAL.format(name='r2')}\)?(?P<s2>{_SIDE})?(?:[,/·]|및|또는|-)*{_EMPLOYEE.format(name='e2')}"
    rf"|{_EMPLOYEE.format(name='e3')}|{_REGIONAL.format(name='r3')})\)?(?P<side>{_SIDE})?(?:인|의)?(?:납부자)?\)?"
)
_SINGLE = re.compile(
    rf"(?P<who>지역|직장)?(?P<words>{_PREMIUM}{_WORDING})(?P<amount>{AMOUNT})(?P<side>{_SIDE})(?:인|의)?"
)
_MEMBERS = re.compile(
    r"(?:「?국민건강보험법」?(?:에따른|상)?|국민건강보험공단|국민건강보험|건강보험료?|4대보험)?(?:(?<=공단)의)?"
    r"(?P<kind>지역가입자|지역가입(?!자)|직장가입자|피부양자|가입자)"
)
_ALL = [HealthInsurance.EMPLOYEE, HealthInsurance.REGIONAL, HealthInsurance.DEPENDENT]
_KINDS = {
    "지역": [HealthInsurance.REGIONAL],
    "직장": [HealthInsurance.EMPLOYEE],
    "피부": [HealthInsurance.DEPENDENT],
}
# Ratios and shares ("하위 50%") are other conditions that only go by the premium.
_NOT_INSURANCE = re.compile(r"(?:고용|산재|재해|여행|상해|안전|운전자|자동차)$")
_EXPLAINS = re.compile(r".*(?:포함|제외|기준|합산|\d원|고지|평균).*")
_FOR_BOTH = ("employee_max", "regional_max")


def _premium(limits: dict[str, int], side: str | None) -> Rule:
    """The limit, or for "이상" and "초과" its opposite: the criterion knows upper limits only."""
    if side in ("이상", "초과"):
        step = 1 if side == "이상" else 0
        under = {name: max(0, amount - step) for name, amount in limits.items()}
        return NoneOf(none_of=[PremiumCriterion(criterion="premium", **under)])
    step = 1 if side == "미만" else 0
    most = {name: max(0, amount - step) for name, amount in limits.items()}
    return PremiumCriterion(criterion="premium", **most)


def lowest(flat: Flat, setting: Setting) -> Iterator[Found]:
    """No more than 최저보험료."""
    for match in _LOWEST.finditer(flat.text):
        end = after_bracket(flat.text, match.end(), _EXPLAINS)
        rule = PremiumCriterion(criterion="premium", minimum=True)
        yield Found(match.start(), end, rule, Kind.SCOPE, "premium")


def by_kind(flat: Flat, setting: Setting) -> Iterator[Found]:
    """A limit for employees and one for regional members: "직장 127,500원, 지역 60,000원 이하"."""
    for match in _BY_KIND.finditer(flat.text):
        groups = match.groupdict()
        if "보험" not in flat.text:
            continue
        limits: dict[str, int] = {}
        for letter, name in zip("er", _FOR_BOTH, strict=True):
            words = next((groups[f"{letter}{n}"] for n in "123" if groups[f"{letter}{n}"]), None)
            amount = None if words is None else won(words)
            if amount is not None:
                limits[name] = amount
        side = groups["side"] or groups["s1"] or groups["s2"]
        if limits:
            rule = _premium(limits, side)
            yield Found(*match.span(), rule, Kind.SCOPE, "premium", 1.0 if side else 0.8)


def single(flat: Flat, setting: Setting) -> Iterator[Found]:
    """One limit for all, or for the membership that the words name."""
    for match in _SINGLE.finditer(flat.text):
        amount = won(match["amount"])
        if amount is None:
            continue
        words = match.group()
        regional, employee = "지역" in words, "직장" in words
        names = [
            name
            for name, meant in zip(_FOR_BOTH, (employee, regional), strict=True)
            if meant or regional == employee
        ]
        rule = _premium(dict.fromkeys(names, amount), match["side"])
        end = after_bracket(flat.text, match.end(), _EXPLAINS)
        yield Found(match.start(), end, rule, Kind.SCOPE, "premium", 0.9)


def members(flat: Flat, setting: Setting) -> Iterator[Found]:
    """지역가입자, 직장가입자, 피부양자, 건강보험 가입자."""
    text = flat.text
    for match in _MEMBERS.finditer(text):
        kinds = _KINDS.get(match["kind"][:2])
        if kinds is None:
            if not re.search(r"건강보험(?:법|공단)?의?$", text[: match.start("kind")]):
                continue
            kinds = _ALL
        if _NOT_INSURANCE.search(text[max(0, match.start() - 4) : match.start()]):
            continue
        turned = negation_end(text, match.end())
        yield Found(
            match.start(),
            match.end() if turned is None else turned,
            HealthInsuranceCriterion(criterion="health_insurance", one_of=kinds),
            Kind.GROUP,
            "health_insurance",
            0.9,
            negated=turned is not None,
        )


RECOGNISERS = (lowest, by_kind, single, members)
