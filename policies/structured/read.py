"""A question in words → a structured query, with what was understood and what was not."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from policies.structured.grammar.agencies import read_agencies, read_kinds
from policies.structured.grammar.codes import read_codes, read_flags
from policies.structured.grammar.draft import Draft
from policies.structured.grammar.figures import read_figures
from policies.structured.grammar.names import read_names, read_rest
from policies.structured.grammar.periods import read_periods
from policies.structured.grammar.regions import GOV24, YOUTH, read_regions
from policies.structured.grammar.shape import read_shape
from policies.structured.grammar.ways import read_ways
from policies.structured.question import (
    Age,
    Agency,
    Area,
    Codes,
    Filter,
    Number,
    Period,
    StructuredQuery,
    Text,
    Window,
)
from policies.structured.vocabulary import LIFE_STAGES, vocabulary
from policies.vocabulary import LifeStage

MAX_LENGTH = 300
_YOUTH = re.compile(r"온통\s?청년|청년\s?정책")
_GOV24 = re.compile(
    r"보조금\s?24|정부\s?24|서비스\s?분야|소관|지원\s?유형|JA\d{4}|(?<![가-힣])서비스(?!원)"
)


@dataclass(frozen=True)
class Reading:
    """`unread`: parts that matter and were not understood; with any of them the query is no
    answer. `dropped`: words that no name holds and that were left out."""

    query: StructuredQuery
    unread: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def is_understood(self) -> bool:
        return not self.unread and bool(self.query.filters or self.query.order)


def read_question(text: str, *, as_of: date, source: str | None = None) -> Reading:
    """Read a question as of a day in Asia/Seoul.

    `source` None: the one whose fields the question speaks of, if its data is here; 「청년정책」
    without such a field is asked of all sources.
    """
    if source:
        return _read(text, as_of, source)
    named = source_of(text)
    if named is None or not vocabulary(named).agencies:
        return _of_all(text, as_of)
    reading = _read(text, as_of, named)
    own = named == GOV24 or "온통" in text or _speaks_of_fields(reading)
    return reading if own else _of_all(text, as_of)


def source_of(text: str) -> str | None:
    """The source a question speaks of, None when it may be any."""
    if _YOUTH.search(text):
        return YOUTH
    return GOV24 if _GOV24.search(text) else None


def _of_all(text: str, as_of: date) -> Reading:
    reading = _read(text, as_of, None)
    if not re.search(r"청년", text):
        return reading
    youth = Codes(field=LIFE_STAGES, values=(LifeStage.YOUTH.value,), label="생애주기 청년")
    filters = (youth, *reading.query.filters)
    return replace(reading, query=reading.query.model_copy(update={"filters": filters}))


def _speaks_of_fields(reading: Reading) -> bool:
    """Whether a condition or the order rests on what only one source publishes."""
    query = reading.query
    common = (Area, Agency, Text, Period, Window)
    return query.order is not None or any(not isinstance(f, common) for f in query.filters)


def _read(text: str, as_of: date, source: str | None) -> Reading:
    draft = Draft(text[:MAX_LENGTH], as_of, vocabulary(source), source)
    read_flags(draft)
    read_names(draft)
    read_shape(draft)
    read_agencies(draft)
    read_regions(draft)
    read_kinds(draft)
    read_figures(draft)
    read_ways(draft)
    read_periods(draft)
    read_codes(draft)
    read_rest(draft)
    query = StructuredQuery(
        as_of=as_of,
        source=source,
        filters=_one_agency(_plain(draft)),
        order=draft.order,
        limit=draft.limit,
        skip=draft.skip,
        answer="number" if draft.is_count and draft.order is None else "ids",
    )
    return Reading(query, tuple(draft.unread), tuple(draft.dropped))


def _one_agency(filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
    """Several agencies named side by side are alternatives: a record has one."""
    named = [
        each
        for each in filters
        if isinstance(each, Agency) and each.names and not each.negated and not each.prefixes
    ]
    if len(named) < 2 or len({each.column for each in named}) > 1:
        return filters
    names = tuple(name for each in named for name in each.names)
    label = " 또는 ".join(each.label for each in named)
    both = named[0].model_copy(update={"names": names, "label": label})
    return (both, *(each for each in filters if each not in named))


def _plain(draft: Draft) -> tuple[Filter, ...]:
    """Filters without repetitions; an age figure says already that there is a limit."""
    figures = any(
        isinstance(each, Number) and each.column.startswith("age_") for each in draft.filters
    )
    return tuple(
        each
        for each in dict.fromkeys(draft.filters)
        if not (figures and isinstance(each, Age) and each.limited)
    )
