"""Conditions of items that stand side by side to one: which narrow, which are alternatives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from policies.eligibility.parsing.combine import MONEY, POVERTY
from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.nodes import (
    Node,
    all_of,
    alternatives,
    any_of,
    has_vague,
    key_of,
    merged,
    without_vague,
)
from policies.eligibility.parsing.roles import squeezed
from policies.eligibility.rule import AgeCriterion, AllOf, OtherCriterion, Rule, rule_leaves

_REQUIRED = frozenset(
    {"region", "residence", "nationality", "birth", "marriage", "education", "employment", "home"}
)
_INCOME_WORDS = re.compile(r"소득|보험료|건강보험")


def with_rule(node: Node, rule: Rule | None) -> Node:
    return Node(rule or node.rule, node.kind, node.start, node.end, node.dimensions, node.free)


def head_and_below(own: Node | None, below: Node | None) -> Node | None:
    if own is None or below is None:
        return own or below
    if has_vague(own.rule) and not has_vague(below.rule) and not below.free:
        rule = all_of([without_vague(own.rule), below.rule])
    else:
        rule = all_of([own.rule, below.rule])
    kind = Kind.GROUP if Kind.GROUP in (own.kind, below.kind) else Kind.SCOPE
    return merged([own, below], rule, kind)


def defined(plain: Sequence[Node], vague: Sequence[Node], clear: Sequence[Node]) -> Node | None:
    """Words for poverty that the other items of the list spell out."""
    rest = [node for node in plain if node not in vague and node not in clear]
    rules = [
        *(without_vague(node.rule) for node in vague),
        *(node.rule for node in rest if node.kind is Kind.SCOPE),
        any_of([*(n.rule for n in clear), *(n.rule for n in rest if n.kind is Kind.GROUP)]),
    ]
    return merged(plain, all_of(rules), Kind.GROUP)


def as_alternative(node: Node) -> Node:
    """Beside recipients a limit of income is one more way in ("건강보험료 하위 20%")."""
    about_income = node.dimensions <= MONEY or (node.free and _INCOME_WORDS.search(str(node.rule)))
    return replace(node, kind=Kind.GROUP) if about_income else node


def _with_requirements(plain: Sequence[Node]) -> Sequence[Node]:
    """Items that each ask something else of the same person ("국적이 있는 자", "미혼인 자") are
    asked together, though each of them ends in a noun for people."""
    asked = [node.dimensions & _REQUIRED for node in plain]
    common = frozenset.intersection(*asked) if asked else frozenset()
    own = {dimensions - common for dimensions in asked if dimensions - common}
    if len(own) < 2:
        return plain
    return [
        replace(node, kind=Kind.SCOPE) if dimensions - common else node
        for node, dimensions in zip(plain, asked, strict=True)
    ]


def _by_age(plain: Sequence[Node]) -> Sequence[Node]:
    """Items that begin with different ages ("70세 이상 … 4대 가정", "100세 이상 … 가정") are
    different groups."""
    ages = {id(node): _age_of(node.rule) for node in plain}
    aged = [node for node in plain if ages[id(node)]]
    plainly = all(node.dimensions == frozenset({"age"}) for node in aged)
    if plainly or len({ages[id(node)] for node in aged}) < len(aged):
        return plain
    return [replace(node, kind=Kind.GROUP) if node in aged else node for node in plain]


def _age_of(rule: Rule) -> str:
    found = (leaf for leaf in rule_leaves(rule) if isinstance(leaf, AgeCriterion))
    return next(map(key_of, found), "")


def by_kinds(plain: Sequence[Node]) -> Node | None:
    """Narrowing items by and (those of one dimension by or), items that name groups by or."""
    poor = any(n.kind is Kind.GROUP and n.dimensions & POVERTY for n in plain)
    plain = [as_alternative(node) if poor else node for node in plain]
    plain = _with_requirements(_by_age(plain))
    scopes = [node for node in plain if node.kind is Kind.SCOPE]
    groups = [node for node in plain if node.kind is Kind.GROUP]
    by_dimension: dict[frozenset[str], list[Rule]] = {}
    for node in scopes:
        by_dimension.setdefault(node.dimensions, []).append(node.rule)
    narrowing = []
    for dimensions, rules in by_dimension.items():
        narrowing.append(alternatives(rules, dimensions))
    rule = all_of([*narrowing, any_of(node.rule for node in groups)])
    return merged(plain, rule, Kind.GROUP if groups else Kind.SCOPE)


def dropping(rule: Rule, words: set[str]) -> Rule | None:
    """The rule without free criteria whose words hold one of `words`."""
    if isinstance(rule, OtherCriterion):
        return None if any(word in squeezed(rule.quote) for word in words) else rule
    return (
        all_of(dropping(part, words) for part in rule.all_of) if isinstance(rule, AllOf) else rule
    )
