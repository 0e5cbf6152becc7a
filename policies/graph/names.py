"""What a programme's name says once its place, year and office words are taken away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from policies.retrieval.morphemes import normalise, words

# Ends of names that say only that something is given.
_ENDS = re.compile(
    r"(?:지원사업|지원금사업|사업비|사업|지원|지급|서비스|제도|운영|추진|제공|실시|시행|시책|안내)+$"
)
_YEAR = re.compile(r"(?:20\d\d|(?<!\d)['’`]?2[0-9])\s*년(?:도|형)?|\b20\d\d\b|^\s*2[0-9]\s")
_BRACKETS = re.compile(r"[(\[【<《「『]([^()\[\]【】<>《》「」『』]*)[)\]】>》」』]")
_SYMBOLS = re.compile(r"[^0-9a-z가-힣]+")
# Words for the people and for the giving that copies of one programme use freely.
_SOFT = frozenset(
    "지원 사업 지원금 지급 서비스 제도 운영 추진 제공 실시 시행 대상 대상자 가정 가구 "
    "세대 주민 국민 시민 구민 군민 도민 읍 면 동 층 계층 자 및 등 형 저소득 저소득층 취약 취약계층 "
    "관내 거주 신청 안내 위하 해당 관련 우리 맞춤 맞춤형 종합".split()
)
_SAME = {"비용": "비", "경비": "비", "어르신": "노인"}
# Words that tell programmes of one name apart, and that the analyser drops as numerals.
_ORDINAL = re.compile(r"(?:첫|둘|셋|넷|다섯|여섯|[1-9])째")
_POOR = re.compile(r"저소득(?:층|주민|가정|가구|세대)?")
# Help on top of another programme is no copy of it.
_EXTRA = re.compile(
    r"(?:시도비|시비|도비|구비|군비|[시도구군](?=\s*추가)|자체)\s*|추가\s*(?:급여|지원)?"
    r"|본인\s*부담금?|가산|플러스"
)
_MIN_KEY = 2


@dataclass(frozen=True)
class NameKeys:
    """`main`: what the whole name means; `others`: of aliases, of the name without what stands
    in brackets, and of the brackets themselves. `base`: of a name that says that help is given
    on top (본인부담금, 시 추가), the programme it is on top of; "" for all others."""

    main: str
    others: frozenset[str]
    base: str = ""


def name_keys(name: str, aliases: Iterable[str] = (), *, places: Sequence[str] = ()) -> NameKeys:
    """Keys under which copies of a programme meet, whatever place, year or office they name.

    A key is the name's morphemes without those that copies vary freely; words that tell
    programmes apart (첫째, A형, 사망, 배우자) stay.
    """
    text = normalise(name)
    bare = _BRACKETS.sub(" ", text)
    inside = [match.group(1) for match in _BRACKETS.finditer(text)]
    main = _key(_BRACKETS.sub(r" \1 ", text), places)
    others = {_key(form, places) for form in (bare, *inside, *aliases)}
    base = _key(_EXTRA.sub(" ", bare), places) if _EXTRA.search(bare) else ""
    return NameKeys(
        main,
        frozenset(key for key in others if len(key) >= _MIN_KEY and key != main),
        base if len(base) >= _MIN_KEY and base != main else "",
    )


def without_ending(name: str) -> str:
    """A name without the words at its end that say only that something is given (서비스,
    지원사업); the name itself where nothing else would be left."""
    bare = _ENDS.sub("", "".join(name.split()))
    return bare if len(bare) >= _MIN_KEY else name


def place_words(sido: str, sigungu: str) -> list[str]:
    """Spellings of a place as they stand in names, longest first."""
    full = [sido, *sigungu.split()]
    stems = [_PLACE_END.sub("", word) for word in full]
    found = {*full, *(stem for stem in stems if len(stem) >= _MIN_KEY), _SHORT.get(sido, "")}
    return sorted(found - {""}, key=len, reverse=True)


_PLACE_END = re.compile(r"(?:특별자치시|특별자치도|특별시|광역시|[시군구도])$")


_SHORT = {
    "충청북도": "충북",
    "충청남도": "충남",
    "전라북도": "전북",
    "전라남도": "전남",
    "경상북도": "경북",
    "경상남도": "경남",
}


def squeezed(text: str) -> str:
    """Letters and digits only, lower case: how names are compared."""
    return _SYMBOLS.sub("", normalise(text).lower())


def _key(text: str, places: Sequence[str]) -> str:
    text = _YEAR.sub(" ", text)
    for place in places:
        text = re.sub(rf"{re.escape(place)}(?:특별시|광역시|시|군|구|도|형)?", " ", text)
    text = _POOR.sub(" ", text)
    kept = [_SAME.get(word, word) for word in words(text) if word not in _SOFT]
    # The analyser may keep an end inside a compound (활동지원) or not (활동, 지원사업).
    key = "".join(kept) or squeezed(text)
    return "".join([_ENDS.sub("", key) or key, *_ORDINAL.findall(text)])
