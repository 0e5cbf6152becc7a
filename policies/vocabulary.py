"""Controlled vocabulary shared by facts, rules, the catalogue and the importers.

Values are the ones of the gold-case format and of the official 복지로 code lists
(생애주기, 가구상황, 관심주제). Plain Python: `policies.eligibility` depends on it.
"""

from enum import StrEnum


class Sex(StrEnum):
    MALE = "male"
    FEMALE = "female"


class Nationality(StrEnum):
    KOREAN = "korean"
    FOREIGN = "foreign"
    MARRIAGE_MIGRANT = "marriage_migrant"
    REFUGEE = "refugee"


class HouseholdType(StrEnum):
    ONE_PERSON = "one_person"
    SINGLE_PARENT = "single_parent"
    GRANDPARENT = "grandparent"
    MULTICULTURAL = "multicultural"
    NORTH_KOREAN_DEFECTOR = "north_korean_defector"
    MULTI_CHILD = "multi_child"
    NEWLYWED = "newlywed"
    CHILD_HEADED = "child_headed"


class MaritalStatus(StrEnum):
    SINGLE = "single"
    ENGAGED = "engaged"
    MARRIED = "married"
    DIVORCED = "divorced"
    WIDOWED = "widowed"
    SEPARATED = "separated"


class Pregnancy(StrEnum):
    NONE = "none"
    PREGNANT = "pregnant"
    POSTPARTUM = "postpartum"


class HealthInsurance(StrEnum):
    EMPLOYEE = "employee"
    REGIONAL = "regional"
    DEPENDENT = "dependent"
    MEDICAL_AID_1 = "medical_aid_1"
    MEDICAL_AID_2 = "medical_aid_2"
    NONE = "none"


class Tenure(StrEnum):
    OWNED = "owned"
    JEONSE = "jeonse"
    MONTHLY_RENT = "monthly_rent"
    PUBLIC_RENTAL = "public_rental"
    OTHER = "other"


class BasicLivelihood(StrEnum):
    LIVELIHOOD = "생계"
    MEDICAL = "의료"
    HOUSING = "주거"
    EDUCATION = "교육"


class Disability(StrEnum):
    NONE = "none"
    SEVERE = "severe"
    MILD = "mild"


class CareGrade(StrEnum):
    GRADE_1 = "1"
    GRADE_2 = "2"
    GRADE_3 = "3"
    GRADE_4 = "4"
    GRADE_5 = "5"
    COGNITIVE = "cognitive"
    NONE = "none"


class Employment(StrEnum):
    EMPLOYED = "employed"
    SELF_EMPLOYED = "self_employed"
    UNEMPLOYED = "unemployed"
    JOB_SEEKING = "job_seeking"
    FARMER = "farmer"
    FISHER = "fisher"
    LIVESTOCK = "livestock"
    FORESTER = "forester"
    INACTIVE = "inactive"
    ON_LEAVE = "on_leave"


class Education(StrEnum):
    PRESCHOOL = "preschool"
    ELEMENTARY = "elementary"
    MIDDLE = "middle"
    HIGH = "high"
    UNIVERSITY = "university"
    GRADUATE = "graduate"
    OUT_OF_SCHOOL = "out_of_school"
    NOT_STUDENT = "not_student"


class AgeGroup(StrEnum):
    """Words for ages in published texts; limits in `policies.eligibility.age_groups`."""

    NEWBORN = "신생아"
    BABY = "영아"
    INFANT = "영유아"
    PRESCHOOLER = "유아"
    CHILD = "아동"
    ADOLESCENT = "청소년"
    MINOR = "미성년자"
    ADULT = "성인"
    YOUTH = "청년"
    MIDDLE_AGED = "중장년"
    SENIOR = "노인"


class LifeStage(StrEnum):
    """생애주기 (복지로 lifeArray)."""

    INFANT = "영유아"
    CHILD = "아동"
    TEEN = "청소년"
    YOUTH = "청년"
    MIDDLE_AGED = "중장년"
    SENIOR = "노년"
    PREGNANCY = "임신·출산"


class TargetGroup(StrEnum):
    """가구상황 (복지로 trgterIndvdlArray)."""

    LOW_INCOME = "저소득"
    DISABLED = "장애인"
    SINGLE_PARENT = "한부모·조손"
    MULTI_CHILD = "다자녀"
    MULTICULTURAL = "다문화·탈북민"
    VETERAN = "보훈대상자"


class Theme(StrEnum):
    """관심주제 (복지로 intrsThemaArray)."""

    PHYSICAL_HEALTH = "신체건강"
    MENTAL_HEALTH = "정신건강"
    LIVING = "생활지원"
    HOUSING = "주거"
    WORK = "일자리"
    CULTURE = "문화·여가"
    SAFETY = "안전·위기"
    PREGNANCY = "임신·출산"
    CHILDCARE = "보육"
    EDUCATION = "교육"
    ADOPTION = "입양·위탁"
    CARE = "보호·돌봄"
    FINANCE = "서민금융"
    LAW = "법률"
    ENERGY = "에너지"


class Section(StrEnum):
    """Sections of a policy text; every chunk and every span belongs to one."""

    SUMMARY = "summary"
    TARGET = "target"
    CRITERIA = "criteria"
    BENEFIT = "benefit"
    APPLICATION = "application"
    DOCUMENTS = "documents"
    CONTACT = "contact"
    NOTICE = "notice"
    FAQ = "faq"
    ATTACHMENT = "attachment"


class PeriodKind(StrEnum):
    """How long applications are taken (신청기간)."""

    ALWAYS = "always"
    RANGE = "range"
    BUDGET = "budget"
    ANNUAL = "annual"
    OTHER = "other"


class PolicyStatus(StrEnum):
    OPEN = "open"
    UPCOMING = "upcoming"
    CLOSED = "closed"


class Verdict(StrEnum):
    LIKELY = "likely"
    NEEDS_MORE_INFO = "needs_more_info"
    UNLIKELY = "unlikely"


VERDICT_LABELS = {
    Verdict.LIKELY: "받을 가능성 높음",
    Verdict.NEEDS_MORE_INFO: "확인 필요",
    Verdict.UNLIKELY: "어려움",
}
