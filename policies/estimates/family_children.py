"""Whose child a benefit is for, and amounts over birth dates that are known only roughly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from policies.eligibility.dates import MONTHS_A_YEAR, age_in_years
from policies.eligibility.derive import born_between
from policies.eligibility.facts import ApplicantFacts
from policies.estimates.asked import BenefitDetails

# Earliest and latest birth date.
Span = tuple[date, date]
# Possible amounts (KRW) for a child born on a day: lowest and highest.
ChildRule = Callable[[date], tuple[int, int]]
_ADULT = 19


def child_spans(facts: ApplicantFacts, details: BenefitDetails) -> list[Span] | None:
    """Births of the children a benefit is asked for; None = not known.

    The children of the person in focus, else the person, where that is a minor.
    """
    if facts.children is not None:
        return [(day, day) for day in facts.children]
    count = 1 if details.child_count is None else details.child_count
    if facts.delivered_on is not None:
        return [(facts.delivered_on, facts.delivered_on)] * count
    born = born_between(facts)
    if born is None or age_in_years(born[0], facts.as_of) >= _ADULT:
        return None
    return [born] * count


def unknown_births(facts: ApplicantFacts) -> str:
    """The fact to ask for where `child_spans` is None."""
    return "birth_date" if born_between(facts) is None else "children"


def hangs_on_birth(spans: Iterable[Span], rule: ChildRule) -> bool:
    """Whether a birth date known only as a range decides the amount."""
    return any(len({rule(birth) for birth in _candidates(span)}) > 1 for span in spans)


def month_of(birth: date, on: date) -> int:
    """Calendar months since the month of birth (its own month is 0).

    아동수당법 제10조: benefits are paid by the month, from the month of birth up to the month
    before the birthday that ends them.
    """
    return (on.year - birth.year) * MONTHS_A_YEAR + on.month - birth.month


def total(spans: Sequence[Span], rule: ChildRule) -> tuple[int, int]:
    """Lowest and highest sum over the children."""
    low = high = 0
    for span in spans:
        amounts = [rule(birth) for birth in _candidates(span)]
        low += min(one[0] for one in amounts)
        high += max(one[1] for one in amounts)
    return low, high


def _candidates(span: Span) -> Iterator[date]:
    """One birth date for each stretch between month starts, both ends included."""
    first, last = span
    yield first
    month = date(first.year, first.month, 1)
    while True:
        year, index = divmod(month.year * MONTHS_A_YEAR + month.month, MONTHS_A_YEAR)
        month = date(year, index + 1, 1)
        if month > last:
            break
        yield month
    yield last
