"""Personal amounts by the name of a benefit: one table, name → estimator.

Each family of benefits holds its own mapping in its module (`<family>_benefits.BENEFITS`, names
with the official one first); this module joins them. A name is written as people write it;
names are compared without spaces and signs (`squeezed`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from policies.estimates.asked import BenefitDetails, Estimator
from policies.estimates.family_benefits import BENEFITS as FAMILY_BENEFITS
from policies.estimates.health_benefits import BENEFITS as HEALTH_BENEFITS
from policies.estimates.income_benefits import BENEFITS as INCOME_BENEFITS
from policies.estimates.work_benefits import BENEFITS as WORK_BENEFITS

__all__ = ["ESTIMATORS", "BenefitDetails", "Estimator", "estimator_of", "squeezed"]

_SIGNS = re.compile(r"[\s·ㆍ・,()「」\-]")

ESTIMATORS: Mapping[tuple[str, ...], Estimator] = {
    **INCOME_BENEFITS,
    **FAMILY_BENEFITS,
    **HEALTH_BENEFITS,
    **WORK_BENEFITS,
}


def squeezed(name: str) -> str:
    """A name as names are compared: no spaces, no signs."""
    return _SIGNS.sub("", name)


def estimator_of(name: str) -> Estimator | None:
    """The estimator of a benefit by any of its names, None where no calculation is held."""
    wanted = squeezed(name)
    for names, estimator in ESTIMATORS.items():
        if any(squeezed(one) == wanted for one in names):
            return estimator
    return None
