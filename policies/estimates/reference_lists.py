"""Published tables as rows that can be read out. Amounts are KRW."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from policies.estimates.areas import GRADE_NAMES, PROPERTY_NAMES, Property
from policies.estimates.education import SCHOOLS
from policies.estimates.parameters import Parameters, parameters
from policies.estimates.tables import median_income, selection_limit, share_of_median, wage
from policies.estimates.types import Source
from policies.korean import won

_SIZES = range(1, 11)
_BENEFITS = {
    "livelihood": "생계급여", "medical": "의료급여", "housing": "주거급여",
    "education": "교육급여·차상위",
}  # fmt: skip
_SINGLE_COUPLE = {False: "단독가구", True: "부부가구"}


@dataclass(frozen=True)
class Row:
    """One figure: what it is of, the amount in words, the household size it is for."""

    title: str
    amount: str
    size: int | None = None


@dataclass(frozen=True)
class TableList:
    """`year`: of the figures; `notes` say so where the asked year is not held."""

    year: int
    rows: list[Row]
    notes: list[str]
    sources: tuple[Source, ...]


def table_list(table: str, year: int) -> TableList:
    """A table by its key in `TABLES`. Raises NoParameters, KeyError."""
    rows, used = TABLES[table](date(year, 12, 31))
    return TableList(used.year, list(rows), used.notes(), used.sources)


_Listed = tuple[Iterator[Row], Parameters]


def _median(on: date) -> _Listed:
    rows = (
        Row(f"{size}인 가구", f"월 {won(median_income(on, size).amount)}", size) for size in _SIZES
    )
    return rows, median_income(on, 1).parameters


def _livelihood(on: date) -> _Listed:
    rules = parameters("basic_livelihood", on)
    rows = (
        Row(
            f"{name} {size}인 가구",
            f"월 {won(share_of_median(on, size, rules.values['shares'][key]).amount)} 이하",
            size,
        )
        for key, name in _BENEFITS.items()
        for size in _SIZES
    )
    return rows, rules


def _limits(table: str) -> Callable[[date], _Listed]:
    def listed(on: date) -> _Listed:
        rows = (
            Row(name, f"월 {won(selection_limit(table, on, couple=couple).amount)} 이하")
            for couple, name in _SINGLE_COUPLE.items()
        )
        return rows, selection_limit(table, on, couple=False).parameters

    return listed


def _wage(on: date) -> _Listed:
    figure = wage(on)
    return iter([Row("시간급", f"한 시간 {won(figure.amount)}")]), figure.parameters


def _rents(on: date) -> _Listed:
    figures = parameters("housing_benefit", on)
    rows = (
        Row(f"{GRADE_NAMES[grade]} {size}인 가구", f"월 {won(rent)}까지", size)
        for grade, rents in figures.values["rents"].items()
        for size, rent in rents.items()
    )
    return rows, figures


def _of(rule: str, rows: Callable[[dict[str, Any]], Iterator[Row]]) -> Callable[[date], _Listed]:
    def listed(on: date) -> _Listed:
        figures = parameters(rule, on)
        return rows(figures.values), figures

    return listed


def _education(values: dict[str, Any]) -> Iterator[Row]:
    for school, name in SCHOOLS.items():
        yield Row(name, f"한 해 {won(values[school])}")


def _property(values: dict[str, Any]) -> Iterator[Row]:
    amounts = values["basic_property"]
    for area in Property:
        yield Row(PROPERTY_NAMES[area], won(amounts[area]))


def _emergency(values: dict[str, Any]) -> Iterator[Row]:
    for size, amount in values["living"].items():
        yield Row(f"{size}인 가구", f"월 {won(amount)}", size)


def _energy(values: dict[str, Any]) -> Iterator[Row]:
    for size, amount in values["amounts"].items():
        more = " 이상" if size == max(values["amounts"]) else ""
        yield Row(f"{size}인{more} 세대", f"한 해 {won(amount)}")


TABLES: Mapping[str, Callable[[date], _Listed]] = {
    "MEDIAN_INCOME": _median,
    "LIVELIHOOD": _livelihood,
    "BASIC_PENSION": _limits("basic_pension"),
    "DISABILITY_PENSION": _limits("disability_pension"),
    "MINIMUM_WAGE": _wage,
    "RENT": _rents,
    "EDUCATION": _of("education_benefit", _education),
    "BASIC_PROPERTY": _of("recognised_income", _property),
    "EMERGENCY": _of("emergency_support", _emergency),
    "ENERGY": _of("energy_voucher", _energy),
}
