"""Places named in a sentence: which region each is, and whether somebody lives there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from policies.geography.names import (
    ABSTRACT_WORDS,
    NO_PLACE_ALONE,
    certain,
    gazetteer,
    narrowed,
    needs_evidence,
    regions_named,
)
from policies.geography.table import Region

_LIVING = (
    r"(?:살(?=[았던암어]|아[^남]|아$|고|면서|며|지|기|려|게|자|다가|\s?때)|사는|사세|사신|사십|"
    r"사시|사셔|삽니|산다|사요"
    r"|삼(?=$|\s)|거주|계[시세셔]|이사|전입|자취|주민|시민|구민|군민|도민|토박이|주소)"
)
_PEOPLE = r"(?:시민|구민|군민|도민|주민|사람|토박이|거주자?|출신|살이|민(?=[이은는도인을의,.\s]|$))"
_OFFICE = (
    r"(?:(?:도|시|구|군)?청|(?:광역)?보건소|보건지소|의회|주민센터|행정복지센터|동사무소|읍사무소"
    r"|면사무소|복지관)"
)
_JOSA = (
    r"(?:에서(?:는|도|만|의|요)?|에선|에(?:는|도|만)?|엔|서(?:는|도|요)?|으?로(?:는|도)?|이?랑|"
    r"[와과의은는이가을를도만]"
    r"|까지|부터|보다|이?나)"
)
_COPULA = (
    r"(?:예|이?라예|이?유|이?[고구]요?|이?구여|이?[요죠]|이?ㄴ?데요?|인데요?|이?에요|[예에]요|"
    r"입니다|이며|이?라서?|임|이?[야여]|인"
    r"|인가요|인데도)"
)
# What may be glued to a name: people of it, its office, a particle, a copula, or "…사는데요".
_TAIL = re.compile(
    rf"(?:{_PEOPLE}|{_OFFICE}|쪽|지역|관내|시내|읍내|근처)?{_JOSA}?{_COPULA}?"
    rf"|(?:에서|서|에)?{_LIVING}[가-힣]*"
)
_ENDS = re.compile(rf"{_COPULA}?\s*(?:$|[.,?!~\n])")
_WORD = re.compile(r"(?<![가-힣A-Za-z0-9])[가-힣]+")
_SENTENCE_END = re.compile(r"[.?!\n]")
# "에서 2년 살았고", "에 혼자 살아요": a few words may stand between the particle and the verb.
_LIVES = re.compile(
    r"\s*(?:쪽|시내|읍내|근처)?(?:(?:에서?는?|에선|엔|서는?|에서만?)"
    rf"\s*(?:[가-힣0-9]+\s+){{0,3}}?)?\s*"
    rf"(?:둘이|혼자|같이|계속)?\s*{_LIVING}|{_PEOPLE}"
)
_AWAY = re.compile(
    r"\s*(?:이|에|은|는)?\s*(?:말고|아니고|아니라|아니|아닌|대신|빼고|떠나|에서\s?온)"
    r"|\s*(?:에서|에|서)?\s*살(?:다가?|았다가|았었|던\s?(?:곳|데))(?=$|[\s,])"
)
_VISIT = re.compile(
    r"\s*(?:에\s?있는|에서|으?로|까지|쪽|에|의)?\s*(?:큰|종합|유명한|대형)?\s?(?:\S{0,3}\s?)?"
    r"(?:대학\s?병원|병원|의료원|치과|한의원)"
    r"|\s?(?:대학교?|대병원|역(?=\s)|은행|페이|교대|형(?=\s|$))"
    r"|\s*(?:으?로|까지)\s*(?:출퇴근|통근|통학|통원|다니|다녀|출장|여행|왕복|놀러|치료)"
    r"|\s*(?:에|으?로|까지)?\s*(?:갈\s|가서|가는\s|갔|다녀|출장|여행|왕복)"
)
# What shows that a place is meant by a word that has another meaning too.
_SIGN = re.compile(
    rf"\s?{_OFFICE}|{_PEOPLE}|\s?(?:쪽|지역|관내|시내|읍내|근처)(?=$|[\s에의은이])"
    rf"|\s?(?:주민|거주|전통시장|터미널)"
    rf"|(?:에|으로|로)\s?(?:살|사는|거주|있|주소|이사|전입|내려|올라|오는|왔|집)"
)
_STRONG_SIGN = re.compile(
    rf"\s?{_OFFICE}|{_PEOPLE}|(?:에|으로|로)\s?(?:살|사는|거주|주소|이사|전입)"
)
_OFFICE_OF_DONG = re.compile(r"\s?(?:주민센터|행정복지센터|동사무소|읍사무소|면사무소)")
_DWELLS = re.compile(
    r"\s?쪽?\s?(?:사는|사시는?|사세요|살아요?(?=$|[\s,])|살고(?!\s?싶)|살어(?=$|[\s,])|살암|"
    r"삽니[다더]|산다)|(?:에서|에|서)\s"
)
_SPEAKER = re.compile(r"(?<![가-힣])(?:저|전|저는|나|난|나는|제가|내가|본인은)\s\S{0,6}\s?$")
_AT = re.compile(r"에서|에선|서(?=는|도)|서\s")


class Role(StrEnum):
    """LIVES: somebody lives there. MENTIONED: named without saying. ELSEWHERE: a place to go
    to (병원), the name of an institution, or one that was left or ruled out."""

    LIVES = "lives"
    MENTIONED = "mentioned"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True)
class NamedPlace:
    """A place at `start`:`end` of the text.

    `regions`: what the names may stand for; `region`: what all of these have in common, None
    when nothing; `certain`: there is only one. `dong`: name of the dong or quarter, if one.
    """

    start: int
    end: int
    text: str
    regions: tuple[Region, ...]
    region: Region | None
    certain: bool
    role: Role
    dong: str | None = None


@dataclass(frozen=True)
class _Name:
    start: int
    end: int
    name: str


def places_in(text: str) -> list[NamedPlace]:
    """Every place named in `text` (in NFC), in its order. Adjacent names from wide to narrow (부산
    사하구, 안양 평촌) are one place; everyday words count only where a place is meant."""
    chains = _chains(text)
    places = []
    for index, chain in enumerate(chains):
        start, end = chain[0].start, chain[-1].end
        following = chains[index + 1][0].start if index + 1 < len(chains) else len(text)
        stop = _SENTENCE_END.search(text, end, following)
        after = text[end : stop.start() if stop else following]
        names = [one.name for one in chain]
        role = _role(after)
        if needs_evidence(names) and not _evident(names[0], after, role):
            continue
        regions = tuple(regions_named(names))
        places.append(
            NamedPlace(
                start=start,
                end=end,
                text=text[start:end],
                regions=regions,
                region=certain(regions),
                certain=len(regions) == 1,
                role=role,
                dong=names[-1] if gazetteer().kind(names[-1]) == "dong" else None,
            )
        )
    return places


def question_region(text: str) -> Region | None:
    """The residence a question names, else the one place it is about, else None.

    Of several residences the speaker's own counts (저는 …); otherwise two places that do not
    lie in one another leave it open.
    """
    text = unicodedata.normalize("NFC", text)
    places = places_in(text)
    for role in (Role.LIVES, Role.MENTIONED):
        found = [place for place in places if place.role is role and place.region]
        if found:
            own = [place for place in found if _of_speaker(place, text)]
            return _narrowest(found) or (_narrowest(own) if role is Role.LIVES and own else None)
    return None


def _narrowest(places: list[NamedPlace]) -> Region | None:
    regions = [place.region for place in places if place.region]
    narrowest = max(regions, key=lambda one: len((one.sigungu or "").split()))
    return narrowest if all(one.holds(narrowest) for one in regions) else None


def _of_speaker(place: NamedPlace, text: str) -> bool:
    return bool(_SPEAKER.search(text[: place.start]))


def _role(after: str) -> Role:
    if _AWAY.match(after):
        return Role.ELSEWHERE
    if _LIVES.match(after):
        return Role.LIVES
    return Role.ELSEWHERE if _VISIT.match(after) else Role.MENTIONED


def _evident(name: str, after: str, role: Role) -> bool:
    """Whether a place is meant by a word that has another meaning too."""
    dwells = role is Role.LIVES and bool(_DWELLS.match(after))
    if name in NO_PLACE_ALONE or name in gazetteer().bare:
        return name not in NO_PLACE_ALONE and (dwells or bool(_OFFICE_OF_DONG.match(after)))
    if name in ABSTRACT_WORDS:
        return dwells or bool(_STRONG_SIGN.match(after))
    if dwells or _SIGN.match(after) or _AT.match(after):
        return True
    # 「함양인데 군에서 뭐 해 주나요」
    kinds = {(one.sigungu or " ")[-1] for one in gazetteer().candidates(name)} & set("시군구")
    return any(re.search(rf"\s(?:우리\s?)?{kind}(?:에서|에는|청)", after[:30]) for kind in kinds)


def _chains(text: str) -> list[list[_Name]]:
    chains: list[list[_Name]] = []
    for word in _WORD.finditer(text):
        names = [
            replace(one, start=one.start + word.start(), end=one.end + word.start())
            for one in _names_of(word[0])
        ]
        if names and chains and _goes_on(chains[-1], names[0], text):
            chains[-1] += names
        elif chains and (part := _dong_within(chains[-1], word, text)):
            chains[-1].append(part)
        elif names:
            chains.append(names)
    return chains


def _goes_on(chain: list[_Name], name: _Name, text: str) -> bool:
    """Whether a name belongs to the place before it: "서울 신림", not "서울 부산"."""
    if text[chain[-1].end : name.start].strip(" 의") or "\n" in text[chain[-1].end : name.start]:
        return False
    book = gazetteer()
    outer = regions_named([one.name for one in chain])
    inside = narrowed(outer, book.candidates(name.name))
    return bool(inside) or book.kind(name.name) == "dong"


def _dong_within(chain: list[_Name], word: re.Match[str], text: str) -> _Name | None:
    """A dong said without its 동 right after a wider name, where somebody lives or nothing more
    is said: "부산 구포", "제주 성산 살아요"."""
    gap = text[chain[-1].end : word.start()]
    if gap.strip(" ") or gazetteer().kind(chain[-1].name) == "dong":
        return None
    for end in range(len(word[0]), 1, -1):
        name = _whole_dong(chain, word[0][:end])
        after = text[word.start() + end :]
        if name and (_ENDS.match(after) or _LIVES.match(after)):
            return _Name(word.start(), word.start() + end, name)
    return None


def _whole_dong(chain: Sequence[_Name], short: str) -> str | None:
    """The dong that a short name (구포) can only stand for inside a wider place."""
    book = gazetteer()
    outer = regions_named([one.name for one in chain])
    whole = [
        name
        for name in book.inner.get(short, ())
        if len(set(narrowed(outer, book.candidates(name)))) == 1
    ]
    return whole[0] if len(whole) == 1 else None


@cache
def _longest() -> int:
    book = gazetteer()
    return max(map(len, (*book.sido, *book.full, *book.short, *book.dong)))


def _names_of(word: str) -> list[_Name]:
    """The names a word begins with, if nothing but a particle or the like follows them."""
    for names in _readings(word, 0, ()):
        return names
    return []


def _readings(word: str, start: int, before: tuple[_Name, ...]) -> Iterator[list[_Name]]:
    book = gazetteer()
    for end in range(min(len(word), start + _longest()), start + 1, -1):
        name = word[start:end]
        if before and book.kind(name) is None:
            name = _whole_dong(before, name) or name  # 인천주안
        if book.kind(name) is None or (before and not _inside(before, name)):
            continue
        names = (*before, _Name(start, end, name))
        if _TAIL.fullmatch(word, end):
            yield list(names)
        elif book.kind(name) != "dong":
            yield from _readings(word, end, names)


def _inside(before: tuple[_Name, ...], name: str) -> bool:
    outer = regions_named([one.name for one in before])
    return bool(narrowed(outer, gazetteer().candidates(name)))
