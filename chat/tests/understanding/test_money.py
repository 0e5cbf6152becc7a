"""Savings, houses and pensions."""

from __future__ import annotations

import pytest

from chat.tests.understanding.helpers import own


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("예금이 12억 있어요", 1_200_000_000),
        ("집 한 채 4억", 400_000_000),
        ("통장에 700만원", 7_000_000),
        ("재산 3억", 300_000_000),
        ("금융재산 4천만원이에요", 40_000_000),
        ("예금 6천만원 있고 집 한 채 2억", 260_000_000),
        ("재산은 3억이고 그중 예금이 4천만원", 300_000_000),
        ("모아둔 돈이 2천만원 정도예요", 20_000_000),
        ("땅이 1억짜리 있어요", 100_000_000),
    ],
)
def test_property_counts_as_assets(text: str, amount: int) -> None:
    assert own(text)["assets"] == amount


@pytest.mark.parametrize(
    "text",
    [
        "적금 20만원씩 부어요",
        "매달 적금 50만원 넣어요",
        "통장에 월급 190만원 들어와요",
        "주택 대출 2억 있어요",
        "재산 3억 이하면 되나요",
        "예금 2천만원 넘으면 안 되나요",
    ],
)
def test_a_monthly_sum_a_loan_or_a_limit_is_no_property(text: str) -> None:
    assert "assets" not in own(text)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("월급은 95만원", 950_000),
        ("연금 28만원 받아요 한 달에", 280_000),
        ("국민연금 41만원 나와요", 410_000),
        ("유족연금이 매달 35만원 들어와요", 350_000),
    ],
)
def test_wages_and_pensions_are_income(text: str, amount: int) -> None:
    assert own(text)["monthly_income"] == amount


@pytest.mark.parametrize("text", ["연금 30만원 받고 싶어요", "기초연금 34만원 받아요"])
def test_what_is_wished_or_granted_apart_is_none(text: str) -> None:
    assert "monthly_income" not in own(text)
