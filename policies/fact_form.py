"""A form out of the facts it is to ask for. Nothing typed is lost on an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, cast

from django import forms
from django.forms import BoundField

from policies.eligibility.casefile import check_facts
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.questions import OTHER_PREFIX
from policies.fact_fields import LISTS, Asked, fields_of, initial_of, said, value_of
from policies.fields import list_clean
from policies.forms import region_problem


class FactForm(forms.Form):
    """Asks for `asked`. `known`: facts the fields begin with; those not asked for stay in the
    facts as they are, an emptied field makes its fact unknown."""

    def __init__(self, data: Any = None, *, asked: Sequence[Asked], known: ApplicantFacts) -> None:
        self.asked = tuple({each.name: each for each in asked}.values())
        self.known = known
        initial: dict[str, Any] = {}
        for each in self.asked:
            initial |= self.initial_for(each)
        super().__init__(data, initial=initial, label_suffix="")
        for each in self.asked:
            self.fields.update(fields_of(each))
        self._keep_old_region()

    def initial_for(self, asked: Asked) -> dict[str, Any]:
        """What the fields of a fact begin with."""
        return initial_of(asked, self.known)

    def _keep_old_region(self) -> None:
        """A stored name that is no longer official stays choosable."""
        region = self.known.region
        self._stored = (region.sido, region.sigungu or "") if region else ("", "")
        for name, stored in zip(("sido", "sigungu"), self._stored, strict=True):
            field = cast(forms.ChoiceField | None, self.fields.get(name))
            if field is not None and stored and not field.valid_value(stored):
                field.choices = [*cast(list[Any], field.choices), (stored, stored)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        region = cleaned.get("sido") or "", cleaned.get("sigungu") or ""
        problem = None if region == self._stored else region_problem(*region)
        if problem:
            self.add_error(*problem)
        for name in LISTS & self.fields.keys():
            list_clean(self, name, cleaned)
        if not self.errors:
            self._check_dates()
        return cleaned

    def _check_dates(self) -> None:
        """Dates that contradict each other are told at their fields."""
        for fault in check_facts(self.facts()):
            key, _, sentence = fault.partition(": ")
            name = key.partition(".")[0]
            self.add_error(name if name in self.fields else None, sentence)

    def values(self) -> dict[str, Any]:
        """Facts of a valid form by key, free keys with their prefix; None = unknown."""
        return {each.key: self.value(each) for each in self.asked}

    def value(self, asked: Asked) -> Any:
        return value_of(asked, self.cleaned_data)

    def facts(self) -> ApplicantFacts:
        """What was known with what the form says."""
        values = self.values()
        other = dict(self.known.other)
        for key in [key for key in values if key.startswith(OTHER_PREFIX)]:
            free, answer = key.removeprefix(OTHER_PREFIX), values.pop(key)
            other.pop(free, None)
            if answer is not None:
                other[free] = answer
        kept = {key: getattr(self.known, key) for key in ApplicantFacts.model_fields}
        return ApplicantFacts.model_validate({**kept, **values, "other": other})

    def answered(self) -> dict[str, Any]:
        """What was really said, without what was left open."""
        return {key: value for key, value in self.values().items() if value is not None}

    def told(self) -> list[tuple[str, str]]:
        """(label, value in words) of what was said."""
        rows = []
        for each in self.asked:
            value = self.value(each)
            if value is not None:
                label = "사는 곳" if each.key == "region" else self.fields[each.name].label
                rows.append((str(label), said(each, value)))
        return rows

    def rows(self) -> Iterator[BoundField]:
        """Fields in reading order."""
        return (self[name] for name in self.fields)

    def wrong(self) -> list[BoundField]:
        """Fields to correct."""
        return [field for field in self.rows() if field.errors]


def nobody(day: date) -> ApplicantFacts:
    """A person of whom nothing is known."""
    return ApplicantFacts(as_of=day)
