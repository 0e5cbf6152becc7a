"""What is saved of a family member, in a few words each."""

from __future__ import annotations

from typing import Any

from policies.korean import josa, won
from policies.vocabulary import HealthInsurance, Pregnancy
from profiles.choices import HOUSEHOLD_TYPE
from profiles.facts import conditions_of
from profiles.models import Profile

_YES_NO = {
    "infertility_treatment": ("난임 치료 중", ""),
    "owns_home": ("집 있음", "집 없음"),
    "near_poor": ("차상위", "차상위 아님"),
    "veteran": ("보훈대상자", ""),
}
_SAVED = (
    "sex",
    "household_size",
    "household_types",
    "marital_status",
    "children",
    "pregnancy",
    "conditions",
    "disability",
    "long_term_care_grade",
    "health_insurance",
    "basic_livelihood",
    "near_poor",
    "monthly_income",
    "median_income_ratio",
    "assets",
    "tenure",
    "owns_home",
    "employment",
    "education",
    "infertility_treatment",
    "veteran",
    "receives",
)


def whose(profile: Profile) -> str:
    """내, 어머니의."""
    return "내" if profile.relation == "self" else f"{profile.name}의"


def who(profile: Profile) -> str:
    """내가, 어머니가."""
    return "내가" if profile.relation == "self" else josa(profile.name, "이/가")


def saved_facts(profile: Profile) -> list[str]:
    """What is saved of a member besides birth date and residence, each in a few words."""
    return [text for text in (_saved(profile, name) for name in _SAVED) if text]


def _saved(profile: Profile, name: str) -> str:
    value = conditions_of(profile) if name == "conditions" else getattr(profile, name)
    if value is None or value == "":
        return ""
    if name in _YES_NO:
        return _YES_NO[name][0 if value else 1]
    if isinstance(value, list):
        return _saved_list(name, value)
    match name:
        case "household_size":
            return f"{value}인 가구"
        case "monthly_income":
            return f"월 소득 {won(value)}"
        case "assets":
            return f"재산 {won(value)}"
        case "median_income_ratio":
            return f"기준중위소득 {value:g}%"
        case "pregnancy" if value == Pregnancy.NONE:
            return ""
        case "long_term_care_grade":
            return f"장기요양 {profile.get_long_term_care_grade_display()}"
        case "health_insurance" if value == HealthInsurance.NONE:
            return "건강보험 없음"
    return str(getattr(profile, f"get_{name}_display")())


def _saved_list(name: str, value: list[Any]) -> str:
    if not value:
        nothing = {"conditions": "앓는 병 없음", "basic_livelihood": "기초생활급여 받지 않음"}
        return nothing.get(name, "")
    match name:
        case "children":
            return f"자녀 {len(value)}명"
        case "household_types":
            return ", ".join(dict(HOUSEHOLD_TYPE).get(each, each) for each in value)
        case "basic_livelihood":
            return ", ".join(f"{each}급여" for each in value)
        case "receives":
            return f"받는 지원: {', '.join(value)}"
    return ", ".join(value)
