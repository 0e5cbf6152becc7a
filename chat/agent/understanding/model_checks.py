"""Whether an utterance bears what a model reads out of it: quote, person, meaning, value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from chat.agent.understanding.clauses import Mood, Piece, is_dead
from chat.agent.understanding.extract import read_pieces
from chat.agent.understanding.model_facts import KEYS, ModelFact, Refusal, Row, Taken, refused
from chat.agent.understanding.model_numbers import number_of
from chat.agent.understanding.model_spot import Memo, Spot, spots
from chat.agent.understanding.model_words import by_kinship, words_of
from chat.agent.understanding.people import mentions
from chat.agent.understanding.types import SELF, Extraction, base_of

# Below it the model itself would rather not say.
_LEAST = 0.5
Facts = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Utterance:
    """An utterance as the rules have read it: what the model's facts are held against.
    `members`: who may be meant, the speaker first."""

    text: str
    found: Extraction
    pieces: Sequence[Piece]
    members: list[str]
    as_of: date


def utterance(text: str, found: Extraction, *, as_of: date, focus: str, known: Facts) -> Utterance:
    """The utterance of an extraction, read once more for its pieces and people."""
    _, reader, pieces = read_pieces(text, focus=focus, known=known)
    gone = {one for piece in pieces if is_dead(piece.text) for one in piece.subjects}
    alive = [SELF, focus, *found.members, *sorted(reader.named - gone)]
    return Utterance(reader.text, found, pieces, list(dict.fromkeys(alive)), as_of)


def checked(facts: Iterable[ModelFact], said: Utterance) -> tuple[list[Taken], list[Row]]:
    """The facts that hold, and those that do not with the reason."""
    memo: Memo = {}
    good: list[Taken] = []
    bad: list[Row] = []
    for fact in facts:
        outcome = _check(fact, said, memo)
        if isinstance(outcome, Taken):
            good.append(outcome)
        else:
            bad.append(refused(fact, outcome))
    return good, bad


def _check(fact: ModelFact, said: Utterance, memo: Memo) -> Taken | Refusal:
    if fact.key not in KEYS:
        return Refusal.KEY
    if fact.confidence < _LEAST:
        return Refusal.UNSURE
    if fact.about != "stated":
        return Refusal.NOT_MEANT
    if fact.member not in said.members:
        return Refusal.MEMBER
    outcome: Taken | Refusal = Refusal.QUOTE
    for spot in spots(said.text, fact.quote, said.pieces, memo):
        outcome = _at(fact, spot, said)
        if isinstance(outcome, Taken):
            break
    return outcome


def _at(fact: ModelFact, spot: Spot, said: Utterance) -> Taken | Refusal:
    """The fact at one place of its quote."""
    if spot.instructs:
        return Refusal.INSTRUCTION
    if any(piece.mood is not Mood.STATED for piece in spot.pieces):
        return Refusal.NOT_MEANT
    if any(is_dead(piece.text) for piece in spot.pieces):
        return Refusal.MEMBER
    known = said.found.facts.get(fact.member, {}).get(fact.key)
    if known == fact.value and (told := by_kinship(fact, spot)) is not None:
        return told
    if not _may_be(fact.member, spot, said):
        return Refusal.MEMBER
    outcome = number_of(fact, spot, said.as_of) or words_of(fact, spot, said.as_of)
    if isinstance(outcome, Taken) and _is_anothers(outcome, spot, said.found):
        return Refusal.MEMBER
    return outcome


def _may_be(member: str, spot: Spot, said: Utterance) -> bool:
    """Where a sentence names people, its facts are theirs."""
    if any(member in piece.subjects for piece in spot.pieces):
        return True
    numbers = {piece.sentence for piece in spot.pieces}
    subjects = {
        one
        for piece in said.pieces
        if piece.sentence in numbers and piece.explicit
        for one in piece.subjects
    }
    if not subjects:
        return True
    kin = {one.kin.member.partition("#")[0] for one in mentions(spot.sentence) if one.kin}
    return member in subjects or base_of(member) in kin or (member == SELF and spot.first_person)


def _is_anothers(fact: Taken, spot: Spot, found: Extraction) -> bool:
    """Whether the rules have read these words as the same fact of somebody else alone."""
    if fact.denied or holds(found.facts.get(fact.member, {}).get(fact.key), fact.value):
        return False
    return any(
        member != fact.member
        and holds(found.facts[member].get(fact.key), fact.value)
        and fact.key in proofs
        and _squeezed(proofs[fact.key].quote) in _squeezed(spot.around)
        for member, proofs in found.evidence.items()
    )


def holds(known: Any, value: Any) -> bool:
    """Whether a value that is known says the same; of lists, whether it has the entries."""
    if isinstance(known, list) and isinstance(value, list):
        return set(value) <= set(known) and bool(value) == bool(known)
    return bool(known == value)


def _squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)
