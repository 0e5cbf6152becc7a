"""A rule while it is being corrected: the tree as typed, right or wrong, and what the buttons
of the form do to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.datastructures import MultiValueDict

from policies.admin.criterion_form import MORE_FIELDS, SOURCE_FIELDS, form_class, raw_values
from policies.eligibility.rule import CRITERION_MODELS, GROUP_TAGS

ROOT = "n"
_MAX_NODES, _MAX_DEPTH, _MAX_NAME = 300, 10, 40
_ACTIONS = frozenset("add turn remove up down out into wrap unwrap".split())
_KEPT_ON_TURN = frozenset({*SOURCE_FIELDS, *MORE_FIELDS})


class SketchInvalid(ValueError):
    """The form that came back is not one of ours, or too large."""


@dataclass
class Sketch:
    """A group with branches, or a criterion with the values of its form as they were typed.

    `needed` is what was typed for "n개 이상".
    """

    kind: str
    values: dict[str, list[str]] = field(default_factory=dict)
    branches: list[Sketch] = field(default_factory=list)
    needed: str = ""

    @property
    def is_group(self) -> bool:
        return self.kind in GROUP_TAGS

    def walk(self, prefix: str = ROOT) -> Iterator[tuple[str, Sketch]]:
        """(prefix of the form's fields, node) of the node and all below it."""
        yield prefix, self
        for index, branch in enumerate(self.branches):
            yield from branch.walk(f"{prefix}-{index}")

    def posted(self) -> list[tuple[str, str]]:
        """(name, value) pairs that make the same sketch again."""
        pairs: list[tuple[str, str]] = []
        for prefix, node in self.walk():
            pairs.append((f"{prefix}-kind", node.kind))
            if node.is_group:
                pairs.append((f"{prefix}-needed", node.needed))
            for name, values in node.values.items():
                pairs += [(f"{prefix}-{name}", value) for value in values if value]
        return pairs


def new_node(kind: str, **values: str) -> Sketch:
    """An empty group, or a criterion with the defaults of its model and `values`."""
    if kind in GROUP_TAGS:
        return Sketch(kind, needed="1")
    if kind not in CRITERION_MODELS:
        raise SketchInvalid(kind)
    given = {name: [value] for name, value in values.items()}
    return Sketch(kind, {**raw_values(kind, {}), **given})


def sketch_of_tree(tree: Any) -> Sketch:
    """A stored rule as a sketch. What is malformed in it stays to be mended; parts of no known
    kind are left out."""
    root = _node(tree)
    return root if root is not None else new_node("all_of")


def _node(data: Any) -> Sketch | None:
    if not isinstance(data, Mapping):
        return None
    tag = data.get("criterion")
    if tag in CRITERION_MODELS:
        return Sketch(str(tag), raw_values(str(tag), data))
    group = next((each for each in GROUP_TAGS if each in data), None)
    if group is None:
        return None
    branches = data.get("of" if group == "at_least" else group)
    nodes = [_node(each) for each in branches] if isinstance(branches, list) else []
    needed = str(data[group]) if group == "at_least" else "1"
    return Sketch(group, branches=[each for each in nodes if each is not None], needed=needed)


def sketch_of_post(data: MultiValueDict[str, str]) -> Sketch:
    """The sketch as the form sent it. Raises SketchInvalid."""
    count = 0

    def read(prefix: str, depth: int) -> Sketch:
        nonlocal count
        count += 1
        kind = data.get(f"{prefix}-kind") or ""
        if count > _MAX_NODES or depth > _MAX_DEPTH:
            raise SketchInvalid(prefix)
        if kind in CRITERION_MODELS:
            names = form_class(kind).base_fields
            values = {name: data.getlist(f"{prefix}-{name}") for name in names}
            return Sketch(kind, values)
        if kind not in GROUP_TAGS:
            raise SketchInvalid(kind)
        branches: list[Sketch] = []
        while f"{prefix}-{len(branches)}-kind" in data:
            branches.append(read(f"{prefix}-{len(branches)}", depth + 1))
        return Sketch(kind, branches=branches, needed=data.get(f"{prefix}-needed") or "")

    return read(ROOT, 0)


class Workbench:
    """What the buttons do. A place is the prefix of a node's fields ("n-0-2"); a place that is
    not there raises SketchInvalid."""

    def __init__(self, root: Sketch) -> None:
        self.root = root

    def do(self, action: str, place: str, kind: str = "") -> None:
        """`action` on the node at `place`; `kind` is what to add, or what to turn it into."""
        if action not in _ACTIONS:
            raise SketchInvalid(action)
        getattr(self, f"_{action}")(place, kind)

    def append(self, node: Sketch) -> None:
        """`node` at the end of the outermost group."""
        if not self.root.is_group:
            self.root = Sketch("all_of", branches=[self.root], needed="1")
        self.root.branches.append(node)

    def _at(self, place: str) -> Sketch:
        for prefix, node in self.root.walk():
            if prefix == place:
                return node
        raise SketchInvalid(place)

    def _around(self, place: str) -> tuple[Sketch, int]:
        """The group around a node, and its index in it."""
        self._at(place)
        outer, _, index = place.rpartition("-")
        if not outer:
            raise SketchInvalid(place)
        return self._at(outer), int(index)

    def _add(self, place: str, kind: str) -> None:
        group = self._at(place)
        if not group.is_group:
            raise SketchInvalid(place)
        group.branches.append(new_node(kind))

    def _turn(self, place: str, kind: str) -> None:
        """Another kind of criterion with the same source."""
        node = self._at(place)
        if node.is_group or kind not in CRITERION_MODELS:
            raise SketchInvalid(place)
        kept = {name: value for name, value in node.values.items() if name in _KEPT_ON_TURN}
        node.kind, node.values = kind, {**raw_values(kind, {}), **kept}

    def _remove(self, place: str, _: str) -> None:
        group, index = self._around(place)
        del group.branches[index]

    def _up(self, place: str, _: str) -> None:
        group, index = self._around(place)
        if index > 0:
            group.branches.insert(index - 1, group.branches.pop(index))

    def _down(self, place: str, _: str) -> None:
        group, index = self._around(place)
        group.branches.insert(index + 1, group.branches.pop(index))

    def _out(self, place: str, _: str) -> None:
        """Behind the group it stands in."""
        group, index = self._around(place)
        outer_place = place.rpartition("-")[0]
        outer, position = self._around(outer_place)
        outer.branches.insert(position + 1, group.branches.pop(index))

    def _into(self, place: str, _: str) -> None:
        """To the end of the group just above it."""
        group, index = self._around(place)
        if index == 0 or not group.branches[index - 1].is_group:
            raise SketchInvalid(place)
        group.branches[index - 1].branches.append(group.branches.pop(index))

    def _wrap(self, place: str, _: str) -> None:
        """A group of its own around the node; its kind can be chosen then."""
        node = self._at(place)
        wrapped = Sketch("any_of", branches=[node], needed="1")
        if node is self.root:
            self.root = wrapped
        else:
            group, index = self._around(place)
            group.branches[index] = wrapped

    def _unwrap(self, place: str, _: str) -> None:
        """The branches in place of the group. The outermost one needs to have just one."""
        node = self._at(place)
        if node is self.root:
            if len(node.branches) != 1:
                raise SketchInvalid(place)
            self.root = node.branches[0]
            return
        group, index = self._around(place)
        group.branches[index : index + 1] = node.branches


def unread_node(section: str, text: str) -> Sketch:
    """A sentence that the parser left, as a criterion to be given its kind."""
    name = " ".join(text.split())[:_MAX_NAME]
    return new_node("other", section=section, quote=text, key=name)
