"""A structured question as one SQL statement: fixed texts, every value a parameter."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any
from uuid import UUID

from django.db import connection

from policies.structured.question import (
    Age,
    Agency,
    Area,
    Codes,
    Day,
    Number,
    Order,
    Period,
    PeriodState,
    StructuredQuery,
    Text,
    Window,
)

_FROM = """
FROM policies_policy p
JOIN policies_listing l ON l.policy_id = p.id
JOIN policies_policyversion v ON v.id = p.current_version_id
WHERE TRUE"""
_ROUND = "EXISTS (SELECT 1 FROM policies_listinground r WHERE r.listing_id = l.policy_id AND {})"
_OPEN = "(r.start IS NULL OR r.start <= %s) AND r.end >= %s"
# An upper age of 0 or from here on is how sources write that there is none.
NO_UPPER_AGE = 99


@dataclass
class Sql:
    """A piece of SQL with its parameters in order."""

    text: str
    params: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class Found:
    """Rows of a question in order; `number` what was counted or measured."""

    ids: list[UUID]
    number: float | None


def run(query: StructuredQuery) -> Found:
    """Answer `query` from the published policies."""
    if query.answer == "number":
        return Found([], _number(query))
    where = conditions(query)
    order = _order(query)
    if query.order is not None and query.limit is not None:
        # What has no value is neither the most nor the least.
        column, params = _order_column(query.order, query)
        where = Sql(f"{where.text}\nAND {column} IS NOT NULL", [*where.params, *params])
    text = f"SELECT p.id {_FROM}{where.text}{order.text}"
    params = [*where.params, *order.params]
    if query.limit is not None:
        text += " OFFSET %s FETCH FIRST (%s) ROWS WITH TIES"
        params += [query.skip, query.limit]
    with connection.cursor() as cursor:
        cursor.execute(text, params)
        return Found([row[0] for row in cursor.fetchall()], None)


def conditions(query: StructuredQuery) -> Sql:
    """Everything after WHERE TRUE, each condition with its AND."""
    pieces = [condition(each) for each in query.filters]
    for piece, each in zip(pieces, query.filters, strict=True):
        if each.negated:
            # NOT of an unknown value would drop the row: what is not published is not so.
            piece.text = f"NOT COALESCE({piece.text}, FALSE)"
    if query.source:
        pieces.insert(0, Sql("p.source = %s", [query.source]))
    text = "".join(f"\nAND ({piece.text})" for piece in pieces)
    return Sql(text, [value for piece in pieces for value in piece.params])


_MEASURES = {
    "count": "count(*)",
    "agencies": "count(DISTINCT l.agency)",
    "sum": "sum(l.{})",
    "max": "max(l.{})",
    "min": "min(l.{})",
    "avg": "avg(l.{})",
}


def _number(query: StructuredQuery) -> float:
    where = conditions(query)
    measure = _MEASURES[query.measure].format(query.measured or "")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {measure} {_FROM}{where.text}", where.params)
        row = cursor.fetchone()
    value = row[0] if row and row[0] is not None else 0
    return int(value) if float(value).is_integer() else float(value)


_DEADLINE = (
    "(SELECT min(r.end) FROM policies_listinground r "
    "WHERE r.listing_id = l.policy_id AND r.end >= %s)"
)


def _order(query: StructuredQuery) -> Sql:
    """Ties in a limited question stay ties: then no second column may part them."""
    if query.order is None:
        return Sql(f"\nORDER BY {_DEADLINE} NULLS LAST, p.name, p.id", [query.as_of])
    way = "DESC" if query.order.descending else "ASC"
    column, params = _order_column(query.order, query)
    second = "" if query.limit is not None else ", p.name, p.id"
    return Sql(f"\nORDER BY {column} {way} NULLS LAST{second}", params)


def _order_column(order: Order, query: StructuredQuery) -> tuple[str, list[Any]]:
    if order.column == "deadline":
        return _DEADLINE, [query.as_of]
    return f"l.{order.column}", []


@singledispatch
def condition(part: Any) -> Sql:
    """SQL of one filter, without its negation."""
    raise TypeError(f"no SQL for {part!r}")


@condition.register
def _(part: Codes) -> Sql:
    wanted = [f"{part.field}={value}" for value in part.values]
    if part.how == "all":
        return Sql("l.codes @> %s::text[]", [wanted])
    if part.how == "any":
        return Sql("l.codes && %s::text[]", [wanted])
    return Sql(
        "l.codes @> %s::text[] AND NOT EXISTS (SELECT 1 FROM unnest(l.codes) AS c "
        "WHERE starts_with(c, %s) AND c <> ALL(%s::text[]))",
        [wanted, _group(part), wanted],
    )


def _group(part: Codes) -> str:
    """Start of the codes that stand side by side: the field, or the JA codes of one kind."""
    if part.field != "JA":
        return f"{part.field}="
    return f"JA={part.values[0][:4]}"


@condition.register
def _(part: Area) -> Sql:
    if part.how == "nationwide":
        return Sql("l.nationwide")
    if part.how == "only":
        if part.sidos:
            return Sql("cardinality(l.sidos) > 0 AND l.sidos <@ %s::varchar[]", [list(part.sidos)])
        return Sql("cardinality(l.areas) > 0 AND l.areas <@ %s::varchar[]", [list(part.codes)])
    text = "l.areas && %s::varchar[]"
    params = [list(part.codes)]
    return Sql(f"{text} AND NOT l.nationwide" if part.local else f"{text} OR l.nationwide", params)


@condition.register
def _(part: Agency) -> Sql:
    column = f"l.{part.column}"
    pieces, params = [], list[Any]()
    if part.names:
        pieces.append(f"{column} = ANY(%s)")
        params.append(list(part.names))
    for prefix in part.prefixes:
        pieces.append(f"starts_with({column}, %s)")
        params.append(prefix)
    for sido in part.under:
        pieces.append(f"{column} ~ %s")
        params.append(rf"^{re.escape(sido)} \S+[{part.kinds}]$")
    return Sql(" OR ".join(pieces) or "FALSE", params)


_TEXTS = {
    "name": "p.name",
    "any": "concat_ws(' ', p.name, v.sections::text)",
    **{
        name: f"coalesce(v.sections->>'{name}', '')"
        for name in ("summary", "target", "criteria", "benefit", "application")
    },
}


@condition.register
def _(part: Text) -> Sql:
    column = _TEXTS[part.column]
    pieces = [
        # Only Latin letters have a case, and folding every name takes its time.
        f"position(lower(%s) IN lower({column})) > 0"
        if re.search("[A-Za-z]", word)
        else f"position(%s IN {column}) > 0"
        for word in part.words
    ]
    return Sql(" AND ".join(pieces), list(part.words))


_STATES: dict[PeriodState, tuple[str, int]] = {
    "open": (_ROUND.format(_OPEN), 2),
    "always": ("l.period = 'always'", 0),
    "dated": (_ROUND.format("TRUE"), 0),
    "marked_closed": ("l.period = 'closed'", 0),
    "upcoming": (
        f"{_ROUND.format('r.start > %s')} AND NOT {_ROUND.format(_OPEN)}",
        3,
    ),
    "unopened": (
        f"{_ROUND.format('r.start > %s')} AND NOT {_ROUND.format('r.start <= %s')}",
        2,
    ),
    "ended": (
        f"l.period = 'closed' OR ({_ROUND.format('r.end < %s')} "
        f"AND NOT {_ROUND.format('r.end >= %s')})",
        2,
    ),
}


@condition.register
def _(part: Period) -> Sql:
    pieces = [_STATES[state] for state in part.states]
    days = sum(count for _, count in pieces)
    return Sql(" OR ".join(f"({text})" for text, _ in pieces), [part.day] * days)


@condition.register
def _(part: Window) -> Sql:
    pieces, params = list[str](), list[Any]()
    if part.edge == "open":
        bounds = (("(r.start IS NULL OR r.start <= %s)", part.last), ("r.end >= %s", part.first))
    else:
        bounds = ((f"r.{part.edge} >= %s", part.first), (f"r.{part.edge} <= %s", part.last))
    for text, day in bounds:
        if day is not None:
            pieces.append(text)
            params.append(day)
    if part.open_on is not None:
        pieces.append(_OPEN)
        params += [part.open_on, part.open_on]
    return Sql(_ROUND.format(" AND ".join(pieces) or "TRUE"), params)


@condition.register
def _(part: Day) -> Sql:
    stamp = part.column in ("registered_at", "modified_at")
    column = f"(l.{part.column} AT TIME ZONE 'Asia/Seoul')::date" if stamp else f"l.{part.column}"
    pieces, params = [f"{column} IS NOT NULL"], list[Any]()
    for operator, day in ((">=", part.first), ("<=", part.last)):
        if day is not None:
            pieces.append(f"{column} {operator} %s")
            params.append(day)
    return Sql(" AND ".join(pieces), params)


@condition.register
def _(part: Number) -> Sql:
    column = f"l.{part.column}"
    if part.operator in ("none", "some"):
        return Sql(f"{column} IS {'' if part.operator == 'none' else 'NOT '}NULL")
    # 온통청년 marks rows whose ages are no limit; such figures are no answer to "from 15 years".
    limited = " AND l.age_limited IS NOT FALSE" if part.column.startswith("age_") else ""
    return Sql(f"{column} {part.operator} %s{limited}", [part.value])


@condition.register
def _(part: Age) -> Sql:
    unlimited = (
        "CASE WHEN l.age_limited IS NOT NULL THEN NOT l.age_limited "
        "ELSE COALESCE(l.age_from, 0) = 0 "
        f"AND COALESCE(l.age_to, {NO_UPPER_AGE}) >= {NO_UPPER_AGE} END"
    )
    if part.years is None:
        return Sql(f"NOT ({unlimited})" if part.limited else unlimited)
    return Sql(
        f"({unlimited}) OR (COALESCE(l.age_from, 0) <= %s AND "
        f"(COALESCE(l.age_to, 0) IN (0) OR l.age_to >= %s))",
        [part.years, part.years],
    )
