"""For each fact key: what it is called in a sentence, and how it is asked, politely."""

from __future__ import annotations

from typing import NamedTuple

OTHER_PREFIX = "other."


class Asking(NamedTuple):
    """`subject` fits “…을 알면”; `question` is a whole question to the person."""

    subject: str
    question: str


ASKING: dict[str, Asking] = {
    "birth_date": Asking("나이", "생년월일이 어떻게 되세요?"),
    "age": Asking("나이", "나이가 만으로 어떻게 되세요?"),
    "sex": Asking("성별", "성별이 어떻게 되세요?"),
    "region": Asking("사는 곳", "어느 시·도, 어느 시·군·구에 사세요?"),
    "moved_in_on": Asking("전입일", "지금 사는 곳으로 언제 전입하셨어요?"),
    "nationality": Asking(
        "국적", "대한민국 국적이신가요? 아니면 외국인, 결혼이민자, 난민 인정자이신가요?"
    ),
    "household_size": Asking("가구원 수", "함께 사는 가구원은 본인을 포함해 몇 명이세요?"),
    "household_types": Asking(
        "가구 유형", "1인가구, 한부모, 조손, 다문화, 다자녀 같은 가구에 해당하시나요?"
    ),
    "marital_status": Asking("혼인 상태", "미혼, 기혼, 이혼, 사별 가운데 어디에 해당하세요?"),
    "married_on": Asking("혼인신고일", "혼인신고를 언제 하셨어요?"),
    "children": Asking("자녀의 나이", "자녀가 있으시면 자녀의 생년월일을 알려 주시겠어요?"),
    "pregnancy": Asking("임신·출산 여부", "지금 임신 중이시거나 최근에 출산하셨나요?"),
    "due_date": Asking("출산 예정일", "출산 예정일이 언제인가요?"),
    "delivered_on": Asking("출산일", "언제 출산하셨어요?"),
    "infertility_treatment": Asking(
        "난임 시술 여부", "난임 시술을 받고 계시거나 받을 예정이신가요?"
    ),
    "median_income_ratio": Asking(
        "가구 소득 수준", "가구의 한 달 소득이 얼마쯤인지, 기준중위소득의 몇 %인지 아시나요?"
    ),
    "monthly_income": Asking("한 달 소득", "가구의 한 달 소득(소득인정액)이 얼마쯤 되세요?"),
    "health_insurance": Asking(
        "건강보험 자격", "건강보험 직장가입자, 지역가입자, 피부양자, 의료급여 가운데 무엇이세요?"
    ),
    "health_insurance_premium": Asking("건강보험료", "건강보험료를 한 달에 얼마 내세요?"),
    "assets": Asking("재산", "가구의 재산이 모두 얼마쯤 되세요?"),
    "owns_home": Asking("주택 소유 여부", "본인이나 가구원 이름으로 된 집이 있으신가요?"),
    "tenure": Asking("주거 형태", "지금 집은 자가, 전세, 월세, 공공임대 가운데 무엇인가요?"),
    "basic_livelihood": Asking(
        "기초생활수급 여부", "생계·의료·주거·교육급여 가운데 받고 계신 것이 있나요?"
    ),
    "near_poor": Asking("차상위계층 여부", "차상위계층으로 확인받으셨나요?"),
    "disability": Asking("장애 등록 여부", "장애인으로 등록하셨나요? 장애의 정도는 어떻게 되세요?"),
    "disability_type": Asking(
        "장애 유형", "등록하신 장애의 유형(지체, 시각, 청각 등)은 무엇인가요?"
    ),
    "legacy_disability_grade": Asking("이전 장애 등급", "예전 장애 등급(1~6급)은 몇 급이셨어요?"),
    "long_term_care_grade": Asking("장기요양등급", "장기요양등급을 받으셨나요? 몇 등급인가요?"),
    "conditions": Asking("앓고 있는 질환", "진단받은 질환이 있으면 알려 주시겠어요?"),
    "employment": Asking("취업 상태", "지금 일하고 계신가요? 어떤 일을 하세요?"),
    "education": Asking("재학 상태", "지금 학교에 다니고 계신가요? 어느 학교급인가요?"),
    "veteran": Asking("국가보훈대상자 여부", "국가보훈대상자(국가유공자 등)이신가요?"),
    "receives": Asking("지금 받는 지원", "지금 받고 계신 다른 지원이나 급여가 있나요?"),
}


def subject_of(key: str) -> str:
    """Noun for a fact key in a sentence; a free key stands for itself."""
    if key.startswith(OTHER_PREFIX):
        return f"「{key.removeprefix(OTHER_PREFIX)}」 해당 여부"
    return ASKING[key].subject


def question_for(key: str) -> str:
    """Question that asks for a fact key; a free key is asked by its own words."""
    if key.startswith(OTHER_PREFIX):
        return f"「{key.removeprefix(OTHER_PREFIX)}」에 해당하시나요?"
    return ASKING[key].question
