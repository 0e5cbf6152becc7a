"""The little English that is understood: ages, places and a few core words of welfare."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.agent.understanding.types import Found

_SIDO = {
    "seoul": "서울특별시", "busan": "부산광역시", "pusan": "부산광역시", "daegu": "대구광역시",
    "taegu": "대구광역시", "incheon": "인천광역시", "gwangju": "전남광주통합특별시",
    "kwangju": "전남광주통합특별시", "daejeon": "대전광역시", "ulsan": "울산광역시",
    "sejong": "세종특별자치시", "gyeonggi": "경기도", "gangwon": "강원특별자치도",
    "chungbuk": "충청북도", "chungcheongbuk": "충청북도", "north chungcheong": "충청북도",
    "chungnam": "충청남도", "chungcheongnam": "충청남도", "south chungcheong": "충청남도",
    "jeonbuk": "전북특별자치도", "jeollabuk": "전북특별자치도", "north jeolla": "전북특별자치도",
    "jeonnam": "전남광주통합특별시", "jeollanam": "전남광주통합특별시",
    "south jeolla": "전남광주통합특별시", "gyeongbuk": "경상북도", "gyeongsangbuk": "경상북도",
    "north gyeongsang": "경상북도", "gyeongnam": "경상남도", "gyeongsangnam": "경상남도",
    "south gyeongsang": "경상남도", "jeju": "제주특별자치도",
}  # fmt: skip
_SEOUL = {
    "jongno": "종로구", "yongsan": "용산구", "seongdong": "성동구", "gwangjin": "광진구",
    "dongdaemun": "동대문구", "jungnang": "중랑구", "seongbuk": "성북구", "gangbuk": "강북구",
    "dobong": "도봉구", "nowon": "노원구", "eunpyeong": "은평구", "seodaemun": "서대문구",
    "mapo": "마포구", "yangcheon": "양천구", "guro": "구로구", "geumcheon": "금천구",
    "yeongdeungpo": "영등포구", "dongjak": "동작구", "gwanak": "관악구", "seocho": "서초구",
    "gangnam": "강남구", "songpa": "송파구", "gangdong": "강동구",
}  # fmt: skip
# Other cities have a 구 of this name, too: they need "Seoul" beside them.
_SHARED = {"jung": "중구", "gangseo": "강서구"}
_WORDS = {
    "basic pension": "기초연금", "national pension": "국민연금", "disability pension": "장애인연금",
    "long-term care": "장기요양", "housing benefit": "주거급여", "medical aid": "의료급여",
    "child allowance": "아동수당", "parental benefit": "부모급여", "disability": "장애",
    "disabled": "장애인", "pregnant": "임신부", "pregnancy": "임신", "diabetes": "당뇨병",
    "diabetic": "당뇨병", "dementia": "치매", "cancer": "암", "monthly rent": "월세",
    "rent": "월세", "childcare": "보육", "unemployed": "실직", "unemployment": "실업급여",
    "scholarship": "장학금", "single parent": "한부모가족", "medical expenses": "의료비",
    "medical bills": "의료비",
    "pension": "연금", "heating": "난방비",
}  # fmt: skip
_AGE = re.compile(
    r"\b(?:i\s?a?['’]?m|i\s+am|aged?|turned)\s+(?:a\s+)?(?P<a>\d{1,3})(?!\d|\s?%)"
    r"(?!\s?(?:weeks?|months?|days?))"
    r"(?:[\s-]?(?:years?|yrs?)(?:[\s-]?old)?)?"
    r"|\b(?P<b>\d{1,3})[\s-]?(?:years?|yrs?|yr)[\s-]?old\b|\b(?P<c>\d{1,3})\s?y/?o\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"(?:over|under|above|below|least|than|if\s+i\s+(?:am|was|were))\s+\S*\s*$", re.IGNORECASE
)
_LIVES = re.compile(
    r"\b(?:live|living|lives|reside|residing|resident|from|based|moved)\b(?:\s+(?:in|at|of|to))?",
    re.IGNORECASE,
)
_PREGNANT = re.compile(
    r"\bi\s?(?:a?['’]?m|\s+am)\s+(?:\d{1,2}\s+(?:weeks?|months?)\s+)?pregnant\b", re.IGNORECASE
)
_REQUEST = re.compile(
    r"\b(?:can|could|how|what|which|where|when|is\s+there|are\s+there|support|help|benefits?|apply|"
    r"subsid\w+|get)\b",
    re.IGNORECASE,
)
_UNIT = r"(?:[\s-]?(?:si|do|gu|city|province|district|metropolitan\s+city))?"
_PLACE = re.compile(
    rf"\b(?P<n>{'|'.join(sorted({*_SIDO, *_SEOUL, *_SHARED}, key=len, reverse=True))})"
    rf"(?P<u>{_UNIT})\b",
    re.IGNORECASE,
)
_WORD = re.compile(
    rf"\b(?:{'|'.join(sorted(map(re.escape, _WORDS), key=len, reverse=True))})s?\b", re.IGNORECASE
)
_OTHER = re.compile(
    r"\b(?:my|his|her|their)\s+(?:\w+\s+)?(?:mother|father|mom|mum|dad|husband|wife|son|"
    r"daughter|child|parents?|friend|grandmother|grandfather|brother|sister|neighbou?r|baby)\b",
    re.IGNORECASE,
)


def is_english(text: str) -> bool:
    """Whether a text is written in Latin letters; everything else here needs that."""
    letters = len(re.findall(r"[A-Za-z]", text))
    return letters >= 3 and letters > 2 * len(re.findall(r"[가-힣]", text))


def english(text: str) -> Iterator[Found]:
    """Age and place of the asker; nothing where the sentence is about somebody else."""
    if not is_english(text) or _OTHER.search(text):
        return
    for match in _AGE.finditer(text):
        value = int(match["a"] or match["b"] or match["c"])
        if value <= 120 and not _LIMIT.search(text[: match.start()]):
            yield Found("age", value, *match.span(), 0.9)
            break
    if pregnant := _PREGNANT.search(text):
        yield Found("pregnancy", "pregnant", *pregnant.span(), 0.9)
    if (lives := _LIVES.search(text)) and (place := _PLACE.search(text, lives.end())):
        last = list(_PLACE.finditer(text, lives.end()))[-1]
        found = english_places(text[lives.end() :])
        if found:
            yield Found("region", found, place.start(), last.end(), 0.9, "household")


def english_places(text: str) -> dict[str, str]:
    """ "Dongjak-gu, Seoul" → the official names; {} where nothing is certain."""
    if not is_english(text):
        return {}
    names = [
        (match["n"].lower(), bool(re.search(r"gu|district", match["u"], re.IGNORECASE)))
        for match in _PLACE.finditer(text)
    ]
    sido = next((_SIDO[name] for name, gu in names if name in _SIDO and not gu), "")
    district = next((_SEOUL[name] for name, _ in names if name in _SEOUL), "")
    if sido == _SIDO["seoul"]:
        district = district or next((_SHARED[name] for name, gu in names if name in _SHARED), "")
    if district and sido in {"", _SIDO["seoul"]}:
        return {"sido": _SIDO["seoul"], "sigungu": district}
    return {"sido": sido} if sido else {}


def korean_words(text: str, question: str) -> str:
    """The question of an English text with the Korean names of what it asks for behind it.

    A request without a question mark ("diabetes support") is a question, too.
    """
    if not is_english(text):
        return question
    if not question and _WORD.search(text) and _REQUEST.search(text):
        question = text.strip()
    found = dict.fromkeys(_WORDS[_key(match[0])] for match in _WORD.finditer(question))
    return f"{question} ({', '.join(found)})" if found else question


def _key(said: str) -> str:
    word = said.lower()
    return word if word in _WORDS else word.removesuffix("s")
