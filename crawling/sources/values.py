"""Values of the entity services: numbers, dates and places as they write them.

What is no value ("공고문 참조", "추후 공고") is None; the record keeps its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from crawling.errors import RecordError
from crawling.sources.base import Fields
from policies.geography import Region, code_regions, known_region

MAX_NUMBER = 2_147_483_647
_MAX_MONEY = 10**15
_NUMBER = re.compile(r"0*(\d{1,16})(?:\.0+)?")
_DECIMAL = re.compile(r"\d{1,6}(?:\.\d{1,6})?")
_DAY = re.compile(r"(\d{4})\s?[-./]?\s?(\d{2})\s?[-./]?\s?(\d{2})\.?")
_MONTH = re.compile(r"(\d{4})[-./]?(\d{2})")


def number(fields: Fields, *names: str) -> int | None:
    """A count: "1,024", " 036 ", 12; None for words, nothing, and what no column holds."""
    value = money(fields, *names)
    return value if value is None or value <= MAX_NUMBER else None


def money(fields: Fields, *names: str) -> int | None:
    """An amount in the unit of its field."""
    match = _NUMBER.fullmatch(_bare(fields, names))
    value = int(match[1]) if match else None
    return value if value is None or value <= _MAX_MONEY else None


def decimal(fields: Fields, *names: str) -> Decimal | None:
    """A number with a fraction, to two places ("036.9533 " → 36.95)."""
    text = _bare(fields, names)
    return Decimal(text).quantize(Decimal("0.01")) if _DECIMAL.fullmatch(text) else None


def day(fields: Fields, *names: str) -> date | None:
    """A day: 2026-07-09, 2026.07.09, 20260709."""
    match = _DAY.fullmatch(fields.line(*names))
    try:
        return date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None


def month(fields: Fields, *names: str) -> str:
    """A month "2027-03"; "" where there is none."""
    match = _MONTH.fullmatch(fields.line(*names))
    return f"{match[1]}-{match[2]}" if match and 1 <= int(match[2]) <= 12 else ""


def earliest(days: Iterable[date | None]) -> date | None:
    return min((each for each in days if each is not None), default=None)


def latest(days: Iterable[date | None]) -> date | None:
    return max((each for each in days if each is not None), default=None)


def require_fields(fields: Fields, *names: str) -> None:
    """Raises RecordError for fields that the record lacks altogether: their names may have
    changed. An empty value is one."""
    missing = [name for name in names if name not in fields.values]
    if missing:
        raise RecordError(fields.external_id, f"항목이 없습니다: {', '.join(missing)}")


def place_columns(region: Region | None) -> dict[str, str]:
    """Columns `sido` and `sigungu` of a region."""
    if region is None:
        return {"sido": "", "sigungu": ""}
    return {"sido": region.sido, "sigungu": region.sigungu or ""}


def region_of_text(*texts: str) -> Region | None:
    """Today's region that an address or the name of an area begins with, from the first text
    that names one: 「경기도 성남시 분당구 …」, 「서울」. None for 「전국」 and unknown names."""
    for text in texts:
        words = text.replace(",", " ").split()[:3]
        if not words:
            continue
        for count in (2, 1, 0):
            parts = words[1 : 1 + count]
            if len(parts) == count and (region := known_region(words[0], " ".join(parts) or None)):
                return region
    return None


def region_of_code(code: str, name: str = "") -> Region | None:
    """Region of a code whose first five digits are its 시군구; by its name where the code is
    unknown or stands for several."""
    found = code_regions().get(code[:5], ())
    if len(found) == 1:
        return found[0]
    return region_of_text(name)


def _bare(fields: Fields, names: tuple[str, ...]) -> str:
    return fields.line(*names).replace(",", "").replace(" ", "").removesuffix("원")
