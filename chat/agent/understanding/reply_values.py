"""Numbers and dates in a short answer: "팔십만원쯤이요", "일흔둘", "58년 3월 2일"."""

from __future__ import annotations

import re
from datetime import date

from chat.agent.understanding.dates import AGO, DATE, ago, full_year, said_date
from chat.agent.understanding.numbers import AMOUNT, native_number, sino_number, won

_MAN = 10_000
_ENDING = re.compile(
    r"(?:\s?(?:정도|쯤|가량|인가|인데|인디|입니다|이에요|이예요|예요|에요|이야|야|이여|여|임|이고요?|"
    r"이요|요|이유|유|되요|돼요|됩니다|됐어요|먹었어요|살|세|께|네|죠|이죠|이지|지))+$"
)
_SINO = r"[일이삼사오육칠팔구십백천]"
_MONEY = re.compile(
    rf"(?<![가-힣])(?>{_SINO}*[십백천]{_SINO}*)(?!\s?[만억원])|(?>{AMOUNT})"
    r"|(?<![\d.])\d[\d,]*(?!\s?[\d년월일살세%명번])"
)
_VAGUE = re.compile(
    r"이하|미만|안\s?[되돼]|이내|안쪽|이상|초과|못\s?[미되]|(?<!조금\s)(?<!약간\s)(?<!좀\s)"
    r"(?<!살짝\s)넘|사이|~|에서\s?\d|왔다\s?갔다|매달\s?달라|들쭉날쭉"
)
_YEARLY = re.compile(r"연봉|연\s?소득|1년|일\s?년|연간|한\s?해")
_DAILY = re.compile(r"일당|하루|시급|시간당|주급")
_BIRTH = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)?\d{2})\s?[년.\-/\s]\s?(?P<m>\d{1,2})\s?[월.\-/\s]\s?"
    r"(?P<d>\d{1,2})(?!\d)"
    r"|(?<!\d)(?P<y2>(?:19|20)\d{2}|\d{2})(?P<m2>[01]\d)(?P<d2>[0-3]\d)(?!\d)"
)
_BIRTH_MONTH = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)?\d{2})\s?(?:년\s?|[.\-/]\s?)(?P<m>\d{1,2})\s?월?(?!\d)"
)
_BIRTH_YEAR = re.compile(r"(?<!\d)(?:(?P<y>(?:19|20)\d{2})|(?P<z>\d{2})(?=\s?년))(?!\d)")
_SPOKEN_YEAR = re.compile(r"(?<![가-힣])(?P<n>[일이삼사오육칠팔구공영]{2})(?=년)")
_DIGITS = {sign: str(value) for value, sign in enumerate("공일이삼사오육칠팔구")} | {"영": "0"}
_SPECIAL = {"환갑": 60, "회갑": 60, "칠순": 70, "팔순": 80, "구순": 90}
_COUNT = re.compile(
    r"(?P<n>\d{1,2}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(?:명|식구|인|사람|분|가족)"
    r"|(?<![가-힣])(?P<m>하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열)(?=$|[\s,.]|이|요|인|입|만)"
    r"|^(?P<k>\d{1,2})(?=$|[\s,.]|이?요|이에|입|정도)"
)
_CHILDREN_ONLY = re.compile(
    r"(?:애|아이|아들|딸|자녀|자식|손주|손자|손녀)\S{0,2}\s?(?:하나|둘|셋|넷|\d|[한두세네]\s?명)"
)
_ALONE = re.compile(r"혼자|홀로|독거|나만|저만|나\s?하나|저\s?하나|1인|일인")


def bare(text: str) -> str:
    """An answer without its polite ending: "팔십이요" → "팔십"."""
    return _ENDING.sub("", re.sub(r"[.!~?\s]+$", "", text)).strip()


def amount(text: str, *, smallest: int) -> int | None:
    """KRW said; several amounts are added up; limits ("100만원 이하") say nothing certain.

    A bare number below `smallest` is said in 만원 ("80", "팔십이요").
    """
    if _VAGUE.search(text) or _DAILY.search(text):
        return None
    plain = re.sub(r"\d+\s?(?:명|년|살|세|월(?=\s)|번)", " ", text)
    plain = re.sub(r"(?:이요|이에요|이예요|이여|이고요?)(?=$|[\s,.!])", " ", plain)
    values = [_won(match[0], smallest) for match in _MONEY.finditer(plain)]
    known = [value for value in values if value is not None]
    if not known or len(known) != len(values):
        return None
    return sum(known)


def _won(said: str, smallest: int) -> int | None:
    clean = re.sub(r"[\s,]", "", said)
    if re.fullmatch(rf"{_SINO}+", clean):
        spoken = sino_number(clean)
        return spoken * _MAN if spoken and spoken >= 10 else None
    if re.fullmatch(r"\d+", clean):
        number = int(clean)
        return number * _MAN if number < smallest else number
    value = won(clean)
    if value and value < 100_000 and "천" in clean and not re.search(r"만|원", clean):
        return value * _MAN
    return value


def income(text: str) -> int | None:
    """KRW a month; a yearly sum is divided."""
    value = amount(text, smallest=_MAN)
    return None if value is None else value // 12 if _YEARLY.search(text) else value


def birth(text: str, as_of: date) -> dict[str, str | int]:
    """A birth date (a month without a day stays partial), else an age."""
    lunar = "음력" in text
    text = _SPOKEN_YEAR.sub(lambda match: "".join(_DIGITS[one] for one in match["n"]), text)
    if (match := _BIRTH.search(text)) is not None:
        year, month, day = (match[one] or match[f"{one}2"] for one in "ymd")
        return _born(_year(year, as_of), int(month), int(day), as_of, lunar=lunar)
    if (match := _BIRTH_MONTH.search(text)) is not None:
        return _born(_year(match["y"], as_of), int(match["m"]), None, as_of, lunar=lunar)
    if (match := _BIRTH_YEAR.search(text)) is not None:
        return _aged(as_of.year - _year(match["y"] or match["z"], as_of))
    return {}


def _year(digits: str, as_of: date) -> int:
    return int(digits) if len(digits) == 4 else full_year(int(digits), as_of)


def _born(
    year: int, month: int, day: int | None, as_of: date, *, lunar: bool
) -> dict[str, str | int]:
    try:
        born = date(year, month, day or 1)
    except ValueError:
        return {}
    if born > as_of or as_of.year - year > 120:
        return {}
    if lunar:
        return _aged(as_of.year - year)
    return {"birth_date": born.isoformat()[: 10 if day else 7]}


def _aged(value: int) -> dict[str, str | int]:
    return {"age": value} if 0 <= value <= 120 else {}


def age(text: str, *, digits: bool) -> dict[str, str | int]:
    """An age; two bare digits count only with `digits` (a year of birth is written so, too)."""
    plain = re.sub(
        r"^(?:(?:저는|나는|저|나|올해|만으로|만|한국\s?나이로?|나이[는가]?|이제)\s+)+",
        "",
        text.strip(),
    )
    for word, years in _SPECIAL.items():
        if word in plain:
            return {"age": years}
    said = re.search(r"(?<!\d)(\d{1,3})\s?(?:세|살)(?!\s?(?:이상|이하|미만|넘|안))", plain)
    if said:
        return _aged(int(said[1]))
    plain = re.sub(r"^만\s?", "", bare(plain))
    if plain.isdigit():
        return _aged(int(plain)) if digits and len(plain) <= 3 else {}
    value = native_number(plain) if re.fullmatch(r"[가-힣\s]{2,8}", plain) else None
    return _aged(value) if value is not None and value >= 10 else {}


def household_size(text: str) -> int | None:
    """Persons of the household, the asker included."""
    others = re.search(r"(?:저|나|본인)(?:는|를)?\s?(?:말고|빼고|제외하?고?)", text)
    if _CHILDREN_ONLY.search(text):
        return None
    counts = [native_number(one["n"] or one["m"] or one["k"]) for one in _COUNT.finditer(text)]
    if len(set(counts)) == 1 and counts[0] and not re.search(r"이상|이하|넘|미만", text):
        return counts[0] + 1 if others else counts[0]
    if counts:
        return None
    if _ALONE.search(text) and not re.search(r"혼자\s?(?:는\s?)?(?:아니|안)", text):
        return 1
    return 2 if re.search(r"부부만|부부\s?끼리|^부부", text) else None


def day(text: str, as_of: date, *, future: bool) -> str | None:
    """A (partial) date, or the month that many weeks or months ago."""
    if (match := AGO.search(text)) is not None:
        return ago(match, as_of)
    if (match := DATE.search(text)) is not None:
        return said_date(match, as_of, future=future)
    return None


# A number without a unit is the whole reply.
_BARE = 12
_OF_MONEY = re.compile(r"월|벌|소득이|수입|연봉|급여")


def ratio(text: str) -> int | float | None:
    """Per cent of the median income."""
    match = re.search(r"(?<!\d)(\d{1,3}(?:\.\d+)?)\s?(%|퍼센트|프로)?(?![\d만천백원명])", text)
    if match is None or _VAGUE.search(text):
        return None
    if not match[2] and (len(text.strip()) > _BARE or _OF_MONEY.search(text)):
        # "둘이 합쳐 월 520이고" is money.
        return None
    value = float(match[1])
    return int(value) if value.is_integer() else value
