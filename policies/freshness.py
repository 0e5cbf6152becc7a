"""Whether what is stored of a source is still what it promises to be. Plain of models."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.conf import settings

from policies.korean import long_date


@dataclass(frozen=True)
class Freshness:
    """`stale`: older than the source's promise; `unusable`: so old that nothing follows from
    what it lacks. `sentence` tells it, "" while fresh."""

    stale: bool = False
    unusable: bool = False
    sentence: str = ""


FRESH = Freshness()


def freshness(
    source: str,
    *,
    collected_on: date | None,
    checked_on: date | None = None,
    year: int | None = None,
    today: date,
) -> Freshness:
    """Freshness of a text of `source`, collected on one day and last seen unchanged on
    `checked_on`. A source without a promise is always fresh."""
    promise = settings.SOURCE_PROMISES.get(source)
    if promise is None:
        return FRESH
    day = max((each for each in (collected_on, checked_on) if each is not None), default=None)
    if day is None:
        return Freshness(
            True, True, "언제 모은 자료인지 남아 있지 않아, 그 뒤로 바뀌었을 수 있어요."
        )
    age = (today - day).days
    unusable = age > promise["unusable_days"]
    if promise.get("yearly") and year is not None and year < today.year:
        return Freshness(True, unusable, f"{year}년 기준 자료라 올해는 바뀌었을 수 있어요.")
    if age > promise["stale_days"]:
        return Freshness(True, unusable, f"{long_date(day)}에 모은 자료라 바뀌었을 수 있어요.")
    return FRESH
