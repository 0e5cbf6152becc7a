"""A form for each kind of criterion, made from its model: a new criterion has one by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from django import forms
from django.utils.datastructures import MultiValueDict
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from policies.admin.forms import LinesField
from policies.admin.labels import FLAG, FLAGS, LITERALS, enum_choices, field_label
from policies.eligibility.criterion_base import CriterionBase, Dated
from policies.eligibility.rule import CRITERION_MODELS
from policies.korean import particle
from policies.vocabulary import Section

# Fields of every criterion that stand under "출처" and "더 보기" instead of among its own.
SOURCE_FIELDS = ("section", "quote")
MORE_FIELDS = ("unclear", "legal_basis", "effective_from", "effective_to")
# The parser's; what a caseworker saves is certain.
_HIDDEN = frozenset({"criterion", "confidence"})
LONGEST_PHRASE = 1000
_NOTHING: tuple[Any, ...] = (None, "", [])
_QUOTED_PARTICLE = re.compile(r"‘([^’]+)’ ?(가|은|는|이|을|를)(?= )")
_PAIRS = {"이": "이/가", "가": "이/가", "은": "은/는", "는": "은/는", "을": "을/를", "를": "을/를"}


class CriterionForm(forms.Form):
    """Fields of one criterion. `texts`: the source by section, in which quotes must stand."""

    tag: str = ""

    def __init__(
        self,
        texts: Mapping[str, str],
        data: MultiValueDict[str, str] | None = None,
        *,
        prefix: str,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, prefix=prefix, initial=dict(initial or {}), label_suffix="")
        self.texts = texts
        self.criterion: dict[str, Any] = {}
        section = self.fields["section"]
        if isinstance(section, forms.ChoiceField):
            section.choices = [
                each for each in enum_choices(Section) if texts.get(each[0]) or each[0] == "target"
            ]
        self.fields["quote"].widget = forms.Textarea(attrs={"rows": 2})

    def own(self) -> list[forms.BoundField]:
        """Fields that only this kind of criterion has."""
        common = {*SOURCE_FIELDS, *MORE_FIELDS}
        return [self[name] for name in self.fields if name not in common]

    def source(self) -> list[forms.BoundField]:
        return [self[name] for name in SOURCE_FIELDS]

    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in MORE_FIELDS if name in self.fields]

    def more_used(self) -> bool:
        """Whether anything under "더 보기" is filled in or wrong."""
        return any(each.errors or each.value() not in (*_NOTHING, False) for each in self.more())

    def clean_quote(self) -> str:
        """The quote as it stands in the section. Browsers send other line ends than the text."""
        quote: str = self.cleaned_data["quote"]
        text = self.texts.get(self.cleaned_data.get("section", ""), "")
        for spelling in (quote, quote.replace("\r\n", "\n")):
            if spelling in text:
                return spelling
        near = re.search(r"\s*".join(re.escape(sign) for sign in quote if not sign.isspace()), text)
        if near:
            raise forms.ValidationError(f"띄어쓰기까지 원문과 같아야 합니다: 「{near.group()}」")
        raise forms.ValidationError(
            "고른 항목의 원문에 없는 말입니다. 원문에서 그대로 옮겨 주세요."
        )

    def clean(self) -> dict[str, Any]:
        """The criterion as the rule language has it; its own checks speak at their fields."""
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        filled = {name: value for name, value in data.items() if value not in _NOTHING}
        try:
            model = CRITERION_MODELS[self.tag].model_validate({"criterion": self.tag, **filled})
        except ValidationError as error:
            for fault in error.errors():
                self._add_fault(fault)
        else:
            self.criterion = model.model_dump(mode="json", exclude_defaults=True)
        return data

    def _add_fault(self, fault: Any) -> None:
        said = fault.get("ctx", {}).get("error")
        message = self._in_korean(str(said)) if said else "값이 올바르지 않습니다."
        name = next((part for part in fault["loc"] if part in self.fields), None)
        self.add_error(str(name) if name else None, message)

    def _in_korean(self, message: str) -> str:
        """Field names of a check's message by their labels, particles fitted."""
        names = "|".join(sorted(self.fields, key=len, reverse=True))
        message = re.sub(
            rf"\b({names})(?![a-z_])", lambda m: f"‘{self.fields[m.group(1)].label}’", message
        )
        return _QUOTED_PARTICLE.sub(_with_particle, message)


@cache
def form_class(tag: str) -> type[CriterionForm]:
    """Form of the criterion `tag`."""
    model = CRITERION_MODELS[tag]
    names = [name for name in model.model_fields if name not in CriterionBase.model_fields]
    # What is asked first, the day it counts from after it.
    names.sort(key=lambda name: name in Dated.model_fields)
    names += [*SOURCE_FIELDS, *MORE_FIELDS]
    fields = {
        name: _field(tag, name, model.model_fields[name]) for name in names if name not in _HIDDEN
    }
    return type(f"{model.__name__}Form", (CriterionForm,), {"tag": tag, **fields})


def raw_values(tag: str, data: Mapping[str, Any]) -> dict[str, list[str]]:
    """A stored criterion as its form would send it; unknown keys are left out."""
    values: dict[str, list[str]] = {}
    for name, field in form_class(tag).base_fields.items():
        value = data.get(name, _default(CRITERION_MODELS[tag].model_fields[name]))
        if isinstance(field, forms.MultipleChoiceField):
            values[name] = [str(each) for each in value or []]
        elif isinstance(value, list):
            values[name] = ["\n".join(str(each) for each in value)]
        elif isinstance(field, forms.BooleanField):
            values[name] = ["on"] if value else []
        elif isinstance(value, bool):
            values[name] = [str(value).lower()]
        elif value is not None:
            values[name] = [_text(value)]
    return values


def _field(tag: str, name: str, info: FieldInfo) -> forms.Field:
    """Form field for a model field, by the type of its value."""
    kind = _value_type(info.annotation)
    said = field_label(tag, name)
    common: dict[str, Any] = {
        "label": said.label,
        "help_text": said.help,
        "required": info.is_required(),
    }
    if kind is bool:
        if name != "equals":
            return forms.BooleanField(**{**common, "required": False})
        yes, no = FLAGS.get(tag, FLAG)
        return forms.ChoiceField(choices=[("true", yes), ("false", no)], **common)
    if kind in (int, float):
        limits = {
            f"{form}_value": getattr(each, own)
            for each in info.metadata
            for form, own in (("min", "ge"), ("max", "le"))
            if hasattr(each, own)
        }
        number = forms.IntegerField if kind is int else forms.FloatField
        return number(**common, **limits)
    if kind is date:
        return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}), **common)
    if get_origin(kind) is Literal:
        words = [(str(each), LITERALS.get(str(each), str(each))) for each in get_args(kind)]
        return forms.ChoiceField(choices=[("", "쓰지 않음"), *words], **common)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return forms.ChoiceField(choices=enum_choices(kind), **common)
    if get_origin(kind) is list:
        return _list_field(get_args(kind)[0], common)
    return forms.CharField(**common)


def _list_field(kind: Any, common: dict[str, Any]) -> forms.Field:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        boxes = forms.CheckboxSelectMultiple
        return forms.MultipleChoiceField(choices=enum_choices(kind), widget=boxes, **common)
    if get_origin(kind) is Annotated:
        # Phrases hold all ways to say a thing in a line.
        widget = forms.Textarea(attrs={"rows": 8})
        return LinesField(widget=widget, longest=LONGEST_PHRASE, **common)
    return LinesField(widget=forms.Textarea(attrs={"rows": 2}), **common)


def _value_type(annotation: Any) -> Any:
    """The type of a value that is there: `int | None` holds an int."""
    inside = [each for each in get_args(annotation) if each is not NoneType]
    optional = NoneType in get_args(annotation)
    return inside[0] if optional and len(inside) == 1 else annotation


def _default(info: FieldInfo) -> Any:
    return None if info.is_required() else info.get_default(call_default_factory=True)


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value.value if isinstance(value, StrEnum) else value)


def _with_particle(found: re.Match[str]) -> str:
    label, said = found.groups()
    return f"‘{label}’{particle(label, _PAIRS[said])}"
