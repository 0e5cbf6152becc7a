"""Conditions on their way into a rule: with their place, their kind and what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from policies.eligibility.criterion_base import CriterionBase
from policies.eligibility.parsing.found import Kind
from policies.eligibility.rule import (
    AllOf,
    AnyOf,
    AtLeast,
    LowIncomeCriterion,
    NoneOf,
    Rule,
    rule_leaves,
)


@dataclass(frozen=True)
class Node:
    """A condition read from the stretch `start`..`end` of its item's flat text."""

    rule: Rule
    kind: Kind
    start: int = 0
    end: int = 0
    dimensions: frozenset[str] = field(default_factory=frozenset)
    free: bool = False  # words only, no fact key behind them

    @property
    def is_vague(self) -> bool:
        """Whether it is a word for poverty that something else may define."""
        return isinstance(self.rule, LowIncomeCriterion)


def key_of(rule: Rule | CriterionBase) -> str:
    """Same for conditions that ask the same, wherever they were read."""
    drop = {"quote", "section", "confidence", "legal_basis", "terms", "question"}
    if isinstance(rule, AllOf):
        return "all(" + ",".join(sorted(map(key_of, rule.all_of))) + ")"
    if isinstance(rule, AnyOf):
        return "any(" + ",".join(sorted(map(key_of, rule.any_of))) + ")"
    if isinstance(rule, NoneOf):
        return "none(" + ",".join(sorted(map(key_of, rule.none_of))) + ")"
    if isinstance(rule, AtLeast):
        return f"least{rule.at_least}(" + ",".join(sorted(map(key_of, rule.of))) + ")"
    return str(sorted((k, str(v)) for k, v in rule.model_dump().items() if k not in drop))


def _distinct(rules: Iterable[Rule]) -> list[Rule]:
    seen: dict[str, Rule] = {}
    for rule in rules:
        seen.setdefault(key_of(rule), rule)
    return list(seen.values())


def all_of(rules: Iterable[Rule | None]) -> Rule | None:
    """Conjunction without nesting or repetition; None of nothing."""
    branches = _distinct(
        part
        for rule in rules
        if rule is not None
        for part in (rule.all_of if isinstance(rule, AllOf) else [rule])
    )
    return AllOf(all_of=branches) if len(branches) > 1 else next(iter(branches), None)


def any_of(rules: Iterable[Rule | None]) -> Rule | None:
    """Disjunction without nesting or repetition; None of nothing."""
    branches = _distinct(
        part
        for rule in rules
        if rule is not None
        for part in (rule.any_of if isinstance(rule, AnyOf) else [rule])
    )
    return AnyOf(any_of=branches) if len(branches) > 1 else next(iter(branches), None)


def alternatives(rules: Sequence[Rule | None], dimensions: frozenset[str]) -> Rule | None:
    """Several conditions about the same thing: by or, unless one is a lower and the other an
    upper limit, which make a range, or there are free words, which are about anything."""
    if "other" in dimensions or not dimensions:
        return all_of(rules)
    sides = {_side(rule) for rule in rules if rule is not None}
    return all_of(rules) if sides == {"low", "high"} and _overlap(rules) else any_of(rules)


def _overlap(rules: Sequence[Rule | None]) -> bool:
    """Whether lower and upper limits leave anything between them ("120% 이하, 120% 초과": no)."""
    low = max(_bounds(rules, "min", "above"), default=0)
    high = min(_bounds(rules, "max", "below"), default=low)
    return low < high


def _bounds(rules: Sequence[Rule | None], *names: str) -> list[float]:
    values = (getattr(rule, name, None) for rule in rules for name in names)
    return [float(value) for value in values if value is not None]


def _side(rule: Rule) -> str:
    """Whether a rule is one lower limit, one upper limit, or anything else."""
    low = any(getattr(rule, name, None) is not None for name in ("min", "above"))
    high = any(getattr(rule, name, None) is not None for name in ("max", "below"))
    return "low" if low and not high else "high" if high and not low else "else"


def none_of(rules: Iterable[Rule | None]) -> Rule | None:
    """Exclusion of every given condition; None of nothing."""
    flat: list[Rule] = []
    for rule in rules:
        if isinstance(rule, AnyOf):
            flat.extend(rule.any_of)
        elif rule is not None:
            flat.append(rule)
    flat = _distinct(flat)
    return NoneOf(none_of=flat) if flat else None


def opened(base: Rule | None, opening: Rule) -> Rule | None:
    """`base` with a further way in. What the opening does not speak of must hold as before
    ("… 19세 이상 지적장애인 ※ 부장애로 가진 경우도 가능" opens the disability, not the age)."""
    if base is None:
        return None
    parts = base.all_of if isinstance(base, AllOf) else [base]
    spoken = _kinds(opening)
    meant = [part for part in parts if _kinds(part) & spoken]
    if not meant:
        return any_of([base, opening])
    kept = [part for part in parts if part not in meant]
    return all_of([*kept, any_of([all_of(meant), opening])])


def _kinds(rule: Rule) -> set[str]:
    return {str(getattr(leaf, "criterion", "")) for leaf in rule_leaves(rule)} - {"other"}


def merged(nodes: Sequence[Node], rule: Rule | None, kind: Kind) -> Node | None:
    """One node for several whose rules were joined to `rule`."""
    if rule is None or not nodes:
        return None
    dimensions = frozenset().union(*(node.dimensions for node in nodes))
    start, end = min(node.start for node in nodes), max(node.end for node in nodes)
    return Node(rule, kind, start, end, dimensions, all(node.free for node in nodes))


def without_vague(rule: Rule | None) -> Rule | None:
    """The rule without its words for poverty, which something else defines."""
    if rule is None or isinstance(rule, LowIncomeCriterion):
        return None
    if isinstance(rule, AllOf):
        return all_of(without_vague(branch) for branch in rule.all_of)
    if isinstance(rule, AnyOf):
        return any_of(without_vague(branch) for branch in rule.any_of)
    return rule


def has_vague(rule: Rule | None) -> bool:
    return rule is not None and any(isinstance(x, LowIncomeCriterion) for x in rule_leaves(rule))
