"""Household types and sizes.

한부모: 한부모가족지원법 제4조, 제5조의2 (청소년 한부모: 만 24세 이하). 다문화: 다문화가족지원법
제2조. 북한이탈주민: 북한이탈주민의 보호 및 정착지원에 관한 법률 제2조.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Setting
from policies.eligibility.parsing.recognise.phrases import (
    after_bracket,
    bracket,
    is_priority,
    law_pattern,
    law_start,
    negation_end,
)
from policies.eligibility.parsing.recognise.ratios import ratios
from policies.eligibility.rule import (
    AgeCriterion,
    AllOf,
    HouseholdSizeCriterion,
    HouseholdTypeCriterion,
    LowIncomeCriterion,
    Rule,
)
from policies.vocabulary import HouseholdType

_HOME = r"(?:가족|가정|가구|세대)"
_LAWS = law_pattern(r"한부모가족지원법|다문화가족지원법|북한이탈주민[가-힣]{0,24}법률?")
YOUNG_PARENT_MAX = 24  # 한부모가족지원법 제4조 1호의2

_TITLES = r"(?!(?:가족)?(?:지원법|복지시설|특례|교육|증명서|지원센터|지원사업))"
_PARENT = re.compile(
    r"(?:법정)?(?P<poor>저소득(?:층)?)?(?:법정)?(?P<young>청소년)?(?:미혼)?(?:저소득)?"
    r"(?:\(한\)부모|한부모|한무보|1부모|편부모|미혼모·부|미혼모부|미혼모자|미혼모|미혼부·모|미혼부)"
    rf"{_TITLES}(?:자(?![격녀]))?{_HOME}?"
    rf"(?:[(,·/및]{{1,2}}(?P<grand>조손){_HOME}?(?:포함)?[)]?)?(?:지원|보호)?(?:대상)?"
    rf"(?:(?:으)?로(?:책정|선정)된)?(?:유자격자|대상자|대상)?{_HOME}?(?:자(?![가-힣]))?"
    rf"|(?P<poor2>저소득(?:층)?)?(?:모[·,]?부자|모자|부자){_HOME}(?!복지시설)"
)
# What 한부모가족지원법 calls them without the word itself.
_PARENT_BY_LAW = re.compile(
    r"[「'\"\[]?한부모가족지원법[」'\"\]]?(?:제?\d+[조항호](?:의\d+)?(?:및|또는|,)?)*"
    r"(?:에따른|에따라|에의한|의규정에의한|상의?|에의거(?:한|하여)?|에서정한)?"
    r"(?:등록된|책정된|선정된|보호를받는)?"
    rf"(?:보호대상자|지원대상자?|보호대상|수급자|가구|가족|대상자?|세대|저소득계층){_HOME}?"
)
_OTHERS: tuple[tuple[HouseholdType, re.Pattern[str]], ...] = (
    (
        HouseholdType.GRANDPARENT,
        re.compile(
            rf"(?<!부모[·,(/])조손{_HOME}?|조부모와(?:손자녀|손주)(?:로만|로)구성된{_HOME}?"
        ),
    ),
    (
        HouseholdType.MULTICULTURAL,
        re.compile(
            rf"다문화(?!가족지원|복지|교육|사회|센터|이해|특성|강사|체험|축제)(?:·외국인)?{_HOME}?"
            r"(?:지원법(?:상|에따른)다문화가족)?(?:의?(?:자녀|학생|청소년|아동)(?![가-힣]*(?:교육|지원)))?"
        ),
    ),
    (
        HouseholdType.NORTH_KOREAN_DEFECTOR,
        re.compile(
            r"(?:북한이탈|북향|탈북)(?:주민|민|자|학생|청소년|청년|아동|가정|여성)"
            rf"(?!지원(?!대상)|센터|의보호및){_HOME}?(?:자녀)?|새터민{_HOME}?"
        ),
    ),
    (
        HouseholdType.CHILD_HEADED,
        re.compile(rf"소년[,·.]?소녀(?:가장)?(?:{_HOME})?|(?:아동|청소년)가장{_HOME}?"),
    ),
    (
        HouseholdType.ONE_PERSON,
        re.compile(
            r"(?:1인|일인|단독|독거|나홀로|홀몸)(?:가구|세대)"
            r"(?!주|원|당|[:(]*\d|기준|[:는]?월?\d|의?(?:소득|기준)|특례|이상|형)(?:주)?"
            r"|독거(?!노인|어르신|가구|세대|,?부부)(?:하는|중인|자)?"
            r"|(?:홀로|혼자)(?:사는|거주하는|생활하는)(?!노인|어르신)"
        ),
    ),
)
_SIZE = re.compile(
    r"(?<![\d.])(?P<n>\d{1,2})인(?:이상|(?P<max>이하))(?:의|인)?(?:가족)?(?:가구|세대)(?!원|[:(]*\d)"
)
_STATUS = re.compile(
    r"(?!.*(?:제외|\d세|자녀|소득|%)).*(?:법정|증명서|지원법|조손|청소년|등본|포함|지원대상).*"
)


def household_type(kind: HouseholdType) -> HouseholdTypeCriterion:
    return HouseholdTypeCriterion(criterion="household_type", any_of=[kind])


def _found(flat: Flat, start: int, end: int, rule: Rule) -> Iterator[Found]:
    text = flat.text
    if is_priority(text, start, end):
        return
    turned = negation_end(text, end)
    yield Found(
        law_start(text, start, _LAWS),
        end if turned is None else turned,
        rule,
        Kind.GROUP,
        "household_type",
        negated=turned is not None,
    )


def _ratio_in_bracket(text: str, end: int, limits: list[Found]) -> tuple[list[Rule], int]:
    """The income limit of "한부모가족(기준중위소득 63% 이하)" and the end of its bracket."""
    inside = bracket(text, end)
    if inside is None:
        return [], end
    for found in limits:
        tail = text[found.end : inside[1]] if found.end <= inside[1] else ""
        begins = found.start == inside[0]
        if begins and re.fullmatch(rf"(?:{_HOME}|자|인자)?", tail):
            return [found.rule], inside[1] + 1
    return [], end


def single_parents(flat: Flat, setting: Setting) -> Iterator[Found]:
    """한부모·미혼모·모부자 households; 청소년 한부모 are 24 or younger, 저소득 ones poor too."""
    ratios_of_text = list(ratios(flat, setting))
    for word in _PARENT.finditer(flat.text):
        end = word.end()
        kinds = [
            HouseholdType.SINGLE_PARENT,
            *([HouseholdType.GRANDPARENT] if word["grand"] else []),
        ]
        wanted: list[Rule] = [HouseholdTypeCriterion(criterion="household_type", any_of=kinds)]
        if word["young"]:
            wanted.append(AgeCriterion(criterion="age", max=YOUNG_PARENT_MAX))
        limits, past = _ratio_in_bracket(flat.text, end, ratios_of_text)
        wanted += limits
        if not limits and (word["poor"] or word["poor2"]):
            wanted.append(LowIncomeCriterion(criterion="low_income", confidence=0.6))
        end = past if limits else after_bracket(flat.text, end, _STATUS)
        rule: Rule = wanted[0] if len(wanted) == 1 else AllOf(all_of=wanted)
        yield from _found(flat, word.start(), end, rule)


def single_parents_by_law(flat: Flat, setting: Setting) -> Iterator[Found]:
    """「한부모가족지원법」에 따른 보호대상자."""
    for word in _PARENT_BY_LAW.finditer(flat.text):
        end = after_bracket(flat.text, word.end(), _STATUS)
        yield from _found(flat, word.start(), end, household_type(HouseholdType.SINGLE_PARENT))


def other_types(flat: Flat, setting: Setting) -> Iterator[Found]:
    """조손, 다문화, 북한이탈주민, 소년소녀가장 and 1인 가구."""
    for kind, pattern in _OTHERS:
        for word in pattern.finditer(flat.text):
            yield from _found(flat, *word.span(), household_type(kind))


def sizes(flat: Flat, setting: Setting) -> Iterator[Found]:
    """ "2인 이상 가구"; a size that only heads an amount ("4인 가구 기준") is none."""
    for word in _SIZE.finditer(flat.text):
        size = int(word["n"])
        if size == 0:
            continue
        bounds = {"max" if word["max"] else "min": size}
        rule = HouseholdSizeCriterion(criterion="household_size", **bounds)
        yield Found(*word.span(), rule, Kind.SCOPE, "household_size")


RECOGNISERS = (single_parents, single_parents_by_law, other_types, sizes)
