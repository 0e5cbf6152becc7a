"""An age and the birth dates that spell it out are one condition; the dates are exact."""

from __future__ import annotations

from policies.eligibility.age_groups import BANDS
from policies.eligibility.parsing.nodes import all_of, any_of
from policies.eligibility.rule import (
    AgeCriterion,
    AgeGroupCriterion,
    AgeUnit,
    AllOf,
    AnyOf,
    BirthWindowCriterion,
    ChildrenCriterion,
    HouseholdTypeCriterion,
    NoneOf,
    Rule,
    rule_leaves,
)
from policies.vocabulary import HouseholdType

_SLACK = 1
_YEAR = 12
_END = 130


def settled(rule: Rule, *, discounts: bool) -> Rule:
    """The rule without ages that birth dates or other ages beside them say again, and with
    ages that cannot both hold as alternatives. `discounts`: a price is lowered for whoever
    comes, so that a word for children means the person, not a parent."""
    if isinstance(rule, AnyOf):
        branches = rule.any_of
        if discounts and any(isinstance(b, AgeCriterion | AgeGroupCriterion) for b in branches):
            branches = [b for b in branches if not isinstance(b, ChildrenCriterion)]
        return any_of(settled(branch, discounts=discounts) for branch in branches) or rule
    if isinstance(rule, NoneOf):
        return NoneOf(none_of=[settled(branch, discounts=discounts) for branch in rule.none_of])
    if not isinstance(rule, AllOf):
        return rule
    branches = [settled(branch, discounts=discounts) for branch in rule.all_of]
    windows = [span for branch in branches if (span := _window(branch))]
    kept = [branch for branch in branches if not _is_restated(branch, windows)]
    kept = _without_births(_without_words(_counted(kept)))
    return all_of(_apart(kept)) or rule


def without_ages(rule: Rule, other: Rule) -> Rule | None:
    """`rule` without the ages that the birth dates of `other` spell out."""
    parts = other.all_of if isinstance(other, AllOf) else [other]
    windows = [span for part in parts if (span := _window(part))]
    return _pruned(rule, windows) if windows else rule


def _pruned(rule: Rule, windows: list[tuple[int | None, int | None]]) -> Rule | None:
    if _is_restated(rule, windows):
        return None
    if isinstance(rule, AllOf):
        return all_of(_pruned(branch, windows) for branch in rule.all_of)
    if isinstance(rule, AnyOf):
        branches = [_pruned(branch, windows) for branch in rule.any_of]
        return None if None in branches else any_of(branches)
    return rule


def _without_words(branches: list[Rule]) -> list[Rule]:
    """Words for an age fall away where an age in figures is asked of the same person."""
    figures = [span for branch in branches if (span := _ages(branch)) is not None]
    if not figures:
        return branches
    return [branch for branch in branches if not _is_word(branch, figures[0])]


def _counted(branches: list[Rule]) -> list[Rule]:
    """다자녀 falls away where the text says how many children it takes."""
    counts = [b for b in branches if any(_counts(leaf) for leaf in rule_leaves(b))]
    return [b for b in branches if not counts or b in counts or not _is_multi_child(b)]


def _without_births(branches: list[Rule]) -> list[Rule]:
    """ "출산 가정" means no more than what the text says of the child's age beside it."""
    told = [b for b in branches if any(_tells_age(leaf) for leaf in rule_leaves(b))]
    return [b for b in branches if not told or b in told or not _is_birth_word(b)]


def _tells_age(leaf: object) -> bool:
    if not isinstance(leaf, ChildrenCriterion) or _is_birth_word(leaf):
        return False
    bounds = (leaf.max, leaf.below, leaf.born_from, leaf.within_months, leaf.within_days)
    return any(bound is not None for bound in bounds)


def _is_birth_word(branch: object) -> bool:
    return (
        isinstance(branch, ChildrenCriterion)
        and branch.within_months == _YEAR
        and branch.confidence < 1
    )


def _counts(leaf: object) -> bool:
    return isinstance(leaf, ChildrenCriterion) and leaf.min_count > 1


def _is_multi_child(branch: Rule) -> bool:
    return isinstance(branch, HouseholdTypeCriterion) and branch.any_of == [
        HouseholdType.MULTI_CHILD
    ]


def _is_word(branch: Rule, figures: tuple[int | None, int | None]) -> bool:
    leaves = rule_leaves(branch)
    groups = [leaf for leaf in leaves if isinstance(leaf, AgeGroupCriterion)]
    if not groups or not all(isinstance(x, AgeGroupCriterion | ChildrenCriterion) for x in leaves):
        return False
    low, high = figures
    first, last = BANDS[groups[0].group].wide
    return (low or 0) * _YEAR <= last and (high if high is not None else _END) * _YEAR >= first


def _apart(branches: list[Rule]) -> list[Rule]:
    """Ages that exclude each other were meant as alternatives ("18세 미만, 65세 이상")."""
    aged = [branch for branch in branches if isinstance(branch, AgeCriterion)]
    spans = [_ages(branch) for branch in aged]
    low = max((span[0] or 0 for span in spans if span), default=0)
    high = min((_END if span[1] is None else span[1] for span in spans if span), default=_END)
    if len(aged) < 2 or low <= high:
        return branches
    rest = [branch for branch in branches if branch not in aged]
    either = any_of(aged)
    return [*rest, either] if either is not None else rest


def _is_restated(branch: Rule, windows: list[tuple[int | None, int | None]]) -> bool:
    ages = _ages(branch)
    return ages is not None and any(_same_width(ages, window) for window in windows)


def _same_width(ages: tuple[int | None, int | None], window: tuple[int | None, int | None]) -> bool:
    """Whether a span of ages and one of birth years are as wide as each other."""
    (low, high), (first, last) = ages, window
    if first is None or last is None:
        return (low is None) == (last is None) and (high is None) == (first is None)
    if low is None or high is None:
        return False
    return abs((high - low) - (last - first)) <= _SLACK


def _ages(branch: Rule) -> tuple[int | None, int | None] | None:
    """Youngest and oldest full year of a branch that asks nothing but an age."""
    spans = []
    for leaf in rule_leaves(branch):
        if isinstance(leaf, AgeCriterion) and leaf.unit is not AgeUnit.MONTHS:
            low = leaf.min if leaf.above is None else leaf.above + 1
            high = leaf.max if leaf.below is None else leaf.below - 1
            spans.append((low, high))
        elif not (isinstance(leaf, ChildrenCriterion) and leaf.born_from is None):
            return None
    return spans[0] if len(set(spans)) == 1 else None


def _window(branch: Rule) -> tuple[int | None, int | None] | None:
    """First and last birth year of a branch that asks nothing but birth dates."""
    first: list[int | None] = []
    last: list[int | None] = []
    for leaf in rule_leaves(branch):
        if isinstance(leaf, BirthWindowCriterion):
            first.append(leaf.born_from.year if leaf.born_from else None)
            last.append(leaf.born_to.year if leaf.born_to else None)
        elif not (isinstance(leaf, ChildrenCriterion) and (leaf.born_from or leaf.born_to)):
            return None
    if not first:
        return None
    return (
        None if None in first else min(year for year in first if year is not None),
        None if None in last else max(year for year in last if year is not None),
    )
