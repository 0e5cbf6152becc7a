"""Second look (L2) at what the rules do not settle: a small learnt classifier.

It sees the question's vector, which the search needs anyway, the pieces of its letters and what
the rules found. It cannot overrule a crisis or an attack found by rules, and turns nobody away
who asks for a programme. Where a danger is only possible the
turn goes on, and the help lines stand beside the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chat.agent.classifier import Table, Weights
from chat.agent.guardrails.learnt import share_of, weights
from chat.agent.guardrails.signs import rule_signs
from chat.agent.judged import shares_of
from chat.agent.understanding.guard import asks_programme, decision, is_talk, names_domain
from chat.agent.understanding.types import GuardDecision, GuardLabel
from policies.retrieval.space import Vector

# Bound of the share of a crisis from which on the help lines are shown beside the answer.
POSSIBLE = "possible"
# Bound for one who asks for a programme: told as a crisis only where hardly any such question is.
PROGRAMME = "programme"
# Share from which on nothing but help is told. Below it hardship told calmly ("가스불도 안 끄세요")
# is as likely: the help lines come first and the answer follows.
ALONE = 0.9
# Share of a welfare question from which on it overrules the rules' "off topic".
OURS = 0.5
# A text of our subject, or a short answer, is turned away only where the classifier is this sure.
SURE = 0.8
_SETTLED = (GuardLabel.CRISIS, GuardLabel.INJECTION)
_BLOCKING = (GuardLabel.INJECTION, GuardLabel.ABUSE, GuardLabel.OFF_TOPIC)


@dataclass(frozen=True)
class SecondLook:
    """`worried`: a danger is possible, so the help lines are shown whatever the label is.
    `alone`: of a crisis, that nothing but help is told."""

    decision: GuardDecision
    worried: bool = False
    alone: bool = True


def needs_second_look(first: GuardDecision) -> bool:
    """Whether the rules leave room for doubt."""
    return first.label not in _SETTLED


def second_look(text: str, first: GuardDecision) -> SecondLook:
    """What the classifier makes of a text (personal data masked before) that the rules gave the
    decision `first`. Reads the database (the model in use) and waits for the embedder; without
    one the words alone are judged."""
    known, shares = shares_of(text, rule_signs(text, first.label), weights)
    return look_at(text, first, shares, known.bounds)


def judged(text: str, first: GuardDecision, known: Weights, vector: Vector | None) -> SecondLook:
    """The look with the weights and the vector given."""
    shares = known.shares(text, rule_signs(text, first.label), vector)
    return look_at(text, first, shares, known.bounds)


def look_at(
    text: str, first: GuardDecision, shares: Table, bounds: Mapping[str, float]
) -> SecondLook:
    """The label that the shares (in the order of `LABELS`) allow."""
    danger = share_of(shares, GuardLabel.CRISIS)
    programme = asks_programme(text)
    if danger >= bounds[PROGRAMME if programme else GuardLabel.CRISIS]:
        return SecondLook(decision(GuardLabel.CRISIS), alone=danger >= ALONE)
    worried = danger >= bounds[POSSIBLE]
    if first.label is GuardLabel.OFF_TOPIC and share_of(shares, GuardLabel.ALLOW) >= OURS:
        return SecondLook(decision(GuardLabel.ALLOW), worried)
    if first.label is not GuardLabel.ALLOW:
        return SecondLook(first, worried)
    if programme:
        return SecondLook(first, worried)
    found = max(_BLOCKING, key=lambda label: share_of(shares, label))
    least = max(SURE, bounds[found]) if names_domain(text) or is_talk(text) else bounds[found]
    if share_of(shares, found) >= least:
        return SecondLook(decision(found), worried)
    return SecondLook(first, worried)
