"""Support already received, and criteria with a free key."""

from __future__ import annotations

import re
import unicodedata

from policies.eligibility.criteria.base import Context, Finding, Known, evaluates
from policies.eligibility.derive import receives_benefit
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.kleene import any_of
from policies.eligibility.outcome import State
from policies.eligibility.questions import OTHER_PREFIX
from policies.eligibility.rule import (
    BasicLivelihoodCriterion,
    OtherCriterion,
    ReceivesCriterion,
)
from policies.korean import either, josa
from policies.vocabulary import BasicLivelihood

_BENEFITS_BY_NAME: dict[str, frozenset[BasicLivelihood]] = {
    **{f"{benefit}급여": frozenset({benefit}) for benefit in BasicLivelihood},
    "기초생활수급": frozenset(BasicLivelihood),
    "기초생활보장": frozenset(BasicLivelihood),
    "기초생활보장급여": frozenset(BasicLivelihood),
}
_RECEIVER_SUFFIX = re.compile(r"(?:수급자|수급|수혜자|수혜|이용자|이용|지원금?)$")


RECIPIENT = "기초생활수급자"


def _state(answer: bool | None) -> State:
    if answer is None:
        return State.UNKNOWN
    return State.MET if answer else State.NOT_MET


@evaluates(BasicLivelihoodCriterion)
def basic_livelihood(criterion: BasicLivelihoodCriterion, context: Context) -> Finding:
    """Recipient of any of the named benefits; [] is a known non-recipient."""
    wanted = list(dict.fromkeys(criterion.any_of))
    if set(wanted) == set(BasicLivelihood):
        noun = "기초생활수급자"
    else:
        noun = f"{'·'.join(wanted)}급여 수급자"
    state = any_of(_state(receives_benefit(context.facts, benefit)) for benefit in wanted)
    if state is State.UNKNOWN:
        # "기초수급자예요" without the kinds settles all four together, or none of them.
        said = context.facts.other.get(RECIPIENT)
        if said is False or (said and set(wanted) == set(BasicLivelihood)):
            state = _state(said)
        else:
            return Finding(state, noun, missing=("basic_livelihood",))
    received = context.facts.basic_livelihood or []
    if state is State.MET:
        name = f"{'·'.join(received)}급여 수급자" if received else RECIPIENT
        return Finding(state, noun, Known.noun(name))
    subject = josa(noun, "이/가")
    return Finding(state, noun, Known(f"{subject} 아니어서", f"{subject} 아닙니다"))


def _words(name: str) -> tuple[str, ...]:
    """Words of a benefit's name without brackets and 수급/수혜 endings."""
    text = re.sub(r"[(\[].*?[)\]]", " ", unicodedata.normalize("NFKC", name))
    words = text.split()
    bare = [short for word in words if (short := _RECEIVER_SUFFIX.sub("", word))]
    return tuple(bare or words)


def same_benefit(wanted: str, received: str) -> bool:
    """Whether a received benefit is the wanted one: equal but for spaces, or the wanted words
    stand in a row in the fuller name. Never inside a word: 장애아동수당 is no 아동수당."""
    target, words = _words(wanted), _words(received)
    if "".join(target) == "".join(words):
        return True
    size = len(target)
    return any(words[start : start + size] == target for start in range(len(words) - size + 1))


def _receives(facts: ApplicantFacts, name: str) -> State:
    """One benefit, from the list of benefits or from the basic-livelihood facts.

    Those have a key of their own, so a list of other benefits does not deny them; [] does.
    """
    listed = facts.receives
    if listed is not None and any(same_benefit(name, received) for received in listed):
        return State.MET
    benefits = _BENEFITS_BY_NAME.get("".join(_words(name)))
    if benefits is not None:
        state = any_of(_state(receives_benefit(facts, each)) for each in benefits)
        if state is not State.UNKNOWN or listed:
            return state
    return State.UNKNOWN if listed is None else State.NOT_MET


@evaluates(ReceivesCriterion)
def receives(criterion: ReceivesCriterion, context: Context) -> Finding:
    """Receives any of the named benefits; [] is a known none."""
    need = f"{either(criterion.any_of)} 수급자"
    states = {name: _receives(context.facts, name) for name in criterion.any_of}
    state = any_of(states.values())
    if state is State.UNKNOWN:
        key = "receives" if context.facts.receives is None else "basic_livelihood"
        return Finding(state, need, missing=(key,))
    if state is State.NOT_MET:
        return Finding(state, need, Known("받고 있지 않아", "받고 있지 않습니다"))
    held = either(name for name, each in states.items() if each is State.MET)
    name = josa(held, "을/를")
    return Finding(state, need, Known(f"{name} 받고 있어", f"{name} 받고 있습니다"))


@evaluates(OtherCriterion)
def other(criterion: OtherCriterion, context: Context) -> Finding:
    """Decided by `facts.other[key]`, spaces in keys aside, or by keys in other words for it."""
    said = criterion.quote.strip().rstrip(".") or criterion.key
    need = f"‘{said}’" if criterion.equals else f"‘{said}’ 아님"
    key = "".join(criterion.key.split())
    answers = {"".join(name.split()): value for name, value in context.facts.other.items()}
    answer = answers.get(key)
    if answer is None and context.said is not None:
        answer = context.said.about(criterion)
    if answer is None:
        missing = (f"{OTHER_PREFIX}{criterion.key}",)
        return Finding(State.UNKNOWN, need, missing=missing, question=criterion.question)
    state = _state(answer is criterion.equals)
    if state is State.MET:
        known = Known.noun(need) if answer else Known("해당하지 않아", "해당하지 않습니다")
        return Finding(state, need, known)
    known = (
        Known("해당하여", "해당합니다") if answer else Known("해당하지 않아", "해당하지 않습니다")
    )
    return Finding(state, need, known)
