"""Words that a name or a text must hold, said so or left over as the topic."""

from __future__ import annotations

import re

from policies.retrieval.morphemes import kiwi
from policies.structured.grammar.draft import READ, Draft
from policies.structured.question import Text, TextColumn

_WHERE = (
    r"(?P<where>(?:정책|서비스|사업|프로그램)?\s?(?:이름|"
    r"명칭|제목|정책명|서비스명|사업명)|지원\s?내용|"
    r"혜택\s?내용|지원\s?대상|선정\s?기준|"
    r"신청\s?방법\s?(?:설명)?|설명|내용|본문|원문)"
)
_JOIN = r"(?:\s?(?:·|,|/|와|과|랑|이랑|하고|및|이나|나|또는)\s?)"
_WORD = r"(?:'[^']{1,30}'|\"[^\"]{1,30}\"|[가-힣A-Za-z0-9+&]{1,20}?)"
_NOT = r"(?P<no>없\S*|안\s?(?:들어|있|쓰)\S*|(?:들어가|들어\s?있|포함되|쓰이|있)지\s?않\S*)"
_HAS = (
    r"(?:이|가|은|는|을|를|라는|이라는|란)?\s?(?:말|"
    r"글자|단어|낱말|문구|표현)?(?:이|가|을|를|"
    r"도)?\s?"
    rf"(?:모두\s?|둘\s?다\s?|다\s?|함께\s?)?(?:{_NOT}|(?:들어|포함|있|쓰|적|담)\S*(?:\s?있\S*)?)"
)
_SAID = re.compile(
    rf"{_WHERE}(?:에|에는|중에|이|가|속에|에서)?\s?(?P<words>(?!에[는도]?\s){_WORD}(?:{_JOIN}{_WORD})*){_HAS}"
)
_SAID_FIRST = re.compile(
    rf"(?P<words>{_WORD}(?:{_JOIN}{_WORD})*)(?:이|"
    r"가|을|를|은|는|도|라는|이라는|란)?\s?(?:말|"
    r"글자|단어|낱말)?(?:이|가|을|를)?\s?"
    rf"{_WHERE}(?:에|에는|중에)?\s?(?:{_NOT}|(?:들어|포함|있|쓰|적|담)\S*(?:\s?있\S*)?)"
)
_QUOTED = re.compile(
    r"(?:'(?P<a>[^']{2,40})'|\"(?P<b>[^\"]{2,40})\")(?:이라는|"
    r"라는|란|이란)?(?:\s?(?:이름|말|제목)(?:의|"
    r"이|가|을)?)?"
    r"(?:\s?(?:들어간|들어가는|포함된|붙은|있는))?"
)
_COLUMNS: dict[str, TextColumn] = {
    "지원내용": "benefit", "혜택내용": "benefit", "지원대상": "target", "선정기준": "criteria",
    "신청방법": "application", "신청방법설명": "application", "설명": "summary", "내용": "any",
    "본문": "any", "원문": "any",
}  # fmt: skip
_TITLES: dict[TextColumn, str] = {
    "name": "이름", "benefit": "지원내용", "target": "지원대상", "criteria": "선정기준",
    "application": "신청방법", "summary": "설명", "any": "본문",
}  # fmt: skip
_EITHER = re.compile(r"(?:^|[가-힣'\"\s])(?:이나|나|또는)\s?(?=[가-힣'\"])")
# Nouns that belong to asking, not to what is asked for.
_ASKING = frozenset(
    (
        "정책 서비스 사업 제도 지원 지원금 지원책 프로그램 혜택 복지 공공 거 것 건 게 걸 데 "
        "곳 분 수 때 중 중에 목록 리스트 전부 모두 전체 하나 대상 대상자 청년 분야 온통 "
        "온통청년 보조금 보조금24 정부 나라 국가 우리나라 지금 오늘 현재 올해 어디 어느 뭐 "
        "무엇 누구 어떤 몇 개 가지 종류 이름 제목 나 저 제 내 좀 만 안 외 등 기간 기한 접수 "
        "신청 마감 모집 상시 특정 날짜 지역 거주 주민 주소 주소지 시군 시도 구군 군 구 시 "
        "도 자치구 전국 조건 요건 제한 유형 구분 표시 여부 상태 상관 무관 기관 부처 소관 "
        "주관 운영 담당 관할 정보 자료 데이터 결과 순 상위 최대 최고 최다 최소 제일 가장 "
        "사람 경우 번 회 원 가운데 세 살 나이 연령 질문 알림 정리 추천 검색 확인 가능 필요 "
        "해당 포함 제외 이상 이하 미만 초과 사이 이후 이전 까지 부터 월 일 년 주 달 요일 "
        "이번 다음 지난 저번 최근 앞 뒤 후 전 당시 기준 등록 수정 조회 조회수 년도 연도 말 "
        "초 안내 수준 규모 인원 항목 값 필드 코드 체크 시행 추진 제공 진행 시작 종료 예정 "
        "상황 특성 각각 총 합계 개수 건수 갯수 숫자 분류 대분류 중분류 카테고리 쪽 관련 "
        "관한 위한 대한 사이트 링크 거주지 거주지역 사용자 이용자 참여 방문 온라인 소득 "
        "연소득 가구 동네 도청 시청 구청 군청 행정 자치 단체 지자체 광역 기초 중앙 "
    ).split()
)
# Left over, these say that a condition, a figure or a superlative was not understood.
_MATTERS = re.compile(
    r"(?:빼고|제외|말고|아닌|아니|않은|않는|없는|"
    r"없이|비어)|(?:가장|제일|최다|번째)|\d+(?:[,.]\d+)*\s?[가-힣%]{0,3}"
)
_NOUNS = frozenset({"NNG", "NNP", "SL", "XR"})


def read_names(draft: Draft) -> None:
    """Words said to stand in a name or a text, and quoted ones."""
    for pattern in (_SAID, _SAID_FIRST):
        for match in draft.find(pattern):
            _add_said(draft, match)
    for match in draft.find(_QUOTED):
        word = (match["a"] or match["b"]).strip()
        if _is_value(draft, word):
            continue
        _add(draft, match, "name", [word])


def _is_value(draft: Draft, word: str) -> bool:
    """A quoted value of a field (「키워드가 '보조금'」) is read as that."""
    before = draft.rest[: draft.rest.find(word)]
    fielded = re.search(
        r"(?:분야|키워드|분류|유형|부서\S*|기관\S*|"
        r"기한|조건|구분|방법)(?:이|가|은|는|에)?\s?['\"]$",
        before,
    )
    return (
        bool(fielded)
        or any(word in values for values in draft.vocabulary.values.values())
        or (re.sub(r"\s", "", word) in ("해당사항없음", "상시신청", "상시", "마감", "기타"))
    )


def _add_said(draft: Draft, match: re.Match[str]) -> None:
    where = match["where"].replace(" ", "")
    columns = (own for key, own in _COLUMNS.items() if where.endswith(key))
    column: TextColumn = next(columns, "name")
    said = match["words"]
    words = [word.strip(" '\"") for word in re.split(_SPLIT, said) if word.strip(" '\"")]
    if _EITHER.search(said) and len(words) > 1:
        draft.unread.append(match[0])
        draft.take(*match.span())
        return
    _add(draft, match, column, words)


_SPLIT = (
    r"\s?[·,/]\s?|(?<=[가-힣'\"])(?:와|과|랑|이랑|"
    r"하고)\s|\s(?:및|또는)\s|(?<=['\"])(?:와|"
    r"과|랑|하고)\s?"
)


def _add(draft: Draft, match: re.Match[str], column: TextColumn, words: list[str]) -> None:
    negated = match.end() if match.groupdict().get("no") else draft.negation(match.end())
    title = _TITLES[column]
    quoted = ", ".join(f"‘{word}’" for word in words)
    ending = "없음" if negated else "있음"
    draft.add(
        Text(
            column=column,
            words=tuple(words),
            negated=bool(negated),
            label=f"{title}에 {quoted} {ending}",
        )
    )
    draft.take(match.start(), negated or match.end())


def read_rest(draft: Draft) -> None:
    """Nouns nobody read are the topic when names hold them; those in no name are told.

    With a topic word in no name at all, or a negation that turns nothing round, the question
    is not understood.
    """
    left = draft.rest.replace(READ, " ")
    if match := _MATTERS.search(left):
        draft.unread.append(match[0])
    known = " ".join(
        word for each in draft.filters if isinstance(each, Text) for word in each.words
    )
    topics = [noun for noun in _nouns(left) if noun not in known]
    counts = {noun: draft.vocabulary.named(noun) for noun in topics}
    told = _held([noun for noun, count in counts.items() if count], counts, draft)
    lost = [noun for noun in topics if noun not in told]
    if told:
        quoted = ", ".join(f"‘{word}’" for word in told)
        draft.add(Text(words=tuple(told), label=f"이름에 {quoted} 있음"))
    if not lost:
        return
    if told or known:
        draft.dropped += lost
    else:
        draft.unread += lost


def _held(words: list[str], counts: dict[str, int], draft: Draft) -> list[str]:
    """The words that some name holds together, the most telling ones first."""
    kept: list[str] = []
    for word in sorted(words, key=lambda word: (counts[word], -len(word))):
        if not kept or draft.vocabulary.named(*kept, word):
            kept.append(word)
    return [word for word in words if word in kept]


def _nouns(text: str) -> list[str]:
    """Chains of nouns without those of asking, in order."""
    found: list[str] = []
    chain, end = "", -1
    for token in kiwi().tokenize(text):
        is_noun = token.tag.split("-")[0] in _NOUNS or token.tag in ("XSN", "SN", "XPN")
        if is_noun and token.start == end and chain:
            chain, end = chain + token.form, token.start + token.len
        else:
            found.append(chain)
            chain, end = (token.form, token.start + token.len) if is_noun else ("", -1)
    found.append(chain)
    return list(dict.fromkeys(word for word in map(_topic, found) if word))


def _topic(chain: str) -> str:
    """A chain without words of asking at its ends; "" when nothing else is in it."""
    while chain not in _ASKING:
        shorter = next((chain.removesuffix(w) for w in _LONG_ASKING if chain.endswith(w)), chain)
        if shorter == chain:
            break
        chain = shorter
    return "" if chain in _ASKING or len(chain) < 2 or chain.isdecimal() else chain


_LONG_ASKING = sorted((word for word in _ASKING if len(word) > 1), key=len, reverse=True)
