"""International age (만 나이) by date in Asia/Seoul, month ages, year age where the text says
연 나이, birthdays on 29 February, future and impossible dates refused."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from policies.eligibility.casefile import FactsInvalid, facts_from_case
from policies.eligibility.outcome import State
from policies.tests.eligibility.people import judged

SEOUL = ZoneInfo("Asia/Seoul")
ADULT = {"min": 19}


@pytest.mark.parametrize(
    ("moment", "state"),
    [
        (datetime(2026, 11, 28, 14, 59, tzinfo=UTC), State.NOT_MET),
        (datetime(2026, 11, 28, 15, 0, tzinfo=UTC), State.MET),
    ],
)
def test_international_age_turns_at_midnight_in_seoul(moment: datetime, state: State) -> None:
    day = moment.astimezone(SEOUL).date()
    assert judged("age", ADULT, as_of=day, birth_date="2007-11-29").state is state


def test_month_ages() -> None:
    months = {"unit": "months", "max": 12}
    assert judged("age", months, birth_date="2025-10-30").state is State.MET
    assert judged("age", months, birth_date="2025-10-29").state is State.NOT_MET


def test_year_age_only_where_the_text_says_so() -> None:
    facts = {"birth_date": "2007-12-31"}
    assert judged("age", {**ADULT, "unit": "year_age"}, **facts).state is State.MET
    assert judged("age", ADULT, **facts).state is State.NOT_MET


@pytest.mark.parametrize(
    ("day", "state"),
    [
        (date(2027, 2, 28), State.NOT_MET),
        (date(2027, 3, 1), State.MET),
    ],
)
def test_a_birthday_on_the_29th_of_february(day: date, state: State) -> None:
    assert judged("age", ADULT, as_of=day, birth_date="2008-02-29").state is state


@pytest.mark.parametrize("birth", ["2026-11-30", "2026-02-30", "2025-02-29", "1899-12-31"])
def test_future_and_impossible_dates_are_refused(birth: str) -> None:
    with pytest.raises(FactsInvalid, match="birth_date"):
        facts_from_case({"as_of": "2026-11-29", "birth_date": birth})
