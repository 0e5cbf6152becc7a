"""What an estimator of a benefit is asked with. `policies.estimates.benefits` joins them."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field

from policies.eligibility.facts import ApplicantFacts
from policies.estimates.types import Estimate


class BenefitDetails(BaseModel):
    """What an estimator may need beside the facts of a person. None = not said."""

    model_config = ConfigDict(frozen=True)

    birth_order: int | None = Field(default=None, ge=1, le=20)  # 1 = first child
    child_count: int | None = Field(default=None, ge=0, le=20)  # children it is paid for
    attends_daycare: bool | None = None  # 어린이집·종일제 아이돌봄 이용
    couple_both_receive: bool | None = None  # 부부가 함께 수급
    rent: int | None = Field(default=None, ge=0, le=1_000_000_000)  # 월세, KRW a month
    deposit: int | None = Field(default=None, ge=0, le=1_000_000_000_000)  # 보증금, KRW


# Facts of the person the benefit is for (a child's for benefits of children; where the parent
# is in focus, `facts.children`), and the details. Unknown inputs give a range or MISSING, with
# the fact keys or argument names in `Estimate.missing`, the deciding one first.
Estimator = Callable[[ApplicantFacts, BenefitDetails], Estimate]
