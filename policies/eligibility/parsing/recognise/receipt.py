"""Benefits somebody already has: "실업급여를 받고 있는 자", "동일 사업 기 수혜자".

Texts give these to exclude them or to forbid both at once; turning the condition round is the
assembly's. Support without a name of its own ("유사 사업", "타 사업") is left unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.parsing.recognise.matching import in_title
from policies.eligibility.rule import ReceivesCriterion

_DIMENSION = "receipt"
_LONGEST_TITLE = 60
_SHORTEST_NAME = 3
# Names as texts write them.
_BENEFITS = (
    "장애아동수당 장애인연금 장애연금 장애수당 아동수당 가정양육수당 양육수당 부모급여 "
    "보육료 유아학비 누리과정 첫만남이용권 실업급여 구직급여 구직촉진수당 조기재취업수당 "
    "육아휴직급여 출산전후휴가급여 기초노령연금 기초연금 국민연금 긴급복지지원 긴급복지 "
    "긴급생계급여 국민취업지원제도 청년월세한시특별지원 청년월세특별지원 청년월세지원 "
    "청년월세 청년내일저축계좌 청년내일채움공제 희망저축계좌 희망키움통장 내일키움통장 "
    "청년도약계좌 청년희망적금 자산형성지원사업 에너지바우처 문화누리카드 평생교육이용권 "
    "스포츠강좌이용권 농식품바우처 농어민수당 농민수당 농어업인수당 여성농업인바우처 "
    "장애인활동지원서비스 장애인활동지원급여 장애인활동지원 활동지원급여 노인맞춤돌봄서비스 "
    "노인돌봄종합서비스 노인돌봄기본서비스 아이돌봄서비스 산모신생아건강관리서비스 "
    "산모·신생아건강관리서비스 장기요양급여 장기요양서비스 방문요양서비스 가사간병서비스 "
    "재가노인지원서비스 노인일자리 장애인일자리 직접일자리 공공근로 자활근로 참전명예수당 "
    "보훈명예수당 참전수당 보훈수당 보훈급여금 국가장학금 국가근로장학금 청년수당 "
    "청년구직활동수당 이차보전 영농정착지원금 특수식이 급식비 교복구입비 교복비 주거급여특례 "
    "전세자금대출이자지원 버팀목전세자금대출 버팀목대출 한부모가족아동양육비 아동양육비 "
    "가정위탁양육비 농지연금 주택연금 산재보험급여 휴업급여 상병보상연금 유족연금 자활급여"
).split()
# One benefit under several names: any of them in the facts counts.
_SAME_BENEFIT: tuple[tuple[str, ...], ...] = (
    ("구직급여", "실업급여"),
    ("양육수당", "가정양육수당"),
    ("긴급복지", "긴급복지지원"),
    ("기초연금", "기초노령연금"),
    ("장애인연금", "장애연금"),
    ("장애인활동지원", "장애인활동지원서비스", "장애인활동지원급여", "활동지원급여"),
    ("노인맞춤돌봄", "노인맞춤돌봄서비스"),
    ("산모신생아건강관리서비스", "산모·신생아건강관리서비스"),
)
_ALIASES = {name: names for names in _SAME_BENEFIT for name in names}
_NAME = "|".join(re.escape(name) for name in sorted(_BENEFITS, key=len, reverse=True))
_LIST = r"(?:[,·/]|및|또는|이나|나|와|과|혹은)"
_AFTER_NAME = r"(?:\([^()]{1,15}\))?"
_NOW = r"(?:을|를|에|의)?(?:등)?(?:을|를)?(?:현재|이미|기존에|기)?"
_RECEIVED = (
    r"(?:(?:지원|지급|수급|수령|수혜|제공)(?:을|를)?)?(?:받(?:고있는|고있(?=거나)"
    r"|은|는|았던|았을)|받고있)"
    r"|(?:수급|수령|수혜|이용|참여)(?:를|을)?(?:하는|하고있는|한|중인|중|받은|받고있는)"
    r"|(?:지원)?(?:수급|수령|수혜|이용|참여)(?:권|예정)?(?:대상)?(?:자(?!격)"
    r"|아동|가구|세대)|에?참여하여(?:수혜|수급)중인|(?:지원|지급)?대상(?:자(?!격)"
    r"|아동)"
    r"|기(?:지원|수급|수혜)(?:자)?"
)
_WHO = r"(?:자(?!녀|격)|사람|아동|영유아|유아|경우|가구|세대|대상자|분|청년)?"
_BY_NAME = re.compile(
    rf"(?P<names>(?:{_NAME}){_AFTER_NAME}(?:{_LIST}(?:{_NAME}){_AFTER_NAME})*){_NOW}(?:{_RECEIVED}){_WHO}"
)
_NOT_BOTH = re.compile(
    rf"(?P<names>(?:{_NAME}){_AFTER_NAME}(?:{_LIST}(?:{_NAME}){_AFTER_NAME})*)(?:등)?(?:와"
    rf"|과)?(?:의)?"
    r"(?=중복(?:지원|수급|수혜|지급|신청|참여|이용)?)"
)
# Having had the same support: named by the policy's own title.
_SAME = re.compile(
    r"(?:(?:해당|당해)?(?:본|동|이|동일한?)사업|동일(?:한)?(?:목적의)?(?:지원"
    r"|사업|수당|지원금))(?:의|을|에|으로)?"
    r"(?:에서)?(?:이미|기)?(?:지원|수혜|수급|지급|참여)?(?:를|을)?(?:이미)?"
    r"(?:(?:지원|수혜|수급)?(?:받은|받고있는|중인)(?:자|사람|경우|가구"
    r"|세대|청년)?|기?(?:수혜|참여|수급)자)"
    r"|(?<![가-힣])기(?:수혜|수급|지원)자"
)
_OWN_MONEY = re.compile(
    r"(?P<name>[가-힣]{1,10}(?:비|금|수당|장학금|바우처|장려금|보조금))(?:을"
    r"|를)?(?:이미지원받은|기(?:지원|수령|수혜)(?:을|를)?(?:받은)?)"
    rf"{_WHO}"
)
_OUTSIDE = re.compile(
    r"(?:타|다른)(?:지자체|지방자치단체|시[·.]?군[·.]?구|시[·.]?군|시[·.]?도"
    r"|지역|기관)(?:에서|의|에서의)?(?:동일(?:한)?(?:사업|지원)(?:을|으로)?)"
    r"(?:이미|기)?(?:지원|수혜|지급)?(?:를|을)?(?:받은|받고있는|수혜)(?:자|사람|경우)?"
)


def _names(text: str) -> list[str]:
    found = re.findall(_NAME, text)
    aliases = [_ALIASES.get(name, (name,)) for name in found]
    return list(dict.fromkeys(each for names in aliases for each in names))


def _found(match: re.Match[str], names: list[str], confidence: float = 1.0) -> Found:
    rule = ReceivesCriterion(criterion="receives", any_of=names)
    return Found(match.start(), match.end(), rule, Kind.GROUP, _DIMENSION, confidence)


def _named(flat: Flat, setting: Setting) -> Iterator[Found]:
    """Recipients of benefits with official names, and those that rule each other out."""
    for pattern in (_BY_NAME, _NOT_BOTH):
        for match in pattern.finditer(flat.text):
            if not in_title(flat.text, match.start()):
                yield _found(match, _names(match["names"]))


def _same(flat: Flat, setting: Setting) -> Iterator[Found]:
    """The same support, had before or elsewhere."""
    title = " ".join(setting.title.split())[:_LONGEST_TITLE]
    if title:
        for pattern in (_SAME, _OUTSIDE):
            for match in pattern.finditer(flat.text):
                yield _found(match, [title], 0.8)
    for match in _OWN_MONEY.finditer(flat.text):
        last = match.end("name")
        start = max(place for place in range(match.start(), last) if _begins(flat, place, match))
        rule = ReceivesCriterion(criterion="receives", any_of=[flat.text[start:last]])
        yield Found(start, match.end(), rule, Kind.GROUP, _DIMENSION, 0.7)


def _begins(flat: Flat, place: int, match: re.Match[str]) -> bool:
    """Whether the name of the money may begin here: at the match itself or at a word."""
    return place == match.start() or (
        flat.starts_word(place) and match.end("name") - place >= _SHORTEST_NAME
    )


RECOGNISERS: tuple[Recogniser, ...] = (_named, _same)
IGNORED: tuple[re.Pattern[str], ...] = ()
