"""Code lists of the 온통청년 API (공통코드), as published with its documentation."""

from __future__ import annotations

from policies.vocabulary import TargetGroup, Theme

APPROVED = "0044002"
PERIOD_RANGE, PERIOD_ALWAYS, PERIOD_CLOSED = "0057001", "0057002", "0057003"
INCOME_ANY, INCOME_YEARLY, INCOME_OTHER = "0043001", "0043002", "0043003"
UNRESTRICTED = "제한없음"

MARRIAGE = {"0055001": "기혼", "0055002": "미혼", "0055003": UNRESTRICTED}
MAJOR = {
    "0011001": "인문계열",
    "0011002": "사회계열",
    "0011003": "상경계열",
    "0011004": "이학계열",
    "0011005": "공학계열",
    "0011006": "예체능계열",
    "0011007": "농산업계열",
    "0011008": "기타",
    "0011009": UNRESTRICTED,
}
JOB = {
    "0013001": "재직자",
    "0013002": "자영업자",
    "0013003": "미취업자",
    "0013004": "프리랜서",
    "0013005": "일용근로자",
    # Published as 「(예비)창업자」; a value in brackets reads like a remark on the line before.
    "0013006": "예비창업자 또는 창업자",
    "0013007": "단기근로자",
    "0013008": "영농종사자",
    "0013009": "기타",
    "0013010": UNRESTRICTED,
}
SCHOOL = {
    "0049001": "고졸 미만",
    "0049002": "고교 재학",
    "0049003": "고졸 예정",
    "0049004": "고교 졸업",
    "0049005": "대학 재학",
    "0049006": "대학 예정",
    "0049007": "대학 졸업",
    "0049008": "석·박사",
    "0049009": "기타",
    "0049010": UNRESTRICTED,
}
SPECIAL = {
    "0014001": "중소기업",
    "0014002": "여성",
    "0014003": "기초생활수급자",
    "0014004": "한부모가정",
    "0014005": "장애인",
    "0014006": "농업인",
    "0014007": "군인",
    "0014008": "지역인재",
    "0014009": "기타",
    "0014010": UNRESTRICTED,
}
# (field, label, list) in the order of the application page.
CODED_CRITERIA = [
    ("mrgSttsCd", "혼인 상태", MARRIAGE),
    ("schoolCd", "학력", SCHOOL),
    ("plcyMajorCd", "전공", MAJOR),
    ("jobCd", "취업 상태", JOB),
    ("sbizCd", "특화 분야", SPECIAL),
]

TARGET_GROUPS = {
    "0014003": TargetGroup.LOW_INCOME,
    "0014004": TargetGroup.SINGLE_PARENT,
    "0014005": TargetGroup.DISABLED,
}
# 정책대분류명 and 정책중분류명. 참여·권리 and 정책인프라 have no theme in the vocabulary.
LARGE_THEMES = {
    "일자리": [Theme.WORK],
    "주거": [Theme.HOUSING],
    "교육": [Theme.EDUCATION],
    "교육･직업훈련": [Theme.EDUCATION, Theme.WORK],
}
MIDDLE_THEMES = {
    "취약계층 및 금융지원": [Theme.FINANCE, Theme.LIVING],
    "건강": [Theme.PHYSICAL_HEALTH],
    "예술인지원": [Theme.CULTURE],
    "문화활동": [Theme.CULTURE],
    "문화활동 및 생활지원": [Theme.CULTURE, Theme.LIVING],
    "권익보호": [Theme.LAW],
    "교육비지원": [Theme.EDUCATION],
}

# When 인천 was reorganised (July 2026), the API moved each abolished 구 to one of its successors:
# 중구 to 28125 (제물포구), 서구 to 28290 (검단구). Alone, these codes stand for the old 구.
CONVERTED = {"28125": "28155", "28290": "28275"}
