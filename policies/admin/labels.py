"""Korean for the rule language, as the correction form shows it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from policies.eligibility import labels
from policies.eligibility.criterion_base import AgeUnit, ReferenceDay
from policies.models.policy import SECTION_LABELS
from policies.vocabulary import (
    AgeGroup,
    BasicLivelihood,
    CareGrade,
    Disability,
    Education,
    Employment,
    HealthInsurance,
    HouseholdType,
    MaritalStatus,
    Nationality,
    Pregnancy,
    Section,
    Sex,
    Tenure,
)


class FieldLabel(NamedTuple):
    """Name of a field, and its unit or what it means."""

    label: str
    help: str = ""


# Kinds of criteria under headings, in the order they are offered.
CRITERION_GROUPS: dict[str, dict[str, str]] = {
    "사람": {
        "age": "나이",
        "age_group": "나이를 뜻하는 말 (청년, 노인 등)",
        "birth_window": "출생 시기",
        "sex": "성별",
        "nationality": "국적",
        "region": "사는 곳",
        "residence": "거주 기간·전입 시기",
        "education": "학교",
        "employment": "일",
        "veteran": "국가보훈대상자",
    },
    "건강": {
        "disability": "장애",
        "long_term_care_grade": "장기요양등급",
        "condition": "질환",
        "pregnancy": "임신·출산",
        "infertility_treatment": "난임 시술",
    },
    "가구": {
        "household_type": "가구 유형",
        "household_size": "가구원 수",
        "marital_status": "혼인 상태",
        "married_within": "혼인 기간·혼인신고 시기",
        "children": "자녀",
        "owns_home": "주택 소유",
        "tenure": "주거 형태",
    },
    "소득·재산": {
        "median_income_ratio": "기준중위소득 비율",
        "monthly_income": "월 소득·소득인정액",
        "low_income": "저소득층 (정해진 금액 없음)",
        "basic_livelihood": "기초생활수급",
        "near_poor": "차상위계층",
        "health_insurance": "건강보험 자격",
        "premium": "건강보험료",
        "assets": "재산",
    },
    "그 밖": {
        "receives": "받고 있는 지원",
        "other": "그 밖의 조건",
    },
}
CRITERIA = {tag: label for group in CRITERION_GROUPS.values() for tag, label in group.items()}

GROUPS = {
    "all_of": "모두 충족",
    "any_of": "하나 이상",
    "none_of": "제외",
    "at_least": "n개 이상",
}

_PICK = FieldLabel("해당하는 것", "하나에만 해당해도 됩니다.")
_LINES = "한 줄에 하나씩 적습니다."
_INCLUDED, _EXCLUDED = "이 값을 포함합니다.", "이 값은 포함하지 않습니다."

FIELDS: dict[str, FieldLabel] = {
    "min": FieldLabel("이상", _INCLUDED),
    "max": FieldLabel("이하", _INCLUDED),
    "above": FieldLabel("초과", _EXCLUDED),
    "below": FieldLabel("미만", _EXCLUDED),
    "unit": FieldLabel("나이 단위"),
    "at": FieldLabel("세는 날"),
    "on": FieldLabel("기준 날짜", "날짜를 적으면 ‘세는 날’ 대신 이 날로 셉니다."),
    "one_of": _PICK,
    "any_of": _PICK,
    "equals": FieldLabel("판정"),
    "group": FieldLabel("나이를 뜻하는 말", "원문에 나이가 적혀 있지 않을 때 씁니다."),
    "born_from": FieldLabel("출생일 (부터)", _INCLUDED),
    "born_to": FieldLabel("출생일 (까지)", _INCLUDED),
    "sido": FieldLabel("시·도", "예: 서울특별시"),
    "sigungu": FieldLabel("시·군·구", "비우면 시·도 전체입니다."),
    "min_months": FieldLabel("이상", "개월"),
    "max_months": FieldLabel("이내", "개월"),
    "min_days": FieldLabel("이상", "일"),
    "moved_from": FieldLabel("전입일 (부터)", _INCLUDED),
    "moved_to": FieldLabel("전입일 (까지)", _INCLUDED),
    "married_from": FieldLabel("혼인신고일 (부터)", _INCLUDED),
    "married_to": FieldLabel("혼인신고일 (까지)", _INCLUDED),
    "within_months": FieldLabel("출산 후 기간", "개월 이내. 비우면 기간을 보지 않습니다."),
    "min_weeks": FieldLabel("임신 주수 이상", "주"),
    "max_weeks": FieldLabel("임신 주수 이하", "주"),
    "types": FieldLabel("장애 유형", f"{_LINES} 비우면 모든 유형입니다."),
    "legacy_grade_max": FieldLabel("이전 장애 등급", "1급부터 이 급까지"),
    "kinds": FieldLabel("보훈대상 종류", f"{_LINES} 비우면 모두입니다."),
    "family": FieldLabel("유족·가족도 해당"),
    "min_count": FieldLabel("자녀 수 이상", "명"),
    "max_count": FieldLabel("자녀 수 이하", "명"),
    "ordinal": FieldLabel("몇째부터", "셋째 이상이면 3. 모든 자녀면 1"),
    "table": FieldLabel("기준액 표", "해마다 고시하는 금액을 씁니다."),
    "employee_max": FieldLabel("직장가입자 보험료 이하", "원 (월)"),
    "regional_max": FieldLabel("지역가입자 보험료 이하", "원 (월)"),
    "minimum": FieldLabel("최저보험료 이하"),
    "key": FieldLabel("조건 이름", "원문의 말을 짧게 줄여 적습니다. 예: 유치원 재원"),
    "question": FieldLabel("물어볼 말", "이 조건을 확인할 때 시민에게 물을 문장"),
    "terms": FieldLabel("핵심어", _LINES),
    "said": FieldLabel(
        "시민이 이렇다고 하는 말",
        f"{_LINES} 띄어 쓴 말이 모두 들어 있으면 그렇다고 봅니다. 예: 밥|빨래|청소 못|힘들",
    ),
    "denied": FieldLabel(
        "시민이 아니라고 하는 말", f"{_LINES} ‘!’를 붙인 말은 없어야 합니다. 예: 연금 안받|없 !기초"
    ),
    "negative": FieldLabel("원문이 ‘~이 아닌 사람’으로 적음"),
    "section": FieldLabel("항목"),
    "quote": FieldLabel("인용문", "고른 항목의 원문에서 그대로 옮깁니다."),
    "unclear": FieldLabel("뜻이 불명확함", "켜면 판정하지 않고 담당자에게 확인하라고 안내합니다."),
    "legal_basis": FieldLabel("근거 법령"),
    "effective_from": FieldLabel("적용 시작", "이 날부터 적용합니다."),
    "effective_to": FieldLabel("적용 끝", "이 날까지 적용합니다."),
}

OWN_FIELDS: dict[tuple[str, str], FieldLabel] = {
    ("age", "min"): FieldLabel("이상", "세 또는 개월. 이 나이를 포함합니다."),
    ("age", "max"): FieldLabel("이하", "세 또는 개월. 이 나이를 포함합니다."),
    ("age", "above"): FieldLabel("초과", "세 또는 개월. 이 나이는 포함하지 않습니다."),
    ("age", "below"): FieldLabel("미만", "세 또는 개월. 이 나이는 포함하지 않습니다."),
    ("children", "min"): FieldLabel("자녀 나이 이상", "세 또는 개월"),
    ("children", "max"): FieldLabel("자녀 나이 이하", "세 또는 개월"),
    ("children", "below"): FieldLabel("자녀 나이 미만", "세 또는 개월"),
    ("children", "within_months"): FieldLabel("출생 후 기간 (개월)", "개월 이내"),
    ("children", "within_days"): FieldLabel("출생 후 기간 (일)", "일 이내"),
    ("household_size", "min"): FieldLabel("이상", "명"),
    ("household_size", "max"): FieldLabel("이하", "명"),
    ("median_income_ratio", "min"): FieldLabel("이상", "기준중위소득의 %"),
    ("median_income_ratio", "max"): FieldLabel("이하", "기준중위소득의 %"),
    ("median_income_ratio", "above"): FieldLabel("초과", "기준중위소득의 %"),
    ("median_income_ratio", "below"): FieldLabel("미만", "기준중위소득의 %"),
    ("monthly_income", "min"): FieldLabel("이상", "원 (월)"),
    ("monthly_income", "max"): FieldLabel("이하", "원 (월)"),
    ("monthly_income", "below"): FieldLabel("미만", "원 (월)"),
    ("assets", "max"): FieldLabel("이하", "원"),
    ("assets", "below"): FieldLabel("미만", "원"),
    ("residence", "min_months"): FieldLabel("거주 기간 이상 (개월)", "개월. 지금 살기만 하면 0"),
    ("residence", "min_days"): FieldLabel("거주 기간 이상 (일)", "일"),
    ("residence", "max_months"): FieldLabel("전입한 지 (개월)", "개월 이내"),
    ("married_within", "max_months"): FieldLabel("혼인한 지", "개월 이내"),
    ("married_within", "min_months"): FieldLabel("혼인한 지", "개월 이상"),
    ("condition", "any_of"): FieldLabel("질환 이름", f"{_LINES} 하나에만 해당해도 됩니다."),
    ("receives", "any_of"): FieldLabel("지원 이름", f"{_LINES} 하나만 받아도 해당합니다."),
}

FLAGS: dict[str, tuple[str, str]] = {
    "owns_home": ("집이 있는 사람", "집이 없는 사람 (무주택)"),
    "near_poor": ("차상위계층인 사람", "차상위계층이 아닌 사람"),
    "veteran": ("국가보훈대상자인 사람", "국가보훈대상자가 아닌 사람"),
    "infertility_treatment": ("난임 시술을 받는 사람", "난임 시술을 받지 않는 사람"),
}
FLAG = ("이 조건에 해당하는 사람", "이 조건에 해당하지 않는 사람")

_WORDS: dict[type[StrEnum], Mapping[Any, str]] = {
    Sex: labels.SEX,
    Nationality: labels.NATIONALITY,
    HouseholdType: labels.HOUSEHOLD_TYPE,
    MaritalStatus: labels.MARITAL_STATUS,
    Pregnancy: labels.PREGNANCY,
    HealthInsurance: labels.HEALTH_INSURANCE,
    Tenure: labels.TENURE,
    Disability: labels.DISABILITY,
    CareGrade: labels.CARE_GRADE,
    Employment: labels.EMPLOYMENT,
    Education: labels.EDUCATION,
    BasicLivelihood: {each: f"{each}급여 수급자" for each in BasicLivelihood},
    AgeGroup: {each: str(each) for each in AgeGroup},
    Section: SECTION_LABELS,
    AgeUnit: {
        AgeUnit.YEARS: "만 나이 (세)",
        AgeUnit.MONTHS: "개월",
        AgeUnit.YEAR_AGE: "연 나이 (올해에서 태어난 해를 뺌)",
    },
    ReferenceDay: {
        ReferenceDay.NOW: "묻는 날",
        ReferenceDay.YEAR_START: "그해 1월 1일",
        ReferenceDay.YEAR_END: "그해 12월 31일",
        ReferenceDay.BIRTH: "자녀의 출생일",
    },
}
LITERALS = {"basic_pension": "기초연금 선정기준액", "disability_pension": "장애인연금 선정기준액"}


def criterion_label(tag: str) -> str:
    """Name of a kind of criterion; one without a name here stands for itself."""
    return CRITERIA.get(tag, tag)


def field_label(tag: str, name: str) -> FieldLabel:
    """Name of a criterion's field."""
    return OWN_FIELDS.get((tag, name)) or FIELDS.get(name) or FieldLabel(name)


def enum_choices(kind: type[StrEnum]) -> list[tuple[str, str]]:
    """(value, Korean) of a vocabulary, in its order."""
    words = _WORDS.get(kind, {})
    return [(each.value, words.get(each, each.value)) for each in kind]
