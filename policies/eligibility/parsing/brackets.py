"""What a bracket behind a condition does to it."""

from __future__ import annotations

import re

from policies.eligibility.parsing.content import names_a_group
from policies.eligibility.parsing.nodes import (
    Node,
    all_of,
    any_of,
    has_vague,
    none_of,
    without_vague,
)
from policies.eligibility.parsing.roles import includes
from policies.eligibility.rule import OtherCriterion, Rule

_IN_NEED = re.compile(r"취약|소외|어려운|사회적|저소득|계층")
# "(… 경우 …)": what holds for such people instead.
INSTEAD = re.compile(r"[^,.]{2,20}(?:의|인|일)경우(?!에?한|만)[^,.]{3}")
_TOO = re.compile(r"포함(?:함|됨|한다|됩니다)?[).]*$")
_OWN = frozenset({"age"})
_CASE = re.compile(r"[가-힣](?:은|는|의경우|인경우|일경우|경우|시|때)(?!은|는).{2}")


def is_own_case(node: Node, inner: Node) -> bool:
    """Whether a bracket gives certain people an age of their own ("만 65세 이상(수급자는 만 60세
    이상)")."""
    both = node.dimensions & inner.dimensions & _OWN
    return bool(both) and bool(inner.dimensions - node.dimensions)


def with_bracket(node: Node, inner: Node, text: str, *, excluding: bool) -> Node:
    """A condition with what the bracket behind it says: defines, narrows, or lets others in."""
    rule: Rule | None
    if node.free and not inner.free and _names_the_poor(node.rule) and not excluding:
        rule = inner.rule
    elif has_vague(node.rule) and not inner.free and not excluding:
        rule = all_of([without_vague(node.rule), inner.rule])
    elif excluding and _TOO.search(text):
        rule = any_of([node.rule, inner.rule]) if not inner.free else node.rule
    elif excluding and includes(text):
        rule = all_of([node.rule, none_of([inner.rule])])
    elif excluding and node.free:
        return node
    elif (is_own_case(node, inner) and _CASE.search(text)) or (
        INSTEAD.match(text) and not inner.free
    ):
        rule = any_of([node.rule, inner.rule])
    elif includes(text):
        if inner.free and not names_a_group(re.sub(r"포함.*$", "", text)):
            return node
        rule = any_of([node.rule, inner.rule])
    elif inner.free:
        return node
    else:
        rule = all_of([node.rule, inner.rule])
    return Node(
        rule or node.rule, node.kind, node.start, node.end, node.dimensions | inner.dimensions
    )


def _names_the_poor(rule: Rule) -> bool:
    """Whether free words are for people in need, whom a bracket then lists."""
    return isinstance(rule, OtherCriterion) and bool(_IN_NEED.search(rule.key))
