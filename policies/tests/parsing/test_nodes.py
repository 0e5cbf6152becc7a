"""How conditions are put together: without nesting, without repetition, ranges and openings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from policies.eligibility.parsing import nodes
from policies.eligibility.parsing.found import Found, Kind
from policies.eligibility.parsing.recognise.phrases import without_overlaps
from policies.eligibility.rule import Rule, rule_from_data, rule_to_data

Data = dict[str, Any]
OLD: Data = {"criterion": "age", "min": 65}
YOUNG: Data = {"criterion": "age", "max": 34}
POOR: Data = {"criterion": "near_poor"}
VAGUE: Data = {"criterion": "low_income"}
DISABLED: Data = {"criterion": "disability", "one_of": ["severe", "mild"]}
LONELY: Data = {"criterion": "other", "key": "고독사 위험", "quote": "고독사 위험이 있는 사람"}

Join = Callable[[Iterable[Rule | None]], Rule | None]


def rule(data: Data | None) -> Rule | None:
    return None if data is None else rule_from_data(data)


def data(result: Rule | None) -> Data | None:
    return None if result is None else rule_to_data(result)


@pytest.mark.parametrize(("join", "key"), [(nodes.all_of, "all_of"), (nodes.any_of, "any_of")])
def test_groups(join: Join, key: str) -> None:
    def of(*parts: Data | None) -> Data | None:
        return data(join(rule(part) for part in parts))

    assert of() is None
    assert of(None, None) is None
    assert of(OLD, None) == OLD
    assert of(OLD, POOR) == {key: [OLD, POOR]}
    assert of(OLD, OLD) == OLD
    assert of({key: [OLD, POOR]}, DISABLED) == {key: [OLD, POOR, DISABLED]}


def test_the_same_condition_from_another_place_is_the_same() -> None:
    again = {**OLD, "quote": "65세 이상", "section": "criteria", "confidence": 0.5}
    assert data(nodes.all_of([rule(OLD), rule(again)])) == OLD
    assert data(nodes.all_of([rule(OLD), rule(YOUNG)])) == {"all_of": [OLD, YOUNG]}


def test_exclusions() -> None:
    assert nodes.none_of([None]) is None
    either = {"any_of": [POOR, DISABLED]}
    expected = {"none_of": [POOR, DISABLED, OLD]}
    assert data(nodes.none_of([rule(either), rule(OLD), rule(POOR)])) == expected


def ratio(**limits: float) -> Data:
    return {"criterion": "median_income_ratio", **limits}


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ([ratio(min=50), ratio(max=100)], "all_of"),
        ([ratio(above=50), ratio(max=100)], "all_of"),
        ([ratio(max=50), ratio(max=100)], "any_of"),
        ([ratio(max=120), ratio(above=120)], "any_of"),
        ([ratio(min=50, max=60), ratio(max=100)], "any_of"),
    ],
)
def test_two_limits_of_one_thing(rules: list[Data], key: str) -> None:
    joined = nodes.alternatives([rule(each) for each in rules], frozenset({"income"}))
    assert data(joined) == {key: rules}


def test_free_words_are_no_alternatives() -> None:
    other = {"criterion": "other", "key": "봉사"}
    joined = nodes.alternatives([rule(LONELY), rule(other)], frozenset({"other"}))
    assert data(joined) == {"all_of": [LONELY, other]}


@pytest.mark.parametrize(
    ("base", "opening", "expected"),
    [
        (OLD, DISABLED, {"any_of": [OLD, DISABLED]}),
        (None, DISABLED, None),
        (
            {"all_of": [OLD, DISABLED]},
            {**DISABLED, "types": ["지적"]},
            {"all_of": [OLD, {"any_of": [DISABLED, {**DISABLED, "types": ["지적"]}]}]},
        ),
        (
            {"all_of": [OLD, DISABLED]},
            POOR,
            {"any_of": [{"all_of": [OLD, DISABLED]}, POOR]},
        ),
    ],
)
def test_openings(base: Data | None, opening: Data, expected: Data | None) -> None:
    assert data(nodes.opened(rule(base), rule_from_data(opening))) == expected


@pytest.mark.parametrize(
    ("whole", "rest"),
    [
        (VAGUE, None),
        (OLD, OLD),
        ({"all_of": [OLD, VAGUE]}, OLD),
        ({"any_of": [VAGUE, POOR]}, POOR),
        ({"all_of": [OLD, {"any_of": [VAGUE]}]}, OLD),
    ],
)
def test_words_for_the_poor_fall_away(whole: Data, rest: Data | None) -> None:
    assert data(nodes.without_vague(rule(whole))) == rest
    assert not nodes.has_vague(rule(rest))
    assert nodes.has_vague(rule(whole)) is (rest != whole)


def stretch(start: int, end: int, confidence: float = 1.0) -> Found:
    return Found(start, end, rule_from_data(OLD), Kind.SCOPE, "age", confidence)


@pytest.mark.parametrize(
    ("founds", "kept"),
    [
        ([(0, 3), (1, 6)], [(1, 6)]),
        ([(4, 6), (0, 3)], [(0, 3), (4, 6)]),
        ([(0, 3), (3, 6)], [(0, 3), (3, 6)]),
        ([(0, 9), (1, 3), (4, 6)], [(0, 9)]),
        ([], []),
    ],
)
def test_the_longest_of_overlapping_stretches(
    founds: list[tuple[int, int]], kept: list[tuple[int, int]]
) -> None:
    found = without_overlaps(stretch(*each) for each in founds)
    assert [(each.start, each.end) for each in found] == kept


def test_the_surer_of_equal_stretches() -> None:
    (one,) = without_overlaps([stretch(0, 3, 0.5), stretch(0, 3, 0.9)])
    assert one.confidence == 0.9
