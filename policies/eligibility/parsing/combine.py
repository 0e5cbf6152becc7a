"""Pieces of one clause to one condition: which of them belong together by and, which by or.

"양구군에 거주하는 만 19세 이상 의료급여 수급권자 및 차상위 본인부담경감자": place and age narrow
both groups, and one of the groups is enough. Conditions that narrow (SCOPE) are joined by and,
names of groups (GROUP) in a list by or.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.nodes import Node, all_of, alternatives, any_of, merged
from policies.eligibility.parsing.pieces import Piece, Sep, Token
from policies.eligibility.rule import (
    BasicLivelihoodCriterion,
    ConditionCriterion,
    CriterionBase,
    DisabilityCriterion,
    HouseholdTypeCriterion,
    Rule,
    VeteranCriterion,
    rule_leaves,
)

# Dimensions that narrow whatever they stand before, even where a list follows.
_SCOPES = frozenset({"region", "residence", "nationality", "income", "premium"})
# What one is in one way or in another, never in two ("실직자 및 폐업 소상공인").
_STATES = frozenset({frozenset({"employment"}), frozenset({"nationality"})})
POVERTY = frozenset({"recipient", "near_poor", "low_income", "household_type"})
MONEY = frozenset({"income", "premium"})
_LISTED_KINDS = frozenset(
    {
        BasicLivelihoodCriterion,
        ConditionCriterion,
        DisabilityCriterion,
        HouseholdTypeCriterion,
        VeteranCriterion,
    }
)
_GROUP_NOUN = re.compile(
    r"(?:노인|어르신|아동|청소년|영유아|유아|청년|여성|남성|학생|장애인|경로자|고령자|어린이|사람|자)$"
)

Reader = Callable[[Piece], Node | None]


def combine(stream: Sequence[Token], read: Reader, text: str) -> Node | None:
    """Condition of a clause; None when nothing in it is one."""
    return _split(list(stream), read, text, (Sep.AMONG, Sep.EITHER, Sep.BOTH))


def _split(stream: list[Token], read: Reader, text: str, seps: tuple[Sep, ...]) -> Node | None:
    if not seps:
        return _list(stream, read, text)
    parts = _parts(stream, {seps[0]})
    nodes = [node for part in parts if (node := _split(part, read, text, seps[1:]))]
    if len(nodes) < 2:
        return nodes[0] if nodes else None
    rules = [node.rule for node in nodes]
    joined = any_of(rules) if seps[0] is Sep.EITHER else all_of(rules)
    return merged(nodes, joined, _kind(nodes))


def _kind(nodes: Sequence[Node]) -> Kind:
    return Kind.GROUP if any(node.kind is Kind.GROUP for node in nodes) else Kind.SCOPE


def _parts(stream: Sequence[Token], seps: set[Sep]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in stream:
        if isinstance(token, Sep) and token in seps:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _list(stream: list[Token], read: Reader, text: str) -> Node | None:
    """A list of groups with what narrows all of them."""
    elements: list[list[Node]] = [[]]
    choices: set[int] = set()
    cases: set[int] = set()
    for token in stream:
        if token is Sep.CASE:
            cases.add(len(elements) - 1)
        elif isinstance(token, Sep):
            if elements[-1]:
                elements.append([])
            if token is Sep.OR:
                choices |= {len(elements) - 2, len(elements) - 1}
        elif isinstance(token, Piece):
            node = read(token)
            if node:
                elements[-1].append(node)
    if not elements[-1]:
        elements.pop()
    if not elements:
        return None
    elements = _with_cases(elements, cases)
    elements = [_split_up(element) for element in elements]
    nodes = [node for element in elements for node in element]
    if len(elements) > 1:
        poor = any(n.kind is Kind.GROUP and n.dimensions & POVERTY for n in nodes)
        elements = [
            _as_groups(element, text, chosen=place in choices or (poor and _money(element)))
            for place, element in enumerate(elements)
        ]
    if all(_kind(element) is Kind.SCOPE for element in elements):
        return merged(nodes, _scopes(elements), Kind.SCOPE)
    return merged(nodes, _groups(elements), Kind.GROUP)


def _with_cases(elements: list[list[Node]], cases: set[int]) -> list[list[Node]]:
    """ "5년 이내, 다자녀일 경우 7년 이내": what a case puts in the place of a general condition is
    an alternative to it; a case of its own is a condition like others."""
    result: list[list[Node]] = []
    for place, element in enumerate(elements):
        last = result[-1][-1] if result else None
        instead = element[-1].dimensions & last.dimensions if last is not None else frozenset()
        if place not in cases or last is None or not instead or len(element) < 2:
            result.append(element)
            continue
        case = all_of(node.rule for node in element)
        either = merged([last, *element], any_of([last.rule, case]), last.kind)
        result[-1][-1] = either or last
    return result


def _money(element: Sequence[Node]) -> bool:
    """Whether an element is nothing but a limit of income, which beside recipients is one more
    way in."""
    return all(node.dimensions <= MONEY for node in element)


def _split_up(element: list[Node]) -> list[Node]:
    """Groups of one kind that follow each other without a sign ("시각장애 청각장애"), as lists do
    whose commas were lost, become one group of any of them."""
    result: list[Node] = []
    for node in element:
        last = result[-1] if result else None
        if last is not None and _excludes_each_other(last, node):
            result[-1] = merged([last, node], any_of([last.rule, node.rule]), Kind.GROUP) or last
        else:
            result.append(node)
    return result


def _excludes_each_other(first: Node, second: Node) -> bool:
    """Two kinds of one thing of which neither contains the other."""
    leaves = [rule_leaves(first.rule), rule_leaves(second.rule)]
    kinds = {type(leaf) for part in leaves for leaf in part}
    if len(kinds) != 1 or not kinds <= _LISTED_KINDS:
        return False
    named = [set().union(*(set(_names(leaf)) for leaf in part)) for part in leaves]
    return all(named) and not named[0] <= named[1] and not named[1] <= named[0]


def _names(leaf: CriterionBase) -> list[str]:
    if isinstance(leaf, DisabilityCriterion):
        return leaf.types
    if isinstance(leaf, VeteranCriterion):
        return leaf.kinds
    return [str(value) for value in getattr(leaf, "any_of", [])]


def _as_groups(element: list[Node], text: str, *, chosen: bool) -> list[Node]:
    """In a list, an age with its noun ("65세 이상 노인") names a group, and so does whatever
    stands beside "또는"."""
    if _kind(element) is Kind.GROUP:
        return element
    last = element[-1]
    noun = _GROUP_NOUN.search(text[last.start : last.end])
    if not chosen and (last.dimensions & _SCOPES or not noun):
        return element
    return [
        *element[:-1],
        Node(last.rule, Kind.GROUP, last.start, last.end, last.dimensions, last.free),
    ]


def _scopes(elements: Sequence[Sequence[Node]]) -> Rule | None:
    """Narrowing conditions: by and, but alternatives of one dimension by or."""
    by_dimension: dict[frozenset[str], list[Rule | None]] = {}
    ends = {element[-1].dimensions for element in elements}
    if len(elements) > 1 and len(ends) == 1 and ends <= _STATES:
        return any_of(all_of(node.rule for node in element) for element in elements)
    for element in elements:
        dimensions = frozenset().union(*(node.dimensions for node in element))
        by_dimension.setdefault(dimensions, []).append(all_of(node.rule for node in element))
    return all_of(alternatives(rules, dimensions) for dimensions, rules in by_dimension.items())


def _groups(elements: Sequence[Sequence[Node]]) -> Rule | None:
    """Groups joined by or. What narrows the first one from the front narrows all, and so does
    what stands behind the last one; a purely narrowing element narrows all as well."""
    common: list[Node] = []
    choices: list[list[Node]] = []
    for index, element in enumerate(elements):
        if _kind(element) is Kind.SCOPE:
            common.extend(element)
            continue
        first = next(i for i, node in enumerate(element) if node.kind is Kind.GROUP)
        last = max(i for i, node in enumerate(element) if node.kind is Kind.GROUP)
        lead, tail = element[:first], element[last + 1 :]
        body = element[first : last + 1]
        if index == 0 and len(elements) > 1:
            own = [node for node in lead if _own(node, elements[1:])]
            common.extend(node for node in lead if node not in own)
            lead = own
        if index == len(elements) - 1:
            common.extend(tail)
            tail = []
            if _parallel(elements):
                common.extend(body[1:])
                body = body[:1]
        choices.append([*lead, *body, *tail])
    chosen = any_of(all_of(node.rule for node in choice) for choice in choices)
    return all_of([*(node.rule for node in common), chosen])


def _parallel(elements: Sequence[Sequence[Node]]) -> bool:
    """ "65세 이상 또는 65세 미만 노인성질환을 가진 수급자": where every element begins with an age
    and the first is nothing else, what the last one ends in is meant for all."""
    aged = all("age" in element[0].dimensions for element in elements)
    return aged and len(elements) > 1 and len(elements[0]) == 1 and len(elements[-1]) > 2


def _own(node: Node, others: Sequence[Sequence[Node]]) -> bool:
    """Whether later elements bring a condition of the same dimension of their own."""
    return any(
        node.dimensions & other.dimensions and other.kind is Kind.SCOPE
        for element in others
        for other in element
    )
