"""Curated entries: they say the figures of the tables, and their rules use what a person told."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from policies.catalogue.load import load_catalogue
from policies.catalogue.schema import CatalogueEntry
from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import OtherCriterion, rule_leaves
from policies.guides.events import event_named
from policies.vocabulary import Verdict

REFERENCE = Path(__file__).resolve().parent.parent / "reference"


@cache
def entry(key: str) -> CatalogueEntry:
    return load_catalogue().entries[key]


def newest(table: str) -> dict[str, Any]:
    """Values of the last period of a table of `reference/estimates`."""
    data = yaml.safe_load((REFERENCE / "estimates" / f"{table}.yaml").read_text(encoding="utf-8"))
    values: dict[str, Any] = data["periods"][-1]["values"]
    return values


def short(amount: int) -> str:
    """783000 → "78만 3,000원"."""
    high, low = divmod(amount, 10_000)
    return f"{high}만 {low:,}원" if low else f"{high}만원"


def test_job_seekers_are_told_the_amount_of_the_table() -> None:
    values, text = newest("job_seeker_support"), entry("employment-support-program").benefit
    assert f"월 {short(values['base'])}" in text
    assert f"월 {short(values['highest'])}까지" in text
    assert f"취업활동비용 최대 {short(values['second_type_highest'])}" in text


def test_emergency_support_is_told_for_every_household() -> None:
    values, text = newest("emergency_support"), entry("emergency-welfare").benefit
    for size, amount in values["living"].items():
        assert f"{size}인 {short(amount)}" in text
    assert short(values["living_step"]) in text


def test_unemployed_people_are_told_the_limits_of_a_day() -> None:
    values, text = newest("unemployment_benefit"), entry("unemployment-benefit").benefit
    assert f"{int(values['highest_base'] * values['share']):,}원" in text
    wages = yaml.safe_load((REFERENCE / "minimum_wage.yaml").read_text(encoding="utf-8"))
    hourly = wages["years"][-1]["amounts"]["hourly"]
    assert f"{round(hourly * values['floor_share'] * values['hours']):,}원" in text


def test_high_hospital_bills_are_told_for_single_people() -> None:
    values, text = newest("catastrophic_support"), entry("catastrophic-medical-expense").criteria
    for one in values["classes"]:
        for key in ("floor", "floor_single"):
            if key in one:
                assert f"{one[key] // 10_000}만 원 초과" in text
        if "income_share" in one:
            assert f"연소득의 {one['income_share']:.0%} 초과" in text


def test_a_telephone_is_the_same_everywhere() -> None:
    guide = yaml.safe_load((REFERENCE / "guides" / "housing.yaml").read_text(encoding="utf-8"))
    portal = next(one for one in guide["portals"] if one["name"] == "마이홈")
    told = {
        contact.phone
        for one in load_catalogue().entries.values()
        for contact in one.contact
        if contact.name.startswith("마이홈")
    }
    assert told == {portal["phone"]}


def verdict(key: str, **facts: Any) -> Verdict:
    rule = entry(key).rule
    assert rule is not None
    person = ApplicantFacts.model_validate({"as_of": "2026-11-29", **facts})
    return evaluate(rule, person, bundled_tables()).verdict


RARE = {
    "conditions": ["혈우병"],
    "median_income_ratio": 30,
    "other": {"희귀질환산정특례등록": True, "희귀질환재산부양의무자기준충족": True},
}
LONE_PARENT = {
    "household_types": ["single_parent"],
    "children": ["2014-03-02"],
    "other": {"자녀초중고재학": True},
}
KINDERGARTEN = {
    "receives": [],
    "other": {"유치원재원": True, "아동국적": True, "유아학비지원기간3년초과": False},
}


@pytest.mark.parametrize(
    ("key", "facts", "expected"),
    [
        ("rare-disease-medical-support", RARE | {"health_insurance": "regional"}, Verdict.LIKELY),
        (
            "rare-disease-medical-support",
            RARE | {"health_insurance": "medical_aid_1"},
            Verdict.NEEDS_MORE_INFO,
        ),
        (
            "mental-illness-treatment-cost",
            {"conditions": ["당뇨병"], "other": {"정신질환진단": False}},
            Verdict.UNLIKELY,
        ),
        (
            "honor-allowance-war-veteran",
            {"age": 80, "veteran": True, "other": {"참전유공자": True}},
            Verdict.LIKELY,
        ),
        ("honor-allowance-war-veteran", {"age": 80, "veteran": False}, Verdict.UNLIKELY),
        ("military-merit-honor-allowance", {"age": 80, "veteran": False}, Verdict.UNLIKELY),
        ("kindergarten-fee-support", KINDERGARTEN | {"children": ["2022-05-01"]}, Verdict.LIKELY),
        (
            "kindergarten-fee-support",
            KINDERGARTEN | {"children": ["2023-03-01"], "birth_date": "1990-01-01"},
            Verdict.UNLIKELY,
        ),
        ("single-parent-school-fee", LONE_PARENT | {"median_income_ratio": 60}, Verdict.LIKELY),
        (
            "single-parent-school-fee",
            LONE_PARENT | {"median_income_ratio": 64},
            Verdict.NEEDS_MORE_INFO,
        ),
        ("single-parent-school-fee", LONE_PARENT | {"median_income_ratio": 70}, Verdict.UNLIKELY),
    ],
)
def test_what_was_told_decides(key: str, facts: dict[str, Any], expected: Verdict) -> None:
    assert verdict(key, **facts) == expected


def test_a_mental_illness_counts_as_its_diagnosis() -> None:
    """Only what is left of the rule is asked."""
    rule = entry("mental-illness-treatment-cost").rule
    assert rule is not None
    person = ApplicantFacts.model_validate({"as_of": "2026-11-29", "conditions": ["조현병"]})
    asked = evaluate(rule, person, bundled_tables()).missing
    assert "other.정신질환진단" not in asked


def test_smoking_is_asked_by_one_key() -> None:
    keys = {
        leaf.key
        for one in load_catalogue().entries.values()
        if one.rule is not None
        for leaf in rule_leaves(one.rule)
        if isinstance(leaf, OtherCriterion) and "흡연" in leaf.key
    }
    assert keys == {"흡연"}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("회사에서 짤렸어요", "job_loss"),
        ("가게 문을 닫았어요", "closing_business"),
        ("어머니가 깜빡깜빡하세요", "care"),
        ("주인이 방을 빼래요", "debt"),
        ("이번 달 생활비가 없어요", "debt"),
        ("남편이 때려요", "violence"),
    ],
)
def test_hardship_is_an_event_in_plain_words(text: str, key: str) -> None:
    event = event_named(text)
    assert event is not None
    assert event.key == key
