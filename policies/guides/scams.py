"""Signs of fraud in a message about support. Finding none never means that it is genuine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from typing import Literal

from pydantic import Field

from policies.guides.files import Part, read_guide
from policies.numerals import FULL_WIDTH

_LINK = re.compile(
    r"(?:https?://|hxxps?://)(?P<host>[^\s/:?#\"'<>()]+)"
    r"|(?<![\w@.])(?P<bare>(?:[a-z0-9-]+\.)+(?:com|net|org|kr|me|ly|gl|do|la|gd|co|io|xyz|top|site|"
    r"shop|info|cc|vip|link|click|online|store|app|biz))(?=[/\s?)\]\"',.]|$|[가-힣])",
    re.IGNORECASE,
)
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


class LinkKind(StrEnum):
    """Whose a link is. An official one may still be forged in what is shown."""

    OFFICIAL = "official"
    SHORTENED = "shortened"
    FOREIGN = "foreign"


class SignSource(Part):
    """`told_on`: the day of the notice; None for a law and where the day is not known."""

    title: str
    told_on: date | None = None
    url: str


class Sign(Part):
    """`weight` 2: nobody official does it; 1: a reason to check. `links`: found by links."""

    name: str
    weight: int = Field(ge=1, le=2)
    calls: tuple[str, ...]
    says: str
    any: tuple[str, ...]
    source: SignSource
    links: Literal["any", "foreign"] | None = None

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        """The compiled expressions, upper and lower case alike."""
        return tuple(re.compile(each, re.IGNORECASE) for each in self.any)


class Call(Part):
    name: str
    purpose: str = Field(alias="for")


class _Scams(Part):
    signs: tuple[Sign, ...]
    calls: dict[str, Call]
    official: tuple[str, ...]
    shortened: tuple[str, ...]


@dataclass(frozen=True)
class Link:
    """An address in a message with its host in lower case."""

    host: str
    kind: LinkKind


@dataclass(frozen=True)
class FoundSign:
    """A sign with the words it was found by."""

    sign: Sign
    quote: str


@dataclass(frozen=True)
class Suspicion:
    """Signs of a message, the heaviest first, and its links. Empty is no acquittal."""

    signs: tuple[FoundSign, ...]
    links: tuple[Link, ...]

    @property
    def strong(self) -> bool:
        """Whether something is asked that nobody official asks for."""
        return any(each.sign.weight > 1 for each in self.signs)

    @property
    def numbers(self) -> tuple[str, ...]:
        """Whom to call, by the signs; the line for questions about support always last."""
        found = dict.fromkeys(number for each in self.signs for number in each.sign.calls)
        return (*found, "129")


@cache
def _scams() -> _Scams:
    return read_guide("scams", _Scams)


def call(number: str) -> Call:
    """Who answers a number, and what for. Raises KeyError."""
    return _scams().calls[number]


def suspicion(text: str) -> Suspicion:
    """What is suspicious in a message; spaces and signs that hide words are looked through."""
    plain = text.translate(_INVISIBLE).translate(FULL_WIDTH)
    links = tuple(links_in(plain))
    found = [
        FoundSign(sign, quote)
        for sign in _scams().signs
        if (quote := _quote(sign, plain, links)) is not None
    ]
    found.sort(key=lambda each: -each.sign.weight)
    return Suspicion(tuple(found), links)


def links_in(text: str) -> Iterable[Link]:
    """Addresses of a text, each host once."""
    hosts = dict.fromkeys(
        (match["host"] or match["bare"]).lower().rstrip(".") for match in _LINK.finditer(text)
    )
    return [Link(host, _kind(host)) for host in hosts]


def _kind(host: str) -> LinkKind:
    """By the end of the host, never by what stands in front: gov.kr.example.com is foreign."""
    if _under(host, ("go.kr", *_scams().official)):
        return LinkKind.OFFICIAL
    return LinkKind.SHORTENED if _under(host, _scams().shortened) else LinkKind.FOREIGN


def _under(host: str, domains: Iterable[str]) -> bool:
    return any(host == each or host.endswith(f".{each}") for each in domains)


def _quote(sign: Sign, text: str, links: Sequence[Link]) -> str | None:
    if sign.links == "any":
        return links[0].host if links else None
    if sign.links == "foreign":
        return next((each.host for each in links if each.kind is not LinkKind.OFFICIAL), None)
    for pattern in sign.patterns:
        match = pattern.search(text)
        if match is not None:
            return " ".join(match.group().split())
    return None
