"""Korean nouns for the values of the vocabulary, as they stand in sentences to people."""

from __future__ import annotations

from collections.abc import Mapping

from policies.vocabulary import (
    CareGrade,
    Disability,
    Education,
    Employment,
    HealthInsurance,
    HouseholdType,
    MaritalStatus,
    Nationality,
    Pregnancy,
    Sex,
    Tenure,
)

SEX: Mapping[Sex, str] = {Sex.MALE: "남성", Sex.FEMALE: "여성"}

NATIONALITY: Mapping[Nationality, str] = {
    Nationality.KOREAN: "대한민국 국민",
    Nationality.FOREIGN: "외국인",
    Nationality.MARRIAGE_MIGRANT: "결혼이민자",
    Nationality.REFUGEE: "난민 인정자",
}

HOUSEHOLD_TYPE: Mapping[HouseholdType, str] = {
    HouseholdType.ONE_PERSON: "1인가구",
    HouseholdType.SINGLE_PARENT: "한부모가구",
    HouseholdType.GRANDPARENT: "조손가구",
    HouseholdType.MULTICULTURAL: "다문화가구",
    HouseholdType.NORTH_KOREAN_DEFECTOR: "북한이탈주민 가구",
    HouseholdType.MULTI_CHILD: "다자녀가구",
    HouseholdType.NEWLYWED: "신혼부부",
    HouseholdType.CHILD_HEADED: "소년소녀가정",
}

MARITAL_STATUS: Mapping[MaritalStatus, str] = {
    MaritalStatus.SINGLE: "미혼",
    MaritalStatus.ENGAGED: "예비부부",
    MaritalStatus.MARRIED: "기혼",
    MaritalStatus.DIVORCED: "이혼",
    MaritalStatus.WIDOWED: "사별",
    MaritalStatus.SEPARATED: "별거",
}

PREGNANCY: Mapping[Pregnancy, str] = {
    Pregnancy.NONE: "임신·출산 중이 아닌 사람",
    Pregnancy.PREGNANT: "임신부",
    Pregnancy.POSTPARTUM: "산모",
}

HEALTH_INSURANCE: Mapping[HealthInsurance, str] = {
    HealthInsurance.EMPLOYEE: "건강보험 직장가입자",
    HealthInsurance.REGIONAL: "건강보험 지역가입자",
    HealthInsurance.DEPENDENT: "건강보험 피부양자",
    HealthInsurance.MEDICAL_AID_1: "의료급여 1종 수급자",
    HealthInsurance.MEDICAL_AID_2: "의료급여 2종 수급자",
    HealthInsurance.NONE: "건강보험 미가입자",
}

TENURE: Mapping[Tenure, str] = {
    Tenure.OWNED: "자가 거주자",
    Tenure.JEONSE: "전세 거주자",
    Tenure.MONTHLY_RENT: "월세 거주자",
    Tenure.PUBLIC_RENTAL: "공공임대주택 거주자",
    Tenure.OTHER: "그 밖의 주거 형태 거주자",
}

DISABILITY: Mapping[Disability, str] = {
    Disability.NONE: "장애 등록이 없는 사람",
    Disability.SEVERE: "장애의 정도가 심한 장애인",
    Disability.MILD: "장애의 정도가 심하지 않은 장애인",
}

CARE_GRADE: Mapping[CareGrade, str] = {
    CareGrade.GRADE_1: "장기요양 1등급",
    CareGrade.GRADE_2: "장기요양 2등급",
    CareGrade.GRADE_3: "장기요양 3등급",
    CareGrade.GRADE_4: "장기요양 4등급",
    CareGrade.GRADE_5: "장기요양 5등급",
    CareGrade.COGNITIVE: "장기요양 인지지원등급",
    CareGrade.NONE: "장기요양등급이 없는 사람",
}

EMPLOYMENT: Mapping[Employment, str] = {
    Employment.EMPLOYED: "재직자",
    Employment.SELF_EMPLOYED: "자영업자",
    Employment.UNEMPLOYED: "미취업자",
    Employment.JOB_SEEKING: "구직자",
    Employment.FARMER: "농업인",
    Employment.FISHER: "어업인",
    Employment.LIVESTOCK: "축산인",
    Employment.FORESTER: "임업인",
    Employment.INACTIVE: "경제활동을 하지 않는 사람",
    Employment.ON_LEAVE: "휴직자",
}

EDUCATION: Mapping[Education, str] = {
    Education.PRESCHOOL: "미취학 아동",
    Education.ELEMENTARY: "초등학생",
    Education.MIDDLE: "중학생",
    Education.HIGH: "고등학생",
    Education.UNIVERSITY: "대학생",
    Education.GRADUATE: "대학원생",
    Education.OUT_OF_SCHOOL: "학교 밖 청소년",
    Education.NOT_STUDENT: "학생이 아닌 사람",
}
