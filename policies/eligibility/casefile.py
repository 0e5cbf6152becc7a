"""Facts of a person in their published JSON form (gold cases, API) to `ApplicantFacts`.

Nothing is guessed or dropped: an unknown key, a value of the wrong type, a date that does not
exist or cannot be is refused, and all faults are told at once, each with its key.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from pydantic import ValidationError

from policies.eligibility.facts import ApplicantFacts
from policies.korean import josa, long_date, number

KEYS = frozenset(ApplicantFacts.model_fields) - {"provenance", "income_is_recognised"}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_EARLIEST = date(1900, 1, 1)
# Each names a day of the past; the due date alone may lie ahead.
_PAST = {
    "birth_date": "생년월일",
    "moved_in_on": "전입일",
    "married_on": "혼인신고일",
    "delivered_on": "출산일",
}
_MESSAGES = {
    "enum": "정해진 값 가운데 하나여야 합니다: {expected}",
    "bool_type": "true 또는 false 여야 합니다",
    "int_type": "정수여야 합니다",
    "int_from_float": "정수여야 합니다",
    "float_type": "숫자여야 합니다",
    "finite_number": "숫자여야 합니다",
    "string_type": "글자여야 합니다",
    "list_type": "목록이어야 합니다",
    "dict_type": "이름과 값의 묶음이어야 합니다",
    "model_type": "이름과 값의 묶음이어야 합니다",
    "model_attributes_type": "이름과 값의 묶음이어야 합니다",
    "date_type": "YYYY-MM-DD 형식의 날짜여야 합니다",
    "date_parsing": "달력에 없는 날짜이거나 YYYY-MM-DD 형식이 아닙니다",
    "date_from_datetime_parsing": "달력에 없는 날짜이거나 YYYY-MM-DD 형식이 아닙니다",
    "date_from_datetime_inexact": "YYYY-MM-DD 형식의 날짜여야 합니다",
    "greater_than_equal": "{ge} 이상이어야 합니다",
    "less_than_equal": "{le} 이하여야 합니다",
    "extra_forbidden": "알 수 없는 항목입니다",
    "missing": "값이 있어야 합니다",
}


class FactsInvalid(ValueError):
    """Facts that cannot be: `errors` holds one Korean sentence for each fault."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__(" ".join(errors))
        self.errors = errors


def facts_from_case(data: Mapping[str, Any], *, as_of: date | None = None) -> ApplicantFacts:
    """Facts out of their JSON form. An absent key, or null, is unknown.

    `as_of` is the day of the question where the data name none. Raises FactsInvalid.
    """
    known = {key: value for key, value in data.items() if key in KEYS and value is not None}
    errors = [f"{key}: 알 수 없는 항목입니다." for key in data if key not in KEYS]
    if known.get("region") == {}:
        del known["region"]
    if as_of is not None:
        known.setdefault("as_of", as_of)
    facts, found = _validated(known)
    errors += found
    errors += check_facts(facts) if facts is not None else []
    if errors or facts is None:
        raise FactsInvalid(errors)
    return facts


def _validated(known: dict[str, Any]) -> tuple[ApplicantFacts | None, list[str]]:
    """The facts, or of those keys that are sound, so that their dates are checked as well;
    None without a day of the question."""
    errors: list[str] = []
    while True:
        try:
            text = json.dumps(_plain(known), default=_as_text)
            return ApplicantFacts.model_validate_json(text, strict=True), errors
        except ValidationError as error:
            details = error.errors(include_url=False)
            errors += [_message(detail) for detail in details]
            known = _without(known, [detail["loc"] for detail in details])
            if "as_of" not in known:
                return None, errors


def _without(known: dict[str, Any], places: Iterable[tuple[int | str, ...]]) -> dict[str, Any]:
    """The facts without the faulty values; a list loses only its faulty items."""
    items: dict[str, set[int]] = {}
    whole: set[str] = set()
    for key, *inside in places:
        if inside and isinstance(inside[0], int):
            items.setdefault(str(key), set()).add(inside[0])
        else:
            whole.add(str(key))
    return {
        key: [each for index, each in enumerate(value) if index not in items[key]]
        if key in items
        else value
        for key, value in known.items()
        if key not in whole
    }


def _plain(known: Mapping[str, Any]) -> dict[str, Any]:
    """Values that pydantic would read too kindly, as text it refuses: seconds since 1970 for a
    date, and numbers that are none."""

    def day(value: Any) -> Any:
        loose = isinstance(value, str) and not _DAY.fullmatch(value)
        return f"({value})" if loose else value

    plain = dict(known)
    for key in (*_PAST, "due_date", "as_of"):
        if key in plain:
            plain[key] = day(plain[key])
    if isinstance(plain.get("children"), list):
        plain["children"] = [day(each) for each in plain["children"]]
    for key, value in plain.items():
        if isinstance(value, float) and not math.isfinite(value):
            plain[key] = str(value)
    return plain


def _as_text(value: object) -> str:
    """Dates may come as such; anything else is no fact, and fails as text."""
    return value.isoformat() if isinstance(value, date) else repr(value)


def _message(detail: Any) -> str:
    """ "birth_date: 달력에 없는 날짜이거나 …" for one fault pydantic found."""
    key = ".".join(str(part) for part in detail["loc"])
    text = _MESSAGES.get(detail["type"], "값이 올바르지 않습니다")
    context = {
        name: number(value) if isinstance(value, int | float) else str(value).replace(" or ", ", ")
        for name, value in detail.get("ctx", {}).items()
    }
    return f"{key}: {text.format(**context)}."


def check_facts(facts: ApplicantFacts) -> list[str]:
    """Dates that cannot be, one Korean sentence each: before 1900, after the day of the
    question, or before the person was born."""
    return list(_date_faults(facts))


def _dates(facts: ApplicantFacts) -> Iterator[tuple[str, str, date]]:
    for key, name in _PAST.items():
        day = getattr(facts, key)
        if day is not None:
            yield key, name, day
    for place, birth in enumerate(facts.children or ()):
        yield f"children.{place}", "자녀의 생년월일", birth


def _date_faults(facts: ApplicantFacts) -> Iterator[str]:
    today = long_date(facts.as_of)
    for key, name, day in _dates(facts):
        said = f"{key}: {josa(name, '이/가')} {long_date(day)}"
        if day < _EARLIEST:
            yield f"{said}로, 1900년보다 앞섭니다."
        elif day > facts.as_of:
            yield f"{said}로, 기준일({today})보다 뒤입니다."
        elif facts.birth_date is not None and day < facts.birth_date:
            yield f"{said}로, 본인의 생년월일보다 앞섭니다."
    due = facts.due_date
    if due is not None and due < _EARLIEST:
        yield f"due_date: 출산 예정일이 {long_date(due)}로, 1900년보다 앞섭니다."
