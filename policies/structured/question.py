"""A question about published fields as data: filters, order, and what is wanted of the rows."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

PeriodState = Literal["open", "always", "upcoming", "unopened", "ended", "marked_closed", "dated"]
NumberColumn = Literal["age_from", "age_to", "income_from", "income_to", "views", "capacity"]
DayColumn = Literal["registered_at", "modified_at", "begins_on", "ends_on"]
OrderColumn = NumberColumn | DayColumn | Literal["deadline"]
Operator = Literal["=", "<", "<=", ">", ">=", "none", "some"]
AgencyColumn = Literal["agency", "operator", "registrar"]
TextColumn = Literal["name", "summary", "target", "criteria", "benefit", "application", "any"]


class _Part(BaseModel):
    """`label`: the condition in Korean, for the reader. `negated` turns it round."""

    model_config = ConfigDict(frozen=True)

    label: str = ""
    negated: bool = False


class Codes(_Part):
    """A coded field: has one of `values`, all of them, or these and no others of the field."""

    kind: Literal["codes"] = "codes"
    field: str
    values: tuple[str, ...]
    how: Literal["any", "all", "only"] = "any"


class Area(_Part):
    """Residence. `includes`: people of the place may apply (nationwide ones too unless
    `local`); `only`: nobody else may; `nationwide`: people of every 시도 may."""

    kind: Literal["area"] = "area"
    how: Literal["includes", "only", "nationwide"]
    codes: tuple[str, ...] = ()
    sidos: tuple[str, ...] = ()
    local: bool = False


class Agency(_Part):
    """Who is responsible: exact names, names that begin so, or the 시군구 under a 시도, with
    `kinds` of them (구, 시, 군)."""

    kind: Literal["agency"] = "agency"
    column: AgencyColumn = "agency"
    names: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    kinds: str = "시군구"


class Text(_Part):
    """Words that stand in a text, all of them."""

    kind: Literal["text"] = "text"
    column: TextColumn = "name"
    words: tuple[str, ...]


class Period(_Part):
    """State of applications on `day`, any of `states`."""

    kind: Literal["period"] = "period"
    states: tuple[PeriodState, ...]
    day: date


class Window(_Part):
    """Rounds of applications that end, start or are open between two days, both inclusive.
    `open_on`: the same round must be open on that day."""

    kind: Literal["window"] = "window"
    edge: Literal["end", "start", "open"]
    first: date | None = None
    last: date | None = None
    open_on: date | None = None


class Day(_Part):
    """A day of the record between two days, both inclusive, in Asia/Seoul."""

    kind: Literal["day"] = "day"
    column: DayColumn
    first: date | None = None
    last: date | None = None


class Number(_Part):
    """A figure compared; `none` and `some`: whether there is one."""

    kind: Literal["number"] = "number"
    column: NumberColumn
    operator: Operator
    value: int = 0


class Age(_Part):
    """Open to people of an age; `limited` None: by the ages, else by the source's own mark."""

    kind: Literal["age"] = "age"
    years: int | None = None
    limited: bool | None = None


Filter = Annotated[
    Codes | Area | Agency | Text | Period | Window | Day | Number | Age,
    Field(discriminator="kind"),
]


class Order(BaseModel):
    """Rows by a column; those without a value come last and never win."""

    model_config = ConfigDict(frozen=True)

    column: OrderColumn
    descending: bool = True
    label: str = ""


class StructuredQuery(BaseModel):
    """`source` None: all sources. `limit` keeps rows that tie with the last one, after the
    first `skip`. `number` is
    answered with a count, or with `measure` of a column."""

    model_config = ConfigDict(frozen=True)

    as_of: date
    source: str | None = None
    filters: tuple[Filter, ...] = ()
    order: Order | None = None
    limit: int | None = None
    skip: int = 0
    answer: Literal["ids", "number"] = "ids"
    measure: Literal["count", "sum", "max", "min", "avg", "agencies"] = "count"
    measured: NumberColumn | None = None
