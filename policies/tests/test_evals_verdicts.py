"""Arithmetic of the eligibility suite: metrics, intervals, baseline filters, coded ages."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.rule import rule_from_data
from policies.evals.coded_ages import agreement, rule_ages
from policies.evals.intervals import cluster_bootstrap, wilson
from policies.evals.three_filters import three_filters
from policies.evals.verdicts import (
    Judged,
    by_tag,
    by_text,
    confusion,
    macro_f1,
    missing_recall,
    verdict_metrics,
)
from policies.vocabulary import Verdict

L, N, U = Verdict.LIKELY, Verdict.NEEDS_MORE_INFO, Verdict.UNLIKELY


def judged(expected: Verdict, got: Verdict, text: str = "t", **more: Any) -> Judged:
    return Judged(case="c", text=text, expected=expected, got=got, **more)


ROWS = [judged(*pair) for pair in ((L, L), (L, U), (L, N), (U, U), (U, L), (N, N), (N, L), (N, N))]


def test_metrics_by_hand() -> None:
    found = verdict_metrics(ROWS)
    assert found["accuracy"] == 0.5
    assert found["false_likely"] == 0.25
    assert found["false_unlikely"] == 0.125
    assert found["recall_unlikely"] == 0.5
    # likely 2·1/(3+3), unlikely 2·1/(2+2), needs_more_info 2·2/(3+3)
    assert found["macro_f1"] == pytest.approx((1 / 3 + 1 / 2 + 2 / 3) / 3, abs=1e-4)
    table = confusion(ROWS)
    assert table["needs_more_info"] == {"likely": 1, "needs_more_info": 2, "unlikely": 0}
    assert sum(sum(row.values()) for row in table.values()) == len(ROWS)


def test_metrics_of_nothing_and_of_one_verdict() -> None:
    assert set(verdict_metrics([]).values()) == {0.0}
    assert macro_f1([judged(L, L)] * 3) == 1.0


def test_missing_facts_are_counted_by_key() -> None:
    rows = [
        judged(N, N, gold_missing=("birth_date", "region"), missing=("region", "sex")),
        judged(N, U, gold_missing=("children",)),
        judged(L, N, gold_missing=(), missing=("assets",)),
    ]
    assert missing_recall(rows) == pytest.approx(1 / 3, abs=1e-4)


@pytest.mark.parametrize(
    ("gold", "missing", "is_open", "share"),
    [
        ("other", ("other.농지 소유",), False, 1.0),
        ("other.농지소유", ("other.밭을 가진 사람",), False, 1.0),
        ("other.농지소유", (), True, 1.0),
        ("other.농지소유", ("assets",), False, 0.0),
        ("assets", ("other.재산",), True, 0.0),
    ],
)
def test_free_keys_have_no_spelling(
    gold: str, missing: tuple[str, ...], is_open: bool, share: float
) -> None:
    row = judged(N, N, gold_missing=(gold,), missing=missing, is_rule_open=is_open)
    assert missing_recall([row]) == share


def test_wilson_interval() -> None:
    # Wilson 1927 with z = 1.96: 8 of 10 → 0.490 to 0.943
    assert wilson(8, 10) == (0.4902, 0.9433)
    assert wilson(0, 10) == (0.0, 0.2775)
    assert wilson(10, 10) == (0.7225, 1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_cases_that_share_a_text_tell_less() -> None:
    together = [(4, 4), (0, 4)] * 10
    apart = [(1, 1), (0, 1)] * 40
    wide, narrow = cluster_bootstrap(together), cluster_bootstrap(apart)
    assert wide[1] - wide[0] > 1.5 * (narrow[1] - narrow[0])
    assert wide == cluster_bootstrap(together)
    assert cluster_bootstrap([(2, 4)] * 5) == (0.5, 0.5)
    assert cluster_bootstrap([]) == (0.0, 1.0)


def test_tags_and_texts() -> None:
    rows = [
        judged(L, L, "a", tags=("region", "zero")),
        judged(U, L, "a", tags=("region", "region")),
        judged(N, N, "b", tags=("zero",)),
    ]
    tags = by_tag(rows)
    assert list(tags) == ["region", "zero"]
    assert (tags["region"]["n"], tags["region"]["accuracy"]) == (2, 0.5)
    assert tags["region"]["false_likely"] == 0.5
    assert tags["zero"]["intervals"]["accuracy"] == list(wilson(2, 2))
    texts = by_text(rows)
    assert (texts["texts"], texts["mean_accuracy"]) == (2, 0.75)
    assert texts["spread"] == {"1/2": 1, "1/1": 1}
    assert texts["worst"] == [{"source": "a", "right": 1, "cases": 2}]


def facts(**known: Any) -> ApplicantFacts:
    return ApplicantFacts(as_of=date(2026, 11, 28), **known)


@pytest.mark.parametrize(
    ("text", "known", "verdict"),
    [
        ("기준 중위소득 120% 이하인 가구", {"median_income_ratio": 150}, U),
        ("기준 중위소득 120% 이하인 가구", {"median_income_ratio": 120}, L),
        ("기준 중위소득 120% 이하인 가구", {}, L),
        ("중위소득 50% 이상 가구", {"median_income_ratio": 0}, U),
        ("국민기초생활수급자", {"basic_livelihood": []}, U),
        ("국민기초생활수급자", {"basic_livelihood": ["생계"]}, L),
        ("의료급여 1종", {"basic_livelihood": []}, U),
        ("국민기초생활수급자", {}, L),
        ("장애 1~3급인 사람", {"disability": "none"}, U),
        ("장애 1~3급인 사람", {"disability": "mild"}, U),
        ("장애 1~3급인 사람", {"disability": "severe"}, L),
        ("장애 1급 ~ 3급인 사람", {"disability": "severe", "legacy_disability_grade": 4}, U),
        ("장애 1~3급인 사람", {}, L),
        ("만 65세 이상인 사람", {"birth_date": date(2010, 1, 1)}, L),
    ],
)
def test_baseline_filters(text: str, known: dict[str, Any], verdict: Verdict) -> None:
    assert three_filters(text, facts(**known)) is verdict


def age(**bounds: Any) -> dict[str, Any]:
    return {"criterion": "age", **bounds}


@pytest.mark.parametrize(
    ("data", "ages"),
    [
        (age(min=19, max=34), (19, 34)),
        (age(above=18, below=40), (19, 39)),
        (age(min=0), (None, None)),
        (age(unit="months", below=36), (None, 2)),
        ({"any_of": [age(max=7), age(min=65)]}, (None, None)),
        ({"any_of": [age(min=19, max=34), age(min=30, max=39)]}, (19, 39)),
        ({"all_of": [age(min=19), age(max=64), {"criterion": "near_poor"}]}, (19, 64)),
        ({"none_of": [age(min=65)]}, None),
        ({"criterion": "near_poor"}, None),
    ],
)
def test_ages_of_a_rule(data: dict[str, Any], ages: tuple[int | None, int | None] | None) -> None:
    assert rule_ages(rule_from_data(data)) == ages


@pytest.mark.parametrize(
    ("coded", "read", "outcome"),
    [
        ((19, 34), (19, 34), "exact"),
        ((18, 34), (19, 34), "within_one"),
        ((19, None), (19, 34), "differs"),
        ((60, None), (65, None), "differs"),
    ],
)
def test_coded_and_read_ages(coded: Any, read: Any, outcome: str) -> None:
    assert agreement(coded, read) == outcome
