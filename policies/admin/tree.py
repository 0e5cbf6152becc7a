"""A stored rule as a Korean tree: whole sentences, where each was read, what is unclear."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString
from pydantic import ValidationError

from policies.admin.marks import Mark, marked
from policies.eligibility.criteria import Context, find
from policies.eligibility.digest import rule_digest
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
    rule_leaves,
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

    `found`: whether the quote stands in the text shown beside the tree. `new`: whether the
    rule it is compared with does not ask this.
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
    new: bool = False


@dataclass(frozen=True)
class RuleView:
    """The tree, or `error` in its place, and the marks of each section.

    `unread`: (section in Korean, text) of what the parser left.
    """

    root: Node | None
    marks: dict[Section, list[Mark]] = field(default_factory=dict)
    error: str = ""
    unclear: int = 0
    lost: int = 0
    unread: list[tuple[str, str]] = field(default_factory=list)


def rule_view(
    tree: object,
    sections: Mapping[str, str] | None,
    *,
    unparsed: Iterable[Mapping[str, Any]] = (),
    against: object = None,
) -> RuleView:
    """The stored rule beside the texts in `sections`; a malformed one says so.

    `sections` None: the tree alone, its quotes are looked up nowhere. `unparsed`: what the
    parser left, as it is stored. Criteria that the tree `against` does not have are marked as
    new.
    """
    left = unread_spans(sections or {}, unparsed)
    unread = [(SECTION_LABELS[section], text) for section, _, text in left]
    marks: dict[Section, list[Mark]] = {}
    for section, mark, _ in left:
        marks.setdefault(section, []).append(mark)
    try:
        rule = rule_from_data(tree)
    except ValidationError as error:
        said = f"규칙 형식이 올바르지 않습니다: {error.errors()[0]['msg']}"
        return RuleView(None, marks, error=said, unread=unread)
    builder = _Builder(sections, marks, _asked_by(against))
    root = builder.node(rule, ("all", False))
    return RuleView(root, marks, unclear=builder.unclear, lost=builder.lost, unread=unread)


def unread_spans(
    sections: Mapping[str, str], unparsed: Iterable[Mapping[str, Any]]
) -> list[tuple[Section, Mark, str]]:
    """(section, place, text) of the stored spans that stand in `sections`."""
    found = []
    for span in unparsed:
        name, words = str(span.get("section", "")), str(span.get("text", ""))
        text = sections.get(name, "")
        start = span.get("start")
        if not isinstance(start, int) or text[start : start + len(words)] != words:
            start = text.find(words)
        if words and start >= 0:
            found.append((Section(name), Mark(start, start + len(words), 0), words))
    return found


def _asked_by(tree: object) -> frozenset[str] | None:
    """Digests of a tree's criteria; None where there is none to compare with."""
    if tree is None:
        return None
    try:
        return frozenset(_digest(leaf) for leaf in rule_leaves(rule_from_data(tree)))
    except ValidationError:
        return None


def _digest(criterion: CriterionBase) -> str:
    return rule_digest(criterion.model_dump(mode="json", exclude_defaults=True))


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

    def __init__(
        self,
        sections: Mapping[str, str] | None,
        marks: dict[Section, list[Mark]],
        other: frozenset[str] | None,
    ) -> None:
        self.sections, self.marks, self.other = sections, marks, other
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
            new=self.other is not None and _digest(criterion) not in self.other,
        )

    def _mark(self, criterion: CriterionBase) -> bool:
        """Marks the first place of the quote; False when the text does not hold it."""
        if not criterion.quote or self.sections is None:
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
