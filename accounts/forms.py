"""Confirmation of what cannot be undone."""

from __future__ import annotations

from django import forms


class AccountDeleteForm(forms.Form):
    """A tick that says the person has understood."""

    understood = forms.BooleanField(
        label="계정과 가족, 대화 내용이 모두 지워지고 되돌릴 수 없다는 것을 알고 있어요.",
        error_messages={"required": "지우려면 위 칸을 눌러 표시해 주세요."},
    )
