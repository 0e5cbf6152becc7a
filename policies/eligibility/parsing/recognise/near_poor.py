"""차상위계층 in all its kinds: 본인부담경감, 자활, 장애수당, 계층확인.

Term: 국민기초생활 보장법 제2조 10호 (소득인정액이 기준 중위소득의 50% 이하).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Setting
from policies.eligibility.parsing.recognise.livelihood import LAWS, basic
from policies.eligibility.parsing.recognise.phrases import (
    after_bracket,
    is_priority,
    law_start,
    negation_end,
)
from policies.eligibility.rule import AnyOf, NearPoorCriterion, Rule

_KIND = (
    r"(?:의료급여(?:전환자?)?|의료|본인부담(?:금|액)?(?:경감|감경|감면)?|자활(?:급여|근로자?|사업)?"
    r"|장애(?:인|아동|아)?(?:수당|연금(?:부가급여)?|부가급여)|우선돌봄|건강보험전[환화]자?|부가급여"
    r"|(?:계층)?확인(?:서)?(?:발급|사업)?|확인서)"
)
_WHO = (
    r"(?:수급권자|수급자|대상자|대상(?=[,·/)(]|$|의|인|및|중)|참여자|계층"
    r"|자(?![가-힣])|자(?=[로의와]|및|중|또는))?"
)
_HOME = r"(?:가구|세대|가정)?"
_NEAR_POOR = re.compile(
    rf"(?:법정|잠재적?|의료|비수급|빈곤)?차상[위휘](?:빈곤)?(?:계층|층|가구|세대|가정)?(?:\({_KIND}\))?"
    rf"(?:{_KIND}(?:[,·/]|및)?)*{_WHO}(?:[12]종(?:[,·]2종)?)?{_HOME}"
)
# "또는 제10호에 해당하는 사람": the law's number stands for the word.
_BY_NUMBER = re.compile(
    r"제10호(?:의규정)?에(?:해당하는|따른|의한)(?:차상위계층(?:의|에해당하는)?)?(?:사람|자|가구|세대|수급권자)"
)
_EXPLAINS = re.compile(
    r"(?!.*(?:제외|\d세|한부모|노인|수급자(?!증)))"
    r".*(?:차상위|본인부담|자활|장애(?:인|아동)?(?:수당|연금)|계층확인|확인서|우선돌봄|중위소득|부가급여).*"
)
_UP_TO = re.compile(r"이하(?:계층|가구|세대)?(?:인|의)?")
_ABOVE = re.compile(r"초과")


def _found(flat: Flat, start: int, end: int, unclear: bool) -> Iterator[Found]:
    text = flat.text
    if _ABOVE.match(text, end) or is_priority(text, start, end):
        return
    rule: Rule = NearPoorCriterion(criterion="near_poor", unclear=unclear)
    up_to = _UP_TO.match(text, end)
    if up_to is not None:
        # Whoever is poorer than near-poor is a recipient.
        rule, end = AnyOf(any_of=[basic(), rule]), up_to.end()
    begin = law_start(text, start, LAWS)
    end = after_bracket(text, end, _EXPLAINS)
    turned = negation_end(text, end)
    stretch_end = end if turned is None else turned
    confidence = 0.6 if unclear else 1.0
    yield Found(
        begin, stretch_end, rule, Kind.GROUP, "near_poor", confidence, negated=turned is not None
    )


def near_poor(flat: Flat, setting: Setting) -> Iterator[Found]:
    """차상위계층 under its names; 잠재적 차상위 has no limit of its own, so it is unclear."""
    for word in _NEAR_POOR.finditer(flat.text):
        words = word.group().rstrip(",·/").removesuffix("및")
        yield from _found(
            flat, word.start(), word.start() + len(words), unclear=words.startswith("잠재")
        )


def by_number(flat: Flat, setting: Setting) -> Iterator[Found]:
    """국민기초생활 보장법 제2조제10호에 해당하는 사람."""
    for word in _BY_NUMBER.finditer(flat.text):
        begin = law_start(flat.text, word.start() + 4, LAWS)
        if "기초생활" in flat.text[: word.start()]:
            for found in _found(flat, word.start(), word.end(), unclear=False):
                yield Found(
                    min(begin, found.start), found.end, found.rule, found.kind, found.dimension
                )


READERS = (near_poor, by_number)
