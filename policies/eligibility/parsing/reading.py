"""What an item of a text says, and criteria with their source."""

from __future__ import annotations

from dataclasses import dataclass, field

from policies.eligibility.criterion_base import CriterionBase
from policies.eligibility.parsing.content import is_negative
from policies.eligibility.parsing.nodes import Node, all_of, any_of, none_of, opened
from policies.eligibility.rule import (
    AllOf,
    AnyOf,
    NoneOf,
    OtherCriterion,
    ReferenceDay,
    ResidenceCriterion,
    Rule,
)
from policies.vocabulary import Section

FREE_CONFIDENCE = 0.5
KEY_LENGTH = 60
_SHOWN = 200


@dataclass
class Reading:
    """What an item says: `node` must hold, none of `excluded` may, each of `openings` lets
    further people in. `unread` are stretches of the original nobody understood."""

    node: Node | None = None
    excluded: list[Rule] = field(default_factory=list)
    openings: list[Rule] = field(default_factory=list)
    later: list[Rule] = field(default_factory=list)
    unread: list[tuple[int, int]] = field(default_factory=list)

    def rule(self) -> Rule | None:
        """All of it as one rule."""
        base = self.node.rule if self.node else None
        for later in self.later:
            base = with_later(base, later)
        for opening in self.openings:
            base = opened(base, opening)
        return all_of([base, none_of(self.excluded)])


def free_criterion(quote: str, section: Section, confidence: float) -> OtherCriterion:
    """A criterion by its own words, for what no fact key expresses."""
    said = " ".join(quote.split())
    return OtherCriterion(
        criterion="other",
        key=said[:KEY_LENGTH],
        section=section,
        quote=quote,
        confidence=confidence,
        question=f"다음에 해당하시나요? ‘{said[:_SHOWN]}’",
        negative=is_negative(quote),
    )


def with_source(rule: Rule, section: Section, quote: str, confidence: float) -> Rule:
    """The rule with its source in every criterion."""
    if isinstance(rule, CriterionBase):
        sure = min(rule.confidence, confidence)
        return rule.model_copy(update={"section": section, "quote": quote, "confidence": sure})
    if isinstance(rule, AllOf):
        return AllOf(all_of=[with_source(r, section, quote, confidence) for r in rule.all_of])
    if isinstance(rule, AnyOf):
        return AnyOf(any_of=[with_source(r, section, quote, confidence) for r in rule.any_of])
    if isinstance(rule, NoneOf):
        return NoneOf(none_of=[with_source(r, section, quote, confidence) for r in rule.none_of])
    return rule


def with_later(rule: Rule | None, later: Rule) -> Rule | None:
    """Residence before a birth may be made up for afterwards ("미만인 경우 … 경과 후")."""
    if isinstance(rule, ResidenceCriterion):
        return any_of([rule, later]) if rule.at is ReferenceDay.BIRTH else rule
    if isinstance(rule, AllOf):
        return all_of(with_later(branch, later) for branch in rule.all_of)
    if isinstance(rule, AnyOf):
        return any_of(with_later(branch, later) for branch in rule.any_of)
    return rule
