"""Form of the fields a caseworker may correct."""

from __future__ import annotations

from typing import Any

from django import forms

from policies.models import Policy
from policies.vocabulary import PeriodKind

_MAX_WORD = 100
OVERWRITTEN = "출처의 내용이 다음에 바뀌면 출처의 값으로 다시 덮어씁니다."


class LinesField(forms.CharField):
    """A list of words, one a line of at most `longest` signs; blank and repeated lines are
    dropped."""

    widget = forms.Textarea(attrs={"rows": 4, "class": "vLargeTextField"})

    def __init__(self, *, longest: int = _MAX_WORD, **options: Any) -> None:
        super().__init__(**options)
        self.longest = longest

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        lines = value if isinstance(value, list) else str(value or "").splitlines()
        return list(dict.fromkeys(line.strip() for line in lines if line.strip()))

    def validate(self, value: Any) -> None:
        super().validate(value)
        for line in value:
            if len(line) > self.longest:
                raise forms.ValidationError(f"한 줄은 {self.longest}자까지입니다: {line[:30]}…")

    def run_validators(self, value: Any) -> None:
        for line in value:
            super().run_validators(line)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(initial) != self.to_python(data))


class PolicyForm(forms.ModelForm[Policy]):
    """Status, target, everyday words and period; all else belongs to the source."""

    aliases = LinesField(
        label="다른 이름",
        required=False,
        help_text=f"한 줄에 하나씩 적습니다. 이 이름으로 물어도 찾습니다. {OVERWRITTEN}",
    )
    keywords = LinesField(
        label="일상어",
        required=False,
        help_text=f"사람들이 흔히 쓰는 말을 한 줄에 하나씩 적습니다. {OVERWRITTEN}",
    )

    class Meta:
        model = Policy
        fields = [
            "status",
            "for_persons",
            "aliases",
            "keywords",
            "period_kind",
            "period_text",
            "period_start",
            "period_end",
        ]
        widgets = {
            "period_text": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
        }

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        start, end = data.get("period_start"), data.get("period_end")
        if start and end and start > end:
            self.add_error("period_end", "신청 마감이 신청 시작보다 빠릅니다.")
        if data.get("period_kind") == PeriodKind.RANGE and not (start or end):
            self.add_error("period_kind", "기간이면 신청 시작이나 신청 마감을 적어 주세요.")
        return data
