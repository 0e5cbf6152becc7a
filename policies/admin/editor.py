"""The sketch of a rule as nodes of the correction form, and as a rule when all of it is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.datastructures import MultiValueDict

from policies.admin.criterion_form import CriterionForm, form_class
from policies.admin.labels import CRITERION_GROUPS, GROUPS, criterion_label
from policies.admin.sketch import ROOT, Sketch
from policies.eligibility.rule import CRITERION_MODELS


@dataclass
class EditNode:
    """One node as the template shows it. `number` counts the criteria from 1."""

    prefix: str
    kind: str
    label: str
    is_group: bool
    needed: str = ""
    number: int = 0
    form: CriterionForm | None = None
    branches: list[EditNode] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    can_up: bool = False
    can_down: bool = False
    can_out: bool = False
    can_into: bool = False
    can_unwrap: bool = False

    @property
    def is_root(self) -> bool:
        return self.prefix == ROOT

    def walk(self) -> Iterator[EditNode]:
        yield self
        for branch in self.branches:
            yield from branch.walk()


@dataclass
class Edited:
    """`tree` is the rule as stored data, None while anything is wrong."""

    root: EditNode
    tree: dict[str, Any] | None
    wrong: int


def edited(sketch: Sketch, texts: Mapping[str, str], *, check: bool) -> Edited:
    """Forms of all nodes with what was typed; with `check` also what is wrong with it.

    `texts`: the source by section.
    """
    builder = _Builder(texts, check)
    root, tree = builder.node(sketch, ROOT)
    if not check:
        return Edited(root, None, 0)
    wrong = sum(
        len(node.errors) + (len(node.form.errors) if node.form is not None else 0)
        for node in root.walk()
    )
    return Edited(root, tree if not wrong else None, wrong)


def kind_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Kinds of criteria under their headings, as options; unlisted ones come last."""
    known = {tag for group in CRITERION_GROUPS.values() for tag in group}
    groups = [(name, list(kinds.items())) for name, kinds in CRITERION_GROUPS.items()]
    rest = [(tag, criterion_label(tag)) for tag in CRITERION_MODELS if tag not in known]
    return [*groups, ("기타", rest)] if rest else groups


class _Builder:
    def __init__(self, texts: Mapping[str, str], check: bool) -> None:
        self.texts = texts
        self.check = check
        self.count = 0

    def node(self, sketch: Sketch, prefix: str) -> tuple[EditNode, dict[str, Any]]:
        """The node and its part of the rule (meaningless while anything is wrong)."""
        if not sketch.is_group:
            return self._criterion(sketch, prefix)
        built = [self.node(each, f"{prefix}-{i}") for i, each in enumerate(sketch.branches)]
        nodes, trees = [node for node, _ in built], [tree for _, tree in built]
        node = EditNode(
            prefix,
            sketch.kind,
            GROUPS[sketch.kind],
            is_group=True,
            needed=sketch.needed,
            branches=nodes,
            can_unwrap=prefix != ROOT or len(nodes) == 1,
        )
        _place(node)
        if self.check:
            node.errors = _group_errors(sketch)
        if sketch.kind == "at_least":
            needed = int(sketch.needed) if sketch.needed.isdecimal() else 0
            return node, {"at_least": needed, "of": trees}
        return node, {sketch.kind: trees}

    def _criterion(self, sketch: Sketch, prefix: str) -> tuple[EditNode, dict[str, Any]]:
        self.count += 1
        make = form_class(sketch.kind)
        if self.check:
            data = MultiValueDict({f"{prefix}-{k}": v for k, v in sketch.values.items()})
            form = make(self.texts, data, prefix=prefix)
            form.is_valid()
        else:
            form = make(self.texts, prefix=prefix, initial=_initial(make, sketch.values))
        label = criterion_label(sketch.kind)
        node = EditNode(prefix, sketch.kind, label, is_group=False, number=self.count, form=form)
        return node, form.criterion


def _initial(make: type[CriterionForm], values: Mapping[str, list[str]]) -> dict[str, Any]:
    """Typed values as a form that is not checked shows them."""
    initial: dict[str, Any] = {}
    for name, made in make.base_fields.items():
        typed = values.get(name, [])
        if hasattr(made.widget, "allow_multiple_selected") and made.widget.allow_multiple_selected:
            initial[name] = typed
        else:
            initial[name] = typed[0] if typed else ""
    return initial


def _place(group: EditNode) -> None:
    """Where the branches of a group can be moved."""
    last = len(group.branches) - 1
    for index, branch in enumerate(group.branches):
        branch.can_up = index > 0
        branch.can_down = index < last
        branch.can_into = index > 0 and group.branches[index - 1].is_group
        branch.can_out = not group.is_root


def _group_errors(sketch: Sketch) -> list[str]:
    if not sketch.branches:
        return ["이 묶음에 조건이 없습니다. 조건을 더하거나 묶음을 지워 주세요."]
    if sketch.kind != "at_least":
        return []
    if not sketch.needed.isdecimal() or int(sketch.needed) < 1:
        return ["몇 개 이상인지 1 이상의 숫자로 적어 주세요."]
    if int(sketch.needed) > len(sketch.branches):
        return [f"이 묶음의 조건은 {len(sketch.branches)}개뿐입니다."]
    return []
