"""Stored facts of a test person in Korean rows."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, get_args

from policies.admin.labels import enum_choices
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.questions import subject_of
from policies.korean import number, won

_MONEY = frozenset({"monthly_income", "assets", "health_insurance_premium"})
# Facts whose noun in sentences is not what is stored.
_SUBJECTS = {"birth_date": "생년월일", "children": "자녀 생년월일"}
_UNITS = {"age": "세", "household_size": "명", "median_income_ratio": "%"}


def fact_rows(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(what, value) of what is known; free keys last."""
    rows = [("기준일", str(data.get("as_of", "")))]
    for key, value in data.items():
        if key in ApplicantFacts.model_fields and key not in ("as_of", "other"):
            rows.append((_SUBJECTS.get(key) or subject_of(key), _text(key, value)))
    rows += [(subject_of(f"other.{key}"), _said(value)) for key, value in _other(data).items()]
    return rows


def _other(data: Mapping[str, Any]) -> Mapping[str, Any]:
    other = data.get("other")
    return other if isinstance(other, Mapping) else {}


def _said(value: object) -> str:
    return "예" if value else "아니요"


def _text(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return _said(value)
    if isinstance(value, Mapping):
        return " ".join(str(part) for part in value.values() if part)
    words = dict(_choices(key))
    if isinstance(value, list):
        return ", ".join(words.get(str(each), str(each)) for each in value) or "없음"
    if key in _MONEY and isinstance(value, int):
        return won(value)
    if key in _UNITS and isinstance(value, int | float):
        return f"{number(value)}{_UNITS[key]}"
    return words.get(str(value), str(value))


def _choices(key: str) -> list[tuple[str, str]]:
    """Words of a fact out of the vocabulary, also inside a list."""
    waiting = [ApplicantFacts.model_fields[key].annotation]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return enum_choices(kind)
        waiting += get_args(kind)
    return []
