"""Words of welfare in plain Korean, each with the law that defines it."""

from __future__ import annotations

from functools import cache

from policies.guides.files import Part, longest_said, read_guide
from policies.same import squeezed_name


class Term(Part):
    """`meaning`: in whole polite sentences; `law`: where it is defined or used."""

    name: str
    aliases: tuple[str, ...]
    law: str
    meaning: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


class _Terms(Part):
    terms: tuple[Term, ...]


@cache
def terms() -> tuple[Term, ...]:
    """Every term that is explained here."""
    return read_guide("terms", _Terms).terms


def term_named(text: str) -> Term | None:
    """The term that `text` is, or else the longest one in it."""
    said = squeezed_name(text)
    exact = [each for each in terms() if said in {squeezed_name(name) for name in each.names}]
    if exact:
        return exact[0]
    best = max(terms(), key=lambda each: longest_said(text, each.names))
    return best if longest_said(text, best.names) else None
