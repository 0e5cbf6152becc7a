"""Second look (L2) at what the rules do not settle: a small learnt classifier.

It sees the question's vector, which the search needs anyway, and the pieces of its letters. It
cannot overrule an attack found by rules. A crisis found by rules it overrules only where somebody
asks for a programme and it is sure that danger is only spoken of ("폭행당해 이가 부러졌는데
건강보험 되나요"). Where a danger is only possible the turn goes on, and the help lines stand
beside the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chat.agent.classifier import Table, Weights
from chat.agent.guardrails.learnt import share_of, weights
from chat.agent.guardrails.signs import word_signs
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
# Bound of the shares of all that is turned away together; which of it decides only the reply.
REFUSED = "refused"
# Shares of an answerable question about a programme from which on a crisis found by rules gets the
# help lines and the answer, and from which on it is none.
SPOKEN_OF, SURELY_SPOKEN_OF = 0.8, 0.95
# Share from which on a danger overrules the rules' "off topic".
SURE_OF_DANGER = 0.5
# Shares from which on another label, and a question to be answered, overrule the rules' "off
# topic"; the latter by less where somebody asks for a programme.
OTHER, OURS = 0.5, 0.85
# A text of our subject, or a short answer ("리셋", "나주"), is turned away only where the
# classifier is this sure.
SURE_OF_OURS, SURE_OF_TALK = 0.5, 0.7
BLOCKING = (GuardLabel.INJECTION, GuardLabel.ABUSE, GuardLabel.OFF_TOPIC)


@dataclass(frozen=True)
class SecondLook:
    """`worried`: a danger is possible, so the help lines are shown whatever the label is.
    `alone`: of a crisis, that nothing but help is told."""

    decision: GuardDecision
    worried: bool = False
    alone: bool = True


def needs_second_look(first: GuardDecision) -> bool:
    """Whether the rules leave room for doubt."""
    return first.label is not GuardLabel.INJECTION


def second_look(text: str, first: GuardDecision) -> SecondLook:
    """What the classifier makes of a text (personal data masked before) that the rules gave the
    decision `first`. Reads the database (the model in use) and waits for the embedder; without
    one the words alone are judged."""
    known, shares = shares_of(text, word_signs(text), weights)
    return look_at(text, first, shares, known.bounds)


def judged(text: str, first: GuardDecision, known: Weights, vector: Vector | None) -> SecondLook:
    """The look with the weights and the vector given."""
    shares = known.shares(text, word_signs(text), vector)
    return look_at(text, first, shares, known.bounds)


def look_at(
    text: str, first: GuardDecision, shares: Table, bounds: Mapping[str, float]
) -> SecondLook:
    """The label that the shares (in the order of `LABELS`) allow."""
    programme = asks_programme(text)
    if first.label is GuardLabel.CRISIS:
        return _danger_spoken_of(first, shares, programme)
    danger = share_of(shares, GuardLabel.CRISIS)
    found = max(BLOCKING, key=lambda label: share_of(shares, label))
    off_topic = first.label is GuardLabel.OFF_TOPIC
    least = bounds[PROGRAMME if programme else GuardLabel.CRISIS]
    if danger >= (max(SURE_OF_DANGER, least) if off_topic else least):
        return SecondLook(decision(GuardLabel.CRISIS), alone=danger >= ALONE)
    worried = danger >= bounds[POSSIBLE]
    if first.label is GuardLabel.ABUSE:
        return SecondLook(first, worried)
    if off_topic:
        answered = share_of(shares, GuardLabel.ALLOW) >= (OTHER if programme else OURS)
        sure = found if share_of(shares, found) >= OTHER else first.label
        return SecondLook(decision(GuardLabel.ALLOW if answered else sure), worried)
    turned_away = sum(share_of(shares, label) for label in BLOCKING)
    least = max(bounds[REFUSED], _least(text))
    if turned_away >= least and text.strip():
        return SecondLook(decision(found), worried)
    return SecondLook(first, worried)


def _danger_spoken_of(first: GuardDecision, shares: Table, programme: bool) -> SecondLook:
    """Of a crisis found by rules, whether it is one, by the words around it."""
    if share_of(shares, GuardLabel.ABUSE) >= SPOKEN_OF:
        return SecondLook(decision(GuardLabel.ABUSE), worried=True)
    calm = share_of(shares, GuardLabel.ALLOW) if programme else 0.0
    if calm >= SURELY_SPOKEN_OF:
        return SecondLook(decision(GuardLabel.ALLOW), worried=True)
    return SecondLook(first, alone=calm < SPOKEN_OF)


def _least(text: str) -> float:
    if is_talk(text):
        return SURE_OF_TALK
    return SURE_OF_OURS if names_domain(text) or asks_programme(text) else 0.0
