"""The form of one benefit received."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from policies.fields import KoreanDate, Money
from profiles.errors import BenefitRefused
from profiles.models import BENEFIT_NAME, BENEFIT_NOTE, Profile, ReceivedBenefit

_FIELDS = ("name", "amount", "paid", "since", "until", "note")


class BenefitForm(forms.Form):
    """Whose, what, how much and since when; only the name is needed."""

    name = forms.CharField(
        label="지원 이름",
        max_length=BENEFIT_NAME,
        help_text="예: 기초연금, 부모급여, 청년월세 지원",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "지원의 이름을 적어 주세요."},
    )
    paid = forms.ChoiceField(
        label="받는 방법",
        choices=[("monthly", "매달 받아요"), ("once", "한 번에 받았어요")],
        initial=ReceivedBenefit.MONTHLY,
        widget=forms.RadioSelect,
    )
    amount = Money(label="금액", help_text="매달 받으면 한 달 금액이에요. 모르시면 비워 두세요.")
    since = KoreanDate(label="받기 시작한 날", help_text="모르시면 비워 두세요.", future=True)
    until = KoreanDate(
        label="마지막으로 받는 날", help_text="끝나는 날이 정해졌을 때만 적어 주세요.", future=True
    )
    note = forms.CharField(
        label="메모",
        required=False,
        max_length=BENEFIT_NOTE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        family: Sequence[Profile] = (),
        benefit: ReceivedBenefit | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        shown = {key: getattr(benefit, key) for key in _FIELDS} if benefit else initial
        super().__init__(data, initial=shown, label_suffix="")
        if benefit is None:
            member = forms.ChoiceField(
                label="누가 받나요?",
                choices=[(str(each.id), each.name) for each in family],
                error_messages={"invalid_choice": "가족 가운데 한 사람을 골라 주세요."},
            )
            self.fields = {"member": member, **self.fields}

    def values(self) -> dict[str, Any]:
        """What the services keep, of a valid form."""
        return {key: self.cleaned_data[key] for key in _FIELDS}

    def refuse(self, refused: BenefitRefused) -> None:
        """Show what a service refused at its field."""
        self.add_error(refused.field, refused.message)


class EndForm(forms.Form):
    """The last day on which a benefit was received."""

    until = KoreanDate(label="마지막으로 받은 날", required=True)

    def refuse(self, refused: BenefitRefused) -> None:
        """Show what a service refused."""
        self.add_error("until", refused.message)
