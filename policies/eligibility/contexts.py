"""What the criteria of one rule are judged by: the facts, and what only the whole rule tells.

The same criterion may be judged otherwise in another rule: a length of residence by the region
the rule binds, an open criterion by the free keys that fit no other criterion of it better.
"""

from __future__ import annotations

from collections.abc import Iterable

from policies.eligibility.criteria import Context
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.outcome import State
from policies.eligibility.reference import ReferenceTables
from policies.eligibility.regions import Place, lives_in, place
from policies.eligibility.rule import CriterionBase, RegionCriterion, ResidenceCriterion
from policies.eligibility.said import Said


def rule_context(
    leaves: Iterable[tuple[CriterionBase, bool]], facts: ApplicantFacts, tables: ReferenceTables
) -> Context:
    """Context of a rule on `facts.as_of`; `leaves`: its criteria and whether each excludes.

    Free keys are read only where there are any.
    """
    listed = list(leaves)
    timed = any(isinstance(criterion, ResidenceCriterion) for criterion, _ in listed)
    return Context(
        facts=facts,
        on=facts.as_of,
        tables=tables,
        coarse=_larger_region(listed, facts) if timed else "",
        said=Said(listed, facts.other) if facts.other else None,
    )


def _larger_region(leaves: Iterable[tuple[CriterionBase, bool]], facts: ApplicantFacts) -> str:
    """The region the rule binds the person by, where the move may be about a smaller one: the
    facts name a smaller one, or none; else ""."""
    if facts.moved_in_on is None:
        return ""
    wanted = [
        place(criterion.sido, criterion.sigungu)
        for criterion, excludes in leaves
        if isinstance(criterion, RegionCriterion) and not excludes
    ]
    lived = None if facts.region is None else place(facts.region.sido, facts.region.sigungu)
    if lived is not None:
        wanted = [each for each in wanted if lives_in(each, lived) is State.MET]
    narrowest: Place | None = max(wanted, key=lambda each: len(each.sigungu), default=None)
    if narrowest is None:
        return ""
    same = lived is not None and len(narrowest.sigungu) >= len(lived.sigungu)
    return "" if same else narrowest.name
