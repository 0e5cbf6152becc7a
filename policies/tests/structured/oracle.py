"""Plain Python over the raw snapshots: what questions for published fields must give.

Knows nothing of the grammar, the tables or the SQL; the golds of `cases/structured.jsonl` are
made with it (`python -m policies.tests.structured.build`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SHARED = Path(os.environ.get("SHARED_DIR") or Path(__file__).parents[4] / "shared")
YOUTH, GOV24 = "youthcenter_2026-07", "gov24_v3_2026-07"
TODAY = "20260712"
Row = dict[str, Any]
Test = Callable[[Row], bool]


@dataclass(frozen=True)
class Case:
    """A question with the test its records pass; `best` picks by a key instead: (key, largest,
    number of rows). `count`: the number is asked for."""

    question: str
    how: str
    test: Test
    tags: tuple[str, ...]
    count: bool = False
    best: tuple[Callable[[Row], Any], bool, int] | None = None
    as_of: str = "2026-07-12"


@cache
def youth() -> list[Row]:
    path = SHARED / "data" / YOUTH / "youthcenter_snapshot.json"
    rows: list[Row] = json.loads(path.read_text(encoding="utf-8"))["result"]["youthPolicyList"]
    return [{**row, "id": row["plcyNo"]} for row in rows]


@cache
def gov24() -> list[Row]:
    folder = SHARED / "data" / GOV24
    rows: dict[str, Row] = {}
    for part in ("supportConditions", "serviceList"):
        content = json.loads((folder / f"gov24_{part}_snapshot.json").read_text(encoding="utf-8"))
        for row in content["data"]:
            rows.setdefault(row["서비스ID"], {}).update(row)
    return [{**row, "id": key} for key, row in rows.items()]


def gold(case: Case, rows: list[Row]) -> list[str] | int:
    """What the case must give over `rows`."""
    found = [row for row in rows if case.test(row)]
    if case.best is not None:
        key, largest, number = case.best
        found = [row for row in found if key(row) not in (None, "")]
        found.sort(key=key, reverse=largest)
        edge = key(found[number - 1]) if len(found) >= number else None
        found = [row for n, row in enumerate(found) if n < number or key(row) == edge]
    return len(found) if case.count else sorted(str(row["id"]) for row in found)


def codes(row: Row) -> list[str]:
    return [code.strip() for code in (row.get("zipCd") or "").split(",") if code.strip()]


def only(*prefixes: str) -> Test:
    """Every residence code begins with one of the prefixes, and there is one."""
    return lambda row: bool(codes(row)) and all(code.startswith(prefixes) for code in codes(row))


def lives(*prefixes: str) -> Test:
    """Some residence code begins with one of the prefixes."""
    return lambda row: any(code.startswith(prefixes) for code in codes(row))


def nationwide(row: Row) -> bool:
    return len({code[:2] for code in codes(row)}) >= 16


def ranges(row: Row) -> list[tuple[str, str]]:
    return re.findall(r"(\d{8})\s*~\s*(\d{8})", row["aplyYmd"] or "")


def is_open(row: Row, day: str = TODAY) -> bool:
    return row["aplyPrdSeCd"] == "0057001" and any(s <= day <= e for s, e in ranges(row))


def always(row: Row) -> bool:
    return bool(row["aplyPrdSeCd"] == "0057002")


def open_or_always(row: Row) -> bool:
    return is_open(row) or always(row)


def closes_by(last: str, day: str = TODAY) -> Test:
    """Open on the day and the same round ends by `last`."""
    return lambda row: any(s <= day <= e <= last for s, e in ranges(row))


def ends(first: str, last: str) -> Test:
    return lambda row: any(first <= e <= last for _, e in ranges(row))


def starts(first: str, last: str) -> Test:
    return lambda row: any(first <= s <= last for s, _ in ranges(row))


def upcoming(row: Row) -> bool:
    return any(s > TODAY for s, _ in ranges(row)) and not is_open(row)


def unopened(row: Row) -> bool:
    return bool(ranges(row)) and all(s > TODAY for s, _ in ranges(row))


def next_end(row: Row) -> str:
    """The first end of a period that is still to come, "" when there is none."""
    return min((e for _, e in ranges(row) if e >= TODAY), default="")


def ended(row: Row) -> bool:
    marked = row["aplyPrdSeCd"] == "0057003"
    return bool(marked or (ranges(row) and all(e < TODAY for _, e in ranges(row))))


def has(field: str, *values: str) -> Test:
    """A list field (separated by commas) holds one of the values."""
    return lambda row: bool(set(values) & {part.strip() for part in row[field].split(",")})


def is_(field: str, value: Any) -> Test:
    return lambda row: row.get(field) == value


def contains(field: str, *words: str) -> Test:
    return lambda row: all(word in (row.get(field) or "") for word in words)


def begins(field: str, start: str) -> Test:
    return lambda row: (row.get(field) or "").startswith(start)


def both(*tests: Test) -> Test:
    return lambda row: all(test(row) for test in tests)


def either(*tests: Test) -> Test:
    return lambda row: any(test(row) for test in tests)


def no(test: Test) -> Test:
    return lambda row: not test(row)


def number(field: str) -> Callable[[Row], int]:
    def value(row: Row) -> int:
        text = str(row.get(field) or "").strip()
        return int(text) if text.isdecimal() else 0

    return value


def limited(row: Row) -> bool:
    return bool(row["sprtTrgtAgeLmtYn"] == "N")


def fits_age(years: int) -> Test:
    def fits(row: Row) -> bool:
        low, high = number("sprtTrgtMinAge")(row), number("sprtTrgtMaxAge")(row)
        return not limited(row) or (low <= years and (high == 0 or years <= high))

    return fits


def under(sido: str, kinds: str) -> Test:
    """A 시군구 of a 시도 is responsible, not one of its corporations."""
    return lambda row: re.fullmatch(rf"{sido} \S+[{kinds}]", row["소관기관명"]) is not None


def split(field: str, value: str) -> Test:
    """A field separated by || holds the value."""
    return lambda row: value in (row.get(field) or "").split("||")


def ticked(*names: str) -> Test:
    return lambda row: all(row.get(name) == "Y" for name in names)


def due_dates(row: Row) -> tuple[str, str] | None:
    """Start and end of 신청기한 written as 2026.01.01~2026.12.31."""
    match = re.fullmatch(
        r"(\d{4})\.(\d{2})\.(\d{2})~(\d{4})\.(\d{2})\.(\d{2})", (row["신청기한"] or "").strip()
    )
    return ("".join(match.groups()[:3]), "".join(match.groups()[3:])) if match else None
