"""Forms behind the chat box and behind the facts as they were understood."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from pydantic import ValidationError

from chat.protocol import CORRECTION_CHARS, Correction


class AskForm(forms.Form):
    """A question, and the conversation it goes on with."""

    text = forms.CharField(
        max_length=settings.CONVERSATION["max_message_chars"],
        error_messages={
            "required": "질문을 적어 주세요.",
            "max_length": "질문은 2,000자까지 보낼 수 있어요. 조금 줄여 주세요.",
        },
    )
    conversation = forms.UUIDField(
        required=False, error_messages={"invalid": "대화를 찾을 수 없어요."}
    )

    def first_error(self) -> str:
        """The first error in words."""
        return str(next(iter(self.errors.values()))[0])


class CorrectForm(forms.Form):
    """A fact that is not so. With `strike` it is taken out, else changed to the `option`
    tapped or the `value` written."""

    conversation = forms.UUIDField(
        error_messages={
            "required": "대화를 찾을 수 없어요.",
            "invalid": "대화를 찾을 수 없어요.",
        }
    )
    member = forms.CharField(max_length=40)
    key = forms.CharField(max_length=40)
    item = forms.CharField(required=False, max_length=CORRECTION_CHARS)
    label = forms.CharField(max_length=CORRECTION_CHARS)
    value = forms.CharField(
        required=False,
        max_length=CORRECTION_CHARS,
        error_messages={"max_length": "고칠 내용은 200자까지 보낼 수 있어요."},
    )
    option = forms.CharField(required=False, max_length=CORRECTION_CHARS)
    strike = forms.CharField(required=False)

    @property
    def correction(self) -> Correction:
        """The correction of a valid form."""
        found: Correction = self.cleaned_data["correction"]
        return found

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if self.errors:
            return data
        said = data["option"] or data["value"]
        if not data["strike"] and not said:
            raise forms.ValidationError("맞는 내용을 적어 주세요.")
        value = "" if data["strike"] else said
        fields = {key: data[key] for key in ("member", "key", "item", "label")}
        try:
            data["correction"] = Correction(**fields, value=value)
        except ValidationError:
            raise forms.ValidationError("무엇을 고칠지 알 수 없어요.") from None
        return data

    def first_error(self) -> str:
        """The first error in words."""
        return str(next(iter(self.errors.values()))[0])
