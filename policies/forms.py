"""The search form of the policy list."""

from __future__ import annotations

from typing import Any

from django import forms

from policies.models.policy import STATUS_CHOICES
from policies.selectors import PolicyFilter, region_tree
from policies.vocabulary import LifeStage, TargetGroup, Theme

Choice = tuple[str, Any]
_ANY = "모두"


def sido_choices(empty: str) -> list[Choice]:
    """시·도 with a label for "none chosen"."""
    return [("", empty), *((sido, sido) for sido in region_tree())]


def sigungu_choices(empty: str) -> list[Choice]:
    """시·군·구 in groups of their 시·도, so that the field works without a script."""
    groups = [
        (sido, [(name, name) for name in names]) for sido, names in region_tree().items() if names
    ]
    return [("", empty), *groups]


def region_problem(sido: str, sigungu: str) -> tuple[str, str] | None:
    """(field, message) when the 시·군·구 does not lie in the 시·도."""
    if sigungu and not sido:
        return "sido", "시·도를 먼저 골라 주세요."
    if sigungu and sigungu not in region_tree().get(sido, ()):
        return "sigungu", f"{sido}에 있는 시·군·구를 골라 주세요."
    return None


class PolicySearchForm(forms.Form):
    """Every field may be left out. Values are those of the official code lists."""

    q = forms.CharField(
        label="찾는 내용",
        required=False,
        max_length=200,
        widget=forms.TextInput(
            attrs={
                "type": "search",
                "placeholder": "예: 치매 약값, 출산 지원금",
                "autocomplete": "off",
            }
        ),
    )
    sido = forms.ChoiceField(
        label="시·도", required=False, choices=lambda: sido_choices("전체 지역")
    )
    sigungu = forms.ChoiceField(
        label="시·군·구", required=False, choices=lambda: sigungu_choices(_ANY)
    )
    life_stage = forms.ChoiceField(
        label="생애주기", required=False, choices=[("", _ANY), *((v, v) for v in LifeStage)]
    )
    target_group = forms.ChoiceField(
        label="가구상황", required=False, choices=[("", _ANY), *((v, v) for v in TargetGroup)]
    )
    theme = forms.ChoiceField(
        label="관심주제", required=False, choices=[("", _ANY), *((v, v) for v in Theme)]
    )
    status = forms.ChoiceField(
        label="상태", required=False, choices=[("", "시행 중·예정"), *STATUS_CHOICES]
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        problem = region_problem(cleaned.get("sido", ""), cleaned.get("sigungu", ""))
        if problem:
            self.add_error(*problem)
        return cleaned

    def wanted(self) -> PolicyFilter:
        """The filter of a validated form; a field with an error narrows nothing."""
        values = self.cleaned_data
        return PolicyFilter(
            text=values.get("q", ""),
            sido=values.get("sido", ""),
            sigungu=values.get("sigungu", ""),
            life_stage=values.get("life_stage", ""),
            target_group=values.get("target_group", ""),
            theme=values.get("theme", ""),
            status=values.get("status", ""),
        )
