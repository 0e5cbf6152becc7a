"""Rules in gate form, prepared once for being held against many people.

Every group becomes a gate "at least k of these", and exclusions are pushed down to the leaves;
`policies.eligibility.person` holds a person against them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from policies.eligibility.criteria import criterion_name
from policies.eligibility.outcome import State
from policies.eligibility.rule import (
    AllOf,
    AnyOf,
    CriterionBase,
    NoneOf,
    ResidenceCriterion,
    Rule,
)

# Looked up once: screening compares them some hundred thousand times.
_MET, _NOT_MET = State.MET, State.NOT_MET
# Where a criterion was read says nothing of what it asks; of a free one the words do.
_READING = frozenset({"section", "quote", "confidence", "legal_basis"})
_ASKED_BY_WORDS = frozenset({"other", "veteran"})
# Asked of nearly every policy and told by most people: what fails, fails here first.
_TELLING = {"region": 0, "age": 1, "birth_window": 1, "age_group": 1, "sex": 1}
_LAST = 9


@dataclass(frozen=True, slots=True)
class Leaf:
    """A criterion by its place in the text; `exclusion`: it stands under an odd none_of.

    Leaves with one `key` have one finding for the same person.
    """

    index: int
    criterion: CriterionBase
    exclusion: bool
    key: str


@dataclass(frozen=True, slots=True)
class Gate:
    """At least `needed` of the branches must hold."""

    needed: int
    branches: tuple[Gate | Leaf, ...]


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """A rule in gate form, its leaves in the order of the text.

    Rules with one `key` have one verdict, and the same missing facts, for the same person who
    said nothing in words of their own (`facts.other`). `timed`: it asks how long someone has
    lived in the region it binds.
    """

    rule: Rule
    root: Gate | Leaf
    quick: Gate | Leaf
    leaves: tuple[Leaf, ...]
    key: str
    timed: bool


def compile_rule(rule: Rule) -> CompiledRule:
    """The rule as it is evaluated; `quick` has the branches that tell soonest in front."""
    leaves: list[Leaf] = []
    root = _node(rule, False, leaves)
    timed = any(isinstance(leaf.criterion, ResidenceCriterion) for leaf in leaves)
    key = hashlib.sha256(_text(root).encode()).hexdigest()
    return CompiledRule(rule, root, _reordered(root), tuple(leaves), key, timed)


def _node(rule: Rule, negated: bool, leaves: list[Leaf]) -> Gate | Leaf:
    """De Morgan: "at least k of n" negated is "at least n - k + 1 of the negated"."""
    if isinstance(rule, CriterionBase):
        leaf = Leaf(len(leaves), rule, negated, _asked(rule))
        leaves.append(leaf)
        return leaf
    if isinstance(rule, NoneOf):
        branches, needed, negated = rule.none_of, 1, not negated
    elif isinstance(rule, AllOf):
        branches, needed = rule.all_of, len(rule.all_of)
    elif isinstance(rule, AnyOf):
        branches, needed = rule.any_of, 1
    else:
        branches, needed = rule.of, rule.at_least
    nodes = tuple(_node(branch, negated, leaves) for branch in branches)
    return Gate(len(nodes) - needed + 1 if negated else needed, nodes)


def _asked(criterion: CriterionBase) -> str:
    """What the criterion asks, as text."""
    name = criterion_name(type(criterion))
    kept = {"quote"} if name in _ASKED_BY_WORDS else set()
    return name + criterion.model_dump_json(exclude=set(_READING) - kept, exclude_defaults=True)


def _text(node: Gate | Leaf) -> str:
    if isinstance(node, Leaf):
        return f"{'!' if node.exclusion else ''}{node.key}"
    return f"{node.needed}({';'.join(map(_text, node.branches))})"


def _cost(node: Gate | Leaf) -> int:
    if isinstance(node, Gate):
        return _LAST
    name = criterion_name(type(node.criterion))
    return _LAST - 1 if node.criterion.unclear else _TELLING.get(name, 2)


def _reordered(node: Gate | Leaf) -> Gate | Leaf:
    if isinstance(node, Leaf):
        return node
    branches = (_reordered(branch) for branch in sorted(node.branches, key=_cost))
    return Gate(node.needed, tuple(branches))


def state_of(node: Gate | Leaf, states: Sequence[State]) -> State:
    """Kleene state of a node by the states of all leaves; left as soon as it is certain."""
    if isinstance(node, Leaf):
        return states[node.index]
    met, possible = 0, len(node.branches)
    for branch in node.branches:
        state = states[branch.index] if isinstance(branch, Leaf) else state_of(branch, states)
        if state is _MET:
            met += 1
            if met >= node.needed:
                return _MET
        elif state is _NOT_MET:
            possible -= 1
            if possible < node.needed:
                return _NOT_MET
    return State.UNKNOWN


def open_leaves(node: Gate | Leaf, states: Sequence[State]) -> Iterator[int]:
    """Places of the leaves that keep an open node open, in the order of the text."""
    if isinstance(node, Leaf):
        yield node.index
        return
    for branch in node.branches:
        if state_of(branch, states) is State.UNKNOWN:
            yield from open_leaves(branch, states)
