"""What Poly understood of a person, in short Korean labels."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from chat.agent.state import TurnState
from policies.eligibility.questions import OTHER_PREFIX, subject_of
from policies.korean import long_date, won
from policies.retrieval.morphemes import kiwi
from profiles import choices

NOTHING: Mapping[str, str] = MappingProxyType({})

_CHOICES: dict[str, dict[str, str]] = {
    "sex": dict(choices.SEX),
    "nationality": dict(choices.NATIONALITY),
    "household_types": dict(choices.HOUSEHOLD_TYPE),
    "marital_status": dict(choices.MARITAL_STATUS),
    "pregnancy": dict(choices.PREGNANCY),
    "health_insurance": dict(choices.HEALTH_INSURANCE),
    "tenure": dict(choices.TENURE),
    "basic_livelihood": dict(choices.BASIC_LIVELIHOOD),
    "disability": dict(choices.DISABILITY),
    "long_term_care_grade": dict(choices.CARE_GRADE),
    "employment": dict(choices.EMPLOYMENT),
    "education": dict(choices.EDUCATION),
}
_MONEY = {"monthly_income", "health_insurance_premium", "assets"}
_YES_NO = {"infertility_treatment", "owns_home", "near_poor", "veteran"}


def fact_label(key: str, value: Any) -> str:
    """One fact, e.g. "사는 곳: 서울특별시 동작구", "나이: 만 70세"."""
    name = "나이" if key == "age" else subject_of(key)
    return f"{name}: {_shown(key, value)}"


def free_label(name: str, answer: bool, asked: Mapping[str, str]) -> str:
    """A free fact under the question that asked for it (`asked`: by key), else by its name
    with spaces ("비자발적 이직: 네")."""
    if name in asked:
        return f"{asked[name]} {'예' if answer else '아니요'}"
    return f"{kiwi().space(name)}: {'네' if answer else '아니요'}"


def free_question(state: TurnState) -> dict[str, str]:
    """The question Poly asked last, by the free key it is about; {} where it was of another."""
    key, question = state.get("last_ask", ""), state.get("last_ask_question", "")
    free = key.startswith(OTHER_PREFIX) and question
    return {key.removeprefix(OTHER_PREFIX): question} if free else {}


def fact_labels(facts: dict[str, Any], *, asked: Mapping[str, str] = NOTHING) -> list[str]:
    """Labels of all facts, free ones last."""
    hidden = {"other", "income_is_recognised"}
    labels = [fact_label(key, value) for key, value in facts.items() if key not in hidden]
    for key, value in facts.get("other", {}).items():
        labels.append(free_label(key, value, asked))
    return labels


def whom(facts: dict[str, Any], member: str) -> str:
    """Address of the person an answer is for: "서울특별시 동작구에 사시는 당뇨병 환자"."""
    parts: list[str] = []
    region = facts.get("region")
    if isinstance(region, dict):
        place = " ".join(str(part) for part in (region.get("sido"), region.get("sigungu")) if part)
        parts.append(f"{place}에 사시는")
    age = facts.get("age")
    if age is not None:
        parts.append(f"{age}세")
    conditions = facts.get("conditions") or []
    if conditions:
        parts.append(f"{'·'.join(conditions)} 환자")
    elif facts.get("pregnancy") == "pregnant":
        parts.append("임신부")
    if not parts:
        return "" if member == "self" else member
    if member != "self":
        return f"{' '.join(parts)} {member}"
    return (
        " ".join(parts)
        if conditions or facts.get("pregnancy") == "pregnant"
        else f"{' '.join(parts)} 분"
    )


def for_whom(facts: dict[str, Any], member: str, member_label: str) -> str:
    """`whom` with its particle, "" when nothing is known: "…에게"."""
    name = whom(facts, "self" if member == "self" else member_label)
    return f"{name}께 " if name else ""


def _shown(key: str, value: Any) -> str:
    if key == "region" and isinstance(value, dict):
        return " ".join(str(part) for part in (value.get("sido"), value.get("sigungu")) if part)
    if key == "age":
        return f"만 {value}세"
    if key == "birth_date" and len(str(value)) < len("2026-01-01"):
        year, _, month = str(value).partition("-")
        return f"{year}년 {int(month)}월생" if month else f"{year}년생"
    if key in _YES_NO:
        return "예" if value else "아니요"
    if key in _MONEY:
        return won(int(value))
    if key == "median_income_ratio":
        return f"기준중위소득 {value:g}%"
    if isinstance(value, list):
        if not value:
            return "없음"
        return ", ".join(_item(key, item) for item in value)
    return _item(key, value)


def _item(key: str, value: Any) -> str:
    if key in _CHOICES:
        return _CHOICES[key].get(str(value), str(value))
    try:
        return long_date(date.fromisoformat(str(value)))
    except ValueError:
        return f"{value}명" if key == "household_size" else str(value)
