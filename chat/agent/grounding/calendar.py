"""Dates as published texts write them, whole or in part."""

from __future__ import annotations

import re

# Years written whole, with an apostrophe or with two digits before a month; a month with or
# without its day; a day of every month; a year alone.
DATE = re.compile(
    r"(?<![\d.,-])(?P<y1>(?:19|20)\d{2}|'\d{2}|(?<!\d)\d{2}(?=\s?[.년]\s?\d{1,2}\s?[.월]\s?\d{1,2}))"
    r"\s?(?:[.년-]|년도)\s?(?P<m1>1[0-2]|0?[1-9])(?:\s?(?:[.월-]|월)\s?(?P<d1>3[01]|[12]\d|0?[1-9])"
    r"(?:\s?일|\.)?|\s?월|\.)(?!\d)"
    r"|(?<![\d.,-])(?P<m2>1[0-2]|0?[1-9])\s?월\s?(?P<d2>3[01]|[12]\d|0?[1-9])\s?일"
    r"|(?<![\d.,-])(?P<m4>1[0-2]|0?[1-9])\.\s?(?P<d4>3[01]|[12]\d|0?[1-9])\."
    r"|(?:매월|매달|이달)\s?(?P<d3>3[01]|[12]\d|0?[1-9])일(?!\s?(?:간|동안|이내|이상))"
    r"|(?<![\d.,-])(?P<m5>1[0-2]|0?[1-9])\s?월(?![가-힣]*\s?(?:령|액)|\s?\d)"
    r"|(?<![\d.,-])(?P<y2>(?:19|20)\d{2}|'\d{2})\s?(?:년도?|학년도)(?!생|\s?\d{1,2}\s?월|간)"
    r"|(?<![\d.,-])(?P<y3>(?:19|20)\d{2})(?=\s?(?:기준|\)|학년))"
)


def date_value(match: re.Match[str]) -> str:
    """ "2026-7-1" with empty parts for what is not said ("-7-1", "--25", "2026--")."""
    found = match.groupdict()
    year = next((found[key] for key in ("y1", "y2", "y3") if found[key]), "")
    month = next((found[key] for key in ("m1", "m2", "m4", "m5") if found[key]), "")
    day = next((found[key] for key in ("d1", "d2", "d3", "d4") if found[key]), "")
    year = year.removeprefix("'")
    year = f"20{year}" if len(year) == 2 else year
    return f"{year}-{month.lstrip('0')}-{day.lstrip('0')}"
