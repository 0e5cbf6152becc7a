"""Residence as criteria ask for it: the place by its official name, and who lives in it."""

from __future__ import annotations

from dataclasses import dataclass

from policies.eligibility.outcome import State
from policies.geography.succession import lies_in, official_region, official_sido
from policies.geography.table import Region

_STATES = {True: State.MET, False: State.NOT_MET, None: State.UNKNOWN}


@dataclass(frozen=True)
class Place:
    """A 시도 and, where known, the words of the 시군구 ("수원시 장안구" → two)."""

    sido: str
    sigungu: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return " ".join((self.sido, *self.sigungu))

    @property
    def region(self) -> Region:
        return Region(self.sido, " ".join(self.sigungu) or None)


def place(sido: str, sigungu: str | None) -> Place:
    """Normalised place. 군위군 belongs to 대구 whatever 시도 is named."""
    region = official_region(sido, sigungu)
    return Place(region.sido, tuple((region.sigungu or "").split()))


def lives_in(wanted: Place, lived: Place) -> State:
    """Whether someone at `lived` is a resident of `wanted`; UNKNOWN when too coarse to say."""
    return _STATES[lies_in(lived.region, wanted.region)]


__all__ = ["Place", "lives_in", "official_sido", "place"]
