"""Items and the ones under them to one condition: which lists mean "all", which mean "any"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from policies.eligibility.parsing.blocks import Item
from policies.eligibility.parsing.content import content_words
from policies.eligibility.parsing.found import Kind
from policies.eligibility.parsing.lists import (
    as_alternative,
    by_kinds,
    defined,
    dropping,
    head_and_below,
    with_rule,
)
from policies.eligibility.parsing.nodes import (
    Node,
    all_of,
    any_of,
    has_vague,
    key_of,
    merged,
    none_of,
    opened,
)
from policies.eligibility.parsing.reading import Reading
from policies.eligibility.parsing.roles import (
    Join,
    Role,
    head_role,
    is_aspect,
    is_cue,
    join_of,
    label_role,
    squeezed,
)
from policies.eligibility.rule import AllOf, Rule

# Labels that name separate benefits, each with people of its own.
_BENEFIT = re.compile(
    r"(?:금|수당|장학금|급여|바우처|유형|형|여비|진료비|치료비|혜택|서비스|대여|교육|훈련|할인|감면|비|사업)(?:\([^)]*\))?$|"
    r"^(?:[ⅠⅡⅢ]|[0-9A-Z])?유형|^[0-9]순위"
)
_PART = re.compile(r"[가-힣]{0,12}(?:지원|신청|지급|이용|공급|선정)?(?:대상|대상자|자격|유형)")
_DISCOUNT = re.compile(r"감면|할인|이용료|요금|사용료|입장료|수강료|면제")
_ONLY_JOINS = re.compile(
    r"(?:요건|조건|기준|사항|가지|하나|항목|각호)[^,]{0,12}(?:충족|만족|해당|갖춘)[^,]{0,10}$"
)
_JOINING = re.compile(
    r"(?:으?로서|이면서|이며|중)?,?(?:아래|다음|각)[^,]{0,14}(?:요건|조건|기준|사항|하나|항목|각호)[^,]{0,12}"
    r"(?:충족|만족|해당|갖춘)[^,]{0,10}$"
)
_FIGURE = re.compile(r"\d+(?:세|개월|년|%)")
# A label that only says what a word elsewhere means.
_DEFINITION = re.compile(r"(?:범위|정의|이란|란)$")
_AND_END = re.compile(r"(?:이며|으며|며|이고|하고|고|면서),?$")


@dataclass(frozen=True)
class Place:
    """Where an item stands: among bullets of one list, under an item with a condition, behind
    another item."""

    listed: bool = False
    under: bool = False
    later: bool = False


ReadItem = Callable[[Item, Role, Place], Reading]
_LISTED = 3
_HEAD = 12
_WORD = 4


@dataclass
class Outcome:
    """What an item with everything under it says."""

    item: Item
    node: Node | None = None
    excluded: list[Rule] = field(default_factory=list)
    openings: list[Rule] = field(default_factory=list)
    later: list[Rule] = field(default_factory=list)
    unread: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True)
class TreeReader:
    """Reads a tree of items. `discounts`: the policy lowers a price, for any of a list."""

    original: str
    read_item: ReadItem
    discounts: bool
    titled: frozenset[str] = frozenset()

    @classmethod
    def of(cls, original: str, read_item: ReadItem, title: str, groups: list[Rule]) -> TreeReader:
        """`groups`: the groups of people that the title names; a single one is always meant."""
        titled = frozenset(map(key_of, groups)) if len(groups) == 1 else frozenset()
        return cls(original, read_item, bool(_DISCOUNT.search(squeezed(title))), titled)

    def read(self, items: Sequence[Item]) -> Outcome:
        """All top-level items together."""
        root = Item("", 0, 0)
        root.children = list(items)
        return self._outcome(root, Role.CONDITION, Place())

    def _role(self, item: Item, inherited: Role) -> Role:
        own = label_role(item.label) if item.label else None
        text = item.text(self.original).strip()
        if own is None and (item.children or len(text) < 30):
            own = head_role(text or item.label)
        if inherited is Role.EXCLUSION and own is not Role.IGNORED:
            return Role.EXCLUSION
        if inherited in (Role.IGNORED, Role.NOTICE) and own is not Role.EXCLUSION:
            return inherited
        return own or Role.CONDITION

    def _outcome(self, item: Item, inherited: Role, place: Place) -> Outcome:
        outcome = Outcome(item)
        role = self._role(item, inherited)
        reading = Reading()
        cue = is_cue(squeezed(item.text(self.original)))
        heads = cue or (bool(item.children) and self._only_heads(item, role, inherited))
        if role is not Role.IGNORED and item.start < item.end and not heads:
            reading = self.read_item(item, role, place)
        elif item.start < item.end:
            outcome.unread.append((item.start, item.end))
        outcome.unread.extend(reading.unread)
        among = len(item.children) >= _LISTED
        children = [
            self._outcome(
                child,
                role,
                Place(
                    listed=among and not child.children and bool(child.kind),
                    under=reading.node is not None,
                    later=number > 0 or bool(item.kind),
                ),
            )
            for number, child in enumerate(item.children)
        ]
        for child in children:
            outcome.unread.extend(child.unread)
        own = _as_node(reading)
        below = self._below(item, children)
        outcome.excluded = [rule for child in children for rule in child.excluded]
        if role is Role.EXCLUSION or own is None:
            outcome.excluded.extend(reading.excluded)
        else:
            own = with_rule(own, all_of([own.rule, none_of(reading.excluded)]))
        outcome.node = head_and_below(own, below)
        openings = [rule for child in children for rule in child.openings]
        if outcome.node is not None and openings:
            rule: Rule | None = outcome.node.rule
            for opening in openings:
                rule = opened(rule, opening)
            outcome.node = with_rule(outcome.node, rule)
            openings = []
        outcome.later = [rule for child in children for rule in child.later]
        if reading.node is None:
            outcome.later.extend(reading.later)
        outcome.openings = openings or ([] if reading.node else list(reading.openings))
        return outcome

    def _only_heads(self, item: Item, role: Role, inherited: Role) -> bool:
        """Whether an item says nothing itself but how the ones under it are meant."""
        if role is Role.EXCLUSION:
            return inherited is not role
        text = item.text(self.original)
        if _names_a_part(item, self.original):
            return True
        flat = squeezed(text)
        if join_of(text) is Join.OPEN or not _ONLY_JOINS.search(flat):
            return False
        rest = _JOINING.sub("", flat)
        return rest == flat or not (content_words(rest) or _FIGURE.search(rest))

    def _below(self, item: Item, children: Sequence[Outcome]) -> Node | None:
        nodes = [(child, child.node) for child in children if child.node is not None]
        if not nodes:
            return None
        if len(nodes) == 1:
            return nodes[0][1]
        return self._joined(item, nodes)

    def _joined(self, item: Item, nodes: Sequence[tuple[Outcome, Node]]) -> Node | None:
        nodes = _by_label(nodes)
        if len(nodes) == 1:
            return nodes[0][1]
        nodes = _without_defined(nodes)
        if len(nodes) == 1:
            return nodes[0][1]
        plain = [node for _, node in nodes]
        cues = [each.text(self.original) for each in item.children]
        cues = [cue for cue in cues if is_cue(squeezed(cue))]
        join = join_of(" ".join([item.label, item.text(self.original), *cues]))
        if join is Join.OPEN:
            join = self._by_labels(nodes)
        meanings = [n for o, n in nodes if _DEFINITION.search(squeezed(o.item.label))]
        if meanings and not any(has_vague(n.rule) for n in plain if n not in meanings):
            plain = [node for node in plain if node not in meanings]
            nodes = [pair for pair in nodes if pair[1] not in meanings]
            if len(plain) < 2:
                return plain[0] if plain else None
        vague = [node for node in plain if has_vague(node.rule)]
        clear = [n for n in plain if not has_vague(n.rule) and n.kind is Kind.GROUP and not n.free]
        if vague and clear and join is not Join.ANY:
            return defined([as_alternative(node) for node in plain], vague, clear)
        if join is Join.ANY:
            return merged(plain, any_of(node.rule for node in plain), Kind.GROUP)
        if join is Join.ALL:
            kind = Kind.GROUP if any(n.kind is Kind.GROUP for n in plain) else Kind.SCOPE
            return merged(plain, all_of(node.rule for node in plain), kind)
        return by_kinds([self._as_titled(_as_further(*pair)) for pair in nodes])

    def _as_titled(self, node: Node) -> Node:
        """The group in the policy's own name narrows, it is no alternative."""
        parts = node.rule.all_of if isinstance(node.rule, AllOf) else [node.rule]
        named = any(key_of(part) in self.titled for part in parts)
        return replace(node, kind=Kind.SCOPE) if named else node

    def _by_labels(self, nodes: Sequence[tuple[Outcome, Node]]) -> Join:
        labels = [squeezed(outcome.item.label) for outcome, _ in nodes]
        heads = [
            label or squeezed(o.item.text(self.original))
            for label, (o, _) in zip(labels, nodes, strict=True)
        ]
        texts = [squeezed(outcome.item.text(self.original)) for outcome, _ in nodes]
        if sum(_names_a_part(outcome.item, self.original) for outcome, _ in nodes) >= 2:
            return Join.ANY
        asked = [
            head
            for head, label, (outcome, _) in zip(heads, labels, nodes, strict=True)
            if (label or (outcome.item.children and len(head) < _HEAD)) and is_aspect(head)
        ]
        if len(asked) >= 2:
            return Join.ALL
        if sum(bool(len(head) < 25 and _BENEFIT.search(head)) for head in heads) >= 2:
            return Join.ANY
        if self.discounts and len(nodes) > 2:
            return Join.ANY
        if any(_AND_END.search(text) for text in texts[:-1]):
            return Join.ALL
        return Join.OPEN


def _names_a_part(item: Item, original: str) -> bool:
    """Whether an item is nothing but the name of one of several kinds of support."""
    return bool(item.children) and bool(_PART.fullmatch(squeezed(item.text(original))))


def _without_defined(nodes: Sequence[tuple[Outcome, Node]]) -> list[tuple[Outcome, Node]]:
    """Without free words that the label of another item takes up and spells out ("장애 부모의
    자녀", then "장애 부모 : 한쪽 부모가 …")."""
    labels = {squeezed(outcome.item.label) for outcome, _ in nodes}
    result = []
    for outcome, node in nodes:
        own = squeezed(outcome.item.label)
        words = {label for label in labels if len(label) >= _WORD and label != own}
        rule = dropping(node.rule, words)
        if rule is not None:
            result.append((outcome, replace(node, rule=rule)))
    return result or list(nodes)


def _by_label(nodes: Sequence[tuple[Outcome, Node]]) -> list[tuple[Outcome, Node]]:
    """Items under one and the same label ("지원 대상" twice) are alternatives of it."""
    found: dict[str, tuple[Outcome, Node]] = {}
    for number, (outcome, node) in enumerate(nodes):
        label = squeezed(outcome.item.label) or str(number)
        if label in found:
            first, other = found[label]
            either = merged([other, node], any_of([other.rule, node.rule]), other.kind)
            found[label] = (first, either or other)
        else:
            found[label] = (outcome, node)
    return list(found.values())


def _as_further(outcome: Outcome, node: Node) -> Node:
    """What begins with "기타" names a further group, what is labelled a requirement narrows."""
    label = squeezed(outcome.item.label)
    if label.endswith(("기준", "요건", "조건")):
        return replace(node, kind=Kind.SCOPE)
    further = label.startswith(("기타", "그외", "그밖"))
    return replace(node, kind=Kind.GROUP) if further else node


def _as_node(reading: Reading) -> Node | None:
    """The positive part of a reading, openings and later residence included."""
    if reading.node is None:
        return None
    bare = Reading(reading.node, [], reading.openings, reading.later)
    return with_rule(reading.node, bare.rule())
