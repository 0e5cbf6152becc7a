"""Kleene laws."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from policies.eligibility.kleene import all_of, any_of, at_least, negate, none_of
from policies.eligibility.outcome import State

STATES = st.sampled_from(State)
LISTS = st.lists(STATES, min_size=1, max_size=6)


@given(STATES)
def test_double_negation(state: State) -> None:
    assert negate(negate(state)) is state


@given(LISTS)
def test_de_morgan(states: list[State]) -> None:
    assert negate(all_of(states)) is any_of(negate(each) for each in states)
    assert none_of(states) is all_of(negate(each) for each in states)


@given(LISTS, st.integers(1, 6))
def test_at_least_negated_is_at_least_the_rest(states: list[State], count: int) -> None:
    negated = [negate(each) for each in states]
    assert negate(at_least(count, states)) is at_least(len(states) - count + 1, negated)


@given(LISTS, st.randoms(use_true_random=False))
def test_order_does_not_matter(states: list[State], random: Random) -> None:
    shuffled = states[:]
    random.shuffle(shuffled)
    assert all_of(states) is all_of(shuffled)
    assert any_of(states) is any_of(shuffled)


@given(LISTS, st.integers(1, 6), st.data())
def test_learning_never_turns_a_decided_state(
    states: list[State], count: int, data: st.DataObject
) -> None:
    before = at_least(count, states)
    learnt = [
        data.draw(STATES) if each is State.UNKNOWN else each
        for each in states
    ]  # fmt: skip
    if before is not State.UNKNOWN:
        assert at_least(count, learnt) is before


def test_unknown_never_passes() -> None:
    assert all_of([State.MET, State.UNKNOWN]) is State.UNKNOWN
    assert any_of([State.NOT_MET, State.UNKNOWN]) is State.UNKNOWN
    assert none_of([State.UNKNOWN]) is State.UNKNOWN
    assert all_of([State.UNKNOWN, State.NOT_MET]) is State.NOT_MET
    assert any_of([State.UNKNOWN, State.MET]) is State.MET
