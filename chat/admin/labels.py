"""Korean names of routes and outcomes."""

from __future__ import annotations

OUTCOME_LABELS = {
    "answered": "답변함",
    "asked": "되물음",
    "not_found_in_data": "자료에 없음",
    "no_such_policy": "그런 정책 없음",
    "source_unavailable": "출처를 확인하지 못함",
    "smalltalk": "인사",
    "out_of_scope": "주제 밖",
    "crisis": "위기 안내",
    "blocked": "거절함",
    "saved": "저장함",
    "reset": "초기화함",
    "cancelled": "중지됨",
}
ROUTE_LABELS = {
    "SEARCH": "정책 찾기",
    "ELIGIBILITY": "자격 확인",
    "APPLICATION_ASSIST": "신청 도움",
    "SMALLTALK": "인사",
    "OUT_OF_SCOPE": "주제 밖",
    "OFF_TOPIC": "주제 밖(입력 검사)",
    "CRISIS": "위기",
    "INJECTION": "지시 바꾸기 시도",
    "ABUSE": "욕설",
    "SAVE": "저장",
    "RESET": "초기화",
}
