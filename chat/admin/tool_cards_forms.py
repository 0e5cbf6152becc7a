"""Forms of the tool cards: lists one a line, faults said in Korean."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from chat.models import ToolCard
from chat.tool_cards.recall import BatchInvalid, Expected, batch_read
from chat.tool_cards.services import tool_card_problems
from chat.tool_cards.transfer import CardsInvalid, cards_read
from chat.tool_cards.types import LONGEST_TEXT, Card
from policies.admin.forms import LinesField

MOST_BYTES = 1_000_000
_ONE_A_LINE = "한 줄에 하나씩 적습니다."
_FIELDS = ("name", "purpose", "when_to_use", "when_not_to_use", "tags", "active")


class TextLinesField(LinesField):
    """Sentences, one a line; their length is checked with the card."""

    widget = forms.Textarea(attrs={"rows": 14, "class": "vLargeTextField"})

    def validate(self, value: Any) -> None:
        forms.Field.validate(self, value)


class AvoidField(forms.CharField):
    """`글 | 도구`, one a line."""

    widget = forms.Textarea(attrs={"rows": 6, "class": "vLargeTextField"})

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return "\n".join(f"{one['text']} | {one['tool']}" for one in value)

    def to_python(self, value: Any) -> Any:
        lines = [line.strip() for line in str(value or "").splitlines() if line.strip()]
        return [self._avoid(line) for line in lines]

    def _avoid(self, line: str) -> dict[str, str]:
        text, found, tool = line.rpartition("|")
        if not found:
            raise ValidationError(f"‘{line[:30]}’에 ‘| 도구 이름’이 없습니다.")
        return {"text": text.strip(), "tool": tool.strip()}

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool((initial or []) != self.to_python(data))
        except ValidationError:
            return True


class ToolCardForm(forms.ModelForm[ToolCard]):
    when_to_use = TextLinesField(
        label="쓸 때",
        required=False,
        help_text=f"이 도구를 써야 할 말을 사람들이 하는 그대로 적습니다. {_ONE_A_LINE}",
    )
    when_not_to_use = AvoidField(
        label="쓰지 않을 때",
        required=False,
        help_text=f"‘어떤 때 | 대신 쓸 도구’로 적습니다. {_ONE_A_LINE} 찾는 데에는 쓰지 않습니다.",
    )
    tags = LinesField(label="꼬리표", required=False, help_text=_ONE_A_LINE)
    reason = forms.CharField(
        label="고치는 까닭",
        required=False,
        max_length=200,
        help_text="이력에 남습니다.",
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )

    class Meta:
        model = ToolCard
        fields = list(_FIELDS)
        help_texts = {
            "name": "도구의 이름 그대로 적습니다. 저장한 뒤에는 바꿀 수 없습니다.",
            "active": "끄면 어떤 질문에도 이 도구를 제안하지 않습니다. 켜고 끄는 즉시 바뀝니다.",
        }
        widgets = {"purpose": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"})}

    def _post_clean(self) -> None:
        """Checked once the fields are on the instance."""
        super()._post_clean()  # type: ignore[misc]
        if self.errors:
            return
        for field, texts in tool_card_problems(row=self.instance).items():
            self.add_error(field if field in self.fields else None, list(texts))


class TrialForm(forms.Form):
    """A question to try; `before` is the turn before it."""

    q = forms.CharField(
        label="질문",
        max_length=LONGEST_TEXT,
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
        error_messages={"required": "시험할 질문을 적어 주세요."},
    )
    before = forms.CharField(
        label="앞의 말",
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


class _TextOrFileForm(forms.Form):
    text = forms.CharField(
        label="붙여 넣기",
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "class": "vLargeTextField"}),
    )
    file = forms.FileField(label="파일", required=False)

    def given(self) -> str:
        """The text that was given, of the file where there is one. Raises ValidationError."""
        upload = self.cleaned_data.get("file")
        if upload is None:
            return str(self.cleaned_data.get("text") or "")
        if upload.size > MOST_BYTES:
            raise ValidationError("파일이 너무 큽니다. 1MB까지 올릴 수 있습니다.")
        try:
            return str(upload.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise ValidationError("파일을 UTF-8로 읽을 수 없습니다.") from None


class BatchForm(_TextOrFileForm):
    """Utterances with the tool that each should get."""

    rows: list[Expected]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        try:
            self.rows = batch_read(self.given())
        except BatchInvalid as error:
            raise ValidationError(str(error)) from None
        return data


class ImportForm(_TextOrFileForm):
    """Cards to bring in."""

    reason = forms.CharField(
        label="까닭",
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )
    cards: list[Card]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        try:
            self.cards = cards_read(self.given())
        except CardsInvalid as error:
            raise ValidationError(str(error)) from None
        return data
