"""Forms of facts to try a rule with, in the caseworker's words: no JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from policies.eligibility import labels
from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.eligibility.reference import bundled_tables
from policies.eligibility.rule import OtherCriterion, Rule, rule_leaves
from policies.vocabulary import VERDICT_LABELS, BasicLivelihood

_UNKNOWN = ("", "모름")
_YES_NO = [_UNKNOWN, ("yes", "예"), ("no", "아니요")]
_NONE = "없음"
_LIST_HELP = f"쉼표로 나눠 적습니다. 없으면 '{_NONE}', 모르면 비워 둡니다."
_DATE = forms.DateInput(attrs={"type": "date"})
# Fields whose value goes into the facts as it is.
_PLAIN = (
    "birth_date",
    "age",
    "sex",
    "moved_in_on",
    "nationality",
    "household_size",
    "marital_status",
    "married_on",
    "children",
    "pregnancy",
    "due_date",
    "delivered_on",
    "median_income_ratio",
    "monthly_income",
    "health_insurance",
    "health_insurance_premium",
    "assets",
    "tenure",
    "disability",
    "disability_type",
    "legacy_disability_grade",
    "long_term_care_grade",
    "conditions",
    "employment",
    "education",
    "receives",
)
_FLAGS = ("owns_home", "near_poor", "veteran", "infertility_treatment")
_SEVERAL = ("household_types", "basic_livelihood")
# As far as facts go.
MOST_WON = 1_000_000_000_000
_LISTS = ("children", "conditions", "receives")
# Facts that are asked for in other fields than their own.
_ASKED_IN = {"region": ("sido", "sigungu"), "birth_date": ("birth_date", "age")}


def _choice(label: str, names: Mapping[Any, str]) -> forms.ChoiceField:
    options = [_UNKNOWN, *((str(value), name) for value, name in names.items())]
    return forms.ChoiceField(label=label, choices=options, required=False)


def _flag(label: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=_YES_NO, required=False)


def _date(label: str) -> forms.DateField:
    return forms.DateField(label=label, widget=_DATE, required=False)


def _number(label: str, **limits: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, **limits)


def _won(label: str, least: int = 0) -> forms.IntegerField:
    return _number(label, min_value=least, max_value=MOST_WON)


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
    """Facts about one person; an empty field is unknown, never "no"."""

    as_of = forms.DateField(label="기준일", widget=_DATE, initial=timezone.localdate)
    birth_date = _date("생년월일")
    age = _number("만 나이 (생년월일을 모를 때)", min_value=0, max_value=130)
    sex = _choice("성별", labels.SEX)
    sido = forms.CharField(label="시·도", required=False, help_text="예: 서울특별시")
    sigungu = forms.CharField(label="시·군·구", required=False, help_text="예: 동작구")
    moved_in_on = _date("전입일")
    nationality = _choice("국적", labels.NATIONALITY)
    household_size = _number("가구원 수", min_value=1, max_value=30)
    household_types = forms.MultipleChoiceField(
        label="가구 유형",
        choices=[("none", "해당 없음"), *((str(k), v) for k, v in labels.HOUSEHOLD_TYPE.items())],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    marital_status = _choice("혼인 상태", labels.MARITAL_STATUS)
    married_on = _date("혼인신고일")
    children = DatesField(label="자녀 생년월일", required=False, help_text=_LIST_HELP)
    pregnancy = _choice("임신·출산", labels.PREGNANCY)
    due_date = _date("출산 예정일")
    delivered_on = _date("출산일")
    infertility_treatment = _flag("난임 시술")
    median_income_ratio = forms.FloatField(
        label="기준중위소득 대비 소득(%)", min_value=0, required=False
    )
    monthly_income = _won("가구 월 소득(원)", least=-MOST_WON)
    health_insurance = _choice("건강보험 자격", labels.HEALTH_INSURANCE)
    health_insurance_premium = _won("건강보험료(월, 원)")
    assets = _won("재산(원)", least=-MOST_WON)
    owns_home = _flag("주택 소유")
    tenure = _choice("주거 형태", labels.TENURE)
    basic_livelihood = forms.MultipleChoiceField(
        label="받는 기초생활보장 급여",
        choices=[("none", "받지 않음"), *((str(b), f"{b}급여") for b in BasicLivelihood)],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    near_poor = _flag("차상위계층")
    disability = _choice("장애 정도", labels.DISABILITY)
    disability_type = forms.CharField(label="장애 유형", required=False, help_text="예: 지체")
    legacy_disability_grade = _number("이전 장애 등급(1~6급)", min_value=1, max_value=6)
    long_term_care_grade = _choice("장기요양등급", labels.CARE_GRADE)
    conditions = ListField(label="질환", required=False, help_text=_LIST_HELP)
    employment = _choice("일", labels.EMPLOYMENT)
    education = _choice("학교", labels.EDUCATION)
    veteran = _flag("국가보훈대상자")
    receives = ListField(label="받고 있는 지원", required=False, help_text=_LIST_HELP)

    def __init__(
        self,
        rule: Rule,
        data: Mapping[str, Any] | None = None,
        *,
        known: Mapping[str, Any] | None = None,
    ) -> None:
        """`known`: facts in the form of the gold cases that the fields begin with; answers to
        criteria that this rule does not have stay in the facts."""
        known = known or {}
        other = dict(known.get("other") or {})
        asked = _other_keys(rule)
        initial = {**_initial(known), **_other_initial(asked, other)}
        super().__init__(data, initial=initial, label_suffix="")
        self.other = {f"other_{index}": key for index, (key, _) in enumerate(asked)}
        self.kept_other = {
            key: value for key, value in other.items() if _squeezed(key) not in _squeezed_all(asked)
        }
        for name, (key, question) in zip(self.other, asked, strict=True):
            label = question or f"「{key}」에 해당"
            self.fields[name] = forms.ChoiceField(label=label, choices=_YES_NO, required=False)
        self.first = self._asked_first(rule)

    def _asked_first(self, rule: Rule) -> list[str]:
        """Fields of the facts that the rule looks at, in the order of the form."""
        nobody = evaluate(rule, ApplicantFacts(as_of=timezone.localdate()), bundled_tables())
        keys = {key for each in nobody.outcomes for key in each.missing}
        names = {name for key in keys for name in _ASKED_IN.get(key, (key,))}
        return [name for name in self.fields if name in {"as_of", *self.other, *names}]

    def looked_at(self) -> list[forms.BoundField]:
        return [self[name] for name in self.first]

    def rest(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in self.first]

    def rest_used(self) -> bool:
        """Whether anything beyond what the rule looks at is filled in or wrong."""
        return any(each.errors or each.value() not in (None, "", []) for each in self.rest())

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name in _SEVERAL:
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
        for key in _SEVERAL:
            if data[key]:
                known[key] = [value for value in data[key] if value != "none"]
        if data["sido"]:
            known["region"] = RegionFact(sido=data["sido"], sigungu=data["sigungu"] or None)
        answers = {key: data[name] == "yes" for name, key in self.other.items() if data[name]}
        return ApplicantFacts(as_of=data["as_of"], other={**self.kept_other, **answers}, **known)


class CaseForm(forms.Form):
    """What a test case is called and what it should give."""

    name = forms.CharField(label="사례 이름", max_length=200, required=False)
    family = forms.CharField(
        label="시험 가족", max_length=100, required=False, help_text="같은 이름끼리 한 가족입니다."
    )
    expected = forms.ChoiceField(
        label="이 정책에서 기대하는 판정",
        choices=[("", "정하지 않음"), *((v.value, label) for v, label in VERDICT_LABELS.items())],
        required=False,
    )
    only_here = forms.BooleanField(label="이 정책에서만 시험", required=False)


def _other_keys(rule: Rule) -> list[tuple[str, str]]:
    """(key, question) of the rule's free criteria, each key once."""
    found: dict[str, str] = {}
    for leaf in rule_leaves(rule):
        if isinstance(leaf, OtherCriterion) and not leaf.unclear:
            found.setdefault(leaf.key, leaf.question)
    return list(found.items())


def _squeezed(key: str) -> str:
    return "".join(key.split())


def _squeezed_all(asked: list[tuple[str, str]]) -> set[str]:
    return {_squeezed(key) for key, _ in asked}


def _other_initial(asked: list[tuple[str, str]], other: Mapping[str, Any]) -> dict[str, str]:
    """Answers to the free criteria by field; spaces in keys do not matter."""
    answers = {_squeezed(key): value for key, value in other.items()}
    return {
        f"other_{index}": "yes" if answers[_squeezed(key)] else "no"
        for index, (key, _) in enumerate(asked)
        if _squeezed(key) in answers
    }


def _initial(known: Mapping[str, Any]) -> dict[str, Any]:
    """Stored facts as the fields show them."""
    values: dict[str, Any] = {key: known[key] for key in ("as_of", *_PLAIN) if key in known}
    for key in _LISTS:
        if key in values:
            values[key] = ", ".join(str(each) for each in values[key]) or _NONE
    for key in _FLAGS:
        if key in known:
            values[key] = "yes" if known[key] else "no"
    for key in _SEVERAL:
        if key in known:
            values[key] = known[key] or ["none"]
    values |= known.get("region") or {}
    return values
