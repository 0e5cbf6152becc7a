"""Where somebody lives: 시도, 시군구, dongs and quarters in a piece of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from chat.agent.understanding.places import COMMON_WORDS, Region, certain, gazetteer
from chat.agent.understanding.types import Found

_PARTICLE = (
    r"(?:사는데요?|사는|살아요|살고|삽니다|에서는?|에는|에도|에|서는?|으로|로|이고요?|이구요?|"
    r"고요?|이요|요|인데요?|이에요|"
    r"예요|에요|입니다|쪽|의|은|는|이|가|이며|라|임|사람|토박이|시민|구민|군민|도민|거주|살이)?"
)
_END = r"(?=$|[\s,.?!~()/])"
_JOINED_END = (
    r"(?=[^가-힣]|$|에서|에\s|에$|이[요에]|요|예요|인데|입니다|사는|살|주민|거주|구민|시민)"
)
_LIVES = re.compile(
    r"^\s*(?:에서|에|서|쪽에|쪽)?\s*(?:둘이\s*|혼자\s*|같이\s*|계속\s*)?"
    r"(?:살|사는|사세|사신|사십|사시|삽니|산다|사요|삼(?:$|\s)|거주|계[시세]|이사|전입|자취|주민)"
)
_AWAY = re.compile(
    r"^\s*(?:이|에|은|는)?\s*(?:말고|아니고|아니|아닌|대신|빼고|살다가|떠나|에서\s?온)"
)
_INSTITUTION = re.compile(
    r"^\s?(?:대학교?|대병원|병원|형|역\s|은행|시청|구청|의료원|페이|사랑|교대)"
)
_HOSPITAL = re.compile(r"^\S{0,3}\s?(?:큰\s|대학\s?)?(?:병원|의료원|치과|한의원)")
_MOVE_AWAY = re.compile(r"살다가?(?=$|[\s,])")


@dataclass(frozen=True)
class _Hit:
    start: int
    end: int
    name: str
    kind: str


@cache
def _pattern() -> re.Pattern[str]:
    names = gazetteer()
    places = {*names.sido, *names.full, *names.short}
    known = "|".join(sorted(map(re.escape, places), key=len, reverse=True))
    dongs = "|".join(sorted(map(re.escape, names.dong), key=len, reverse=True))
    return re.compile(
        rf"(?<![가-힣A-Za-z0-9])(?:(?P<place>{known})|(?P<dong>{dongs}))(?P<part>{_PARTICLE}){_END}"
    )


@cache
def _joined() -> re.Pattern[str]:
    """A 시도 written without a space before the next name (서울동작구)."""
    sido = "|".join(sorted(map(re.escape, gazetteer().sido), key=len, reverse=True))
    return re.compile(
        rf"(?<![가-힣])({sido})"
        r"(?!(?:특별|광역|특별자치|통합특별)[시도])"
        rf"(?=(?:[동서남북중]구|[가-힣]{{2,4}}[시구군]){_JOINED_END})"
    )


def region(text: str) -> Iterator[Found]:
    """The place somebody lives in, one `Found` at most.

    A chain of names (부산 사하구, 안양 평촌, 전주 완산구) is read as one place.
    """
    spaced = _joined().sub(lambda match: f"{match[1]} ", text)
    if len(spaced) != len(text):
        found = list(region(spaced))
        quote = re.search(rf"(?<![가-힣])\S*?[시구군]{_JOINED_END}", text)
        if found and quote:
            yield Found("region", found[-1].value, quote.start(), quote.end(), owner="household")
        return
    best: Found | None = None
    for chain in _chains(text):
        start, end = chain[0].start, chain[-1].end
        placed = _lives(text, end) or text.startswith("에서", end)
        resolved = resolve([hit.name for hit in chain], placed)
        if resolved is None or _AWAY.match(text[end:]) or _INSTITUTION.match(text[end:]):
            continue
        if not _lives(text, end) and _HOSPITAL.match(text[end:]):
            continue
        confidence = 0.95 if _lives(text, end) else 0.75
        best = Found("region", resolved.as_fact(), start, end, confidence, "household")
        if _lives(text, end) and not _MOVE_AWAY.match(text[end:].lstrip()):
            continue
    if best:
        yield best


def _lives(text: str, end: int) -> bool:
    return bool(_LIVES.match(text[end:]))


def _chains(text: str) -> list[list[_Hit]]:
    chains: list[list[_Hit]] = []
    for match in _pattern().finditer(text):
        group = "place" if match["place"] else "dong"
        hit = _Hit(match.start(group), match.end(group), match[group], group)
        if _chains_on(chains, hit, text):
            chains[-1].append(hit)
        else:
            chains.append([hit])
    return chains


def _chains_on(chains: list[list[_Hit]], hit: _Hit, text: str) -> bool:
    return bool(chains) and bool(re.fullmatch(r"\s*", text[chains[-1][-1].end : hit.start]))


def resolve(names: list[str], lives: bool = False) -> Region | None:
    """Official region of names from wide to narrow; only what is certain.

    A short form that is an everyday word (고성, 이천) needs `lives` or a 시도 in front.
    """
    book = gazetteer()
    sido: str | None = None
    wide: list[Region] = []
    for index, name in enumerate(names):
        if name in book.sido and not (name == "광주" and sido == "경기도"):
            if sido is None:
                sido = book.sido[name]
                continue
            if name not in book.short and name not in book.full:
                continue
        plain = name in book.short and name not in book.full
        if plain and name in COMMON_WORDS and not (lives or sido or index + 1 < len(names)):
            return None
        wide = _narrow(wide, sido, _candidates(name))
    if wide:
        return certain(wide)
    return Region(sido) if sido else None


def _candidates(name: str) -> list[Region]:
    book = gazetteer()
    return book.full.get(name) or book.short.get(name) or book.dong.get(name) or []


def _narrow(wide: list[Region], sido: str | None, found: list[Region]) -> list[Region]:
    """Candidates of the next name that lie in the place so far; the place itself if none do."""
    inside = [one for one in found if sido is None or one.sido == sido]
    if not wide:
        return inside
    within = [
        one
        for one in inside
        if any(one.sido == outer.sido and _part_of(one, outer) for outer in wide)
    ]
    return within or wide


def _part_of(inner: Region, outer: Region) -> bool:
    return outer.sigungu is None or (inner.sigungu or "").startswith(outer.sigungu)
