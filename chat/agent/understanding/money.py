"""Income, premiums and assets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.agent.understanding.numbers import AMOUNT, won
from chat.agent.understanding.types import Found

_BARE = (
    r"(?:\d{2,4}(?![\d년월일세살주%개명호번시분층평])"
    r"|[일이삼사오육칠팔구]?[천백십][일이삼사오육칠팔구천백십]*(?=\s?(?:정도|쯤|씩|이|을|벌|받|"
    r"밖|가량|$|[.,?!])))"
)
_MAN = 10_000
_MONTHLY = re.compile(
    rf"(?:월\s?(?:소득|수입|급여)?|월급(?:이|은|으로)?|한\s?달(?:에|수입|에\s?수입)?|매달|매월|"
    rf"달에|다달이|"
    rf"소득인정액(?:이|은)?|(?:소득|수입)(?:은|이|도)?\s?(?:월|한\s?달에?)?|급여(?:가|는)?|"
    rf"합쳐서\s?월?)\s?"
    rf"(?:한\s|약\s|대략\s|세후\s|세전\s|실수령\s|총\s)?(?P<a>{AMOUNT}|{_BARE}|0(?!\d))"
)
_EARNS = re.compile(
    rf"(?P<a>{AMOUNT}|{_BARE})\s?(?:정도|쯤|씩|가량)?(?:을|를|은|도)?\s?(?:벌(?!금)|법니다|번다|"
    rf"법니더)"
    rf"|(?:세후|세전|실수령(?:액)?)(?:은|이|로)?\s?(?:월\s?)?(?P<b>{AMOUNT}|{_BARE})"
)
_YEARLY = re.compile(
    rf"(?:연봉|연\s?소득|연\s?수입|1년에|일년에)(?:이|은|으로|에)?\s?(?:약\s|"
    rf"세전\s)?(?P<a>{AMOUNT}|{_BARE})"
)
_PENSION_INCOME = re.compile(
    rf"(?:소득|수입)(?:은|이|이라고는|이라곤)?\s?(?:[가-힣]{{2,6}}(?:연금|급여|수당)|알바비?|"
    rf"월세)\s?(?:월\s?)?(?P<a>{AMOUNT})"
    rf"|(?:연금|급여|수당)\s?(?P<b>{AMOUNT})(?:이|으로)?\s?(?:뿐|밖에|전부|다예요|다야|이\s?다|"
    rf"만\s?받)"
)
# A pension is monthly income; what is paid for one need (기초연금, 아동수당 …) is told apart.
_PENSION = re.compile(
    rf"(?<![가-힣])(?:(?:국민|노령|유족|공무원|군인|사학|퇴직|개인|농지|주택|직역|산재)\s?)?"
    rf"연금(?:이|을|은|도|으로|만)?"
    rf"\s?(?:한\s|약\s|월\s?|매달\s|매월\s|다달이\s|한\s?달에\s?)?(?P<a>{AMOUNT})"
    r"\s?(?:정도|쯤|씩|가량)?(?:을|를|이)?\s?"
    r"(?:받(?!으면|을|고\s?싶)|타(?:요|고|먹|서)|(?:으로|로)\s?(?:살|생활|버[티텨])|나와|나오(?!면)|들어와|들어오(?!면))"
)
_ONLY_INCOME = re.compile(rf"(?P<a>{AMOUNT})[^.]{{0,8}}(?:그게|이게|수입\s?다|전부|밖에)")
_NO_INCOME = re.compile(
    r"(?<!말곤\s)(?<!외에\s)(?<!밖에\s)(?:소득|수입|벌이|돈벌이|버는\s?(?:돈|거|게|사람))"
    r"(?:이|은|도|가|이라곤|이라고는)?\s?"
    r"(?:아예\s|전혀\s|하나도\s|한\s?푼(?:도)?\s|일절\s|지금\s)?(?:없(?!으면|을|는\s?사람)|"
    r"0(?!\d)|제로|끊겼|없어졌)"
)
_ELSE = re.compile(r"(?:말고는?|말곤|외에는?|밖에|빼고는?)\s?(?:다른\s?)?(?:소득|수입)")
_NOW = re.compile(
    rf"(?:다시\s?보니까?|알고\s?보니|올해는?|지금은?|이제는?|요즘은?|현재는?|아니|"
    rf"정정)\s?(?:월\s?)?(?P<a>{AMOUNT}|{_BARE})"
)
_SPENT = re.compile(
    r"월세|전세|보증금|병원비|의료비|수술비|간병비|약값|치료비|지원금|들어|나가|내(?:고|요|는)|"
    r"건보료|보험료|"
    r"빚|대출|관리비|요양비|등록금|학비|바우처|이용권|교통비|수당"
)
_RATIO = re.compile(
    r"(?:기준\s?)?중위(?:\s?소득)?\s?(?:의|이|은|은요|"
    r"대비)?\s?(?:약\s?)?(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|퍼센트|프로)"
)
_PERCENT = re.compile(r"(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|퍼센트|프로)")
_GIVEN = re.compile(
    r"\s?(?:씩|까지|정도|쯤)?\s?(?:준|주는|주나|주던|지원|넣어|들어오|들어와|깎|빌려|대준|내준|"
    r"보태|얹|나온다|나오는\s?거|나왔|들어(?!와)|내요|내고|나가|써요|쓰)"
)
_COST = re.compile(r"[가-힣](?:비|세|값|료)(?:가|이|는|은|로|만)?\s*$")
_YEARS_WORTH = 6_000_000
_CORRECTED = re.compile(r"정정|정확|아니|다시")
_LIMIT = re.compile(r"^\s?(?:이하|이상|미만|초과|이내|안쪽|까지|기준|가\s?넘|면|인가)")
_PREMIUM = re.compile(
    rf"(?:건강\s?보험료|건보료|보험료|의료\s?보험료|직장\s?가입자?|지역\s?가입자?|지역)(?:는|가|"
    rf"를|로|으로)?\s?"
    rf"(?:지역으로\s|직장으로\s)?(?:매달\s|한\s?달에\s?|월\s?)?(?P<a>{AMOUNT})"
)
_ASSETS = re.compile(
    rf"(?<!금융)(?<!금융\s)(?:재산|자산)(?:이|은|이라고는|이라곤|도|은요)?\s?(?:총\s|"
    rf"다\s?합쳐서?\s|약\s|"
    rf"\S+\s){{0,2}}?(?P<a>{AMOUNT})"
)
# Kinds of property, each with its amount; a bill, a loan or a monthly sum is none.
_PROPERTY = re.compile(
    rf"(?<![가-힣])(?:(?:정기\s?)?예금|적금|예적금|저축(?:한\s?(?:돈|게|거)|액)?|"
    rf"통장(?:\s?잔고|\s?잔액)?|현금|주식|펀드|코인|금융\s?(?:재산|자산)|"
    rf"모아\s?(?:둔|놓은|논)\s?(?:돈|게|거)|모은\s?(?:돈|게)|목돈|집\s?한\s?채|집값|"
    rf"(?:집|아파트|빌라|주택|땅|토지|논|밭|논밭|상가|건물)"
    rf"(?=\s?\S{{0,3}}\s?(?:{AMOUNT})\s?(?:짜리|있|정도\s?(?:돼|되|있))))"
    rf"(?:이|가|은|는|에|도|만|으로)?\s?"
    rf"(?:있는\s?(?:돈|게)\s?|한\s|약\s|총\s|대략\s|전부\s|다\s?합쳐서?\s)?"
    rf"(?P<a>(?>{AMOUNT}))(?!\s?(?:씩|을?\s?(?:들어|입금|나가|빠져|넣|붓|내|낸|빌|갚|대출)|대출|"
    rf"월급))"
)
# 3억짜리 아파트, 빌라 한 채 있는데 1억 2천쯤 해요
_PRICED_HOME = re.compile(
    rf"(?P<a>(?>{AMOUNT}))\s?(?:짜리|되는|하는|나가는|상당의)\s?(?:\S+\s)?(?:집|아파트|빌라|주택|"
    rf"땅|토지|논|밭|상가|건물)"
    rf"|(?:집|아파트|빌라|주택|땅|토지|논|밭|상가|건물)(?:이|가|을|를|은|는|도)?\s?(?:한\s?채|"
    rf"하나|좀|조금)?\s?"
    rf"(?:있|가지고|갖고|가졌)\S*\s(?:\S+\s)?(?P<b>(?>{AMOUNT}))\s?(?:쯤|정도|가량)?\s?(?:해요|"
    rf"합니다|해$|돼요|됩니다|나가요|나갑|가요|짜리)"
)
_NO_ASSETS = re.compile(
    r"재산(?:이|은|도|이라곤|이라고는)?\s?(?:(?:하나도|전혀|한\s?푼도?|아무것도|"
    r"모아\s?둔\s?것도)\s?)?없(?!으면|는\s?사람)|"
    r"무일푼|빈털터리"
)
_EACH_MONTH = re.compile(r"매달|매월|다달이|한\s?달에|달에|월급|연금|이자")


def money(text: str, told: str, *, has_ratio: bool, has_income: bool) -> Iterator[Found]:
    """Facts of money in a piece; `has_*` tell what was said before (for corrections).

    `told`: the turn up to the end of the piece, in which a correction may be announced.
    """
    if (match := _PREMIUM.search(text)) and (amount := won(match["a"])) and amount >= 1000:
        yield Found("health_insurance_premium", amount, *match.span("a"))
        text = text[: match.start()] + " " * len(match[0]) + text[match.end() :]
    yield from _income(text, has_income=has_income)
    yield from _ratio(text, has_ratio=has_ratio, corrected=bool(_CORRECTED.search(told)))
    yield from _assets(text, told)


def _asset_amount(text: str) -> int | None:
    amount = won(text)
    if amount is not None and amount < 100_000 and re.search(r"[천백]", text) and "원" not in text:
        return amount * _MAN
    return amount


def _assets(text: str, told: str) -> Iterator[Found]:
    if match := _ASSETS.search(text):
        amount = _asset_amount(match["a"])
        if amount and not _LIMIT.match(text[match.end() :]):
            yield Found("assets", amount, *match.span("a"), owner="household")
    elif not any(_ASSETS.search(said) for said in re.split(r"[.?!\n]", told)):
        yield from _properties(text, told)
    none = _NO_ASSETS.search(text)
    if none and "다른" not in text:
        where = none.start()
        yield Found("assets", 0, where, where + 2, 0.8, owner="household")


def _properties(text: str, told: str) -> Iterator[Found]:
    """Savings and houses told one by one: their sum so far."""
    if priced := _PRICED_HOME.search(text):
        group = "a" if priced["a"] else "b"
        if amount := _asset_amount(priced[group]):
            yield Found("assets", amount, *priced.span(group), 0.85, owner="household")
        return
    here = [one for one in _PROPERTY.finditer(text) if _is_property(text, one)]
    if not here:
        return
    corrected = bool(_CORRECTED.search(told))
    counted = here[-1:] if corrected else _PROPERTY.finditer(told)
    source = text if corrected else told
    total = sum(_asset_amount(one["a"]) or 0 for one in counted if _is_property(source, one))
    if total:
        yield Found("assets", total, *here[-1].span("a"), 0.85, owner="household")


def _is_property(text: str, match: re.Match[str]) -> bool:
    around = text[max(0, match.start() - 8) : match.end()]
    return not (_EACH_MONTH.search(around) or _LIMIT.match(text[match.end() :]))


def _in_man(text: str) -> int | None:
    """A bare number of income is said in 만원 ("월 150")."""
    clean = text.strip().replace(",", "")
    if re.fullmatch(r"\d{1,4}", clean):
        return int(clean) * _MAN
    amount = won(text)
    spoken = bool(re.fullmatch(r"[일이삼사오육칠팔구십백천]+", clean))
    return amount * _MAN if spoken and amount else amount


def _income(text: str, *, has_income: bool) -> Iterator[Found]:
    if _ELSE.search(text):
        return
    if none := _NO_INCOME.search(text):
        yield Found("monthly_income", 0, *none.span(), owner="household")
        return
    match = _YEARLY.search(text)
    if match and ("연" in match[0] or "벌" in text[match.end() : match.end() + 6]):
        amount = _in_man(match["a"])
        if amount:
            yield Found("monthly_income", amount // 12, *match.span("a"), 0.8, "household")
        return
    if pension := _PENSION_INCOME.search(text):
        group = "a" if pension["a"] else "b"
        amount = _in_man(pension[group])
        if amount:
            yield Found("monthly_income", amount, *pension.span(group), 0.8, "household")
            return
    for pattern in (_EARNS, _MONTHLY, _ONLY_INCOME):
        match = pattern.search(text)
        if not match:
            continue
        before = text[max(0, match.start() - 14) : match.start()]
        group = "b" if "b" in match.re.groupindex and match["b"] else "a"
        around = before + match[0] + text[match.end() : match.end() + 8]
        earned = re.search(r"벌|번다|법니다|월급|소득|수입|급여", around)
        if _SPENT.search(around) and not earned:
            continue
        amount = _in_man(match[group])
        limit = _LIMIT.match(text[match.end() :])
        if (
            amount
            and re.search(r"작년에|1년에|일년에|연간|1년\s?동안", text)
            and amount >= _YEARS_WORTH
        ):
            amount //= 12
        if (_GIVEN.match(text[match.end() :]) or _COST.search(before)) and not earned:
            continue
        if amount is not None and not limit and (amount == 0 or amount >= 10_000):
            yield Found("monthly_income", amount, *match.span(group), 0.9, "household")
            return
    if not has_income and (pension := _PENSION.search(text)) and (amount := won(pension["a"])):
        yield Found("monthly_income", amount, *pension.span("a"), 0.75, "household")
        return
    if has_income and (now := _NOW.search(text)) and (amount := _in_man(now["a"])):
        yield Found("monthly_income", amount, *now.span("a"), 0.85, "household")


def _ratio(text: str, *, has_ratio: bool, corrected: bool) -> Iterator[Found]:
    match = _RATIO.search(text)
    if match is None and has_ratio and corrected:
        match = _PERCENT.search(text)
    if match is None:
        return
    if _LIMIT.match(text[match.end() :]) and not text[match.end() :].lstrip().startswith("안쪽"):
        return
    value = float(match["n"])
    number = int(value) if value.is_integer() else value
    yield Found("median_income_ratio", number, *match.span(), 0.9, "household")
