"""Ages and births: 만 65세, 예순일곱, 65년생, 개띠, 환갑, 18개월, "남편 38"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from chat.agent.understanding.dates import DATE, full_year, said_date
from chat.agent.understanding.numbers import NATIVE_AGE, native_number
from chat.agent.understanding.types import Found

_CHILD_WORD = (
    r"한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두|열세|열네|열다섯|열여섯|열일곱|"
    r"열여덟|열아홉|스무"
)
_SINO_AGE = r"[이삼사오육칠팔구]십[일이삼사오육칠팔구]?"
_CHILD_AGE = re.compile(_CHILD_WORD)
_NOT = re.compile(r"^\s?(?:은|는|이|가|도|을|를)?\s?(?:아니|말고|미만|이상|이하|초과|부터|까지|"
                  r"대(?![가-힣])|"
                  r"넘|다\s?[돼된되]|조금\s?(?:넘|안)|좀\s?(?:넘|안)|안\s?[돼된되]|때|전후|터울|"
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
)
_YEARS = re.compile(
    rf"(?:만\s?)?(?P<n>\d{{1,3}}|{NATIVE_AGE}|{_SINO_AGE}|{_CHILD_WORD})\s?(?P<u>살(?!림)|세(?!대|금|전|액|기|"
    rf"입(?!니)|번|[식쌍])|돌|먹(?:은|었))"
)
_NATIVE = re.compile(
    rf"(?<![가-힣])(?:만으로\s?|만\s?)?(?P<n>{NATIVE_AGE}|[이삼사오육칠팔구]십(?=이|입|인|여|요|"
    rf"세|먹|[일이삼사오육칠팔구](?:세|이|입|인|요)))"
    rf"(?=$|[\s.,?!~]|이|인|여|임|요|입|세|에|예|넘|먹|묵|됐|되|살|여)"
)
_BARE = re.compile(
    r"(?:^|(?<=[\s,]))(?:나이[는가]?\s?|올해\s?|만\s?|아니\s)?(?P<n>\d{2})"
    r"(?=$|[\s,.]|이고|이구|인디|인데|이요|이에요|이세|이시|이야|입니다|예요|에요|여(?![가-힣])|"
    r"\s?먹)"
)
_SAID_AGE = re.compile(r"(?:나이[는가]?|아니)\s?(?:만\s?)?(?P<n>\d{2})(?!\d|\s?[%만천백원개명번])")
_MONTHS = re.compile(
    r"(?:생후\s?|태어난\s?지\s?)?(?P<n>\d{1,3}|[한두세네]|백)\s?(?P<u>개월|달|일)(?=$|"
    r"[\s,.이인된짜차]|됐)"
)
_COUNTS_ELSE = re.compile(
    r"\s?(?:명|개|번|넘|대(?![가-힣])|되면|되어야|될|돼야|마리|평|가구|가지|년|군데|시간|만\s?원)"
)
# 남 28, 여/35, 44세여자
_SEX_AND_AGE = re.compile(
    r"(?:^|[\s,/])(?:남|여|남자|여자|남성|여성)\s?[/,]?\s?(?P<n>\d{2})(?=$|[\s,/.])"
)
_BORN_AS_NUMBER = re.compile(
    r"(?:생년월일|생일|주민\s?(?:등록)?\s?(?:번호)?\s?앞\s?자리)\S{0,2}\s?"
    r"(?P<y>(?:19|20)?\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>[0-2]\d|3[01])(?!\d)"
    r"|(?<![\d,.])(?P<y2>(?:19|20)?\d{2})(?P<m2>0[1-9]|1[0-2])(?P<d2>[0-2]\d|3[01])\s?(?:년\s?)?생"
)
_BORN_ON = re.compile(r"태어(?:났|난|나)(?!면|기\s?전)")
_HUNDRED_DAYS = re.compile(r"백일|100일|돌잔치|돌\s?지[났나]")
_SPECIAL = re.compile(r"환갑|칠순|팔순|구순|회갑")
_IS_AGE = re.compile(r"\s?(?:이|인|입|을\s?맞|예|에)|$|\s")
_FIRST_BIRTHDAY = re.compile(r"돌(?:도|이)?\s?(?:안|아직|전|지나지)")
_NOT_BARE = re.compile(
    r"^\s?(?:만|천|백|원|%|개|명|번|년|월|일|주|시|분|호|동|층|평|kg|등급|급|회)"
)
SPECIAL_AGES = {"환갑": 60, "회갑": 60, "칠순": 70, "팔순": 80, "구순": 90}
_BARE_CONFIDENCE = 0.7


def ages(text: str, as_of: date, subject: str, *, first: bool) -> Iterator[Found]:
    """Ages and birth dates in a piece about `subject`; `first` lets a bare number count."""
    births = list(_births(text, as_of)) or list(_born_on(text, as_of, subject))
    if births:
        yield from births
        return
    said = list(_years(text))
    if said:
        yield from said
        return
    if subject.startswith(("child", "grandchild")):
        months = list(_months(text))
        if months:
            yield from months
            return
        if young := _HUNDRED_DAYS.search(text):
            yield Found("age", int("돌" in young[0]), *young.span(), 0.8)
            return
    special = _SPECIAL.search(text)
    passed = special and re.match(r"\s?(?:도|은|이)?\s?(?:넘|지[났나])", text[special.end() :])
    dated = special and re.search(r"작년|지난\s?해|올해", text[: special.start()])
    if special and _IS_AGE.match(text[special.end() :]) and (dated or not passed):
        age = SPECIAL_AGES[special[0]] + _years_since(text[: special.start()])
        yield Found("age", age, *special.span(), 0.85)
        return
    yield from _bare(text, first=first)


def _negated(text: str, end: int) -> bool:
    return bool(_NOT.match(text[end:]))


def _births(text: str, as_of: date) -> Iterator[Found]:
    for match in (*_BIRTH_FULL.finditer(text), *_BORN_AS_NUMBER.finditer(text)):
        value = _birth_value(match, as_of)
        if value and not _negated(text, match.end()):
            yield Found("birth_date", value, *match.span(), 0.98)
            return
    for match in _BIRTH_YEAR.finditer(text):
        digits = match["y"] or match["z"]
        year = int(digits) if len(digits) == 4 else full_year(int(digits), as_of)
        age = as_of.year - year
        if 0 <= age <= 120 and not _negated(text, match.end()):
            yield Found("age", age, *match.span(), 0.9)


def _born_on(text: str, as_of: date, subject: str) -> Iterator[Found]:
    """ "아기가 작년 12월 5일에 태어났어요": only small children are told of by the day."""
    born = _BORN_ON.search(text) if subject.startswith(("child", "grandchild")) else None
    said = DATE.search(text) if born else None
    day = said_date(said, as_of) if said else None
    if said and day and "-" in day:
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
        if age is None and match["n"].startswith("열"):
            age = 10 + (native_number(match["n"][1:]) or 0)
        if age is not None and age <= 120 and not _negated(text, match.end()):
            yield Found("age", age, *match.span(), 0.95)


def _months(text: str) -> Iterator[Found]:
    if re.search(r"임신|전에|동안|째\s|걸려|됐는데\s?(?:실직|퇴사)", text):
        return
    for match in _MONTHS.finditer(text):
        count = 100 if match["n"] == "백" else native_number(match["n"])
        if count is None or (match["u"] == "일" and not re.match(r"생후|태어난", match[0])):
            continue
        months = count if match["u"] != "일" else 0
        yield Found("age", months // 12, *match.span(), 0.9)


def _bare(text: str, *, first: bool) -> Iterator[Found]:
    for match in _NATIVE.finditer(text):
        age = native_number(match["n"])
        after = text[match.end("n") :]
        if age is not None and not (_COUNTS_ELSE.match(after) or _negated(text, match.end("n"))):
            yield Found("age", age, match.start("n"), match.end("n"), 0.9)
    if said := _SEX_AND_AGE.search(text):
        yield Found("age", int(said["n"]), said.start("n"), said.end("n"), 0.8)
        return
    pattern = _BARE if first else _SAID_AGE
    for match in pattern.finditer(text):
        if not _NOT_BARE.match(text[match.end("n") :]) and not _negated(text, match.end("n")):
            age = int(match["n"])
            money = re.search(
                r"(?:월|월급|연봉|소득|수입|월세|보증금|전세|급여|연금|매달|달에)\s?$",
                              text[: match.start("n")])  # fmt: skip
            if 10 <= age <= 110 and not money and not _verb_of_money(text[match.end("n") :]):
                yield Found("age", age, match.start("n"), match.end("n"), _BARE_CONFIDENCE)
                return


def _years_since(before: str) -> int:
    """내년이면 칠순 is 69 now, 작년에 환갑 61."""
    if re.search(r"내년|다음\s?해", before):
        return -1
    return int(bool(re.search(r"작년|지난\s?해", before)))


def _verb_of_money(after: str) -> bool:
    return bool(re.match(r"\s?(?:정도\s?)?(?:벌|내|받|들어|쓰)", after))
