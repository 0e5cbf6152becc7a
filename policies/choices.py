"""Korean labels of the vocabulary, for forms and the admin."""

from policies.vocabulary import (
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
    Sex,
    Tenure,
)

SEX = [(Sex.FEMALE.value, "여성"), (Sex.MALE.value, "남성")]
NATIONALITY = [
    (Nationality.KOREAN.value, "대한민국"),
    (Nationality.FOREIGN.value, "외국"),
    (Nationality.MARRIAGE_MIGRANT.value, "결혼이민자"),
    (Nationality.REFUGEE.value, "난민"),
]
HOUSEHOLD_TYPE = [
    (HouseholdType.ONE_PERSON.value, "1인 가구"),
    (HouseholdType.SINGLE_PARENT.value, "한부모"),
    (HouseholdType.GRANDPARENT.value, "조손"),
    (HouseholdType.MULTICULTURAL.value, "다문화"),
    (HouseholdType.NORTH_KOREAN_DEFECTOR.value, "북한이탈주민"),
    (HouseholdType.MULTI_CHILD.value, "다자녀"),
    (HouseholdType.NEWLYWED.value, "신혼부부"),
    (HouseholdType.CHILD_HEADED.value, "소년소녀가정"),
]
MARITAL_STATUS = [
    (MaritalStatus.SINGLE.value, "미혼"),
    (MaritalStatus.ENGAGED.value, "약혼"),
    (MaritalStatus.MARRIED.value, "기혼"),
    (MaritalStatus.DIVORCED.value, "이혼"),
    (MaritalStatus.WIDOWED.value, "사별"),
    (MaritalStatus.SEPARATED.value, "별거"),
]
PREGNANCY = [
    (Pregnancy.NONE.value, "해당 없음"),
    (Pregnancy.PREGNANT.value, "임신 중"),
    (Pregnancy.POSTPARTUM.value, "출산 후"),
]
HEALTH_INSURANCE = [
    (HealthInsurance.EMPLOYEE.value, "직장가입자"),
    (HealthInsurance.REGIONAL.value, "지역가입자"),
    (HealthInsurance.DEPENDENT.value, "피부양자"),
    (HealthInsurance.MEDICAL_AID_1.value, "의료급여 1종"),
    (HealthInsurance.MEDICAL_AID_2.value, "의료급여 2종"),
    (HealthInsurance.NONE.value, "없음"),
]
TENURE = [
    (Tenure.OWNED.value, "자가"),
    (Tenure.JEONSE.value, "전세"),
    (Tenure.MONTHLY_RENT.value, "월세"),
    (Tenure.PUBLIC_RENTAL.value, "공공임대"),
    (Tenure.OTHER.value, "그 밖"),
]
BASIC_LIVELIHOOD = [(kind.value, f"{kind.value}급여") for kind in BasicLivelihood]
DISABILITY = [
    (Disability.NONE.value, "등록 장애 없음"),
    (Disability.SEVERE.value, "심한 장애(중증)"),
    (Disability.MILD.value, "심하지 않은 장애(경증)"),
]
CARE_GRADE = [
    *((grade.value, f"{grade.value}등급") for grade in CareGrade if grade.value.isdigit()),
    (CareGrade.COGNITIVE.value, "인지지원등급"),
    (CareGrade.NONE.value, "등급 없음"),
]
EMPLOYMENT = [
    (Employment.EMPLOYED.value, "직장인"),
    (Employment.SELF_EMPLOYED.value, "자영업"),
    (Employment.UNEMPLOYED.value, "실업"),
    (Employment.JOB_SEEKING.value, "구직 중"),
    (Employment.FARMER.value, "농업인"),
    (Employment.FISHER.value, "어업인"),
    (Employment.LIVESTOCK.value, "축산인"),
    (Employment.FORESTER.value, "임업인"),
    (Employment.INACTIVE.value, "일하지 않음"),
    (Employment.ON_LEAVE.value, "휴직 중"),
]
EDUCATION = [
    (Education.PRESCHOOL.value, "미취학"),
    (Education.ELEMENTARY.value, "초등학생"),
    (Education.MIDDLE.value, "중학생"),
    (Education.HIGH.value, "고등학생"),
    (Education.UNIVERSITY.value, "대학생"),
    (Education.GRADUATE.value, "대학원생"),
    (Education.OUT_OF_SCHOOL.value, "학교 밖"),
    (Education.NOT_STUDENT.value, "학생 아님"),
]
