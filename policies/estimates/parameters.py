"""Dated parameters of the estimates: `policies/reference/estimates/*.yaml`.

One file a rule, each period with its legal source and the day it was checked. A day before the
first period has no parameters. After the last known period its figures are used for
`CARRIED_YEARS` at most, and `Parameters.carried` says so: an older year is never passed off as
this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict

from policies.estimates.types import Source

FOLDER = Path(__file__).resolve().parent.parent / "reference" / "estimates"
# Figures older than this are refused: most are set anew each year.
CARRIED_YEARS = 1


class NoParameters(LookupError):
    """No figures for the asked day; the message is a Korean sentence for people."""


@dataclass(frozen=True)
class Parameters:
    """Figures in force on a day. Amounts are KRW, rates shares (0.3 = 30 %)."""

    rule: str
    title: str
    year: int
    year_asked: int
    values: dict[str, Any]
    sources: tuple[Source, ...]

    @property
    def carried(self) -> bool:
        """Whether the figures are of an earlier year than the one asked for."""
        return self.year < self.year_asked

    def notes(self) -> list[str]:
        """What must be said beside an amount from these figures."""
        if not self.carried:
            return []
        return [
            f"{self.year_asked}년 기준 금액을 갖고 있지 않아 {self.year}년 기준으로 계산했습니다."
        ]


class _Period(BaseModel):
    model_config = ConfigDict(extra="forbid")

    year: int
    effective_from: date
    # False where a figure holds until it is changed (a law without yearly notices).
    yearly: bool = True
    sources: list[Source]
    values: dict[str, Any]


class _RuleFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    rule: str
    title: str
    periods: list[_Period]


@cache
def _rule(rule: str) -> _RuleFile:
    path = FOLDER / f"{rule}.yaml"
    data = _RuleFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    if data.rule != rule:
        raise ValueError(f"{path.name} names the rule {data.rule}")
    return data


def rule_names() -> list[str]:
    """Names of all rules that have parameters."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def parameters(rule: str, as_of: date) -> Parameters:
    """Figures of a rule in force on a day. Raises NoParameters where there are none."""
    data = _rule(rule)
    begun = [period for period in data.periods if period.effective_from <= as_of]
    if not begun:
        raise NoParameters(f"{data.title}: {as_of.year}년 기준 금액을 갖고 있지 않습니다.")
    period = max(begun, key=lambda one: one.effective_from)
    year = period.year if period.yearly else as_of.year
    if as_of.year - year > CARRIED_YEARS:
        raise NoParameters(
            f"{data.title}: {as_of.year}년 기준 금액을 갖고 있지 않습니다. "
            f"{period.year}년 금액은 오래되어 쓰지 않습니다."
        )
    return Parameters(
        rule=rule, title=data.title, year=year, year_asked=as_of.year,
        values=period.values, sources=tuple(period.sources),
    )  # fmt: skip
