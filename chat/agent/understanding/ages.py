"""Ages and births: 만 65세, 예순일곱, 65년생, 개띠, 환갑, 18개월, "남편 38"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from chat.agent.understanding.dates import DATE, date_range, full_year, said_date
from chat.agent.understanding.numbers import NATIVE_AGE, native_number, sino_number
from chat.agent.understanding.types import Found

_CHILD_WORD = (
    r"한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두|열세|열네|열다섯|열여섯|열일곱|"
    r"열여덟|열아홉|스무"
)
_SINO_AGE = r"[이삼사오육칠팔구]십[일이삼사오육칠팔구]?"
_CHILD_AGE = re.compile(_CHILD_WORD)
_NOT = re.compile(r"^\s?(?:은|는|이|가|도|을|를)?\s?(?:아니|말고|미만|이상|이하|초과|부터|까지|"
                  r"대(?![가-힣])|"
                  r"넘|초반|중반|후반|줄(?![가-힣])|다\s?[돼된되]|조금\s?(?:넘|안)|좀\s?(?:넘|안)|"
                  r"안\s?[돼된되]|때|전후|터울|(?:더\s)?(?:많[아은]|적[어은]|위[예이고라]|아래[예이고라]|어려|어린데)|연상|연하|"
                  r"차이|정도\s?(?:까지|부터)|에\s|이내|생일|돼도|되면|"
                  r"되어도|될|되는|되기|돼야)")  # fmt: skip
_BIRTH_FULL = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)?\d{2})\s?[년.\-/]\s?(?P<m>\d{1,2})\s?[월.\-/]\s?"
    r"(?:(?P<d>\d{1,2})\s?일?\s?)?\s?(?P<tail>생(?![활])|출생|에?\s?태어|\(?(?:음력|양력))"
    r"|(?:생일|생신|생년월일|출생일?)(?:은|이|는)?\s?(?P<y2>(?:19|20)?\d{2})\s?[년.\-/]\s?"
    r"(?P<m2>\d{1,2})\s?[월.\-/]?\s?(?:(?P<d2>\d{1,2})\s?일?)?"
)
_BIRTH_YEAR = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)?\d{2})\s?년?\s?(?:생|에\s?태어|년\s?[가-힣]{1,2}띠)"
    r"|(?<!\d)(?P<z>(?:19|20)?\d{2})\s?년\s?[가-힣]{1,3}띠"
    rf"|(?<![가-힣])(?P<w>(?:천구백)?(?:{_SINO_AGE}))\s?년\s?(?:생|[가-힣]{{1,2}}띠)"
)
_YEARS = re.compile(
    rf"(?:만\s?)?(?P<n>\d{{1,3}}|{NATIVE_AGE}|{_SINO_AGE}|{_CHILD_WORD})\s?(?P<u>살(?!림)|세(?!대|"
    r"금|전|액|기|"
    rf"입(?!니)|번|[식쌍])|돌|먹(?:은|었))"
)
_NATIVE = re.compile(
    rf"(?<![가-힣])(?:만으로\s?|만\s?)?(?P<n>{NATIVE_AGE}|열(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|"
    r"아홉)|[이삼사오육칠팔구]십(?:[일삼사오육칠팔구]|이(?=이|입|인|세))(?=이[고구여요에야라우제지예]|입니|인[데디]|예요|라예)|[이삼사오육칠팔구]십(?=이(?!\s?[만천백원])|입|인|여|요|"
    rf"세|먹|[일이삼사오육칠팔구](?:세|이|입|인|요)))"
    r"(?=$|[\s.,?!~]|이|인|여|임|요|입|세|에|예|넘|먹|묵|됐|되|살|라[예여요고는서]|신데|시[고지며]|"
    r"셔|십니|"
    r"도(?=\s))"
)
_BARE = re.compile(
    r"(?:^|(?<=[\s,]))(?:나이[는가]?\s?|올해\s?|만\s?|아니\s)?(?P<n>\d{2}|[이삼사오육칠팔구]십(?!\s(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉)(?![가-힣]*\s?살)))"
    r"(?=$|[\s,.]|이고|이구|인디|인데|이요|이에요|이세|이시|이야|입니다|예요|에요|여(?![가-힣])|"
    r"\s?먹)"
)
# 나이 52, 올해 70이시고, 지금 80이세요, 직장인 33: an age by what stands beside the number.
_SAID_AGE = re.compile(
    r"(?:(?:나이[는가]?|아니)\s?(?:만\s?)?|올해\s(?:로\s)?(?:만\s?)?)"
    r"(?P<n>\d{2})(?!\d|\s?(?:[%만천원개명번년월일주회차호]|백(?!수)|시간|킬로|kg))"
    rf"|나이[는가]?\s?(?:만\s?)?(?P<n5>{_SINO_AGE})(?![만천백원]|\s?(?:하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉))"
    r"|(?:지금|현재|이제|인자)\s(?:만\s?)?(?P<n6>\d{2})(?=이에요|예요|이[고구여요라]|인[데디]|입니다)"
    r"|^\s*(?P<n4>[2-9]\d)\s(?=홀로|혼자|독거|노인|먹은|주부|직장인|회사원|미혼|취준생|백수|무직|"
    r"자영업|"
    r"프리랜서|싱글|돌싱)"
    r"|(?<![\d.,])(?P<n2>\d{2})(?=\s?(?:이시[고지며라]|이세요|이십니|이신데|이셔|드셨|잡수|먹었|"
    r"먹은))"
    r"|(?:직장인|회사원|주부|취준생|대학생|학생|백수|무직|자영업|프리랜서|미혼|기혼|싱글|싱글맘|"
    r"미혼모|독신|독거|"
    r"여자|남자|여성|남성)[\s,]+(?P<n3>\d{2})(?=$|[\s,.]*$|[\s,]+(?:[가-힣]+\s)?(?:살|사는|거주|"
    r"미혼|기혼|여|남))"
)
_ASIDE = re.compile(r"\s*\(\s?(?:만\s?)?(?P<n>\d{1,3})\s?\)")  # 아들(7)
_MONTHS = re.compile(
    r"(?:생후\s?|태어난\s?지\s?)?(?P<n>\d{1,3}|[한두세네]|백)\s?(?P<u>개월|갤|달|일)(?=$|"
    r"[\s,.이인된짜차]|됐)"
)
# Months of a pregnancy, not of a child: 임신한 지 5개월, 5개월 된 임산부.
_CARRIED = re.compile(r"임신\s?(?:한\s?지\s?)?(?:이제\s|지금\s|벌써\s)?$")
_OF_PREGNANCY = re.compile(r"\s?(?:차\s?|된\s)?(?:임신|임산)부")
_COUNTS_ELSE = re.compile(
    r"\s?(?:명|개|번|알|병|잔|쪽|장(?![가-힣])|시(?:에|까지|부터|간|쯤|$|\s)|넘|대(?![가-힣])|되면|"
    r"되어야|될|돼야|마리|평|가구|가지|년|군데|시간|만\s?원)"
)
# 남 28, 여/35, 44세여자
_SEX_AND_AGE = re.compile(
    r"(?:^|[\s,/])(?:남|여|남자|여자|남성|여성)\s?[/,]?\s?(?P<n>\d{2})(?=$|[\s,/.])"
    r"|(?:^|[\s,/])(?P<n2>\d{2})(?:\s|\s?[/,]\s?)(?:남|여)(?:자|성)?(?=$|[\s,/.])"
)
_BORN_AS_NUMBER = re.compile(
    r"(?:생년월일|생일|주민\s?(?:등록)?\s?(?:번호)?\s?앞\s?자리)\S{0,2}\s?"
    r"(?P<y>(?:19|20)?\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>[0-2]\d|3[01])(?!\d)"
    r"|(?<![\d,.])(?P<y2>(?:19|20)?\d{2})(?P<m2>0[1-9]|1[0-2])(?P<d2>[0-2]\d|3[01])\s?(?:년\s?)?생"
)
_BORN_ON = re.compile(r"태어(?:났|난|나)(?!면|기\s?전)")
_HUNDRED_DAYS = re.compile(r"백일|100일|돌잔치|돌\s?지[났나]")
_LITTLE = re.compile(
    r"(?<![가-힣])(?:돌쟁이|돌배기|갓난쟁이|갓난이|신생아|갓난아기|갓난애)(?![가-힣]*\s?(?:때|지원|난청|특례|집중|중환자))"
)
_SPECIAL = re.compile(r"환갑|칠순|팔순|구순|회갑")
_IS_AGE = re.compile(r"\s?(?:이|인|입|을\s?맞|예|에)|$|\s")
_FIRST_BIRTHDAY = re.compile(r"돌(?:도|이)?\s?(?:안|아직|전|지나지)")
_NOT_BARE = re.compile(
    r"^\s?(?:만|천|백(?!수)|원|%|개|명|번|년|월|일(?![용하을])|주(?!부)|시(?![설장청])|분|호|동|층|평|kg|등급|급|회)"
)
_TURNS = re.compile(
    r"\s?(?:이|가)?\s?(?:되는|된|됐|되었|됩니|돼요|되요|되세|되시|되셨|되고|되니|돼(?!도|야))"
)
_THIS_YEAR = re.compile(
    r"(?:올해|올|금년|내년|이제|인자|벌써|갓|막)(?:로|에|이면|엔|는)?\s(?:\S+\s)?\S*$"
)
_NEXT_YEAR = re.compile(r"(?:내년|다음\s?해)(?:에|이면|엔|에는|이)?\s(?:만\s?)?$")
_NOT_YET = re.compile(r"\s?(?:이상|이하|미만|부터|까지)")
# 예순다섯에 아직 일해요 tells of today, 마흔에 낳은 아들 does not.
_AT_THAT_AGE = re.compile(
    r"에\s(?!.*(?:[았었했였갔났셨왔]|낳|결혼|시집|장가|처음|시작|받|신청|되나|된[다대]|가능|지급|"
    r"[한된온간]\s))"
)
SPECIAL_AGES = {"환갑": 60, "회갑": 60, "칠순": 70, "팔순": 80, "구순": 90}
_BARE_CONFIDENCE = 0.7
_MONEY_TALK = re.compile(r"월[세급]|전세|보증금|보험료|건보료|소득|수입|연금|급여|관리비|이자")


def ages(text: str, as_of: date, subject: str, *, first: bool) -> Iterator[Found]:
    """Ages and birth dates in a piece about `subject`; `first` lets a bare number count."""
    births = list(_births(text, as_of, subject)) or list(_born_on(text, as_of, subject))
    if births:
        yield from births
        return
    said = list(_years(text))
    if said:
        yield from said
        if subject.startswith("child"):  # 아들 5살 서른셋 회사원
            later = (one for one in _bare(text, first=False) if one.start >= said[-1].end)
            yield from (one for one in later if one.value >= 25)
        return
    if subject.startswith(("child", "grandchild")):
        if little := _LITTLE.search(text):
            yield Found("age", int("돌" in little[0]), *little.span(), 0.8)
            return
        months = list(_months(text))
        if months:
            yield from months
            return
        if young := _HUNDRED_DAYS.search(text):
            yield Found("age", int("돌" in young[0]), *young.span(), 0.8)
            return
    special = _SPECIAL.search(text)
    passed = special and re.match(
        r"\s?(?:도|은|이|을)?\s?(?:넘|지[났나]|앞[두둔둠]|바라보|가까|코앞|다\s?[되돼]|다가)",
        text[special.end() :],
    )
    dated = special and re.search(r"작년|지난\s?해|올해", text[: special.start()])
    if special and _IS_AGE.match(text[special.end() :]) and (dated or not passed):
        age = SPECIAL_AGES[special[0]] + _years_since(text[: special.start()])
        yield Found("age", age, *special.span(), 0.85)
        return
    yield from _bare(text, first=first)


def _negated(text: str, end: int) -> bool:
    """Whether the words after a number make it a bound, a span or another time than today's;
    올해 일흔 되는 is today's, 내년에 일흔 되는 next year's."""
    if _TURNS.match(text[end:]) and _THIS_YEAR.search(text[:end]):
        return False
    return bool(_NOT.match(text[end:]))


def _coming(text: str, start: int, end: int) -> int:
    """-1 for the age of next year (내년이면 예순다섯)."""
    return -int(bool(_NEXT_YEAR.search(text[:start]) and not _NOT_YET.match(text[end:])))


def _births(text: str, as_of: date, subject: str) -> Iterator[Found]:
    dated = False
    for match in (*_BIRTH_FULL.finditer(text), *_BORN_AS_NUMBER.finditer(text)):
        value = _birth_value(match, as_of)
        if value and not _negated(text, match.end()):
            yield Found("birth_date", value, *match.span(), 0.98)
            if not subject.startswith(("child", "grandchild")):
                return
            dated = True
    if dated:
        return
    for match in _BIRTH_YEAR.finditer(text):
        digits = match["y"] or match["z"] or str(sino_number(match["w"]))
        year = int(digits) if len(digits) == 4 else full_year(int(digits), as_of)
        age = as_of.year - year
        if 0 <= age <= 120 and not _negated(text, match.end()):
            yield Found("age", age, *match.span(), 0.9)


def _born_on(text: str, as_of: date, subject: str) -> Iterator[Found]:
    """ "아기가 작년 12월 5일에 태어났어요": only small children are told of by the day."""
    born = _BORN_ON.search(text) if subject.startswith(("child", "grandchild")) else None
    said = DATE.search(text) if born else None
    day = said_date(said, as_of) if said else None
    if said and day and "-" in day and date_range(day)[0] <= as_of:
        yield Found("birth_date", day, *said.span(), 0.9)


def _birth_value(match: re.Match[str], as_of: date) -> str | None:
    said_year = match["y"] or match["y2"]
    said_day = match["d"] or match["d2"]
    year = int(said_year) if len(said_year) == 4 else full_year(int(said_year), as_of)
    month, day = int(match["m"] or match["m2"]), int(said_day) if said_day else None
    try:
        born = date(year, month, day or 1)
    except ValueError:
        return None
    if born > as_of:
        return None
    return f"{year:04d}-{month:02d}" + (f"-{day:02d}" if day else "")


def _years(text: str) -> Iterator[Found]:
    if match := _FIRST_BIRTHDAY.search(text):
        yield Found("age", 0, *match.span(), 0.85)
        return
    for match in _YEARS.finditer(text):
        before = text[: match.start()]
        if before[-1:].isdigit() or re.search(r"(?:중위|몇)\s?$", before):
            continue
        if "가" <= before[-1:] <= "힣" and not match["n"].isdigit() and not before.endswith("만"):
            continue
        if match["u"] == "세" and _CHILD_AGE.fullmatch(match["n"]):
            continue
        age = native_number(match["n"])
        past = _negated(text, match.end()) and not _AT_THAT_AGE.match(text[match.end() :])
        if age is not None and age <= 120 and not past:
            yield Found("age", age + _coming(text, match.start(), match.end()), *match.span(), 0.95)


def _months(text: str) -> Iterator[Found]:
    if re.search(r"전에|동안|(?:개월|달)\s?째|걸려|됐는데\s?(?:실직|퇴사)", text):
        return
    for match in _MONTHS.finditer(text):
        if _CARRIED.search(text[: match.start()]) or _OF_PREGNANCY.match(text[match.end() :]):
            continue
        count = 100 if match["n"] == "백" else native_number(match["n"])
        if count is None or (match["u"] == "일" and not re.match(r"생후|태어난", match[0])):
            continue
        months = count if match["u"] != "일" else 0
        yield Found("age", months // 12, *match.span(), 0.9)


def _bare(text: str, *, first: bool) -> Iterator[Found]:
    for match in _NATIVE.finditer(text):
        age = native_number(match["n"])
        start, end = match.span("n")
        if age is None or _COUNTS_ELSE.match(text[end:]):
            continue
        if not _negated(text, end) or _AT_THAT_AGE.match(text[end:]):
            yield Found("age", age + _coming(text, start, end), start, end, 0.9)
    if said := _SEX_AND_AGE.search(text):
        group = said.lastgroup or "n"
        yield Found("age", int(said[group]), said.start(group), said.end(group), 0.8)
        return
    if first and (aside := _ASIDE.match(text)):
        yield Found("age", int(aside["n"]), *aside.span("n"), 0.85)
        return
    for match in (*(_BARE.finditer(text) if first else ()), *_SAID_AGE.finditer(text)):
        group = match.lastgroup or "n"
        start, end = match.span(group)
        if not _NOT_BARE.match(text[end:]) and not _negated(text, end):
            age = native_number(match[group]) or 0
            money = re.search(
                r"(?:월|월급|연봉|소득|수입|월세|보증금|전세|급여|연금|매달|달에)\s?$",
                              text[:start])  # fmt: skip
            of_money = money or (group == "n6" and _MONEY_TALK.search(text))
            if 10 <= age <= 110 and not of_money and not _verb_of_money(text[end:]):
                yield Found("age", age, start, end, _BARE_CONFIDENCE)
                return


def _years_since(before: str) -> int:
    """내년이면 칠순 is 69 now, 작년에 환갑 61."""
    if re.search(r"내년|다음\s?해", before):
        return -1
    return int(bool(re.search(r"작년|지난\s?해", before)))


def _verb_of_money(after: str) -> bool:
    return bool(re.match(r"\s?(?:정도\s?)?(?:벌|내|받|들어|쓰)", after))
