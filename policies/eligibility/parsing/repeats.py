"""선정기준 often says 지원대상 again in other words; a condition must not be asked twice."""

from __future__ import annotations

from policies.eligibility.parsing.content import content_words
from policies.eligibility.parsing.nodes import all_of, any_of, key_of
from policies.eligibility.rule import AllOf, AnyOf, NoneOf, OtherCriterion, Rule, rule_leaves

_SAME = 0.6
_ALL, _FEW = 0.8, 2


def without_repeats(rule: Rule, said: Rule) -> Rule | None:
    """`rule` without the free criteria that `said` has already; None when nothing is left."""
    free = [leaf for leaf in rule_leaves(said) if isinstance(leaf, OtherCriterion)]
    known = [set(content_words(leaf.quote)) for leaf in free]
    return _pruned(rule, known)


def without_conditions(excluded: list[Rule], positive: Rule | None) -> list[Rule]:
    """Exclusions without those that only say the conditions again: some agencies put who may take
    part into the field for who may not."""
    if positive is None:
        return excluded
    free = [leaf for leaf in rule_leaves(positive) if isinstance(leaf, OtherCriterion)]
    known = [set(content_words(leaf.quote)) for leaf in free]
    asked = set(map(key_of, rule_leaves(positive)))
    kept = (any_of(_apart(rule, known)) for rule in excluded if key_of(rule) not in asked)
    return [rule for rule in kept if rule is not None]


def _apart(rule: Rule, known: list[set[str]]) -> list[Rule]:
    branches = rule.any_of if isinstance(rule, AnyOf) else [rule]
    return [
        branch
        for branch in branches
        if not (isinstance(branch, OtherCriterion) and _says_all(branch, known))
    ]


def _says_all(leaf: OtherCriterion, known: list[set[str]]) -> bool:
    terms = set(content_words(leaf.quote))
    return len(terms) > _FEW and any(len(terms & other) >= _ALL * len(terms) for other in known)


def _pruned(rule: Rule, known: list[set[str]]) -> Rule | None:
    if isinstance(rule, OtherCriterion):
        return None if _is_repeat(set(content_words(rule.quote)), known) else rule
    if isinstance(rule, AllOf):
        return all_of(_pruned(branch, known) for branch in rule.all_of)
    if isinstance(rule, AnyOf):
        branches = [_pruned(branch, known) for branch in rule.any_of]
        # An alternative that is known from elsewhere may not make the others necessary.
        return any_of(branches) if None not in branches else _unless_all(rule, branches)
    if isinstance(rule, NoneOf):
        return rule
    return rule


def _is_repeat(terms: set[str], known: list[set[str]]) -> bool:
    return any(
        len(terms & other) >= _SAME * min(len(terms), len(other)) for other in known if other
    )


def _unless_all(rule: AnyOf, branches: list[Rule | None]) -> Rule | None:
    return None if all(branch is None for branch in branches) else rule
