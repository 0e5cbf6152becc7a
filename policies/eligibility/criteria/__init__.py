"""One evaluator for each criterion model. A criterion without one fails at import."""

from policies.eligibility.criteria import (
    ages,
    health,
    household,
    income,
    money,
    person,
    support,
)
from policies.eligibility.criteria.base import (
    Context,
    Finding,
    criterion_name,
    find,
    require_evaluators,
)
from policies.eligibility.rule import CRITERION_MODELS

require_evaluators(CRITERION_MODELS)

__all__ = [
    "Context",
    "Finding",
    "ages",
    "criterion_name",
    "find",
    "health",
    "household",
    "income",
    "money",
    "person",
    "support",
]
