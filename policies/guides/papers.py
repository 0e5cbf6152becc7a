"""Papers that applications ask for: what they are, where one gets them, what they cost."""

from __future__ import annotations

import re
from functools import cache

from policies.estimates.types import Source
from policies.guides.files import Part, longest_said, read_guide
from policies.same import squeezed_name

_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


class Paper(Part):
    """`where`: who issues it, the easiest first; `fee` "" = none is stated; `need`: what one
    brings; `source`: key of who says so."""

    key: str
    name: str
    aliases: tuple[str, ...]
    what: str
    where: tuple[str, ...]
    fee: str
    need: str
    source: str
    online: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


class Procedure(Part):
    """A step that is no policy of its own, with the papers it asks for."""

    key: str
    name: str
    said: tuple[str, ...]
    papers: tuple[str, ...]
    note: str
    law: str


class _Papers(Part):
    sources: dict[str, Source]
    papers: tuple[Paper, ...]


class _Procedures(Part):
    procedures: tuple[Procedure, ...]


@cache
def _data() -> _Papers:
    return read_guide("papers", _Papers)


@cache
def _procedures() -> tuple[Procedure, ...]:
    return read_guide("procedures", _Procedures).procedures


def papers() -> tuple[Paper, ...]:
    """Every paper that is described here."""
    return _data().papers


def paper_source(paper: Paper) -> Source:
    """Who says what is told of a paper."""
    return _data().sources[paper.source]


def paper_named(text: str) -> Paper | None:
    """The paper that `text` speaks of, by the longest name of it that stands there."""
    best = max(papers(), key=lambda each: longest_said(text, each.names))
    return best if longest_said(text, best.names) else None


def paper_of_line(line: str) -> Paper | None:
    """The paper that a line of an official list is: nothing but its name, what stands in
    brackets aside. A line that asks for more than that is no single paper."""
    bare = squeezed_name(_IN_BRACKETS.sub("", line)).rstrip(".")
    wanted = re.sub(r"(?:원본|사본)?(?:각?\d부)?$", "", bare)
    for each in papers():
        if {bare, wanted} & {squeezed_name(name) for name in each.names}:
            return each
    return None


def procedure_named(text: str) -> Procedure | None:
    """The procedure that `text` speaks of."""
    return next((each for each in _procedures() if longest_said(text, each.said)), None)
