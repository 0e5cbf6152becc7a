"""Kleene's three-valued logic over State: unknown stays unknown unless it cannot matter."""

from __future__ import annotations

from collections.abc import Iterable

from policies.eligibility.outcome import State

_NEGATION = {State.MET: State.NOT_MET, State.NOT_MET: State.MET, State.UNKNOWN: State.UNKNOWN}


def negate(state: State) -> State:
    return _NEGATION[state]


def at_least(count: int, states: Iterable[State]) -> State:
    """Whether at least `count` of the states hold."""
    listed = list(states)
    met = sum(state is State.MET for state in listed)
    open_ = sum(state is State.UNKNOWN for state in listed)
    if met >= count:
        return State.MET
    return State.NOT_MET if met + open_ < count else State.UNKNOWN


def all_of(states: Iterable[State]) -> State:
    listed = list(states)
    return at_least(len(listed), listed)


def any_of(states: Iterable[State]) -> State:
    return at_least(1, states)


def none_of(states: Iterable[State]) -> State:
    return negate(any_of(states))
