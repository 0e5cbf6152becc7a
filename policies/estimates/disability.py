"""Who a disabled person is to the estimates: 장애인연금, 장애수당 and 장애아동수당 ask the same."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from policies.estimates.spans import Span

ADULT_AGE = 18


class Tier(StrEnum):
    """What the household receives, as the amounts differ by it."""

    RECIPIENT = "recipient"
    NEAR_POOR = "near_poor"
    ABOVE = "above"
    FACILITY = "facility"


TIER_NAMES = {
    Tier.RECIPIENT: "생계·의료급여 수급자",
    Tier.NEAR_POOR: "주거·교육급여 수급자와 차상위계층",
    Tier.ABOVE: "차상위를 넘는 가구",
    Tier.FACILITY: "보장시설에서 지내는 수급자",
}
# Living at home; who lives in a facility says so.
HOME_TIERS = (Tier.RECIPIENT, Tier.NEAR_POOR, Tier.ABOVE)
_ANY_INCOME = Span(0, None)


@dataclass(frozen=True)
class DisabledPerson:
    """None = not said. `ages`: lowest and highest possible; `severe`: 장애의 정도가 심한 장애인.

    `tiers`: the possible ones. `income`: 소득인정액 (KRW a month) of the person and the spouse.
    `couple`: has a spouse; `both_receive`: both are paid 기초급여. `pupil`: goes to school.
    """

    as_of: date
    ages: tuple[int, int] | None = None
    registered: bool | None = None
    severe: bool | None = None
    tiers: tuple[Tier, ...] = HOME_TIERS
    income: Span = _ANY_INCOME
    open_income: str = "monthly_income"  # what would narrow `income`
    couple: bool | None = None
    both_receive: bool | None = None
    pupil: bool | None = None

    @property
    def youngest(self) -> int:
        return self.ages[0] if self.ages else 0

    @property
    def oldest(self) -> int:
        return self.ages[1] if self.ages else 130
