"""Labels of the columns of a profile; those of facts are shared with the other forms."""

from policies.choices import (
    BASIC_LIVELIHOOD,
    CARE_GRADE,
    DISABILITY,
    EDUCATION,
    EMPLOYMENT,
    HEALTH_INSURANCE,
    HOUSEHOLD_TYPE,
    MARITAL_STATUS,
    NATIONALITY,
    PREGNANCY,
    SEX,
    TENURE,
)

__all__ = [
    "BASIC_LIVELIHOOD",
    "CARE_GRADE",
    "DISABILITY",
    "EDUCATION",
    "EMPLOYMENT",
    "HEALTH_INSURANCE",
    "HOUSEHOLD_TYPE",
    "MARITAL_STATUS",
    "NATIONALITY",
    "PAID",
    "PREDICATE",
    "PREGNANCY",
    "RELATION",
    "SEX",
    "TENURE",
]

RELATION = [
    ("self", "본인"),
    ("spouse", "배우자"),
    ("mother", "어머니"),
    ("father", "아버지"),
    ("child", "자녀"),
    ("grandmother", "할머니"),
    ("grandfather", "할아버지"),
    ("sibling", "형제자매"),
    ("other", "그 밖의 가족"),
]
PREDICATE = [
    ("disease", "질병"),
    ("treatment", "치료"),
    ("medication", "약"),
    ("symptom", "증상"),
]
PAID = [
    ("monthly", "매달"),
    ("once", "한 번"),
]
