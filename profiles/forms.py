"""The family form: every fact may be left unknown, and nothing typed is lost on an error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from django import forms
from django.forms import BoundField

from policies.eligibility.reference import bundled_tables
from policies.fields import (
    NO,
    UNKNOWN,
    YES,
    DateList,
    KoreanDate,
    LineList,
    Money,
    OptionalChoice,
    YesNoUnknown,
    list_clean,
    list_known,
    whole_number,
)
from policies.forms import region_problem, sido_choices, sigungu_choices
from policies.korean import won
from profiles import choices
from profiles.facts import SAME_NAME, conditions_of
from profiles.models import Profile

# Lists that tell "모름" from "해당 없음": each has a question in front of it.
LISTS = ("household_types", "children", "basic_livelihood", "conditions", "receives")
# The first group stands open; the others are folded.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "가장 많이 쓰는 것",
        (
            "name",
            "relation",
            "birth_date",
            "sex",
            "sido",
            "sigungu",
            "household_size",
            "health_insurance",
            "conditions_known",
            "conditions",
            "disability",
            "basic_livelihood_known",
            "basic_livelihood",
            "near_poor",
        ),
    ),
    (
        "소득과 재산",
        ("monthly_income", "median_income_ratio", "health_insurance_premium", "assets"),
    ),
    (
        "가족",
        (
            "household_types_known",
            "household_types",
            "marital_status",
            "married_on",
            "children_known",
            "children",
        ),
    ),
    ("임신과 출산", ("pregnancy", "due_date", "delivered_on", "infertility_treatment")),
    (
        "장애와 돌봄을 더 자세히",
        ("disability_type", "legacy_disability_grade", "long_term_care_grade"),
    ),
    ("집과 국적", ("moved_in_on", "tenure", "owns_home", "nationality")),
    ("일, 학업, 그 밖", ("employment", "education", "veteran", "receives_known", "receives")),
)
MEDIAN_YEAR = 2026


def median_income_help() -> str:
    """What the ratio means, with the published amounts to compare an income with."""
    tables = bundled_tables()
    found = ((size, tables.median_income(MEDIAN_YEAR, size)) for size in range(1, 5))
    amounts = ", ".join(f"{size}명 {won(row.amount)}" for size, row in found if row is not None)
    return (
        "기준중위소득은 모든 가구를 소득 순서로 세웠을 때 한가운데 가구의 한 달 소득이에요. "
        f"{MEDIAN_YEAR}년의 100%는 가구원 {amounts}입니다(보건복지부 고시). "
        "비율을 알 때만 적어 주세요. 예: 52"
    )


class FormGroup(NamedTuple):
    """A fieldset: how many of its facts are filled, and whether one has to be corrected."""

    title: str
    fields: list[BoundField]
    filled: int
    wrong: bool


class ProfileForm(forms.Form):
    """Facts of one family member. `values()` is what the services store."""

    name = forms.CharField(
        label="부를 이름",
        max_length=40,
        help_text="별명도 괜찮아요. 예: 어머니, 우리 첫째",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "부를 이름을 적어 주세요."},
    )
    relation = forms.ChoiceField(label="나와의 관계", choices=choices.RELATION)
    birth_date = KoreanDate(label="생년월일", help_text="숫자만 이어서 적어도 됩니다. 예: 19590302")
    sex = OptionalChoice(label="성별", choices=choices.SEX)
    sido = forms.ChoiceField(label="시·도", required=False, choices=lambda: sido_choices("모름"))
    sigungu = forms.ChoiceField(
        label="시·군·구", required=False, choices=lambda: sigungu_choices("모름")
    )
    moved_in_on = KoreanDate(label="지금 사는 곳에 전입한 날")
    nationality = OptionalChoice(label="국적", choices=choices.NATIONALITY)
    tenure = OptionalChoice(label="집의 형태", choices=choices.TENURE)
    owns_home = YesNoUnknown(label="본인이나 가구원 이름으로 된 집이 있나요?")
    household_size = whole_number(
        "함께 사는 가구원 수", low=1, high=30, help_text="본인을 포함한 수를 적어 주세요."
    )
    household_types_known = list_known(
        "특별한 가구 유형에 해당하나요?", some="해당해요", none="해당하지 않아요"
    )
    household_types = forms.MultipleChoiceField(
        label="해당하는 가구 유형",
        required=False,
        choices=choices.HOUSEHOLD_TYPE,
        widget=forms.CheckboxSelectMultiple,
    )
    marital_status = OptionalChoice(label="혼인 상태", choices=choices.MARITAL_STATUS)
    married_on = KoreanDate(label="혼인신고한 날")
    children_known = list_known("자녀가 있나요?", some="있어요", none="없어요")
    children = DateList(label="자녀의 생년월일", help_text="한 칸에 한 명씩 적어 주세요.")
    pregnancy = OptionalChoice(label="임신이나 출산", choices=choices.PREGNANCY)
    due_date = KoreanDate(label="출산 예정일", future=True)
    delivered_on = KoreanDate(label="출산한 날")
    infertility_treatment = YesNoUnknown(label="난임 치료를 받고 있나요?")
    conditions_known = list_known("앓고 있는 병이 있나요?", some="있어요", none="없어요")
    conditions = LineList(
        label="앓고 있는 병", placeholder="예: 고혈압", help_text="한 줄에 하나씩 적어 주세요."
    )
    disability = OptionalChoice(label="등록 장애", choices=choices.DISABILITY)
    disability_type = forms.CharField(
        label="장애 유형", required=False, max_length=20, help_text="예: 지체, 시각, 청각"
    )
    legacy_disability_grade = whole_number("옛 장애 등급(1~6급)", low=1, high=6)
    long_term_care_grade = OptionalChoice(label="장기요양등급", choices=choices.CARE_GRADE)
    median_income_ratio = forms.FloatField(
        label="기준중위소득 대비 소득(%)",
        required=False,
        min_value=0,
        max_value=1000,
        help_text=median_income_help(),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        error_messages={"invalid": "숫자로 적어 주세요."},
    )
    monthly_income = Money(label="가구의 한 달 소득")
    assets = Money(label="가구의 재산")
    health_insurance = OptionalChoice(label="건강보험", choices=choices.HEALTH_INSURANCE)
    health_insurance_premium = Money(label="한 달 건강보험료")
    basic_livelihood_known = list_known(
        "기초생활보장 급여를 받나요?", some="받고 있어요", none="받지 않아요"
    )
    basic_livelihood = forms.MultipleChoiceField(
        label="받고 있는 급여",
        required=False,
        choices=choices.BASIC_LIVELIHOOD,
        widget=forms.CheckboxSelectMultiple,
    )
    near_poor = YesNoUnknown(label="차상위계층으로 확인받았나요?")
    employment = OptionalChoice(label="일", choices=choices.EMPLOYMENT)
    education = OptionalChoice(label="학업", choices=choices.EDUCATION)
    veteran = YesNoUnknown(label="국가유공자 같은 보훈대상자인가요?")
    receives_known = list_known("지금 받는 다른 지원이 있나요?", some="있어요", none="없어요")
    receives = LineList(
        label="받고 있는 지원", placeholder="예: 기초연금", help_text="한 줄에 하나씩 적어 주세요."
    )

    def __init__(self, data: Any = None, *, profile: Profile | None = None) -> None:
        super().__init__(data, initial=initial_of(profile) if profile else None, label_suffix="")
        if profile is not None:
            self._keep_old_region(profile)

    def _keep_old_region(self, profile: Profile) -> None:
        """A stored name that is no longer official stays choosable."""
        for name, stored in (("sido", profile.sido), ("sigungu", profile.sigungu)):
            field = cast(forms.ChoiceField, self.fields[name])
            if stored and not field.valid_value(stored):
                field.choices = [*cast(list[Any], field.choices), (stored, stored)]
        self._stored_region = (profile.sido or "", profile.sigungu or "")

    _stored_region: tuple[str, str] = ("", "")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        region = cleaned.get("sido") or "", cleaned.get("sigungu") or ""
        problem = None if region == self._stored_region else region_problem(*region)
        if problem:
            self.add_error(*problem)
        for name in LISTS:
            list_clean(self, name, cleaned)
        return cleaned

    def values(self) -> dict[str, Any]:
        """Facts of a valid form; unknown ones are None."""
        names = ("name", "relation", "sido", "sigungu", "conditions", *SAME_NAME)
        return {
            name: None if self.cleaned_data[name] == "" else self.cleaned_data[name]
            for name in names
        }

    def groups(self) -> Iterator[FormGroup]:
        """Fieldsets in reading order."""
        for title, names in GROUPS:
            fields = [self[name] for name in names]
            filled = sum(field.value() not in (None, "", [], UNKNOWN) for field in fields)
            yield FormGroup(title, fields, filled, any(field.errors for field in fields))


def initial_of(profile: Profile) -> dict[str, Any]:
    """What the form shows for a stored profile."""
    initial: dict[str, Any] = {name: getattr(profile, name) for name in SAME_NAME}
    for name in ("name", "relation", "sido", "sigungu"):
        initial[name] = getattr(profile, name) or ""
    initial["conditions"] = conditions_of(profile)
    for name in LISTS:
        values = initial[name]
        initial[f"{name}_known"] = UNKNOWN if values is None else YES if values else NO
    return initial
