"""Income as a share of 기준 중위소득, and the income that a share stands for.

국민기초생활 보장법 제6조의2. Household sizes 1–7 as published, above by the step of the notice.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from policies.estimates.parameters import NoParameters
from policies.estimates.results import estimated, refused
from policies.estimates.spans import Span, floored, half_up, raised
from policies.estimates.tables import median_income, share_of_median
from policies.estimates.types import Estimate
from policies.korean import number, won

RATIO = "기준 중위소득 대비 비율"
LIMIT = "기준 중위소득 비율별 금액"


def ratio_percent(monthly_income: int, household_size: int, as_of: date) -> Fraction:
    """Exact share of 기준 중위소득 in per cent. Raises NoParameters."""
    whole = median_income(as_of, household_size).amount
    return Fraction(max(monthly_income, 0) * 100, whole)


def told_percent(percent: Fraction) -> str:
    """Two decimals; a ratio above a whole number is never told as that number."""
    return f"{number(float(half_up(percent, 2)))}%"


def median_ratio(monthly_income: int, household_size: int, as_of: date) -> Estimate:
    """`low` and `high` are the whole per cents around the ratio, the steps hold two decimals."""
    try:
        figure = median_income(as_of, household_size)
    except NoParameters as error:
        return refused(RATIO, error, as_of)
    percent = ratio_percent(monthly_income, household_size, as_of)
    return estimated(
        RATIO,
        Span(floored(percent), raised(percent)),
        [figure.parameters],
        unit="%",
        formula="월 소득 ÷ 가구원 수에 맞는 기준 중위소득 × 100",
        steps=[
            f"{figure.year}년 {household_size}인 가구 기준 중위소득: 월 {won(figure.amount)}",
            f"{won(max(monthly_income, 0))} ÷ {won(figure.amount)} × 100 = {told_percent(percent)}",
        ],
    )


def income_limit(percent: float, household_size: int, as_of: date) -> Estimate:
    """Monthly income (KRW) that `percent` of 기준 중위소득 stands for, rounded to the won."""
    try:
        whole = median_income(as_of, household_size)
        limit = share_of_median(as_of, household_size, str(Fraction(str(percent)) / 100))
    except NoParameters as error:
        return refused(LIMIT, error, as_of)
    return estimated(
        LIMIT,
        Span.exactly(limit.amount),
        [whole.parameters],
        formula="가구원 수에 맞는 기준 중위소득 × 비율",
        steps=[
            f"{whole.year}년 {household_size}인 가구 기준 중위소득: 월 {won(whole.amount)}",
            f"{won(whole.amount)} × {number(percent)}% = {won(limit.amount)}",
        ],
    )
