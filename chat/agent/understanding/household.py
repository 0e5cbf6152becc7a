"""Household, housing and what a household receives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.agent.understanding.numbers import native_number
from chat.agent.understanding.types import Found

_SIZE_WORDS = {"세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "두": 2}
_PERSONS = re.compile(r"(?P<n>\d{1,2})\s?인\s?(?:가구|가족|식구)(?!\s?(?:면|중위|기준|이면))")
_MOUTHS = re.compile(r"(?P<n>두|세|네|다섯|여섯|일곱|\d{1,2})\s?(?:식구|가족|명이?\s?(?:살|같이))")
_ALONE = re.compile(
    r"혼자\s?(?:서\s?)?(?:(?:\S+에서?\s)?(?:월세\s|전세\s|따로\s)?(?:살(?!면)|사는|사시|사세|"
    r"사셔|삽니|산다|사십|계시|계신|계세|지내)|"
    r"예요|에요|이에요|입니다|임(?![가-힣]))|(?:홀로|독거)\s?(?:살|사|계|지내|노인(?:입|이에|예)|"
    r"중)|"
    r"1인\s?가구(?!\s?(?:면|중위|기준))|일인\s?가구|혼자살"
)
_TOGETHER = re.compile(
    r"(?:(?:랑|이랑|하고|과|와)\s(?:저\s)?(?P<b>둘|셋|넷)(?:이|이서)?(?=$|[\s.,]|만)(?!\s?(?:다|"
    r"키우|낳)))|"
    r"(?P<a>둘|셋|넷|다섯)이(?:서)?\s?(?:\S+\s){0,4}?(?:살|사는|사세|사시|삽|산다|지내)|"
    r"(?P<c>두)\s?분이?서?만?\s(?:\S+\s){0,3}?(?:사세|사시|사십|계세|지내)"
)
_COUNTS = {"둘": 2, "셋": 3, "넷": 4, "다섯": 5, "두": 2}
_TYPES: tuple[tuple[str, str], ...] = (
    ("single_parent", r"한부모(?!(?:도|만|한테|면|이면)|\s?(?:가족\s?)?(?:지원|자격|증명|기준|"
                      r"양육비|정책|혜택|가구면))|"
                      r"싱글맘|싱글대디|비혼모|비혼부|미혼모|미혼부|편모|편부|"
                      r"혼자\s?(?:애|아이|아들|딸|아기)\S*\s?(?:\S+\s)?키우"),
    ("grandparent", r"조손\s?(?:가정|가구|가족)(?!\s?지원)"),
    ("multicultural", r"다문화\s?(?:가정|가족|가구)?(?!\s?(?:출산)?\s?(?:지원|센터|정책|혜택|"
                      r"가정\s?지원))"),
    ("north_korean_defector", r"탈북|새터민|북한\s?이탈|하나원"),
    ("multi_child", r"다자녀(?!\s?(?:혜택|지원|기준|할인|특공|특별))|(?:애|아이|자녀|자식|애가|"
                    r"아이가)\s?(?:셋|넷|다섯|3명|4명|세\s?명)"),
    ("newlywed", r"신혼\s?(?:부부(?!\s?(?:지원|혜택|특|전세|대출|청약))|이에|예요|입니다|이라|"
                 r"인데)"),
    ("child_headed", r"소년\s?소녀\s?가[장정]|소년\s?가장|소녀\s?가장"),
)  # fmt: skip
_TYPES_RE = [(value, re.compile(pattern)) for value, pattern in _TYPES]
_NO_CHILD = re.compile(
    r"(?<![가-힣])(?:애|아이|자녀|자식|애기|아기)(?:는|도|가|들은|들도|은)?\s?(?:아직\s?|"
    r"하나도\s)?(?:없(?!으면|는\s?사람|나)|안\s?낳)|무자녀|딩크|"
    r"(?:아직|지금)\s?(?:애|아이|자녀)(?:는|가)?\s?없"
)
_OWNS = re.compile(
    r"(?<![가-힣])(?:집|아파트|주택|빌라)(?:은|이|도|가)?\s?(?:한\s?채\s?)?(?:있(?!으면|"
    r"는\s?사람|나)|우리\s?(?:꺼|거|집)|제\s?명의|내\s?명의)|"
    r"집\s?한\s?채|내\s?집\s?(?:있|이에|에\s?살)|시골집|자기\s?집|유주택|1주택"
)
_SELF_OWNED = re.compile(
    r"(?<![가-힣])자가(?=$|[\s,.]|예|에요|이|인|고|라|지|입|로|에\s?살|거주)(?!\s?(?:진단|격리))"
)
_NO_HOME = re.compile(
    r"무주택|(?<![가-힣])(?:집|자기\s?집|내\s?집)(?:은|이|도)?\s?(?:아직\s)?없(?!으면)"
)
_TENURES: tuple[tuple[str, str], ...] = (
    ("public_rental", r"공공\s?임대|임대\s?(?:아파트|주택)(?=에|\s?(?:살|거주|사는|삽|혼자|"
                      r"입니|이에|예요))|영구\s?임대|국민\s?임대|행복\s?주택에\s?살|"
                      r"LH\s?(?:임대|아파트|주택|에\s?살)"),
    ("monthly_rent", r"(?:월세|사글세|달세)(?!\s?(?:(?:를|집을?)\s)?(?:알아|구하|찾|얻)|"
                     r"\s?(?:지원|대출|보증|제도|혜택|세액|사는\s?사람))"),
    ("jeonse", r"전세(?!\s?(?:(?:를|집을?)\s)?(?:알아|구하|찾|얻)|\s?(?:대출|사기|자금|지원|"
               r"보증|계약|금|임대))"),
)  # fmt: skip
_TENURES_RE = [(value, re.compile(pattern)) for value, pattern in _TENURES]
_KINDS = r"생계|의료|주거|교육"
_LIVELIHOOD = re.compile(
    rf"(?P<k>(?:(?:{_KINDS})(?:급여)?(?:[\s,·+/]|하고|랑|이랑|와|과)*)+)(?:급여)?(?:를|을|도|"
    rf"만)?\s?"
    r"(?:수급(?!자?\s?(?:되|될|인가|기준))|받(?:아요|고|는(?!다|지)|으세|으시|습니|음|아서|아\s|"
    r"은\s?지)|타(?:요|고|는))"
)
_RECIPIENT_KINDS = re.compile(
    rf"수급자?\s?(?:\(|는|은|로|\s)\s?(?P<k>(?:(?:{_KINDS})(?:급여)?[\s,·]*)+)"
)
_RECIPIENT = re.compile(
    r"(?:기초\s?(?:생활)?\s?)?수급자(?!\s?(?:되|될|인가|기준|신청|말고|탈락|가\s?되|도\s|만\s|"
    r"한테|면|이면))"
)
_NEAR_POOR = re.compile(
    r"차상위(?:\s?계층)?(?!\s?(?:지원|혜택|기준|신청|되|될|인가|도\s?(?:되|돼)|면|이면|본인부담))"
)
_NO = re.compile(
    r"^\s?(?:계층)?\s?(?:은|는|도|이|가|자격도?)?\s?(?:아니(?!지만\s?되)|아닌|아님|안\s?[되돼]|"
    r"탈락|떨어)"
)
BENEFITS = (
    "기초연금",
    "국민연금",
    "장애인연금",
    "장애수당",
    "장애아동수당",
    "아동수당",
    "부모급여",
    "양육수당",
    "실업급여",
    "구직급여",
    "구직촉진수당",
    "유족연금",
    "노령연금",
    "공무원연금",
    "군인연금",
    "사학연금",
    "청년수당",
    "한부모 양육비",
    "아동양육비",
    "에너지바우처",
    "긴급복지",
    "육아휴직급여",
    "산재급여",
    "보훈급여",
    "참전명예수당",
    "가정양육수당",
    "활동지원",
    "첫만남이용권",
    "청년월세",
    "자활급여",
    "근로장려금",
    "자녀장려금",
    "농민수당",
    "출산급여",
    "국가장학금",
)
_BENEFIT = re.compile(
    rf"(?P<b>{'|'.join(re.escape(name) for name in sorted(BENEFITS, key=len, reverse=True))})"
    r"(?:은|는|을|를|도|만|이|가)?\s?(?:(?:월|매달)?\s?[\d,]+\s?(?:만\s?)?원?(?:씩|을)?\s?)?"
    r"(?P<v>받(?:고|아요|아여|으세|으셔|으신|으심|으시|음(?![가-힣])|는\s?(?:노인|사람|집|거|것|"
    r"중|데|게)|"
    r"는데|습니|음|아\s|아$|아서|은\s?지)|타(?:고|요|는|세요|시고)|수급\s?중|뿐|밖에|나와요|"
    r"나오는데|나옵니다)"
)
_NOT_YET = re.compile(r"^\s?(?:싶|수|려)")


def household(text: str) -> Iterator[Found]:
    """Facts of household, housing and benefits in a piece."""
    yield from _size(text)
    for value, pattern in _TYPES_RE:
        if (match := pattern.search(text)) and not _NO.match(text[match.end() :]):
            owner = "subject" if value == "north_korean_defector" else "household"
            yield Found("household_types", [value], *match.span(), 0.9, owner)
    if match := _NO_CHILD.search(text):
        yield Found("children", [], *match.span())
    yield from _housing(text)
    yield from _assistance(text)
    for match in _BENEFIT.finditer(text):
        if not _NOT_YET.match(text[match.end() :]):
            yield Found("receives", [match["b"]], match.start("b"), match.end(), 0.9)


def _size(text: str) -> Iterator[Found]:
    if alone := _ALONE.search(text):
        yield Found("household_size", 1, *alone.span())
        yield Found("household_types", ["one_person"], *alone.span())
        return
    if match := _PERSONS.search(text):
        yield Found("household_size", int(match["n"]), *match.span(), 0.95, "household")
        return
    if (match := _MOUTHS.search(text)) and (count := native_number(match["n"])):
        if not re.match(r"\s?(?:면|이면)", text[match.end() :]):
            yield Found("household_size", count, *match.span(), 0.9, "household")
        return
    if match := _TOGETHER.search(text):
        word = match["a"] or match["b"] or match["c"]
        yield Found("household_size", _COUNTS[word], *match.span(), 0.85, "pair")


def _housing(text: str) -> Iterator[Found]:
    if match := _NO_HOME.search(text):
        yield Found("owns_home", False, *match.span(), 0.95, "household")
    elif match := _SELF_OWNED.search(text):
        yield Found("owns_home", True, *match.span(), 0.9, "household")
        yield Found("tenure", "owned", *match.span(), 0.9, "household")
    elif match := _OWNS.search(text):
        yield Found("owns_home", True, *match.span(), 0.9, "household")
    for value, pattern in _TENURES_RE:
        if match := pattern.search(text):
            yield Found("tenure", value, *match.span(), 0.9, "household")
            break


def _assistance(text: str) -> Iterator[Found]:
    kinds = _LIVELIHOOD.search(text) or _RECIPIENT_KINDS.search(text)
    if kinds:
        said = list(dict.fromkeys(re.findall(_KINDS, kinds["k"])))
        yield Found("basic_livelihood", said, *kinds.span(), 0.9, "household")
    elif match := _RECIPIENT.search(text):
        if _NO.match(text[match.end() :]):
            yield Found("basic_livelihood", [], *match.span(), 0.9, "household")
        elif re.match(
            r"\s?(?:이|예|에요|입|인데|고|구|세요|임|라|\(|$|[,.\s])", text[match.end() :]
        ):
            yield Found("other", {"기초생활수급자": True}, *match.span(), 0.8, "household")
    if match := _NEAR_POOR.search(text):
        denied = bool(_NO.match(text[match.end() :]))
        yield Found("near_poor", not denied, *match.span(), 0.9, "household")
