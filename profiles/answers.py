"""Answering the next best question: a form for it, and keeping what was said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.db import transaction

from policies.eligibility.facts import RegionFact
from policies.eligibility.questions import OTHER_PREFIX
from policies.fact_fields import Asked
from policies.fact_form import FactForm
from policies.screening.items import NextQuestion
from profiles.facts import facts_of
from profiles.models import Profile
from profiles.services import profile_update

# An income is told as an amount, with the household it is for, or as a ratio.
_WAYS = {"median_income_ratio": ("household_size", "monthly_income", "median_income_ratio")}
_ANSWERS = {"median_income_ratio": ("monthly_income", "median_income_ratio")}
_NO_ANSWER = "답을 적거나 골라 주세요. 모르거나 말하고 싶지 않으면 건너뛰어도 됩니다."


class AnswerForm(FactForm):
    """The question for those members it is about; at least one of them, and an answer."""

    def __init__(
        self, data: Any = None, *, question: NextQuestion, family: Sequence[Profile], as_of: date
    ) -> None:
        self.question = question
        self.people = [each for each in family if str(each.id) in question.members]
        keys = _WAYS.get(question.key, (question.key,))
        label = question.question if len(keys) == 1 else ""
        known = facts_of(self.people[0], as_of=as_of)
        self.heading = "" if label else question.question
        super().__init__(data, asked=[Asked(key, label=label) for key in keys], known=known)
        choices = [(str(each.id), each.name) for each in self.people]
        self.fields["members"] = forms.MultipleChoiceField(
            label="누구의 정보에 적을까요?",
            choices=choices,
            initial=[value for value, _ in choices],
            widget=forms.CheckboxSelectMultiple if choices[1:] else forms.MultipleHiddenInput,
            error_messages={"required": "한 사람 이상 골라 주세요."},
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        keys = _ANSWERS.get(self.question.key, (self.question.key,))
        asked = [each for each in self.asked if each.key in keys]
        if not self.errors and all(self.value(each) is None for each in asked):
            self.add_error(asked[0].name, _NO_ANSWER)
        return cleaned

    def chosen(self) -> list[Profile]:
        """Members whose profile the answer goes into."""
        return [each for each in self.people if str(each.id) in self.cleaned_data["members"]]


@transaction.atomic
def answer_save(*, profiles: Sequence[Profile], values: dict[str, Any]) -> None:
    """Keep what was said, by fact key, in each profile; what was not said stays as it is."""
    free = {
        key.removeprefix(OTHER_PREFIX): value
        for key, value in values.items()
        if key.startswith(OTHER_PREFIX)
    }
    columns = {key: value for key, value in values.items() if not key.startswith(OTHER_PREFIX)}
    region = columns.pop("region", None)
    if isinstance(region, RegionFact):
        columns |= {"sido": region.sido, "sigungu": region.sigungu}
    for profile in profiles:
        profile_update(profile=profile, values=columns)
        if free:
            profile.other = {**profile.other, **free}
            profile.save(update_fields=["other", "updated_at"])
