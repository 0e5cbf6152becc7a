"""One evaluator for each criterion model. A criterion without one fails at import."""

from policies.eligibility.criteria import (
    ages,
    children,
    health,
    household,
    income,
    marriage,
    money,
    person,
    poverty,
    residence,
    support,
    veteran,
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
    "children",
    "criterion_name",
    "find",
    "health",
    "household",
    "income",
    "marriage",
    "money",
    "person",
    "poverty",
    "residence",
    "support",
    "veteran",
]
