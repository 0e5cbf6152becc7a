"""Form of facts to try a rule with, in the caseworker's words: no JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from policies.eligibility import labels
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.eligibility.rule import OtherCriterion, Rule, rule_leaves
from policies.vocabulary import BasicLivelihood

_UNKNOWN = ("", "모름")
_YES_NO = [_UNKNOWN, ("yes", "예"), ("no", "아니요")]
_NONE = "없음"
_LIST_HELP = f"쉼표로 나눠 적습니다. 없으면 '{_NONE}', 모르면 비워 둡니다."
_DATE = forms.DateInput(attrs={"type": "date"})
# Fields whose value goes into the facts as it is.
_PLAIN = (
    "birth_date",
    "sex",
    "household_size",
    "marital_status",
    "pregnancy",
    "median_income_ratio",
    "monthly_income",
    "assets",
    "disability",
    "long_term_care_grade",
    "employment",
)
_FLAGS = ("owns_home", "near_poor", "veteran")


def _choice(label: str, names: Mapping[Any, str]) -> forms.ChoiceField:
    options = [_UNKNOWN, *((str(value), name) for value, name in names.items())]
    return forms.ChoiceField(label=label, choices=options, required=False)


def _flag(label: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=_YES_NO, required=False)


class ListField(forms.CharField):
    """Names parted by commas: [] for "없음", None for nothing."""

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip()
        if not text:
            return None
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return [] if parts == [_NONE] else parts


class DatesField(ListField):
    """Dates parted by commas."""

    def to_python(self, value: Any) -> Any:
        parts = super().to_python(value)
        if parts is None:
            return None
        try:
            return [date.fromisoformat(part) for part in parts]
        except ValueError:
            raise forms.ValidationError("날짜는 2020-03-15처럼 적어 주세요.") from None


class TrialForm(forms.Form):
    """The most used facts; an empty field is unknown, never "no"."""

    as_of = forms.DateField(label="기준일", widget=_DATE, initial=timezone.localdate)
    birth_date = forms.DateField(label="생년월일", widget=_DATE, required=False)
    sex = _choice("성별", labels.SEX)
    sido = forms.CharField(label="시·도", required=False, help_text="예: 서울특별시")
    sigungu = forms.CharField(label="시·군·구", required=False, help_text="예: 동작구")
    moved_in_on = forms.DateField(label="전입일", widget=_DATE, required=False)
    household_size = forms.IntegerField(
        label="가구원 수", min_value=1, max_value=30, required=False
    )
    household_types = forms.MultipleChoiceField(
        label="가구 유형",
        choices=[("none", "해당 없음"), *((str(k), v) for k, v in labels.HOUSEHOLD_TYPE.items())],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    marital_status = _choice("혼인 상태", labels.MARITAL_STATUS)
    children = DatesField(label="자녀 생년월일", required=False, help_text=_LIST_HELP)
    pregnancy = _choice("임신·출산", labels.PREGNANCY)
    median_income_ratio = forms.FloatField(
        label="기준중위소득 대비 소득(%)", min_value=0, required=False
    )
    monthly_income = forms.IntegerField(label="가구 월 소득(원)", required=False)
    assets = forms.IntegerField(label="재산(원)", required=False)
    owns_home = _flag("주택 소유")
    basic_livelihood = forms.MultipleChoiceField(
        label="받는 기초생활보장 급여",
        choices=[("none", "받지 않음"), *((str(b), f"{b}급여") for b in BasicLivelihood)],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    near_poor = _flag("차상위계층")
    disability = _choice("장애 정도", labels.DISABILITY)
    long_term_care_grade = _choice("장기요양등급", labels.CARE_GRADE)
    conditions = ListField(label="질환", required=False, help_text=_LIST_HELP)
    employment = _choice("일", labels.EMPLOYMENT)
    veteran = _flag("국가보훈대상자")
    receives = ListField(label="받고 있는 지원", required=False, help_text=_LIST_HELP)

    def __init__(self, rule: Rule, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.other: dict[str, str] = {}
        leaves = [leaf for leaf in rule_leaves(rule) if isinstance(leaf, OtherCriterion)]
        for leaf in leaves:
            if leaf.key not in self.other.values() and not leaf.unclear:
                name = f"other_{len(self.other)}"
                self.other[name] = leaf.key
                self.fields[name] = forms.ChoiceField(
                    label=leaf.question or f"「{leaf.key}」에 해당",
                    choices=_YES_NO,
                    required=False,
                )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name in ("household_types", "basic_livelihood"):
            chosen = data.get(name) or []
            if "none" in chosen and len(chosen) > 1:
                self.add_error(name, "'없음'과 다른 것을 함께 고를 수 없습니다.")
        if data.get("sigungu") and not data.get("sido"):
            self.add_error("sido", "시·군·구를 적으면 시·도도 적어 주세요.")
        return data

    def facts(self) -> ApplicantFacts:
        """What was filled in; the rest stays unknown."""
        data = self.cleaned_data
        known: dict[str, Any] = {
            key: data[key] for key in _PLAIN if data[key] is not None and data[key] != ""
        }
        known |= {key: data[key] == "yes" for key in _FLAGS if data[key]}
        for key in ("children", "conditions", "receives", "moved_in_on"):
            if data[key] is not None:
                known[key] = data[key]
        for key in ("household_types", "basic_livelihood"):
            if data[key]:
                known[key] = [value for value in data[key] if value != "none"]
        if data["sido"]:
            known["region"] = RegionFact(sido=data["sido"], sigungu=data["sigungu"] or None)
        known["other"] = {
            key: data[name] == "yes" for name, key in self.other.items() if data[name]
        }
        return ApplicantFacts(as_of=data["as_of"], **known)
