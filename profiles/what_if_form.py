"""What-if for people: one change of life, as changes of facts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField

from policies.eligibility.dates import MONTHS_A_YEAR, add_months
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.fields import Money, OptionalChoice, whole_number
from policies.forms import region_problem, sido_choices, sigungu_choices
from policies.korean import long_date
from policies.vocabulary import Disability, Employment, MaritalStatus, Pregnancy
from profiles.models import Profile


class Kind(NamedTuple):
    """A change people think of, and the fields that say more about it."""

    value: str
    label: str
    fields: tuple[str, ...] = ()


KINDS = (
    Kind("quit", "직장을 그만두면"),
    Kind("work", "취업하면"),
    Kind("move", "이사하면", ("sido", "sigungu")),
    Kind("birth", "아이가 태어나면"),
    Kind("pregnant", "임신하면"),
    Kind("age", "나이가 들면 (예: 65세가 되면)", ("age",)),
    Kind("income", "소득이 바뀌면", ("monthly_income",)),
    Kind("size", "함께 사는 사람 수가 바뀌면", ("household_size",)),
    Kind("marry", "결혼하면"),
    Kind("disability", "장애를 등록하면", ("disability",)),
)
_FIXED: dict[str, dict[str, Any]] = {
    "quit": {"employment": Employment.UNEMPLOYED},
    "work": {"employment": Employment.EMPLOYED},
    "pregnant": {"pregnancy": Pregnancy.PREGNANT},
    "marry": {"marital_status": MaritalStatus.MARRIED},
}
_NEEDED = {
    "sido": "새로 살 시·도를 골라 주세요.",
    "age": "몇 세가 되는지 적어 주세요.",
    "monthly_income": "바뀔 한 달 소득을 적어 주세요.",
    "household_size": "함께 살 가구원 수를 적어 주세요.",
    "disability": "장애의 정도를 골라 주세요.",
}
_DEGREES = [
    (Disability.SEVERE.value, "심한 장애(중증)"),
    (Disability.MILD.value, "심하지 않은 장애(경증)"),
]


class Change(NamedTuple):
    """A kind with its fields, as the page shows it."""

    value: str
    label: str
    checked: bool
    fields: list[BoundField]


class WhatIfForm(forms.Form):
    """Who, and what changes. Fields of other kinds than the chosen one are not looked at."""

    change = forms.ChoiceField(
        label="무엇이 바뀌나요?",
        choices=[(kind.value, kind.label) for kind in KINDS],
        error_messages={"required": "무엇이 바뀌는지 골라 주세요."},
    )
    sido = forms.ChoiceField(
        label="새로 살 시·도", required=False, choices=lambda: sido_choices("고르기")
    )
    sigungu = forms.ChoiceField(
        label="새로 살 시·군·구", required=False, choices=lambda: sigungu_choices("아직 몰라요")
    )
    age = whole_number("몇 세가 되면? (만 나이)", low=1, high=120)
    monthly_income = Money(label="바뀐 뒤 가구의 한 달 소득", help_text="소득이 없어지면 0")
    household_size = whole_number("바뀐 뒤 가구원 수 (본인 포함)", low=1, high=30)
    disability = OptionalChoice(label="장애의 정도", choices=_DEGREES)

    def __init__(self, data: Any = None, *, family: Sequence[Profile]) -> None:
        super().__init__(data, initial={"age": 65}, label_suffix="")
        people = [(str(profile.id), profile.name) for profile in family]
        member = forms.ChoiceField(
            label="누구의 상황이 바뀌나요?",
            choices=people,
            error_messages={"invalid_choice": "가족 가운데 한 사람을 골라 주세요."},
        )
        self.fields = {"member": member, **self.fields}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        kind = next((each for each in KINDS if each.value == cleaned.get("change")), None)
        for name in self.fields:
            if name not in {"member", "change", *(kind.fields if kind else ())}:
                self.errors.pop(name, None)
        for name in kind.fields if kind else ():
            unsaid = cleaned.get(name) in (None, "") and name not in self.errors
            if unsaid and name in _NEEDED:
                self.add_error(name, _NEEDED[name])
        problem = region_problem(cleaned.get("sido") or "", cleaned.get("sigungu") or "")
        if kind and "sido" in kind.fields and problem and not self.errors:
            self.add_error(*problem)
        return cleaned

    def kinds(self) -> list[Change]:
        """Changes to choose from, each with its own fields."""
        chosen = self["change"].value()
        return [
            Change(kind.value, kind.label, chosen == kind.value, [self[n] for n in kind.fields])
            for kind in KINDS
        ]

    def changes(self, facts: ApplicantFacts) -> dict[str, Any]:
        """The change as facts; {} with an error at its field where it cannot be."""
        cleaned, kind = self.cleaned_data, self.cleaned_data["change"]
        match kind:
            case "move":
                region = RegionFact(sido=cleaned["sido"], sigungu=cleaned["sigungu"] or None)
                return {"region": region}
            case "birth":
                return {"children": [*(facts.children or []), facts.as_of]}
            case "age":
                return self._grown(facts)
            case "income" | "size" | "disability":
                name = next(each.fields[0] for each in KINDS if each.value == kind)
                return {name: cleaned[name]}
        return _FIXED[str(kind)]

    def _grown(self, facts: ApplicantFacts) -> dict[str, Any]:
        """The day on which the person becomes so old."""
        if facts.birth_date is None:
            self.add_error("age", "생년월일을 적어 두어야 그날을 셀 수 있어요.")
            return {}
        day: date = add_months(facts.birth_date, self.cleaned_data["age"] * MONTHS_A_YEAR)
        if day <= facts.as_of:
            self.add_error("age", f"{long_date(day)}에 이미 그 나이가 되었어요.")
            return {}
        return {"as_of": day}
