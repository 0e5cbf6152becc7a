"""Form fields in which "모름" is a real answer and stays None."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString, mark_safe

UNKNOWN, YES, NO = "unknown", "yes", "no"
_ANSWERS = {UNKNOWN: None, YES: True, NO: False, "": None}
_DATE_FORMATS = ["%Y-%m-%d", "%Y.%m.%d", "%Y. %m. %d", "%Y. %m. %d.", "%Y/%m/%d", "%Y%m%d"]
_DATE_FORMATS += ["%Y년 %m월 %d일", "%Y년%m월%d일"]
_BAD_DATE = "날짜를 1959-03-02처럼 적어 주세요."
_MONEY = re.compile(r"(?:(\d+)억)?(?:(\d+)만)?(?:(\d+)천)?(\d*)원?")
EARLIEST = date(1900, 1, 1)


def list_known(label: str, *, some: str, none: str) -> forms.ChoiceField:
    """The question in front of a list, which tells "모름" from "해당 없음"."""
    return forms.ChoiceField(
        label=label,
        required=False,
        choices=[(YES, some), (NO, none), (UNKNOWN, "모름")],
        widget=forms.RadioSelect,
        initial=UNKNOWN,
    )


def list_clean(form: forms.Form, name: str, cleaned: dict[str, Any]) -> None:
    """None, [] or the values: an entry counts as "yes" unless "no" was said as well."""
    if name not in cleaned:
        return
    known, values = cleaned.get(f"{name}_known") or UNKNOWN, cleaned[name]
    label = form.fields[name].label
    if known == NO and values:
        form.add_error(name, f"‘없음’과 함께 {label} 칸이 채워져 있어요. 하나만 남겨 주세요.")
    elif known == YES and not values:
        form.add_error(name, "하나 이상 적거나 골라 주세요. 모르시면 ‘모름’을 골라 주세요.")
    elif known == UNKNOWN and not values:
        cleaned[name] = None


def whole_number(label: str, *, low: int, high: int, help_text: str = "") -> forms.IntegerField:
    """A count with its bounds, typed on the number pad of a phone."""
    bounds = f"{low}부터 {high}까지의 수를 적어 주세요."
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=low,
        max_value=high,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "invalid": "숫자로 적어 주세요.",
            "min_value": bounds,
            "max_value": bounds,
        },
    )


class YesNoUnknown(forms.TypedChoiceField):
    """예 / 아니요 / 모름 → True / False / None."""

    def __init__(self, *, label: str, help_text: str = "") -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            required=False,
            choices=[(YES, "예"), (NO, "아니요"), (UNKNOWN, "모름")],
            coerce=lambda value: _ANSWERS[value],
            empty_value=None,
            widget=forms.RadioSelect,
            initial=UNKNOWN,
        )

    def prepare_value(self, value: Any) -> Any:
        """The radio of a stored value."""
        return {None: UNKNOWN, True: YES, False: NO}.get(value, value)


class OptionalChoice(forms.TypedChoiceField):
    """One of the choices, or 모름 → None. Few choices are shown as radio buttons."""

    def __init__(
        self, *, label: str, choices: Sequence[tuple[Any, Any]], help_text: str = ""
    ) -> None:
        few = len(choices) <= 4
        super().__init__(
            label=label,
            help_text=help_text,
            required=False,
            choices=[*choices, ("", "모름")] if few else [("", "모름"), *choices],
            empty_value=None,
            widget=forms.RadioSelect if few else forms.Select,
        )

    def prepare_value(self, value: Any) -> Any:
        return "" if value is None else value


class KoreanDate(forms.DateField):
    """A date typed the Korean ways; no calendar to page through for an old birth date."""

    def __init__(
        self, *, label: str = "", help_text: str = "", future: bool = False, required: bool = False
    ) -> None:
        self.future = future
        super().__init__(
            label=label,
            help_text=help_text,
            required=required,
            input_formats=_DATE_FORMATS,
            error_messages={"invalid": _BAD_DATE},
            widget=date_input(),
        )

    def to_python(self, value: Any) -> date | None:
        day = super().to_python(value.strip() if isinstance(value, str) else value)
        if day is None:
            return None
        if day < EARLIEST:
            raise ValidationError("연도를 다시 확인해 주세요.")
        if not self.future and day > timezone.localdate():
            raise ValidationError("오늘보다 뒤의 날짜는 적을 수 없어요.")
        return day


def date_input() -> forms.DateInput:
    """A text box with the number pad of a phone."""
    attributes = {"placeholder": "예: 1959-03-02", "inputmode": "numeric", "autocomplete": "off"}
    return forms.DateInput(format="%Y-%m-%d", attrs=attributes)


class Money(forms.CharField):
    """KRW: 1200000, 1,200,000원, 120만원, 1억 2천만."""

    def __init__(self, *, label: str, help_text: str = "") -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            required=False,
            max_length=30,
            empty_value="",
            widget=forms.TextInput(
                attrs={"placeholder": "예: 1,200,000 또는 120만원", "autocomplete": "off"}
            ),
        )

    def prepare_value(self, value: Any) -> Any:
        return f"{value:,}" if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        text = re.sub(r"[\s,]", "", super().clean(value))
        if not text:
            return None
        amount = _won(text)
        if amount is None:
            raise ValidationError("금액을 1,200,000 또는 120만원처럼 적어 주세요.")
        return amount


def _won(text: str) -> int | None:
    """Amount of a text without spaces and commas; None when it is not one."""
    # "2천만" counts thousands of 만, not thousands.
    text = re.sub(r"(\d+)천만", lambda found: f"{int(found.group(1)) * 1000}만", text)
    found = _MONEY.fullmatch(text)
    if found is None or not any(found.groups()):
        return None
    weights = (100_000_000, 10_000, 1_000, 1)
    parts = zip(found.groups(), weights, strict=True)
    amount = sum(int(part) * weight for part, weight in parts if part)
    return amount if amount <= 1_000_000_000_000 else None


class LineList(forms.CharField):
    """One entry a line (or between commas) → list of texts."""

    def __init__(self, *, label: str, placeholder: str, help_text: str = "") -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            required=False,
            widget=forms.Textarea(attrs={"rows": 3, "placeholder": placeholder}),
        )

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[str]:
        parts = re.split(r"[\n,、]", super().clean(value))
        names = list(dict.fromkeys(part.strip() for part in parts if part.strip()))
        if any(len(name) > 100 for name in names):
            raise ValidationError("한 줄에 하나씩, 100자 안으로 적어 주세요.")
        return names


class DateListWidget(forms.Widget):
    """Boxes of the same name for several dates, with empty ones to fill."""

    use_fieldset = True
    spare = 2

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        filled = [each.isoformat() if isinstance(each, date) else each for each in value or []]
        context = {"name": name, "id": (attrs or {}).get("id", name)}
        boxes = [*filled, *[""] * self.spare]
        return mark_safe(  # noqa: S308 - a rendered template
            render_to_string("components/date_list.html", {**context, "values": boxes})
        )

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        values = data.getlist(name) if isinstance(data, MultiValueDict) else data.get(name) or []
        return [value.strip() for value in values if value.strip()]

    def id_for_label(self, id_: str, index: Any = None) -> str:
        return f"{id_}_1" if id_ else ""


class DateList(forms.Field):
    """Several dates → list of dates; everything typed stays when one is wrong."""

    widget = DateListWidget

    def __init__(self, *, label: str, help_text: str = "") -> None:
        super().__init__(label=label, help_text=help_text, required=False)
        self.one = KoreanDate()

    def clean(self, value: Any) -> list[date]:
        days = [self.one.clean(each) for each in value or []]
        return sorted(day for day in days if day is not None)
