"""How the person is asked for an argument a tool cannot do without."""

from __future__ import annotations

from policies.eligibility.questions import ASKING, question_for

_QUESTIONS = {
    "policy": "어떤 정책을 말씀하시는지 이름을 알려 주시겠어요?",
    "policies": "어떤 정책들을 말씀하시는지 이름을 알려 주시겠어요?",
    "question": "무엇을 찾아 드릴까요?",
    "sido": "어느 시·도에 사세요?",
    "sigungu": "어느 시·군·구에 사세요?",
    "member": "가족 가운데 누구의 이야기인가요?",
    "text": "살펴볼 글을 보내 주시겠어요?",
    "disease": "어떤 질환인지 알려 주시겠어요?",
    "term": "어떤 말이 궁금하세요?",
    "covered_copayment": "건강보험이 적용되는 급여 본인부담금으로 얼마를 내셨나요?",
    "covered_cost": "건강보험이나 의료급여가 적용되는 진료비가 모두 얼마인가요?",
    "uncovered_cost": "병원비 가운데 비급여와 전액본인부담금은 얼마인가요?",
    "income_decile": "건강보험 소득분위가 몇 분위인가요?",
    "care": "입원, 의원 외래, 병원 외래, 약국 가운데 어디를 이용하셨나요?",
    "treatment": "신선배아, 동결배아, 인공수정 가운데 어떤 시술인가요?",
    "birth_order": "몇째 아이인가요?",
    "parent_age": "부모님의 나이가 만으로 어떻게 되세요?",
    "monthly_wage": "그만두기 전에 세금 떼기 전 월급이 얼마였나요?",
    "insured_months": "고용보험에 가입해 일한 기간이 얼마나 되세요?",
    "annual_earnings": "지난해에 일해서 번 돈(부부 합계)이 모두 얼마인가요?",
    "child_count": "18세 미만 자녀가 몇 명인가요?",
    "dependents": "18세 이하, 70세 이상이거나 중증장애가 있는 가족이 몇 명인가요?",
    "rent": "월세를 한 달에 얼마 내세요?",
    "deposit": "보증금이 얼마인가요?",
    "national_pension": "국민연금을 한 달에 얼마 받으세요? 받지 않으면 0원이라고 알려 주세요.",
    "a_benefit": "국민연금의 소득재분배급여금액(A급여액)을 아시나요? 1355에서 확인할 수 있어요.",
    "spouse_receives": "배우자도 그 연금을 함께 받으시나요?",
    "financial_assets": "예금이나 적금 같은 금융재산이 모두 얼마인가요?",
    "home_value": "지금 사시는 집의 값이 얼마쯤 되나요?",
    "family_within_limits": (
        "부모님을 포함한 가구의 소득이 기준 중위소득 100% 이하이고 재산이 4.7억 원 이하인가요?"
    ),
    "member_fits": (
        "가족 가운데 65세 이상, 7세 이하, 등록장애인, 임산부, 중증질환자가 있으신가요?"
    ),
    "repair_grade": "집을 고친다면 도배 같은 작은 수리인가요, 지붕이나 기둥 같은 큰 수리인가요?",
    "medical_cost": "병원비 가운데 본인이 낸 금액이 얼마인가요?",
}


def question_of(argument: str) -> str:
    """A whole polite question for an argument or a fact key."""
    if argument in ASKING:
        return question_for(argument)
    return _QUESTIONS.get(argument, "조금 더 자세히 알려 주시겠어요?")
