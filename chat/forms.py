"""Form behind the chat box."""

from __future__ import annotations

from django import forms
from django.conf import settings


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
