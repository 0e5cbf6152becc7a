"""General questions, and the official words for a person's situation."""

from __future__ import annotations

import re
from typing import Any

from policies.retrieval.morphemes import nouns, words

# Words that say that help is wanted, not which.
_GENERAL = frozenset(
    "혜택 지원 지원금 정책 복지 의료 제도 서비스 도움 종류 추천 정보 돈 뭐 무엇 어떤 나 저 우리 "
    "사람 집 말 알리 알려주 찾 찾아보 주 보 나오 해당 가능 신청 대상 전부 모두 다 지금 관련 "
    "나라 국가 정부 구 시 군 동네 지역 구청 시청 군청 따로".split()
)
# Who is meant is known from the facts, not from the search.
_KIN = frozenset(
    "엄마 어머니 아빠 아버지 남편 아내 와이프 배우자 아들 딸 아이 애 자녀 할머니 할아버지 부모 "
    "부모님 시어머니 시아버지 장모 장인 형 누나 오빠 언니 동생 가족".split()
)
GENERAL_WORDS = _GENERAL | _KIN

# A word that ends like the name of a programme.
PROGRAMME = re.compile(
    r"[가-힣A-Za-z0-9·]{2,}(?:수당|연금|급여|지원금|바우처|이용권|장려금|계좌|보험료|장학금|카드)(?![가-힣]*환자)"
)

# What people ask about a policy they already talk about.
_ASPECTS = frozenset(
    "얼마 금액 액수 기준 조건 자격 서류 기간 기한 마감 언제 어디 방법 절차 전화 번호 문의 "
    "소득 재산 나이 많 적 높 낮 아래 위 이상 이하 미만 초과 달 년 일 인 가구 중위 프로 퍼센트 "
    "이사 다시 또 늦 지나 되 내 넘 서 가 말 그냥 한 정도 꼭 온라인 방문 "
    "청구 접수 대신 대리 본인 위임 당연히 혹시 정말 진짜 아직 이제 안 등급 "
    "동안 하루 며칠 매달 매년 매주 작년 내년 올해 나중 얼마나 오래 빨리 먼저 같이 쯤 결과 중복 "
    "통장 도장 신분증 진단서 증명서 확인서 등본 영수증 소견서 신청서 사본 준비물 필요 준비 주소 "
    "들 오 나오 주 대 맞 끊기 보 걸리 쓰 떼 뱉 돌려주 들어오 남 모자라 끝나 바뀌 못 따로 가져가 "
    "벌이 소급 중위소득 횟수 번 만기 채우 식구 두 세 네 둘 셋 넷 명 혼자 최대 최고 각각 월 다달이 "
    "매월 현금 계좌 자동 끝 밀리 깎 빼 더 덜 제일 차이 만들 지나가 안내문 달라지 바뀌 변하".split()
)
SUPPOSING = re.compile(r"만약|만일|[가-힣](?:면|거든|다가)(?:요|은요|은|서)?(?=[\s?.!,…]|$)")
_MATTER = re.compile(
    r"[가-힣]{2,}\s?(?:지원|혜택|제도|사업|서비스|수당|급여|연금|보험|바우처|대출|할인|카드|보조)|"
    r"[가-힣]{2,}금(?=[은는이도을에])"
)
_PAPERS = re.compile(r"서류|준비|들고|가져|필요|떼|챙")
_LISTING = re.compile(
    r"뭐|뭘|무엇|무슨|어떤|찾아|추천|혜택|종류|더\s?없|받을\s?(?:수\s?있는\s?)?(?:거|것|게|건)|더\s?받|"
    r"같은\s?(?:거|것|건|게)\S?\s?(?:없|있)|다른\s?(?:거|것|건|지원)|또\s?(?:뭐|있)|"
    r"(?:나오는|주는|되는)\s?(?:거|것|게|건|돈).{0,5}(?:있|없|더)"
)

_BY_VALUE = {
    ("pregnancy", "pregnant"): "임신부",
    ("pregnancy", "postpartum"): "산모",
    ("disability", "severe"): "중증 장애인",
    ("disability", "mild"): "장애인",
    ("near_poor", True): "차상위계층",
    ("veteran", True): "국가보훈대상자",
    ("employment", "unemployed"): "실직자",
    ("employment", "job_seeking"): "구직자",
    ("employment", "farmer"): "농업인",
    ("infertility_treatment", True): "난임",
}
_BY_HOUSEHOLD = {
    "single_parent": "한부모가족",
    "grandparent": "조손가족",
    "multicultural": "다문화가족",
    "north_korean_defector": "북한이탈주민",
    "multi_child": "다자녀 가구",
    "newlywed": "신혼부부",
    "one_person": "1인 가구",
}


def is_generic(question: str) -> bool:
    """Nothing in the question says what is looked for ("받을 수 있는 혜택이 뭐예요?")."""
    return all(word in GENERAL_WORDS for word in words(question))


def is_about_an_aspect(question: str) -> bool:
    """Asks how much, until when, which papers … and names nothing of its own."""
    return all(
        word.isdigit() or word in _ASPECTS or word in GENERAL_WORDS for word in words(question)
    )


def supposes(question: str) -> bool:
    """Asks what becomes of the policy in talk in a case that names no other matter ("그 전에
    관두면요?")."""
    named = {word for word in nouns(question) if len(word) > 1}
    return bool(SUPPOSING.search(question)) and is_about_an_aspect(" ".join(named))


def asks_for_list(question: str) -> bool:
    """Asking what there is, is asking anew."""
    return bool(_LISTING.search(question)) and not _PAPERS.search(question)


def asks_after_matter(question: str) -> bool:
    """A question of a matter with a name of its own ("이사비 지원은요?")."""
    return asks_for_list(question) or bool(_MATTER.search(question))


def names_nothing(question: str) -> bool:
    """A question that leaves open what it is about: the policy in talk, if there is one."""
    return is_generic(question) or is_about_an_aspect(question)


def situation_words(facts: dict[str, Any]) -> list[str]:
    """Words published texts use for what is known of a person, the most telling first."""
    found = [f"{name} 환자" for name in facts.get("conditions") or []]
    found += [word for (key, value), word in _BY_VALUE.items() if facts.get(key) == value]
    if facts.get("basic_livelihood"):
        found.append("기초생활수급자")
    found += [
        _BY_HOUSEHOLD[kind] for kind in facts.get("household_types") or [] if kind in _BY_HOUSEHOLD
    ]
    age = facts.get("age")
    if isinstance(age, int):
        found.append(_life_stage(age))
    return found


def _life_stage(age: int) -> str:
    if age >= 65:
        return "노인"
    if age >= 40:
        return "중장년"
    if age >= 19:
        return "청년"
    return "아동·청소년"
