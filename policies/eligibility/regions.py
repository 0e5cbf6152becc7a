"""Names of regions: short, old and merged forms brought to today's official ones.

Sources: 행정안전부 행정구역 명칭 (강원특별자치도 2023-06-11, 전북특별자치도 2024-01-18, 군위군
to 대구광역시 2023-07-01, 전남광주통합특별시 in the official data of July 2026).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from policies.eligibility.outcome import State

_NAMES: dict[str, tuple[str, ...]] = {
    "서울특별시": ("서울", "서울시"),
    "부산광역시": ("부산", "부산시", "부산직할시"),
    "대구광역시": ("대구", "대구시", "대구직할시"),
    "인천광역시": ("인천", "인천시", "인천직할시"),
    "광주광역시": ("광주", "광주직할시"),
    "대전광역시": ("대전", "대전시", "대전직할시"),
    "울산광역시": ("울산", "울산시"),
    "세종특별자치시": ("세종", "세종시"),
    "경기도": ("경기",),
    "강원특별자치도": ("강원", "강원도"),
    "충청북도": ("충북",),
    "충청남도": ("충남",),
    "전북특별자치도": ("전북", "전라북도"),
    "전라남도": ("전남",),
    "경상북도": ("경북",),
    "경상남도": ("경남",),
    "제주특별자치도": ("제주", "제주도"),
    "전남광주통합특별시": ("전남광주", "전남광주특별시", "광주전남통합특별시"),
}
_OFFICIAL = {alias: name for name, aliases in _NAMES.items() for alias in (name, *aliases)}
_MERGED = "전남광주통합특별시"
_GWANGJU, _JEONNAM = "광주광역시", "전라남도"
_GWANGJU_DISTRICTS = frozenset({"동구", "서구", "남구", "북구", "광산구"})
_WITHOUT_SIGUNGU = {"세종특별자치시": frozenset({"세종시", "세종특별자치시"})}


@dataclass(frozen=True)
class Place:
    """A 시도 and, where known, the words of the 시군구 ("수원시 장안구" → two)."""

    sido: str
    sigungu: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return " ".join((self.sido, *self.sigungu))


def official_sido(name: str) -> str:
    """Today's official name of a 시도; an unknown name comes back as it was."""
    clean = "".join(unicodedata.normalize("NFC", name).split())
    return _OFFICIAL.get(clean, clean)


def place(sido: str, sigungu: str | None) -> Place:
    """Normalised place. 군위군 belongs to 대구 whatever 시도 is named."""
    official = official_sido(sido)
    words = tuple(unicodedata.normalize("NFC", sigungu or "").split())
    if set(words) <= _WITHOUT_SIGUNGU.get(official, frozenset()):
        words = ()
    if official == "경상북도" and words[:1] == ("군위군",):
        official = "대구광역시"
    return Place(official, words)


def _same_sido(wanted: Place, lived: Place) -> State:
    """Whether the 시도 agree; old and merged names of 전남·광주 are compared by district."""
    if wanted.sido == lived.sido:
        return State.MET
    parts = {_GWANGJU, _JEONNAM}
    if wanted.sido == _MERGED and lived.sido in parts:
        return State.MET
    if lived.sido == _MERGED and wanted.sido in parts:
        if not lived.sigungu:
            return State.UNKNOWN
        part = _GWANGJU if lived.sigungu[0] in _GWANGJU_DISTRICTS else _JEONNAM
        return State.MET if part == wanted.sido else State.NOT_MET
    return State.NOT_MET


def lives_in(wanted: Place, lived: Place) -> State:
    """Whether someone at `lived` is a resident of `wanted`; UNKNOWN when too coarse to say."""
    sido = _same_sido(wanted, lived)
    if sido is State.NOT_MET or not wanted.sigungu:
        return sido
    shared = min(len(wanted.sigungu), len(lived.sigungu))
    if wanted.sigungu[:shared] != lived.sigungu[:shared]:
        return State.NOT_MET
    return sido if len(lived.sigungu) >= len(wanted.sigungu) else State.UNKNOWN
