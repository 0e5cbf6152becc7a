"""Household, housing and what a household receives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.agent.understanding.numbers import AMOUNT, native_number
from chat.agent.understanding.receipts import received
from chat.agent.understanding.types import Found

_PERSONS = re.compile(r"(?P<n>\d{1,2})\s?인\s?(?:가구|가족|식구)(?!\s?(?:면|중위|기준|이면))")
_MOUTHS = re.compile(r"(?P<n>두|세|네|다섯|여섯|일곱|\d{1,2})\s?(?:식구|가족|명이?\s?(?:살|같이))")
_ALONE = re.compile(
    r"혼자\s?(?:서\s?)?(?:(?:\S+에서?\s)?(?:월세\s|전세\s|따로\s)?(?:살(?!면)|사는|사시|사세|"
    r"사셔|사심|삽니|산다|사십|사우|삼(?=$|[\s.,])|계십|계시|계신|계세|계심|거주|지내)|"
    r"예요|에요|이에요|입니다|인데요?|이고|뿐|(?:고|라|네|유|구|제|야|요|여|임)(?![가-힣]))|"
    r"혼자\s(?:[가-힣]{2,4}(?<![서고면게며은는도])\s){1,2}(?:계(?:시|신|세|셔|십|심)|사(?:세|시|셔|십|심|는)|살(?:아|고)|삽니)|"
    r"(?:원룸|자취방|고시원|고시텔|옥탑방?|반지하)(?:에서?)?\s혼자|"
    r"혼자\s?(?:산|사신)\s?지|단독\s?(?:거주|세대)|(?:[살세애]|\d{2})\s혼자[\s.!~]*$|"
    r"(?:홀로|"
    r"나\s?홀로)\s?(?:살|사|계|지내)|"
    r"독거(?=$|[\s,.]|노인|어르신|예|이|세|중|로)(?!\s?(?:노인|어르신|가구)?\s?(?:지원|돌봄|"
    r"서비스|대상|응급|"
    r"관리|혜택|한테|은\s|도\s))|(?:가족|식구)(?:이라곤|이라고는|은)\s?(?:나|저)\s?(?:하나|혼자|"
    r"뿐)|"
    r"^\s*혼자[\s.!~]*$|자취(?:해|하고\s?있|합|하는\s?(?:중|데))|"
    r"혼자\s?(?:서\s)?(?:\S+에서\s)?자취|"
    r"1인\s?가구(?!\s?(?:면|중위|기준))|일인\s?가구|혼자살"
)
_TOGETHER = re.compile(
    r"(?:(?:랑|이랑|하고|과|와)\s(?:저\s)?(?P<b>둘|셋|넷)(?:이|이서)?(?=$|[\s.,]|만)(?!\s?(?:다|"
    r"키우|낳)))|"
    r"(?P<a>둘|셋|넷|다섯)이(?:서)?(?!랑|나\s|고\s)\s?(?:\S+\s){0,4}?(?:살|사는|사세|사시|사심|"
    r"사셔|삽|산[다당단]|지내)|"
    r"(?P<d>셋|넷|다섯|여섯)이(?:서)?\s(?=\S+[시군구도동읍면리](?:$|[\s.,]|에))|"
    r"(?P<c>두)\s?분이?서?만?\s(?:\S+\s){0,3}?(?:사세|사시|사심|사셔|사십|계세|지내)"
)
_NOT_ALONE = re.compile(r"데리고|키우|키워|기르|룸메|친구랑|같이\s?자취")
_MEMBERS = re.compile(
    r"(?:식구|가족)(?:가|이|은|는|도)?\s?(?:총\s|모두\s|전부\s|다\s?해서\s|다\s?합쳐서?\s)?"
    r"(?P<n>둘|셋|넷|다섯|여섯|일곱|여덟|(?:두|세|네|다섯|여섯|일곱|\d{1,2})\s?(?:명|식구))(?:이|"
    r"예|입|인|$|[\s.,])"
)
_INCLUDING = re.compile(
    r"(?:까지|포함)\s?(?:해서|하면|하여|치면|합쳐서?)?\s?(?:총\s|모두\s)?(?P<n>\d{1,2})\s?(?:명|인(?!분))"
)
_COUPLE = re.compile(r"부부\s?(?:가|만|끼리|내외)?\s?(?:둘|단둘|두\s?식구)(?:이서?|만|뿐)")
_COUNTS = {"둘": 2, "셋": 3, "넷": 4, "다섯": 5, "여섯": 6, "두": 2}
_TYPES: tuple[tuple[str, str], ...] = (
    ("single_parent", r"한\s?부모(?!(?:도|만|한테|면|이면)|\s?(?:가족\s?)?(?:지원|자격|증명|기준|"
                      r"양육비|정책|혜택|가구면))|"
                      r"(?:남편|아내|마누라|와이프|애\s?아빠|애\s?엄마)\s?없이\s?(?:\S+\s){0,3}?키[우워]|[모부]자\s?(?:가정|가족|가구)(?!\s?(?:지원|시설))|싱글맘|싱글대디|비혼모|비혼부|미혼모|미혼부|편모|편부|"
                      r"싱글파파|혼자\s?(?:서\s)?(?:\S+\s)?(?:애|아이|아들|딸|아기|"
                      r"자식)\S*\s?(?:\S+\s)?"
                      r"(?:키[우워웁]|기르|양육)|(?:애|아이|아들|딸|아기|자식)\S*\s?(?:\S+\s){0,2}?"
                      r"혼자\s?(?:서\s?)?(?:키[우워웁]|기르|양육)|"
                      r"(?<!강아지\s)(?<!고양이\s)(?<!반려견\s)"
                      r"혼자\s?(?:서\s?)?(?:다\s)?키[우워웁]"),
    ("grandparent", r"조손\s?(?:가정|가구|가족)(?!\s?지원)"),
    ("multicultural", r"다문화\s?(?:가정|가족|가구)?(?!\s?(?:출산)?\s?(?:지원|센터|정책|혜택|"
                      r"가정\s?지원))"),
    ("north_korean_defector", r"탈북|새터민|북한?(?:에서|서)\s?(?:온|왔|넘어|나온|나왔)|"
                              r"북한\s?이탈|하나원"),
    ("multi_child", r"(?:[3-9]|삼|사|오|육|칠)\s?남매(?:를|의)?\s?(?:키|엄마|아빠|맘|둔)|"
                    r"(?<![가-힣])(?:세|네|다섯)\s(?:아이|자녀|애)(?:를|의)?\s?(?:키|엄마|아빠|둔\s|있)|다자녀(?!\s?(?:혜택|지원|기준|할인|특공|특별))|(?:애|아이|자녀|자식|애가|"
                    r"아이가)\s?(?:셋|넷|다섯|3명|4명|세\s?명)"),
    ("newlywed", r"신혼(?:\s?\d\s?(?:년|개월)|\s?생활|(?=\s*$))|신혼\s?(?:부부(?!\s?(?:지원|혜택|"
                 r"특|전세|대출|청약))|이에|예요|입니다|이라|"
                 r"인데)"),
    ("child_headed", r"소년\s?소녀\s?가[장정]|소년\s?가장|소녀\s?가장"),
)  # fmt: skip
_RAISED_ALONE = re.compile(
    r"혼자\s?(?:서\s)?(?:애|아이|아들|딸|아기|자식|남매|형제|자매|쌍둥이)\S*\s(?:\S+\s){0,2}?"
    r"(?:키[우워웁]|기르|길러|양육)"
)
_TYPES_RE = [(value, re.compile(pattern)) for value, pattern in _TYPES]
_NO_CHILD = re.compile(
    r"(?<![가-힣])(?:애|아이|자녀|자식|애기|아기)(?:는|도|가|들은|들도|은|이)?\s?(?:아직\s?|"
    r"하나\s?(?:도\s)?)?(?:없(?!으면|는\s?(?:사람|집)|나|을\s?때)|안\s?낳(?!으면|을))|무자녀|딩크|"
    r"슬하에\s?(?:자녀|자식)\S*\s?없|"
    r"(?:아직|지금)\s?(?:애|아이|자녀)(?:는|가)?\s?없"
)
_OWNS = re.compile(
    r"(?<![가-힣])(?:집|아파트|주택|빌라)(?:은|이|도|가)?\s?(?:한\s?채\s?)?(?:있(?!으면|"
    r"는\s?사람|나)|우리\s?(?:꺼|거|집)|제\s?명의|내\s?명의)|"
    rf"(?:집|아파트|빌라)\s(?>{AMOUNT})\s?짜리|"
    r"(?:집|아파트|빌라)\s?(?:한\s?채|한\s?칸|하나)(?!\s?(?:도\s)?(?:없|못|살\s?돈))|"
    r"(?:집|아파트|빌라|주택)(?:은|이|도|를|을)?\s?(?:\S+\s)?(?:갖고\s?있|가지고\s?있|보유)|"
    r"집(?:은|이|도)?\s?(?:남편|아내|와이프|신랑|시어머니|아버지|어머니|엄마|아빠|부모님|본인|제|"
    r"내|부부)\s?(?:공동\s?)?명의|재산(?:은|이라고는|이라곤|이)\s[^.?!\n]{0,16}(?<![가-힣])(?:집|"
    r"아파트|빌라|주택)(?:이랑|하고|\s?한\s?채|\s?하나|\s합|"
    r"뿐|,)|(?<![가-힣])[내제]\s?집\s?(?:있|이에|이고|입니|에?\s?살)|아파트\s?소유|집이?\s(?:내|제|본인)\s?앞으로|시골집|자기\s?집|유주택|1주택"
)
_SELF_OWNED = re.compile(
    r"(?<![가-힣])자가(?=$|[\s,.]|예|에요|이|인|고|라|지|입|로|에\s?살|거주)"
    r"(?!\s?(?:주택)?(?:은|는|도|가|이)?\s?(?:진단|격리|없|아니|아닌|아닙|아님))"
)
_NO_HOME = re.compile(
    r"무주택|(?<![가-힣])자가(?:\s?주택)?(?:은|는|도|가)?\s?(?:없|아니|아닙|아님)|(?<![가-힣])(?:집|자기\s?집|내\s?집)(?:은|이|도)?\s?(?:아직\s)?없(?!으면|는\s?사람)|"
    r"집도\s?절도\s?없|"
    r"집(?:을)?\s?(?:한\s?채\s?)?(?:가진|가져\s?본)\s?(?:게|적)\S*\s?없"
)
_TENURES: tuple[tuple[str, str], ...] = (
    ("public_rental", r"공공\s?임대|(?:집[은이]|사는\s?(?:곳|데)[은이])\s?임대\s?(?:아파트|주택)|"
                      r"임대\s?(?:아파트|주택)(?=에|\s?(?:살|거주|사는|삽|혼자|"
                      r"입니|이에|예요))|영구\s?임대|국민\s?임대|행복\s?주택(?:에)?\s?(?:살|거주|입주(?!\s?(?:신청|자격|조건)))|"
                      r"(?:LH|엘에이치|SH)\s?(?:임대|아파트|주택|에\s?살|매입|"
                      r"전세\s?임대)(?!\s?(?:신청|들어가|알아|지원|공고))|"
                      r"(?:매입|전세)\s?임대(?:주택)?(?:에|로)\s?(?:살|거주|사)"),
    ("monthly_rent", r"(?:월세|사글세|달세|달방)(?!\s?(?:(?:를|집을?)\s)?(?:알아|구하|찾|얻)|"
                     r"\s?(?:지원|대출|보증|제도|혜택|세액|사는\s?사람))"),
    ("jeonse", r"전세(?!\s?(?:(?:를|집을?)\s)?(?:알아|구하|찾|얻)|\s?(?:대출|사기|자금|지원|"
               r"보증\s?(?:보험|료|대출|제도|기관)|보증금\s?(?:대출|반환|지원|보호|떼)|계약|금리|"
               r"임대))"),
)  # fmt: skip
_TENURES_RE = [(value, re.compile(pattern)) for value, pattern in _TENURES]
_KINDS = r"생계|의료|주거|교육"
_LIVELIHOOD = re.compile(
    rf"(?P<k>(?:(?:{_KINDS})(?:급여)?(?:[\s,·+/]|하고|랑|이랑|와|과)*)+)(?:급여)?(?:를|을|도|"
    rf"만)?\s?(?:(?:월\s|한\s|약\s)?(?:{AMOUNT})\s?(?:씩|정도|쯤|을)?\s?)?"
    r"(?:수급(?!자?\s?(?:되|될|인가|기준|신청))|(?:지금|현재|다|모두|매달|"
    r"계속)?\s?(?:지원\s?)?받(?:아요|네|"
    r"지요|죠|는다(?=$|[.\s])|고|는(?!다|지)|으세|으시|습니|음|아서|아\s|"
    r"은\s?지)|타(?:요|고|는)|나와요|나오고|나옵|대상자?(?:이|예|입|로\s?선정))"
)
_STATE_PAYS = re.compile(
    r"(?:나라|정부|구청|동사무소|주민센터|국가)에?서?\s?(?:\S+\s)?(?P<k>생계비|생계\s?지원금?|"
    r"주거비)(?:를|을|로)?\s?"
    r"(?:받(?:고|아|는데|습)|타|나와|나오)"
)
_RECIPIENT_KINDS = re.compile(
    rf"수급자?\s?(?:\(|는|은|로|\s)\s?(?P<k>(?:(?:{_KINDS})(?:급여)?[\s,·]*)+)"
)
_RECIPIENT = re.compile(
    r"(?:기초\s?(?:생활)?\s?)?수급(?:자|권자|가구|가정|\s가정|\s가구)(?!\s?(?:되|될|인가|인지|"
    r"일까|기준|신청|말고|"
    r"가\s?되|도\s(?!아니|아닌|아닙|아녜|아님|못)|만\s|한테|면|이면|자격\s?(?:되|조건|기준)|심사|"
    r"선정\s?기준))|"
    r"수급비(?=로|를?\s?(?:받|타))|기초\s?(?:생활)?\s?수급(?=이에|이고|이라|입니|인데|이세|받|\s받)"
)
_NEITHER = re.compile(
    r"(?:수급자?|차상위)(?:도|나|랑|이나)?\s(?:차상위|수급자?)(?:도|나|는)?\s?(?:둘\s?다\s|다\s|전혀\s)?"
    r"(?:아니|아닌|아닙|아님|아녜|안\s?[돼되됨])"
)
_MEDICAL_AID = re.compile(r"(?:의료\s?급여|[12]종)\s?(?:[12]\s?종)?\s?$")
_NOT_RECIPIENT = re.compile(
    r"(?<![가-힣])(?:기초\s?(?:생활\s?)?)?수급(?:자|권)?(?:은|도|이|에서|를|을)?\s?(?:신청(?:을|"
    r"은)?\s?(?:했는데|했다가|했지만|했더니|"
    r"하니까?|해도|넣었는데)\s(?:\S+\s)?)?(?:아니(?!지만\s?되|면)|아닌(?!가|지\s)|아녜|아녀|아닙|"
    r"아님|떨어졌|떨어져|탈락(?!하|할|되)|탈락[됐돼했]|안\s?[됐됨된]|"
    r"거절|반려|부적합)"
)
_NEAR_POOR = re.compile(
    r"(?<!차)차상위(?:\s?계층)?(?!\s?(?:지원|혜택|기준|신청|되|될|인가|인지|일까|심사|조건|"
    r"자격\s?(?:조건|기준|되)|도\s?(?:되|돼)|면|이면|"
    r"본인\s?부담\s?경감(?!\s?대상자?(?:예|이|입|인|로))))"
)
_NO = re.compile(
    r"^\s?(?:계층|자격|(?:한|된)\s?(?:사람|분)|사람|가정|가족|가구|주민|민|자)?\s?(?:은|는|도|이|"
    r"가|에서|에서도|자격도?)?\s?(?:아니(?!지만\s?되)|아닌|"
    r"아닙|아님|아녜|"
    r"안\s?[되돼된됐]|못\s?[되돼된됐]|"
    r"탈락|떨어|박탈|끊|중지|벗어)"
)


def household(text: str, clause: str = "") -> Iterator[Found]:
    """Facts of household, housing and benefits in a piece of a clause."""
    yield from _size(text, whole=clause.strip() in {"", text.strip()})
    raised = _raised(text, clause)
    if raised:
        yield raised
    for value, pattern in _TYPES_RE:
        if (match := pattern.search(text)) and not _NO.match(text[match.end() :]):
            owner = "subject" if value == "north_korean_defector" else "household"
            yield Found("household_types", [value], *match.span(), 0.9, owner)
    if match := _NO_CHILD.search(text):
        yield Found("children", [], *match.span())
    yield from _housing(text)
    yield from _assistance(text)
    yield from received(text)


def _raised(text: str, clause: str) -> Found | None:
    """ "제가 혼자 | 딸 키워요": raised alone, where the child's word begins the piece."""
    if "혼자" in text or not (match := _RAISED_ALONE.search(clause)):
        return None
    start = match.end() - (clause.find(text) if text in clause else 0)
    if not 0 < start <= len(text):
        return None
    return Found("household_types", ["single_parent"], 0, start, 0.85, "household")


def _size(text: str, *, whole: bool) -> Iterator[Found]:
    alone = _ALONE.search(text)
    if alone and not whole and text.rstrip().endswith("혼자"):
        return  # 혼자 | 애 둘 키우는
    if alone and not _NOT_ALONE.search(text):
        yield Found("household_size", 1, *alone.span())
        yield Found("household_types", ["one_person"], *alone.span())
        return
    if couple := _COUPLE.search(text):
        yield Found("household_size", 2, *couple.span(), 0.85, "household")
        return
    if match := _INCLUDING.search(text):
        yield Found("household_size", int(match["n"]), *match.span(), 0.9, "household")
        return
    if match := _MEMBERS.search(text):
        count = native_number(re.sub(r"\s?(?:명|식구)$", "", match["n"]))
        yield Found("household_size", count, *match.span(), 0.9, "household")
        return
    if match := _PERSONS.search(text):
        yield Found("household_size", int(match["n"]), *match.span(), 0.95, "household")
        return
    if (match := _MOUTHS.search(text)) and (count := native_number(match["n"])):
        if not re.match(r"\s?(?:면|이면)", text[match.end() :]):
            yield Found("household_size", count, *match.span(), 0.9, "household")
        return
    if match := _TOGETHER.search(text):
        word = match["a"] or match["b"] or match["c"] or match["d"]
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
    if neither := _NEITHER.search(text):
        yield Found("basic_livelihood", [], *neither.span(), 0.9, "household")
        yield Found("near_poor", False, *neither.span(), 0.9, "household")
        return
    kinds = _LIVELIHOOD.search(text) or _RECIPIENT_KINDS.search(text) or _STATE_PAYS.search(text)
    if kinds:
        said = list(dict.fromkeys(re.findall(_KINDS, kinds["k"])))
        yield Found("basic_livelihood", said, *kinds.span(), 0.9, "household")
    elif none := _NOT_RECIPIENT.search(text):
        yield Found("basic_livelihood", [], *none.span(), 0.9, "household")
    elif (match := _RECIPIENT.search(text)) and not _MEDICAL_AID.search(text[: match.start()]):
        if _NO.match(text[match.end() :]):
            yield Found("basic_livelihood", [], *match.span(), 0.9, "household")
        elif re.match(
            r"\s?(?:이|예|에요|여|입|인[데대디]|고|구|세요|임|라|로|를|받|\(|$|[,.\s])",
            text[match.end() :],
        ):
            yield Found("other", {"기초생활수급자": True}, *match.span(), 0.8, "household")
    if match := _NEAR_POOR.search(text):
        denied = bool(_NO.match(text[match.end() :]))
        yield Found("near_poor", not denied, *match.span(), 0.9, "household")
