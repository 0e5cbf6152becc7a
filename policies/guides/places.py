"""Facilities and homes: their kinds and the official pages that list them."""

from __future__ import annotations

from functools import cache

from policies.guides.files import Part, longest_said, read_guide


class FindPage(Part):
    """The page or number of who registers facilities of a kind."""

    title: str
    url: str
    phone: str


class FacilityKind(Part):
    """`said`: what people call it; `words`: how published contacts name one."""

    key: str
    name: str
    said: tuple[str, ...]
    words: tuple[str, ...]
    find: FindPage
    note: str = ""


class HousingPortal(Part):
    """Where notices of homes are published; `sido` "" for the whole country."""

    name: str
    run_by: str
    url: str
    phone: str
    sido: str
    what: str


class RentalType(Part):
    """A kind of public rental home by law; `policy`: how policies of it are named."""

    name: str
    said: tuple[str, ...]
    policy: str
    law: str
    who: str


class _Facilities(Part):
    kinds: tuple[FacilityKind, ...]


class _Housing(Part):
    portals: tuple[HousingPortal, ...]
    rental_types: tuple[RentalType, ...]


@cache
def facility_kinds() -> tuple[FacilityKind, ...]:
    """Every kind of facility that is known here."""
    return read_guide("facilities", _Facilities).kinds


@cache
def _housing() -> _Housing:
    return read_guide("housing", _Housing)


def facility_named(text: str) -> FacilityKind | None:
    """The kind of facility `text` speaks of, by the longest name of it that stands there."""
    best = max(facility_kinds(), key=lambda each: longest_said(text, each.said))
    return best if longest_said(text, best.said) else None


def portals_for(sido: str | None) -> tuple[HousingPortal, ...]:
    """Portals of the 시도 first, then those of the whole country."""
    own = [each for each in _housing().portals if each.sido and each.sido == sido]
    return (*own, *(each for each in _housing().portals if not each.sido))


def rental_types() -> tuple[RentalType, ...]:
    """Kinds of public rental homes, in the order of the decree."""
    return _housing().rental_types
