"""Words of a stretch that says where somebody lives and since when.

A stretch is a row of such words without a gap: "신청일 현재 | 6개월 이상 | 계속하여 | 완도군에 |
주민등록을 두고 | 실제 거주하는 | 자". `ROLES` gives each word its role; the first pattern that
fits wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.places import Regions, place_pattern, stem
from policies.eligibility.parsing.recognise.numbers import DATE, PERIOD


class Role(StrEnum):
    DAY = "day"  # a fixed day to count from
    SINCE = "since"  # lived there since a day
    MOVED_AFTER = "moved_after"  # came there on a day or later
    BIRTH = "birth"
    YEAR_START = "year_start"
    NOW = "now"
    LEAST = "least"  # at least so long
    MOST = "most"  # moved in at most so long ago
    BARE = "bare"  # a period and nothing else
    PLACE = "place"
    HERE = "here"  # 관내, 시에, 우리 군
    PROVINCE = "province"  # 도내
    CITIZEN = "citizen"  # 시민, 구민 behind a name or alone
    MOVED = "moved"  # 전입
    ABROAD = "abroad"  # somewhere else
    SAME = "same"  # the same address as somebody
    LIVES = "lives"
    VERB = "verb"  # 두고, 둔, 되어 있는: what an address or registration does
    LIVES_NOT = "lives_not"
    FILLER = "filler"


@dataclass(frozen=True)
class Word:
    start: int
    end: int
    role: Role
    text: str


_DATE = rf"(?:{DATE})"
_ON = r"(?:을|를|일)?(?:현재|기준(?:으로)?|당시)?"
_AREA = (
    r"(?:시[·.,/]?군[·.,/]?구|시[·.,/]?군|시[·.,/]?도|군[·.,/]?구|지역|지자체|자치구|도시|시|군)"
)
_IN = r"(?:관내|지역(?:내)?|도내|내)?(?:에서|에는|에도|에|로|으로|의)?"
_BORN = (
    r"(?:(?:신생아|출생아|출산아|영아|아이|아동|자녀|대상자녀|대상아동"
    r"|지원대상자녀|대상신생아)(?:의)?)?"
    r"(?:출생|출산|분만|입양|출생신고|입양신고|출생등록)(?:\((?:출생|출산"
    r"|입양|신고)\))?(?:또는입양|및입양|·입양|,입양)?"
    r"(?:일|한날|신고일)(?:또는입양(?:신고)?일)?"
)
_ASKED = (
    r"(?:(?:장려금|장학생|양육비)?(?:신청|접수|신고|지급|지급기준|지급대상"
    r"|기준|공고|모집공고|최초공고|선발공고|사업공고|수당지급|지원|등록)"
    r"(?:일|당시|시점|시)(?:자)?(?:을|를)?(?:현재|기준(?:으로)?|당시)?(?:까지|로부터|부터|이전)?)"
)
_STAYS = (
    r"(?:하(?:는|고있는|고있으|고있어야|고있|고|며|여야함|여야|여|면서"
    r"|던|였던|기위하여|기위해|기)|한|중(?!위|학|고|증|앙)인?|자(?!녀|격)|인자|인(?![가-힣])|가구"
    r"|가정)?"
)

# role → pattern, in the order they are tried.
ROLES: tuple[tuple[Role, str], ...] = (
    (
        Role.ABROAD,
        rf"(?:타지역|(?:타|다른){_AREA}|관외|시외|(?:농촌|전남|도|관내"
        rf"|그)외의?(?:지역|시[·]?도)|국내|해외|외국|국외|도시지역)(?:에서"
        rf"|에|의|로)?",
    ),
    (
        Role.SAME,
        r"(?:동일(?:한)?|같은)(?:주소지?|세대|주민등록)(?:지)?(?:에|로)?"
        r"|(?:주소|주민등록)(?:를|을)?(?:같이|함께|달리)|함께|같이|별도",
    ),
    (
        Role.LIVES_NOT,
        r"(?:실제)?(?:미거주(?:자)?|거주하지(?:않는|않은|아니한|아니하는)"
        r"|(?:주민등록|주소지?)(?:이|을|를)?(?:되어있지|두지)(?:는)?(?:않은|않는|아니한))",
    ),
    (
        Role.YEAR_START,
        r"(?:매년|당해연?년?도|당해|해당연?년?도|신청연?년?도|금년도?|사업연?년?도)(?:의)?1월1일(?:을)?(?:현재"
        r"|기준(?:으로)?)?(?:전일까지)?",
    ),
    (
        Role.MOVED_AFTER,
        rf"{_DATE}(?:이후|부터)(?:에|로)?(?=(?:[가-힣]{{2,6}}[시군구](?:에"
        rf"|으로|로)|관내(?:로|에)?|우리[시군구도](?:에|로)|[시군구]로)?(?:신규)?전입)",
    ),
    (Role.SINCE, rf"{_DATE}(?:이전|전)(?:부터|에|까지)?|{_DATE}부터(?!{_DATE})"),
    (Role.DAY, rf"{_DATE}(?:을|를)?(?:현재|기준(?:으로)?)"),
    (
        Role.BIRTH,
        rf"{_BORN}(?:을|를)?(?:현재|기준(?:으로)?|당시)?(?:전[·.,]?후|이?전"
        rf"|이후|후)?(?:부터|로부터)?",
    ),
    (
        Role.NOW,
        rf"{_ASKED}|(?:현재|최근|지금까지)(?:까지)?|(?:매월|매년)?\d{{0,2}}(?:월)?(?:1일)(?:현재"
        rf"|기준)",
    ),
    (
        Role.MOST,
        rf"{PERIOD}(?:이내|이하|내(?!일)|미만|(?:이)?(?:경과되지|경과하지|경과|지나지|되지)"
        rf"(?:않은|아니한|않고))",
    ),
    (
        Role.LEAST,
        rf"(?:최근|최소)?{PERIOD}(?:\([^()]{{1,8}}\))?(?:이상|초과|이전부터"
        rf"|전부터|이전까지|전까지|이전|전|(?:이|을)?(?:경과|지난)(?:한"
        rf"|된|하고)?)(?:부터)?(?:계속(?:하여|해서|적으로)?|동안)?",
    ),
    (Role.BARE, rf"{PERIOD}(?:간|동안)?"),
    (
        Role.MOVED,
        r"(?:신규)?전입(?!생|예정|시바우처)(?:신고)?(?:를|을)?(?:일|후|한날|한지"
        r"|하여|하고|하는|한|온|되어|세대|자|가구|가정)?(?:로부터|부터"
        r"|을?기준(?:으로)?|까지)?(?:신고(?:를)?(?:한|하고)?)?(?:후|지)?(?:자"
        r"|세대)?",
    ),
    (
        Role.PROVINCE,
        r"(?:전북특별자치|강원특별자치|특별자치)?(?:우리도|도내)(?:에서"
        r"|에|로|의)?|도에(?=[가-힣\d(]{0,12}(?:거주|주소|주민등록))",
    ),
    (
        Role.HERE,
        r"(?:관내|우리[시군구]|본[시군구]|당해[시군구]|해당[시군구]|[시군구]관내"
        r"|[시군]내|[시군구]관할구역|지역(?=거주|주민등록))(?:에서|에는"
        r"|에|로|의)?|[시군구](?:에|로)(?!서)|[시군구](?=거주)",
    ),
    (
        Role.CITIZEN,
        r"(?:지역)?(?:시민(?!대상|단체|복지|권|대학|강좌|정원|참여|회관"
        r"|안전|건강|자전거|감사|기자|공원|의식|사회|행복|증)|군민|구민"
        r"|도민(?!증)|주민(?!등록|센터|자치|소득|복지|세|번호|참여))(?:들)?",
    ),
    (
        Role.LIVES,
        r"(?:주민등록(?:법|표|등본|초본)?(?:상|에따라|등본상|초본상|기준)?(?:의)?(?:주소지?(?:를"
        r"|가|이)?)?(?:\([^()]{1,14}\))?(?:을|를|이|가|에|지|지가|지를"
        r"|주소를)?)"
        r"|(?:주소(?!로)지?(?:를|을|가|이|들)?)(?![가-힣]*관할)|(?:실제로?"
        r"|실질적으로|사실상)?(?:실)?거주(?!시설|불명|지관할|공간|환경"
        r"|안정|비(?!율))지?(?:기간)?(?:가|를|이|을|기준)?(?:\([^()]{1,10}\))?"
        + _STAYS
        + r"|거소(?:신고)?(?:를|을)?|체류지?(?:신고)?",
    ),
    (
        Role.VERB,
        r"(?:두고있(?:는|으며|어야|고)?|두고(?:서)?|둔|두었던|둘(?!째|이)"
        r"|두어야|되어있(?:는|으며|고|어야|어)?|등재(?:된|되어있는|되어)?"
        r"|등록(?:된|되어있는|되어있으며|되어있고|되어|한|을한|을하고|하고있는)"
        r"|(?:이)?된|하고있는|옮긴|유지(?:한|하고있는|하는|하고)|되어야(?:함"
        r"|하며)?)(?:자(?!녀|격)|사람)?",
    ),
    (
        Role.FILLER,
        r"계속(?:하여|해서|적으로)?|연속(?:하여|해서|적으로)?|지속(?:하여"
        r"|적으로)?|통산|합산하여|실제(?:로)?|실질적으로|사실상|모두|및"
        r"|까지|에|의|을|를|,",
    ),
)
_SUBJECT = re.compile(
    r"(?:보호자|부모|부또는모)(?:와|및)(?:그)?(?:자녀|신생아|출생아|영아)(?:모두)?(?:가|이|는|은)?|"
    r"(?:부또는모|부[·/]모|부나모|부모|보호자|부부|신청인|신청자|본인|대상자"
    r"|가구구성원|혼인당사자|당사자|임산부|산모)"
    r"(?:또는보호자)?(?:(?:중)?(?:최소)?(?:1|한|2)?(?:명|인)(?:이상)?)?(?:모두)?(?:가|이|는|은|의|(?:와|과)(?=함께|같이))?"
    r"|(?:신생아|출생아|자녀|영아)(?:의|와|및)?(?=부또는모|부모|주민등록)|[:]"
)
_AFTER_PLACE = re.compile(
    r"민(?!간|원|속|영|방|생|박|족|주|증)(?:들)?|인(?:자(?!녀)|사람|경우|세대|가구|가정)?"
)
# 「구미시 외 지역」
_OUTSIDE = re.compile(
    r"이?외(?:의)?(?:지역|다른시[·.]?[도군]|시[·.]?[도군]|타시[·.]?도|에서?|(?=거주))(?:에서|에)?"
)
_ANCHORS = frozenset(
    {
        Role.LIVES,
        Role.CITIZEN,
        Role.MOVED,
        Role.LIVES_NOT,
        Role.PLACE,
        Role.HERE,
        Role.PROVINCE,
    }
)


@cache
def _patterns() -> tuple[tuple[Role, re.Pattern[str]], ...]:
    return tuple((role, re.compile(pattern)) for role, pattern in ROLES)


@cache
def _place() -> re.Pattern[str]:
    return re.compile(rf"(?P<name>{place_pattern()})(?:도(?=내|에)|시(?=에))?{_IN}")


def stem_pattern(home: Regions) -> re.Pattern[str] | None:
    """Names of the home regions without 시·군·구, where the next words show that they are names."""
    names = {stem(region.sigungu or region.sido) for region in home}
    if not names:
        return None
    any_name = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(
        rf"(?P<name>{any_name})(?:(?=에(?!서)|관내|거주|[시군구도]민|으?로(?:신규)?전입"
        rf"|인(?:자|사람)?))"
        rf"{_IN}"
    )


def _word(flat: Flat, at: int, stems: re.Pattern[str] | None, row: list[Word]) -> Word | None:
    """The word at a place; names begin where a word does, or behind another word of the row."""
    text = flat.text
    if row and row[-1].role is Role.PLACE:
        match = _AFTER_PLACE.match(text, at)
        if match and (len(match.group()) > 1 or flat.ends_word(match.end()) or text[at] == "민"):
            role = Role.CITIZEN if match.group().startswith("민") else Role.LIVES
            return Word(at, match.end(), role, match.group())
    for pattern in (_place(), stems):
        match = pattern.match(text, at) if pattern else None
        if match:
            outside = _OUTSIDE.match(text, match.end())
            end = outside.end() if outside else match.end()
            return Word(at, end, Role.ABROAD if outside else Role.PLACE, match["name"])
    for role, pattern in _patterns():
        match = pattern.match(text, at)
        if match and match.end() > at and (row or role is not Role.FILLER):
            return Word(at, match.end(), role, match.group())
    match = _SUBJECT.match(text, at) if row else None
    return Word(at, match.end(), Role.FILLER, match.group()) if match else None


def rows(flat: Flat, home: Regions) -> Iterator[list[Word]]:
    """Rows of adjoining words, at least one of them about living somewhere."""
    stems = stem_pattern(home)
    at, row = 0, list[Word]()
    while at < len(flat.text):
        begins = bool(row) or flat.starts_word(at)
        word = _word(flat, at, stems, row) if begins else None
        if word is not None:
            row.append(word)
            at = word.end
            continue
        if any(each.role in _ANCHORS for each in row):
            yield row
        row = []
        at += 1
    if any(each.role in _ANCHORS for each in row):
        yield row
