"""Where somebody lives and since when: the places are read by `policies.geography`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from chat.agent.understanding.dates import AGO, DATE, ago, said_date
from chat.agent.understanding.numbers import NATIVE_AGE
from chat.agent.understanding.types import Found
from policies.geography import Role, places_in, resolve
from policies.geography.names import ABSTRACT_WORDS, COMMON_WORDS

# Where somebody only means to go: 부산으로 이사 갈 예정, 제주로 내려가려고
_PLANS = re.compile(
    r"^(?:으로|로|에)\s?(?:\S+\s)?(?:이사|전입|전학|귀농|귀촌|이주)?\s?(?:를|을)?\s?(?:갈|가려|"
    r"가고\s?싶|가면|간다면|할\s?(?:예정|계획|생각)|하려|하면|내려가려|올라가려|옮기려|옮길)"
)
_SOON = re.compile(r"다음\s?달|담달|내년|내달|곧|조만간|앞으로")
_GOES = re.compile(r"(?:으로|로)\s?(?:\S+\s)?(?:이사|귀농|귀촌|전입|이주|내려|올라|옮|가)")
# 강진, 정선, 진주 are everyday words, too: they are places where they stand alone behind an age or
# a person ("일흔다섯 나 정선") and before the verb for living, in any dialect ("진주 삽니더").
_NUMERALS = {"이천", "사천"}
_EVERYDAY = "|".join(sorted(COMMON_WORDS - ABSTRACT_WORDS - _NUMERALS, key=len, reverse=True))
_ALONE = re.compile(
    rf"(?:^\s*|(?:{NATIVE_AGE}|[살세생나저자요고유]|혼자|\d{{2}})[\s.,]+)(?P<p>{_EVERYDAY})"
    r"(?:이?[요여유]|이?에요|예요|임|이라예|입니다)?[\s.!~]*$"
    rf"|(?<![가-힣])(?P<q>{_EVERYDAY})(?:에서?|서)?\s(?:혼자\s|둘이\s)?"
    r"(?:삽니[다더]|살(?:아요|고|암|어|제|지라|구|지예)|사(?:는|세|시|신|셔|심|니더|제|우|요)|"
    r"삼(?=$|[\s.]))"
)
_SAID, _LIKELY = 0.95, 0.75
_MOVED = re.compile(r"(?:으로|로)\s?(?:왔|이사\s?(?:왔|했|옴|온)|내려왔|올라왔|전입|옮겼)|"
                    r"이사\s?왔|전입\s?(?:했|신고)|(?:귀농|귀촌|전입)(?:했|함|한\s?지|(?=\s*[.,]|"
                    r"\s*$))|"
                    r"이사\s?(?:했|온\s?지|오신\s?지|와서\s?산)|전입(?:한\s?지|해)")  # fmt: skip


def region(text: str) -> Iterator[Found]:
    """The place somebody lives in, one `Found` at most: the last one said to be lived in,
    else the last one named that is no place to go to."""
    best: Found | None = None
    for place in places_in(text):
        if place.region is None or place.role is Role.ELSEWHERE:
            continue
        after = text[place.end :]
        planned = _SOON.search(text[: place.start]) and _GOES.match(after)
        if place.role is not Role.LIVES and (planned or _PLANS.match(after)):
            continue
        confidence = _SAID if place.role is Role.LIVES else _LIKELY
        if best is None or confidence >= best.confidence:
            value = place.region.as_fact()
            best = Found("region", value, place.start, place.end, confidence, "household")
    if best is None and (match := _ALONE.search(text)):
        group = "p" if match["p"] else "q"
        if alone := resolve([match[group]], evident=True):
            best = Found("region", alone.as_fact(), *match.span(group), _LIKELY, "household")
    if best:
        yield best


def moved_in(text: str, as_of: date) -> Iterator[Found]:
    """When somebody moved into the place they live in."""
    if not (moved := _MOVED.search(text)):
        return
    match = DATE.search(text)
    if match and match.start() < moved.end() and (day := said_date(match, as_of)):
        yield Found("moved_in_on", day, *match.span(), owner="household")
    elif (since := AGO.search(text)) and (day := ago(since, as_of)):
        yield Found("moved_in_on", day, *since.span(), owner="household")
