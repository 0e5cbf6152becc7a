"""Words of a clause that no recogniser read, and whether they state a condition."""

from __future__ import annotations

import re
from functools import lru_cache

from policies.retrieval.morphemes import kiwi, normalise

# Nouns, roots, numbers, foreign words, verbs and adjectives.
_CONTENT = frozenset({"NNG", "NNP", "NNB", "XR", "SL", "SN", "VV", "VA", "NR"})
# Words that stand around conditions without being one.
_EMPTY = frozenset(
    """지원 대상 대상자 해당 해당자 자 사람 분 경우 가구 가정 세대 세대원 가족 주민 본인 신청 신청자
    신청인 신청일 접수일 공고일 지급일 기준일 현재 기준 등 등등 것 수 때 중 인 명 이 그 저 및 또는
    이상 이하 지급 제공 포함 관련 의거 의하 따르 대하 위하 통하 관하 있 되 하 받 두 살 속하 정하
    말하 보 실제 실질 계속 연속 동안 사업 사업자등록지 서비스 프로그램 혜택 수혜자 이용 이용자
    참여자 희망 희망자 원하 바라 필요 우선 누구 모두 전체 전원 일반 각 각각 다음 아래 위 상기 호
    항 목 조 법 법률 시행령 시행규칙 조례 규정 지침 의 내 안 외 당 각종 기타 관내 관할 지역 소재
    거주 거주자 주소 주민등록 등록 요건 조건 자격 자격요건 범위 구분 내용 상세 세부 공통 부 모
    부모 보호자 자녀 아동 여성 남성 학생 청년 노인 어르신 국민 시민 도민 구민 군민 읍면동 시 군 구
    도 원 만 세 년 월 일 개월 연령 나이 소득 재산 확인 확인서 증명 증명서 소지자 제출 충족 충족하
    갖추 만족 만족하 인정 적용 한하 한정 제한 가능 가능하 년도 연도 당해 해당연도 시점 기간 이내
    이후 이전 까지 대한민국 부터 도래 도래하 미만 초과 명의 가구원 구성원 개인 개소 사유 관계 상관
    무관 없이 수준 계층 취약 대상으로 운영 실시 추진 선정 선정자 모집 선발 당사자 서비스이용 참가
    참가자 자료 참고 문의 주 전 후 유아 영유아 어린이 아이 공단 국민건강보험공단 국내 고지 부과
    납부 납입 건강 보험 부부 농가 혼인 보유 보유하 소지 소지하 요금 감면 할인 이용료 사용료 면제
    첫째 둘째 셋째 자체 별도 원칙 가입 되어 되어있 두고 있으 없으 정부 국가 지자체 지방자치단체
    시군구 시도 읍 면 동 일자 가지 하나 개 번 회
    """.split()
)
# Determiners and adverbs that carry the condition themselves.
_ELSEWHERE = re.compile(r"타\s*(?:시|군|구|도|지역|지자체|지방)|다른\s*(?:시|군|구|지역)|관외|외지")
_BY_SIGN = (
    ("타지역", _ELSEWHERE),
    ("가족", re.compile(r"민의\s*(?:자녀|가족|배우자|부모)")),
)
_TOGETHER = frozenset({"함께", "같이"})
_GROUP_END = re.compile(
    r"(?:자|인|사람|분|가구|가정|세대|가족|학생|생|아동|청소년|청년|어린이|유아|영유아|노인|어르신|여성|남성|주민|시민|군민|구민|도민|"
    r"환자|대상자|수급자|수급권자|장애인|근로자|부모|보호자|부부|경우|농가|명문가|유족|배우자|군인|회원|직원|교원|임원|공무원|요원|계층|대상|부대|가정위탁|(?<![가-힣])(?:부|모)|경력자|소지자|이용자|"
    r"피해자|직원|종사자|인력|도우미|돌보미|강사|교사|상담사|관리사|활동가|보호사|동아리|모임|선수|작가|입소자|졸업생|신입생|재학생|희생자|구성원)(?:등|들)?(?:\([^)]*\))?$"
)
_PREDICATE_END = re.compile(
    r"(?:한|된|인|는|은|할|될|이고|이며|하고|하며|이면서|것|함|됨|음|경우|시|때|중|이하|이상|미만|초과|이내|필|여부|\d%)$"
)
# Organisations are no persons: nobody asks for them here.
_ORGANISATION_END = re.compile(
    r"(?:기관|단체|법인|기업|업체|사업체|사업장|시설|학교|대학|행사|조합|협회|공동체|회사|점포|위원회|재단|센터|농장|마을)(?:등)?$"
)
# Names of what is given.
_BENEFIT_END = re.compile(
    r"(?:금|수당|급여|비용|[가-힣]비|혜택|서비스|사업|프로그램|대출|카드|상품권|바우처|용품|물품|\d종|\d명|개소|만원|천원|\d원|[료비액]\d+%|\d회|\d매|종류|내외|한도)(?:등)?$"
)
# What is left out of a benefit, which shuts nobody out.
_COST_END = re.compile(r"(?:임차료|이용료|사용료|수강료|비용|구입비|설치비|품목|항목|공사|물품)$")
_OFFICE = re.compile(
    r"(?:위탁|협약|연계|검토|접수|조사|심사|발굴|통보|의뢰|협의|고려|감안|공모|배정|공고|모집|홍보)"
    r"(?:하여|한후|후|해서|하고|하며|을통해|를통해|을거쳐|를거쳐|에의해|에따라)$|"
    r"(?:기간|기한)(?:\([^)]*\))?(?:이?내에?)[^,]{0,10}신청(?:한|하는|한자|자)?$|"
    r"(?:수당|지원금|사업|급여|서비스|장려금|연금|바우처)(?:의)?(?:지급|지원|이용|신청)?대상자?$"
)
_NEGATIVE = re.compile(
    r"않|아니|없|못(?!지)|미(?:수급|수령|가입|취학|거주|이용|참여|등록|지원|신청|충족)|(?<![가-힣])비(?!용|상|서|엔|닐|밀|만|율|슷|교|행기|자|속)(?=[가-힣])"
)


_OTHER_AID = re.compile(
    r"(?:타|다른|유사|동일|기존|이미|중복)[^,.]{0,12}(?:사업|기관|제도|법|법률|법령|지원)[^,.]{0,12}"
    r"(?:참여|수혜|지원|이용|수급|혜택|받)"
)


def names_other_aid(text: str) -> bool:
    """Whether a stretch is about aid from elsewhere ("타 사업 참여자"), which shuts people out."""
    return bool(_OTHER_AID.search("".join(text.split())))


@lru_cache(maxsize=100_000)
def content_words(text: str) -> tuple[str, ...]:
    """Content morphemes that say something of a person, in order."""
    found = [(word, "NNG") for word, sign in _BY_SIGN if sign.search(text)]
    for token in kiwi().tokenize(normalise(text)):
        tag = token.tag.split("-")[0]
        if (tag in _CONTENT and token.form not in _EMPTY) or token.form in _TOGETHER:
            found.append((token.form, tag))
    # Figures alone say nothing.
    return tuple(form for form, _ in found) if any(tag != "SN" for _, tag in found) else ()


def names_a_group(text: str) -> bool:
    """Whether a stretch ends in a noun for people ("…한 자", "명문가")."""
    return bool(_GROUP_END.search("".join(text.split())))


def says_of_a_person(text: str) -> bool:
    """Whether a stretch is a predicate or a group, not a purpose or a headline."""
    flat = "".join(text.split()).rstrip(",.·")
    return bool(_GROUP_END.search(flat) or _PREDICATE_END.search(flat))


def names_an_organisation(text: str) -> bool:
    """Whether a stretch ends in an organisation, which is no person."""
    flat = re.sub(r"인?(?:경우|자)$", "", "".join(text.split()).rstrip(",.·)"))
    return bool(_ORGANISATION_END.search(flat))


def names_a_benefit(text: str) -> bool:
    """Whether a stretch ends in what is given, an amount or a number."""
    return bool(_BENEFIT_END.search("".join(text.split()).rstrip(",.·)")))


def names_a_cost(text: str) -> bool:
    """Whether a stretch ends in a cost or a thing that a benefit does not cover."""
    return bool(_COST_END.search("".join(text.split()).rstrip(",.·)")))


def is_office_work(text: str) -> bool:
    """Whether a stretch tells what an office does, or names those who get the benefit anyway."""
    return bool(_OFFICE.search("".join(text.split())))


def is_negative(text: str) -> bool:
    return bool(_NEGATIVE.search(text))
