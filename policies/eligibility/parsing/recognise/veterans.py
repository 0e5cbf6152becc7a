"""국가보훈대상자: by name, by the law that names them, and their families.

국가보훈 기본법 제3조; the laws are named in `_LAWS`. 의사상자 are honoured under a law of their own
(의사상자 등 예우 및 지원에 관한 법률) and stand in the same lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind, Recogniser, Setting
from policies.eligibility.parsing.recognise.matching import in_title
from policies.eligibility.parsing.recognise.phrases import law_pattern, law_start, negation_end
from policies.eligibility.rule import VeteranCriterion

_DIMENSION = "veteran"
# Law (flat) → the people it names.
_LAWS: tuple[tuple[str, str], ...] = (
    (r"국가유공자(?:등)?(?:예우및지원에관한법률|단체설립에관한법률|법)", "국가유공자"),
    (
        r"참전유공자(?:등)?(?:의)?(?:예우및단체설립에관한법률|예우에관한법률"
        r"|단체설립에관한법률|법)",
        "참전유공자",
    ),
    (r"독립유공자(?:예우에관한법률|법)", "독립유공자"),
    (r"보훈보상대상자(?:지원에관한법률|법)", "보훈보상대상자"),
    (
        r"5[·.,]?18민주(?:유공자|화운동관련자|화운동)(?:예우)?(?:및단체설립|보상등)?에관한법률",
        "5·18민주유공자",
    ),
    (r"특수임무(?:유공자|수행자)(?:예우|지원)?및단체설립에관한법률", "특수임무유공자"),
    (
        r"고엽제후유(?:의)?증(?:등)?(?:환자)?지원(?:등)?(?:및단체설립)?에관한법률",
        "고엽제후유의증환자",
    ),
    (r"의사상자(?:등)?예우(?:및지원)?에관한법률", "의사상자"),
    (r"국가보훈기본법", "국가보훈대상자"),
)
_ANY_LAW = "|".join(law for law, _ in _LAWS)
_REFERENCE = law_pattern(_ANY_LAW)

# Kinds of 국가유공자 (국가유공자법 제4조) go by their own names.
_AS_WRITTEN = ""
_NAMES: tuple[tuple[str, str], ...] = (
    (r"국가보훈(?:기본법상)?대상자|보훈대상자|보훈가족|보훈회원", "국가보훈대상자"),
    (r"(?:상이)?국가유공(?:자|상이자)|국가[·,]참전유공자", "국가유공자"),
    (
        r"6[·.]?25(?:전쟁)?(?:및|또는|,|·|/)월남전?(?:쟁)?참전(?:유공자|용사|자)|참전유공자(?:\((?:6[·.]?25|월남)[^()]{0,12}\))?|(?:6[·.]?25|월남전?)[·.]?(?:전쟁)?(?:참전)(?:용사"
        r"|자|군인|유공자)?(?!중)|참전용사",
        "참전유공자",
    ),
    (r"(?:순국선열|애국지사|독립유공자)", "독립유공자"),
    (r"5[·.,]?18(?:민주)?(?:화운동)?(?:유공자|부상자|관련자|희생자)", "5·18민주유공자"),
    (r"특[수스무]임무(?:유공자|부상자|공로자|수행자)", "특수임무유공자"),
    (r"고엽제후유(?:의)?증(?:2세)?(?:의)?(?:환자|2세환자)?", "고엽제후유의증환자"),
    (r"보[훈훙]보상대상자|재해부상(?:군경|공무원)|재해사망(?:군경|공무원)", "보훈보상대상자"),
    (r"의사(?:상)?자|의상자", "의사상자"),
    (
        r"(?:지원)?(?:전상|공상|순직|전몰)(?:군경|공무원)|(?:무공|보국)수훈자"
        r"|재일학도의용군인?|상이군경"
        r"|4[·.]?19혁명(?:부상자|공로자|사망자|유공자)|(?:특별공로|6[·.]?18자유)상이자",
        _AS_WRITTEN,
    ),
)
_NAME = "|".join(name for name, _ in _NAMES)
_REGISTERED = (
    r"(?:(?:국가)?(?:보훈)(?:부|처|[지관]?청)?(?:\(?지청\)?)?(?:장)?(?:에"
    r"|에서|이)?(?:등록(?:된|한|되어있는)?|인정한))?"
)
_KIN = (
    r"(?:(?:선순위)?유(?:가)?족|가족|배우자|미망인|후손|손자녀|(?:수권)?유자녀|자녀|부모|선순위자)"
)
_LIST = r"(?:및|또는|와|과|이나|나|,|·|/|의|\()+(?:그)?(?:의)?"
_FAMILY = (
    rf"(?:(?:본인)?(?:{_LIST}|(?=유족|미망인|후손)){_KIN}(?!제외)"
    rf"(?:\)|(?:{_LIST}{_KIN})*)?(?:\))?)?"
)
# Names inside names of offices, benefits, facilities.
_NOT_PEOPLE = (
    r"(?!(?:등)?예우|(?:등)?단체|(?:의)?(?:명예|위문|보훈)?수당|회관|병원"
    r"|명예|법|지원에관한|복지|위로금|위탁|급여"
    r"|사업|의료비|보상금|관리|주택|묘역|(?:의날|공원)|카드(?!를?소지)"
    r"|복지카드|요금|감면|심사|민주화운동|에준하는"
    r"|관련)"
)
_BY_NAME = re.compile(
    rf"(?P<dead>사망(?:한)?|작고(?:한)?)?{_REGISTERED}(?P<name>{_NAME}){_NOT_PEOPLE}(?P<family>{_FAMILY})"
    rf"(?:증(?:서|명서)?(?:를|을)?(?:소지(?:한|자)|보유|제시한|발급받은)?(?:자|사람)?)?"
)
_CITED = (
    r"[」'\"\])]*(?:시행령|시행규칙)?[」'\"\])]*(?:제?\d+조(?:의\d+)?(?:\([^()]{1,12}\))?"
    r"|제\d+항|제\d+호|각호|각목"
    r"|부터|까지|및|또는|와|과|,|·|같은법)*"
)
_TO = (
    r"(?:의|에)?(?:규정|적용)?(?:에|을|대상에|의어느하나에|의규정에)?(?:모두)?"
    r"(?:따라|따른|의한|의하여|의거하여|의거|의해|해당하는|해당되는|받는"
    r"|대상이되는|대상자?인|정한|정하는|서정한|등록된|등록한)+"
    r"(?:등록(?:된|한|되어있는)?|결정된|결정받은|적용받는)?"
)
_BY_LAW = re.compile(
    rf"[「'\"\[(]*(?P<law>{_ANY_LAW}){_CITED}{_TO}"
    rf"(?P<who>(?:본인)?(?:사람|자(?!녀)|본인|대상자|(?P<name>{_NAME})))(?P<family>{_FAMILY})"
)
_DIED = re.compile(
    r"(?:가|이|로서)?(?:지급기준일[^,]{0,14})?사망(?!한자의재산)|(?:으)?로(?:서)?사망"
)


def _kind(table: tuple[tuple[str, str], ...], words: str) -> str:
    found = next(kind for pattern, kind in table if re.fullmatch(pattern, words))
    return words if found == _AS_WRITTEN or "(" in words else found


def _found(flat: Flat, match: re.Match[str], kind: str, *, family: bool) -> Found:
    turned = negation_end(flat.text, match.end())
    kinds = [] if kind == "국가보훈대상자" else [kind]
    return Found(
        law_start(flat.text, match.start(), _REFERENCE),
        turned or match.end(),
        VeteranCriterion(criterion="veteran", kinds=kinds, family=family),
        Kind.GROUP,
        _DIMENSION,
        negated=turned is not None,
    )


def _by_name(flat: Flat, setting: Setting) -> Iterator[Found]:
    """국가유공자, 참전유공자 및 그 배우자, 보훈가족, 고엽제후유의증 환자 …"""
    for match in _BY_NAME.finditer(flat.text):
        if in_title(flat.text, match.start()):
            continue
        name = match["name"]
        # Who asks for one who has died is the family.
        died = bool(match["dead"]) or bool(_DIED.match(flat.text, match.end()))
        family = died or bool(match["family"]) or name.endswith("가족")
        yield _found(flat, match, _kind(_NAMES, name), family=family)


def _by_law(flat: Flat, setting: Setting) -> Iterator[Found]:
    """「국가유공자 등 예우 및 지원에 관한 법률」에 따른 사람과 그 유족 …"""
    for match in _BY_LAW.finditer(flat.text):
        yield _found(flat, match, _kind(_LAWS, match["law"]), family=bool(match["family"]))


RECOGNISERS: tuple[Recogniser, ...] = (_by_name, _by_law)
IGNORED: tuple[re.Pattern[str], ...] = (
    re.compile(rf"[「'\"\[]*(?:{_ANY_LAW})[」'\"\]]*(?:시행령)?"),
    re.compile(r"(?:국가)?보훈(?:부|처|지?청)(?:장)?(?:에|에서)(?:등록(?:된|한))?"),
)
