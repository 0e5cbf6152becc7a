"""What-if for people: one change of life, as changes of facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField

from policies.eligibility.events import EVENT_LABELS, Event, EventIncomplete, event_changes
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.fields import Money, OptionalChoice, whole_number
from policies.forms import region_problem, sido_choices, sigungu_choices
from policies.vocabulary import Disability
from profiles.models import Profile


class Kind(NamedTuple):
    """A change people think of, and the fields that say more about it."""

    value: str
    label: str
    fields: tuple[str, ...] = ()


_LABELS = {Event.AGE: "나이가 들면 (예: 65세가 되면)"}
_FIELDS = {
    Event.MOVE: ("sido", "sigungu"),
    Event.AGE: ("age",),
    Event.INCOME: ("monthly_income",),
    Event.SIZE: ("household_size",),
    Event.DISABILITY: ("disability",),
}
KINDS = tuple(
    Kind(event.value, _LABELS.get(event, label), _FIELDS.get(event, ()))
    for event, label in EVENT_LABELS.items()
)
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
        problem = region_problem(cleaned.get("sido") or "", cleaned.get("sigungu") or "")
        moves = kind is not None and "sido" in kind.fields and bool(cleaned.get("sido"))
        if moves and problem and not self.errors:
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
        cleaned = self.cleaned_data
        sido, sigungu = cleaned.get("sido"), cleaned.get("sigungu")
        try:
            return event_changes(
                Event(cleaned["change"]),
                facts,
                region=RegionFact(sido=sido, sigungu=sigungu or None) if sido else None,
                age=cleaned.get("age"),
                monthly_income=cleaned.get("monthly_income"),
                household_size=cleaned.get("household_size"),
                disability=cleaned.get("disability"),
            )
        except EventIncomplete as missing:
            # The form has no field for the birth date: it belongs to the family's own page.
            field = missing.argument if missing.argument in self.fields else "age"
            self.add_error(field, missing.message)
            return {}
