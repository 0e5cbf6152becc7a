"""A stored rule as a Korean tree: whole sentences, where each was read, what is unclear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString
from pydantic import ValidationError

from policies.admin.marks import Mark, marked
from policies.eligibility.criteria import Context, find
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import (
    AllOf,
    AnyOf,
    AtLeast,
    CriterionBase,
    NoneOf,
    OtherCriterion,
    Rule,
    rule_from_data,
)
from policies.eligibility.sentences import unclear_sentence
from policies.korean import long_date, particle
from policies.models.policy import SECTION_LABELS
from policies.vocabulary import Section

# (group, excluding) → name of the group, its sentence, and how its criteria end.
_GROUPS = {
    ("all", False): ("모두", "다음을 모두 충족해야 합니다.", "이어야/여야", "합니다"),
    ("all", True): ("모두", "다음에 모두 해당하는 경우입니다.", "이면/면", "해당합니다"),
    ("any", False): (
        "하나 이상",
        "다음 가운데 하나 이상에 해당해야 합니다.",
        "이면/면",
        "됩니다",
    ),
    ("any", True): (
        "하나 이상",
        "다음 가운데 하나 이상에 해당하는 경우입니다.",
        "이면/면",
        "해당합니다",
    ),
    ("none", False): (
        "제외",
        "다음 가운데 하나라도 해당하면 제외됩니다.",
        "이면/면",
        "제외됩니다",
    ),
    ("none", True): (
        "제외하지 않음",
        "다음 가운데 하나라도 해당하면 제외하지 않습니다.",
        "이면/면",
        "제외하지 않습니다",
    ),
    ("some", False): (
        "{}개 이상",
        "다음 가운데 {}가지 이상에 해당해야 합니다.",
        "이면/면",
        "한 가지로 셉니다",
    ),
    ("some", True): (
        "{}개 이상",
        "다음 가운데 {}가지 이상에 해당하는 경우입니다.",
        "이면/면",
        "한 가지로 셉니다",
    ),
}


@dataclass(frozen=True)
class Node:
    """A group with `children`, or a criterion with its `number` (from 1, as in the text).

    `found`: whether the quote stands in the text shown beside the tree.
    """

    sentence: str
    label: str = ""
    children: list[Node] = field(default_factory=list)
    number: int = 0
    section: str = ""
    quote: str = ""
    found: bool = True
    unclear: bool = False
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class RuleView:
    """The tree, or `error` in its place, and the marks of each section."""

    root: Node | None
    marks: dict[Section, list[Mark]] = field(default_factory=dict)
    error: str = ""
    unclear: int = 0
    lost: int = 0


def rule_view(tree: object, sections: Mapping[str, str]) -> RuleView:
    """The stored rule beside the texts in `sections`; a malformed one says so."""
    try:
        rule = rule_from_data(tree)
    except ValidationError as error:
        return RuleView(None, error=f"규칙 형식이 올바르지 않습니다: {error.errors()[0]['msg']}")
    builder = _Builder(sections)
    root = builder.node(rule, ("all", False))
    return RuleView(root, builder.marks, unclear=builder.unclear, lost=builder.lost)


def marked_sections(
    sections: Mapping[str, str], view: RuleView | None
) -> list[tuple[str, SafeString]]:
    """(label, text with marks) of the sections that have text, in reading order."""
    return [
        (label, marked(sections[section], view.marks.get(section, []) if view else []))
        for section, label in SECTION_LABELS.items()
        if sections.get(section)
    ]


class _Builder:
    """Walks a rule once, numbering its criteria and looking up their quotes."""

    def __init__(self, sections: Mapping[str, str]) -> None:
        self.sections = sections
        self.marks: dict[Section, list[Mark]] = {}
        self.count = self.unclear = self.lost = 0
        today = timezone.localdate()
        self.context = Context(ApplicantFacts(as_of=today), today, bundled_tables())

    def node(self, rule: Rule, around: tuple[str, bool]) -> Node:
        if isinstance(rule, CriterionBase):
            return self._criterion(rule, around)
        kind, branches, needed = _parts(rule)
        excluding = (around[0] == "none") != around[1]
        name, sentence, _, _ = _GROUPS[kind, excluding]
        children = [self.node(branch, (kind, excluding)) for branch in branches]
        return Node(sentence.format(needed), name.format(needed), children)

    def _criterion(self, criterion: CriterionBase, around: tuple[str, bool]) -> Node:
        self.count += 1
        self.unclear += criterion.unclear
        if criterion.unclear:
            sentence = unclear_sentence(criterion)
        else:
            need = find(criterion, self.context).need
            _, _, pair, ending = _GROUPS[around]
            sentence = f"{need}{particle(need, pair)} {ending}."
        return Node(
            sentence,
            number=self.count,
            section=SECTION_LABELS[criterion.section],
            quote=criterion.quote,
            found=self._mark(criterion),
            unclear=criterion.unclear,
            notes=_notes(criterion),
        )

    def _mark(self, criterion: CriterionBase) -> bool:
        """Marks the first place of the quote; False when the text does not hold it."""
        if not criterion.quote:
            return True
        start = self.sections.get(criterion.section, "").find(criterion.quote)
        if start < 0:
            self.lost += 1
            return False
        mark = Mark(start, start + len(criterion.quote), self.count)
        self.marks.setdefault(criterion.section, []).append(mark)
        return True


def _parts(group: Any) -> tuple[str, list[Rule], int]:
    if isinstance(group, AllOf):
        return "all", group.all_of, 0
    if isinstance(group, AnyOf):
        return "any", group.any_of, 0
    if isinstance(group, NoneOf):
        return "none", group.none_of, 0
    if isinstance(group, AtLeast):
        return "some", group.of, group.at_least
    raise TypeError(f"알 수 없는 묶음입니다: {type(group).__name__}")


def _notes(criterion: CriterionBase) -> list[str]:
    """What else the caseworker should know of a criterion."""
    notes: list[str] = []
    if criterion.confidence < 1:
        notes.append(f"분석 신뢰도 {criterion.confidence:.0%}")
    if criterion.legal_basis:
        notes.append(f"근거: {criterion.legal_basis}")
    if criterion.effective_from:
        notes.append(f"{long_date(criterion.effective_from)}부터 적용")
    if criterion.effective_to:
        notes.append(f"{long_date(criterion.effective_to)}까지 적용")
    if isinstance(criterion, OtherCriterion) and criterion.question:
        notes.append(f"물어볼 말: {criterion.question}")
    return notes
