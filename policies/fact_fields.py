"""One fact of a person as form fields: how it is asked, shown again and read back.

Every field may be left empty, which is "모름", never "no". A fact key may take two fields (a
region, a list with the question in front of it); a free key (`other.<key>`) is yes, no or 모름.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from django import forms

from policies import choices
from policies.eligibility.facts import ApplicantFacts, RegionFact
from policies.eligibility.questions import OTHER_PREFIX, question_for
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
    list_known,
    whole_number,
)
from policies.forms import sido_choices, sigungu_choices
from policies.korean import long_date, number, won

Fields = dict[str, forms.Field]
# Lists that tell "모름" from "해당 없음": each has a question in front of it.
LISTS = frozenset({"household_types", "children", "basic_livelihood", "conditions", "receives"})
_UNITS = {"age": "세", "household_size": "명", "median_income_ratio": "%"}


@dataclass(frozen=True)
class Asked:
    """A fact to ask for. `options`: names to tick instead of typing; `label` and `help` replace
    the common ones where given."""

    key: str
    label: str = ""
    help: str = ""
    options: tuple[str, ...] = ()

    @property
    def is_free(self) -> bool:
        return self.key.startswith(OTHER_PREFIX)

    @property
    def name(self) -> str:
        """Name of the main field; of a free key it does not change when others come or go."""
        if self.is_free:
            return f"other_{hashlib.sha256(self.key.encode()).hexdigest()[:12]}"
        return "sido" if self.key == "region" else self.key


def _ticks(label: str, options: list[tuple[Any, Any]]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label, required=False, choices=options, widget=forms.CheckboxSelectMultiple
    )


def _text(label: str, help_text: str) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=20, help_text=help_text)


def _ratio() -> forms.FloatField:
    return forms.FloatField(
        label="기준중위소득 대비 소득(%)",
        required=False,
        min_value=0,
        max_value=1000,
        help_text="비율을 알 때만 적어 주세요. 예: 52",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        error_messages={
            "invalid": "숫자로 적어 주세요.",
            "min_value": "0부터 1,000까지의 수를 적어 주세요.",
            "max_value": "0부터 1,000까지의 수를 적어 주세요.",
        },
    )


_SINGLE: dict[str, Callable[[], forms.Field]] = {
    "birth_date": lambda: KoreanDate(
        label="생년월일", help_text="숫자만 이어서 적어도 됩니다. 예: 19590302"
    ),
    "age": lambda: whole_number("만 나이 (생년월일 대신)", low=0, high=130),
    "sex": lambda: OptionalChoice(label="성별", choices=choices.SEX),
    "moved_in_on": lambda: KoreanDate(label="지금 사는 곳에 전입한 날"),
    "nationality": lambda: OptionalChoice(label="국적", choices=choices.NATIONALITY),
    "household_size": lambda: whole_number(
        "함께 사는 가구원 수", low=1, high=30, help_text="본인을 포함한 수를 적어 주세요."
    ),
    "marital_status": lambda: OptionalChoice(label="혼인 상태", choices=choices.MARITAL_STATUS),
    "married_on": lambda: KoreanDate(label="혼인신고한 날"),
    "pregnancy": lambda: OptionalChoice(label="임신이나 출산", choices=choices.PREGNANCY),
    "due_date": lambda: KoreanDate(label="출산 예정일", future=True),
    "delivered_on": lambda: KoreanDate(label="출산한 날"),
    "infertility_treatment": lambda: YesNoUnknown(label="난임 치료를 받고 있나요?"),
    "median_income_ratio": _ratio,
    "monthly_income": lambda: Money(
        label="가구의 한 달 소득",
        help_text="재산까지 셈한 소득인정액을 알면 그 금액을 적어 주세요.",
    ),
    "health_insurance": lambda: OptionalChoice(label="건강보험", choices=choices.HEALTH_INSURANCE),
    "health_insurance_premium": lambda: Money(label="한 달 건강보험료"),
    "assets": lambda: Money(label="가구의 재산"),
    "owns_home": lambda: YesNoUnknown(label="본인이나 가구원 이름으로 된 집이 있나요?"),
    "tenure": lambda: OptionalChoice(label="집의 형태", choices=choices.TENURE),
    "near_poor": lambda: YesNoUnknown(label="차상위계층으로 확인받았나요?"),
    "disability": lambda: OptionalChoice(label="등록 장애", choices=choices.DISABILITY),
    "disability_type": lambda: _text("장애 유형", "예: 지체, 시각, 청각"),
    "legacy_disability_grade": lambda: whole_number("옛 장애 등급(1~6급)", low=1, high=6),
    "long_term_care_grade": lambda: OptionalChoice(
        label="장기요양등급", choices=choices.CARE_GRADE
    ),
    "employment": lambda: OptionalChoice(label="일", choices=choices.EMPLOYMENT),
    "education": lambda: OptionalChoice(label="학업", choices=choices.EDUCATION),
    "veteran": lambda: YesNoUnknown(label="국가유공자 같은 보훈대상자인가요?"),
}
# Question in front of a list, its two answers, and the field behind it.
_LISTED: dict[str, tuple[str, str, str, Callable[[], forms.Field]]] = {
    "household_types": (
        "특별한 가구 유형에 해당하나요?",
        "해당해요",
        "해당하지 않아요",
        lambda: _ticks("해당하는 가구 유형", choices.HOUSEHOLD_TYPE),
    ),
    "children": (
        "자녀가 있나요?",
        "있어요",
        "없어요",
        lambda: DateList(label="자녀의 생년월일", help_text="한 칸에 한 명씩 적어 주세요."),
    ),
    "basic_livelihood": (
        "기초생활보장 급여를 받나요?",
        "받고 있어요",
        "받지 않아요",
        lambda: _ticks("받고 있는 급여", choices.BASIC_LIVELIHOOD),
    ),
    "conditions": (
        "앓고 있는 병이 있나요?",
        "있어요",
        "없어요",
        lambda: LineList(
            label="앓고 있는 병", placeholder="예: 고혈압", help_text="한 줄에 하나씩 적어 주세요."
        ),
    ),
    "receives": (
        "지금 받는 다른 지원이 있나요?",
        "있어요",
        "없어요",
        lambda: LineList(
            label="받고 있는 지원",
            placeholder="예: 기초연금",
            help_text="한 줄에 하나씩 적어 주세요.",
        ),
    ),
}
FACT_KEYS = frozenset({"region", *_SINGLE, *_LISTED})
_AMONG = {
    "conditions": ("진단받은 병이 이 가운데 있나요?", "해당하는 병"),
    "receives": ("지금 받는 지원이 이 가운데 있나요?", "받고 있는 지원"),
}


def fields_of(asked: Asked) -> Fields:
    """Form fields of a fact, in reading order. Raises KeyError for a key that is no fact."""
    if asked.is_free:
        return {asked.name: _labelled(YesNoUnknown(label=question_for(asked.key)), asked)}
    if asked.key == "region":
        return {
            "sido": _labelled(
                forms.ChoiceField(
                    label="시·도", required=False, choices=lambda: sido_choices("모름")
                ),
                Asked(asked.key, help=asked.help),
            ),
            "sigungu": forms.ChoiceField(
                label="시·군·구", required=False, choices=lambda: sigungu_choices("모름")
            ),
        }
    if asked.key in _LISTED:
        return _list_fields(asked)
    return {asked.key: _labelled(_SINGLE[asked.key](), asked)}


def _list_fields(asked: Asked) -> Fields:
    question, some, none, make = _LISTED[asked.key]
    field = make()
    if asked.options:
        question, label = _AMONG[asked.key]
        field = _ticks(label, [(name, name) for name in asked.options])
    known = _labelled(list_known(question, some=some, none=none), asked)
    return {f"{asked.key}_known": known, asked.key: field}


def _labelled(field: forms.Field, asked: Asked) -> forms.Field:
    field.label = asked.label or field.label
    field.help_text = asked.help or field.help_text
    return field


def initial_of(asked: Asked, facts: ApplicantFacts) -> dict[str, Any]:
    """What the fields show for known facts."""
    if asked.is_free:
        return {asked.name: facts.other.get(asked.key.removeprefix(OTHER_PREFIX))}
    if asked.key == "region":
        region = facts.region
        return {
            "sido": region.sido if region else "",
            "sigungu": (region.sigungu if region else "") or "",
        }
    value = getattr(facts, asked.key)
    if asked.key not in LISTS:
        return {asked.key: value}
    known = UNKNOWN if value is None else YES if value else NO
    return {f"{asked.key}_known": known, asked.key: value}


def value_of(asked: Asked, cleaned: Mapping[str, Any]) -> Any:
    """The fact out of cleaned fields; None = unknown."""
    if asked.key == "region":
        sido, sigungu = cleaned.get("sido"), cleaned.get("sigungu")
        return RegionFact(sido=sido, sigungu=sigungu or None) if sido else None
    value = cleaned.get(asked.name)
    return None if value == "" else value


def said(asked: Asked, value: Any) -> str:
    """A value as people say it: "여성", "월급 2,000,000원" without its label, "없음"."""
    if isinstance(value, RegionFact):
        return " ".join(filter(None, (value.sido, value.sigungu)))
    if isinstance(value, bool):
        return "예" if value else "아니요"
    if isinstance(value, list):
        return ", ".join(_one(asked, each) for each in value) or "없음"
    return _one(asked, value)


def _one(asked: Asked, value: Any) -> str:
    if isinstance(value, date):
        return long_date(value)
    field = fields_of(asked)[asked.name]
    if isinstance(field, Money):
        return won(value)
    if isinstance(field, forms.ChoiceField):
        labels: dict[Any, Any] = dict(cast(list[tuple[Any, Any]], field.choices))
        return str(labels.get(value, value))
    if isinstance(value, int | float):
        return f"{number(value)}{_UNITS.get(asked.key, '')}"
    return str(value)
