"""The form of an entry of the vocabulary: words one a line, faults said in Korean."""

from __future__ import annotations

from typing import Any

from django import forms

from policies.admin.forms import LinesField
from policies.models import VocabularyEntry
from policies.services.vocabulary import FIELDS, KEPT, vocabulary_problems

_ONE_A_LINE = "한 줄에 하나씩 적습니다."
SAID_HELP = (
    f"{_ONE_A_LINE} 동사와 형용사는 사전형(‘누워 지내다’)으로 적으면 ‘누워만 지내세요’도 찾습니다. "
    "‘혼자 .. 키우다’의 ..에는 다른 말이 셋까지 올 수 있고, (애|아이)는 둘 중 하나, 끝의 ~는 "
    "적은 글자 뒤에 무엇이 와도 된다는 뜻입니다."
)


class VocabularyForm(forms.ModelForm[VocabularyEntry]):
    said = LinesField(label="사람들이 하는 말", required=False, help_text=SAID_HELP)
    official = LinesField(
        label="공식 용어",
        required=False,
        help_text=f"{_ONE_A_LINE} 정책 글에 나오는 말을, 가장 뚜렷한 것부터 적습니다.",
    )
    not_before = LinesField(
        label="뒤에 오면 안 되는 말",
        required=False,
        help_text=f"{_ONE_A_LINE} 바로 뒤에 이 말이 붙으면 찾지 않습니다(‘화장’ 뒤의 ‘품’).",
    )
    not_after = LinesField(
        label="앞에 오면 안 되는 말",
        required=False,
        help_text=f"{_ONE_A_LINE} 바로 앞에 이 말이 붙으면 찾지 않습니다(‘상한제’ 앞의 ‘분양가’).",
    )
    needs = LinesField(
        label="함께 있어야 하는 말",
        required=False,
        help_text=f"{_ONE_A_LINE} 적으면 질문에 이 가운데 하나가 있을 때만 찾습니다.",
    )
    codes = LinesField(
        label="질병분류기호(KCD)",
        required=False,
        help_text=f"{_ONE_A_LINE} E11 또는 E10-E14. 질문에 적힌 기호도 이 어휘로 이어집니다.",
    )

    class Meta:
        model = VocabularyEntry
        fields = list(KEPT)
        help_texts = {
            "weight": "0보다 크고 1 이하. 흔해서 약한 실마리는 0.3, 뚜렷한 말은 0.8쯤입니다.",
            "word": "다른 낱말에 붙지 않고 홀로 쓰일 때만 찾습니다. 한 글자 말에는 꼭 켜세요.",
            "active": "끄면 지우지 않고 쓰지 않습니다.",
        }
        widgets = {"note": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"})}

    def _post_clean(self) -> None:
        """Checked once the fields are on the instance."""
        super()._post_clean()  # type: ignore[misc]
        if self.errors:
            return
        for field, texts in vocabulary_problems(row=self.instance).items():
            self.add_error(field if field in FIELDS else None, list(texts))

    def clean_said(self) -> Any:
        return _single_spaced(self.cleaned_data["said"])

    def clean_official(self) -> Any:
        return _single_spaced(self.cleaned_data["official"])


def _single_spaced(words: list[str]) -> list[str]:
    return [" ".join(word.split()) for word in words]
