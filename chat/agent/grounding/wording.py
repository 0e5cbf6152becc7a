"""What stands beside a figure: its measure, its side of a limit, and whose it is."""

from __future__ import annotations

import re
from functools import lru_cache

from chat.agent.grounding.figures import BREAK, Bound, Figure, Kind, figures_of, same_value
from chat.agent.grounding.polarity import is_negated
from chat.agent.grounding.sources import Grounds, Source
from chat.agent.grounding.spelling import plain, squeezed
from policies.retrieval.morphemes import terms, words
from policies.vocabulary import Section

# Share of a claim's content words that its sources must contain: below it the words are
# the writer's own.
OVERLAP = 0.5
# From this likeness on, two sentences are the same one.
_SAME = 0.9
_SIDES = re.compile(r"이상(?!지질)|이하(?!지질)|초과|미만|최대|최소|이내")
_PERIODS = re.compile(r"(매월|매달|(?<![\d가-힣])월(?=\s))|(매년|해마다|연간)|(매주)|(매일|하루에)")
_GIVEN = re.compile(r"지급|지원|드리|드려|드립|드린|받|제공|환급|감면|줍니다|줘요|주어|빌려|대출")
_MEASURE = re.compile(r"소득|재산|수입|월급|보험료|기준|임금|급여액|자산|예금|전세|보증금|환산")
_OWN_MEASURE = re.compile(r"소득|재산|수입|월급|보험료|버시|버는|벌어|자산|예금|보증금|빚")
# A limit with the word or unit before it.
_LIMIT = re.compile(
    r"(?:[만천백억]*)(?P<what>[^\s\d,.()~]*[^\s\d,.()~만천백억](?:\([^)]*\))?\s?(?:이상|이하|초과|미만))"
    r"(?!하게|지질)"
)
# Nothing is told apart by these.
_COMMON = frozenset(
    "월 연 년 매월 매달 최대 최고 최소 만 원 지급 지원 드리 주 금액 경우 이상 이하 초과 미만 이내 "
    "기준 대상 받 하 되 있 분 사람 씩 각각 총 약 한도 해당 신청 내용 정도 기초 포함".split()
)
_SPEAKING = frozenset(
    "알려 알리 드리 안내 말씀 확인 문의 자세 내용 도움 필요 정책 지원 신청 방법 월 연 매월 매달 "
    "매년 하루 최대 최소 그리고 또한".split()
)


def bounds_differ(claim: Figure, source: Figure) -> bool:
    """The claim takes another side of the figure than the source, or no side where there
    is one."""
    if claim.bound is source.bound:
        return False
    if claim.kind is Kind.PHONE:
        return False
    if claim.kind is Kind.NUMBER and claim.bound is Bound.NONE:
        return False
    if claim.kind is Kind.DATE:
        return Bound.NONE not in {claim.bound, source.bound}
    return True


def beside_another(
    claim: Figure, text: str, source: Figure, origin: Source, sources: list[Source]
) -> bool:
    """The words beside the claim's figure stand, in the sources, beside another figure of
    its kind and not beside this one."""
    said = label(text, claim)
    if not said or claim.kind in {Kind.NUMBER, Kind.PHONE}:
        return False
    own = label(origin.text, source)
    for other_source in sources:
        if other_source.policy_id != origin.policy_id:
            continue
        for other in figures_of(other_source.text):
            if (other.kind, other.unit) != (claim.kind, claim.unit) or same_value(claim, other):
                continue
            theirs = label(other_source.text, other)
            if len(said & (theirs - own)) > len(said & (own - theirs)):
                return True
    return False


def given_out_of_turn(claim: Figure, text: str, source: Figure, origin: Source) -> bool:
    """An amount that is a limit in the source is promised as a benefit."""
    if claim.kind is not Kind.AMOUNT or origin.section not in {Section.CRITERIA, Section.TARGET}:
        return False
    said, found = _clause(plain(text), claim), _sentence(plain(origin.text), source)
    return bool(_GIVEN.search(said)) and not _MEASURE.search(said) and not _GIVEN.search(found)


def own_figure(figure: Figure, text: str, grounds: Grounds) -> bool:
    """A figure of the person's own, said as such; a count of the answer's own conclusion."""
    if figure.kind is Kind.COUNT and figure.unit == "가지":
        return any(same_value(figure, other) for other in figures_of(grounds.conclusion))
    if figure.bound is not Bound.NONE:
        return False
    told = any(same_value(figure, other) for fact in grounds.facts for other in figures_of(fact))
    if not told:
        return False
    if figure.kind in {Kind.AMOUNT, Kind.PERCENT}:
        clause = _clause(plain(text), figure)
        return bool(_OWN_MEASURE.search(clause)) and not _GIVEN.search(clause)
    return True


def reworded_fault(text: str, quotes: list[str]) -> str:
    """Kind of what was changed in a sentence that is otherwise a source's own: a figure or
    its place ("measure"), a limit ("bound"), a period ("per"), yes or no ("polarity"); ""."""
    said = _words_of(text)
    for quote in quotes:
        there = _words_of(quote)
        if not said or 2 * len(said & there) < _SAME * (len(said) + len(there)):
            continue
        ours, theirs = figures_of(text), figures_of(quote)
        if len(ours) == len(theirs):
            if not all(same_value(one, other) for one, other in zip(ours, theirs, strict=True)):
                return "measure"
            if _found(_SIDES, text) != _found(_SIDES, quote):
                return "bound"
            if _found(_PERIODS, text) != _found(_PERIODS, quote):
                return "per"
        if is_negated(text) is not is_negated(quote):
            return "polarity"
        return ""
    return ""


def limit_turned(text: str, sources: list[str]) -> str:
    """A limit whose word is not the sources' ("최저보험료 이상" for "최저보험료 이하"); ""."""
    known = squeezed("\n".join(sources))
    typed = [figure for figure in figures_of(text) if figure.kind is not Kind.NUMBER]
    for match in _LIMIT.finditer(plain(text)):
        place = match.start("what")
        if any(figure.start <= place < figure.end for figure in typed):
            continue
        if squeezed(match["what"]) not in known:
            return match.group()
    return ""


@lru_cache(maxsize=4096)
def label(text: str, figure: Figure) -> frozenset[str]:
    """Content words beside a figure of `text`, those that tell nothing apart left out."""
    text = plain(text)
    same = [other for other in figures_of(text) if other.kind is figure.kind]
    floor = max((other.end for other in same if other.end <= figure.start), default=0)
    ceiling = min((other.start for other in same if other.start >= figure.end), default=len(text))
    breaks = [match.end() for match in BREAK.finditer(text, floor, figure.start)]
    after = BREAK.search(text, figure.end, ceiling)
    tail = (
        text[figure.end : after.start() if after else ceiling][:30]
        if after or ceiling == len(text)
        else ""
    )
    found: set[str] = set()
    for low in [*reversed(breaks), floor]:
        found = _telling(text[low : figure.start])
        if found:
            break
    return frozenset(found | _telling(tail))


def missing_words(text: str, sources: list[str]) -> tuple[int, list[str]]:
    """How many content words `text` has, and those that no source has."""
    wanted = _terms(text) - _SPEAKING
    known = frozenset[str]().union(*map(_terms, sources))
    return len(wanted), sorted(wanted - known)


@lru_cache(maxsize=4096)
def _terms(text: str) -> frozenset[str]:
    return frozenset(term for term in terms(plain(text)) if not term[0].isdigit())


def _found(pattern: re.Pattern[str], text: str) -> list[str]:
    """Matches in order, those of one group being the same."""
    return [str(m.lastindex or m.group()) for m in pattern.finditer(plain(text))]


@lru_cache(maxsize=4096)
def _words_of(text: str) -> frozenset[str]:
    """Content words, without figures and what stands at them: these are compared in order."""
    bare = _PERIODS.sub(" ", _SIDES.sub(" ", plain(text)))
    return frozenset(word for word in words(bare) if not word[0].isdigit())


def _telling(text: str) -> set[str]:
    return {
        word for word in words(text) if word not in _COMMON and not word.replace(",", "").isdigit()
    } | set(re.findall(r"\d+(?:자녀|인|명|급|종|등급|차|아)|[첫둘셋넷섯곱덟홉]째", text))


def _clause(text: str, figure: Figure) -> str:
    low = max((match.end() for match in BREAK.finditer(text, 0, figure.start)), default=0)
    end = BREAK.search(text, figure.end)
    return text[low : end.start() if end else len(text)]


def _sentence(text: str, figure: Figure) -> str:
    low = max(text.rfind("\n", 0, figure.start), text.rfind(". ", 0, figure.start)) + 1
    high = min(
        (p for p in (text.find("\n", figure.end), text.find(". ", figure.end)) if p >= 0),
        default=len(text),
    )
    return text[low:high]
