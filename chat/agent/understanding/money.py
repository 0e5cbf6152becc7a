"""Income and premiums, and by way of `assets` what somebody owns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.agent.understanding.assets import CORRECTED, LIMIT, assets
from chat.agent.understanding.numbers import AMOUNT, won
from chat.agent.understanding.types import Found

_BARE = (
    r"(?:\d{2,4}(?![\d년월일세살주%개명호번시분층평]|\s?(?:프로|퍼센트))"
    r"|[일이삼사오육칠팔구]?[천백십][일이삼사오육칠팔구천백십]*(?=\s?(?:정도|쯤|씩|이|을|벌|버|받|"
    r"밖|가량|$|[.,?!])|\s+(?![만원명개번월일세살분])))"
)
# An amount, or nothing where its numeral goes on (이백삼십 is no 이백).
_SUM = rf"(?:{AMOUNT})(?!(?<![만원억])[일이삼사오육칠팔구]?십)"
_MAN = 10_000
_MONTHLY = re.compile(
    rf"(?:월\s?(?:소득|수입|급여)?|월급(?:이|은|으로)?|한\s?달(?:에|수입|에\s?수입)?|매달|매월|"
    rf"달에|다달이|"
    r"소득인정액(?:이|은)?|(?<!중위)(?<!중위\s)(?:소득|수입)(?:은|이|도)?\s?(?:월|한\s?달에?)?|"
    r"(?<![가-힣])급여(?:가|는)?|"
    rf"벌이(?:가|는|로)?|(?:들어오는|버는)\s?(?:돈|거|게|것)(?:은|이|도|가)?)\s?"
    rf"(?:한\s|약\s|대략\s|세후\s|세전\s|실수령\s|총\s)?(?P<a>{_SUM}|{_BARE}|0(?!\d))"
)
# 남편 월급 합치면 420: the household's, whoever was named last.
_TOTAL = re.compile(
    r"(?:합쳐서?|합치면|합하면|합해서?|더하면|합산(?:해서|하면)?)\s?(?:월\s?|"
    r"한\s?달에?\s?)?(?:한\s|약\s|대략\s|"
    rf"총\s)?(?P<a>{_SUM}|{_BARE})"
)
_OWNED = re.compile(r"재산|자산|예금|적금|저축|땅|논|밭|집|아파트|빚|대출|월세|보증금")
_EARNS = re.compile(
    rf"(?P<a>{_SUM}|{_BARE})\s?(?:정도|쯤|씩|가량)?(?:을|를|은|도)?\s?(?:벌(?!금)|버(?:는|시|니|"
    r"세)|법니다|번다|"
    rf"법니더)"
    rf"|(?:세후|세전|실수령(?:액)?)(?:은|이|로)?\s?(?:월\s?)?(?P<b>{AMOUNT}|{_BARE})"
)
_YEARLY = re.compile(
    r"(?:연봉|연\s?소득|연\s?수입|(?:소득|수입)(?:은|이)?\s?연(?:간)?|1년에|일년에)(?:이|은|으로|"
    r"에)?\s?(?:약\s|"
    rf"세전\s)?(?P<a>{AMOUNT}|{_BARE})"
)
_PENSION_INCOME = re.compile(
    rf"(?:소득|수입)(?:은|이|이라고는|이라곤)?\s?(?:[가-힣]{{2,6}}(?:연금|급여|수당)|알바비?|"
    rf"월세)\s?(?:월\s?)?(?P<a>{AMOUNT})"
    r"|(?:연금|급여|수당)(?:은|이|만|이라고)?\s?(?:매달|매월|다달이|한\s?달에|달에|"
    rf"월)?\s?(?P<b>{AMOUNT})"
    r"(?:이|으로|만)?\s?(?:뿐|밖에|전부|다예요|다야|이\s?다|만\s?받|(?:그|이)(?:거|걸|것|게)"
    r"\s?(?:하나|만|으?로|말고|"
    rf"뿐|밖|빼고|가지고|갖고|다|전부)|말고는?\s?(?:\S+\s)?없|으?로\s?(?:살|생활|버[티텨]|먹고))"
)
# A pension is monthly income; what is paid for one need (기초연금, 아동수당 …) is told apart.
_PENSION = re.compile(
    rf"(?<![가-힣])(?:(?:국민|노령|유족|공무원|군인|사학|퇴직|개인|농지|주택|직역|산재)\s?)?"
    rf"연금(?:이|을|은|도|으로|만)?"
    rf"\s?(?:한\s|약\s|월\s?|매달\s|매월\s|다달이\s|한\s?달에\s?)?(?P<a>{AMOUNT})"
    r"\s?(?:정도|쯤|씩|가량)?(?:을|를|이)?\s?"
    r"(?:받(?!으면|을|고\s?싶)|타(?:요|고|먹|서)|(?:으로|로)\s?(?:살|생활|버[티텨])|나와|"
    r"나오(?!면)|들어와|들어오(?!면))"
)
_ONLY_INCOME = re.compile(rf"(?P<a>{AMOUNT})[^.]{{0,8}}(?:그게|이게|수입\s?다|전부|밖에)")
_NO_INCOME = re.compile(
    r"(?<!말곤\s)(?<!외에\s)(?<!밖에\s)(?:소득|수입|벌이|돈벌이|버는\s?(?:돈|거|게|사람)|"
    r"들어오는\s?(?:돈|거|게))"
    r"(?:이|은|도|가|이라곤|이라고는)?\s?"
    r"(?:아예\s|전혀\s|하나도\s|한\s?푼(?:도)?\s|일절\s|지금\s)?(?:없(?!으면|을|는\s?사람)|"
    r"0(?!\d)|제로|끊겼|없어졌)"
)
_ELSE = re.compile(
    r"(?:말고는?|말곤|외에는?|밖에는?|빼고는?|빼면)\s?(?:다른\s?)?(?:소득|수입|벌이|들어오는|"
    r"나오는|버는)"
)
_NOW = re.compile(
    rf"(?:다시\s?보니까?|알고\s?보니|올해는?|지금은?|이제는?|요즘은?|현재는?|아니|"
    rf"정정)\s?(?:월\s?)?(?P<a>{AMOUNT}|{_BARE})"
)
_SPENT = re.compile(
    r"월세|전세|보증금|병원비|의료비|수술비|간병비|약값|치료비|지원금|들어|나가|내(?:고|요|는)|"
    r"냅니|낸다|납부|빠져|빠지|"
    r"건보료|보험료|"
    r"빚|대출|관리비|요양비|등록금|학비|바우처|이용권|교통비|수당"
)
_EARNED = re.compile(r"벌|번다|법니다|월급|소득|수입|급여")
_RATIO = re.compile(
    r"(?:기준\s?)?중위(?:\s?소득)?\s?(?:의|이|은|은요|"
    r"대비)?\s?(?:약\s?)?(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|퍼센트|프로)"
)
_PERCENT = re.compile(r"(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|퍼센트|프로)")
_GIVEN = re.compile(
    r"\s?(?:씩|까지|정도|쯤)?\s?(?:준|주는|주나|주던|지원|넣어|들어오|들어와|깎|빌려|대준|내준|"
    r"보태|얹|나온다|나오는\s?거|나왔|들어(?!와)|내요|내고|나가|써요|쓰)"
)
_COST = re.compile(r"[가-힣](?:(?<!경)비|세|값|료)(?:가|이|는|은|로|만)?\s*$")
_YEARS_WORTH = 6_000_000
_PREMIUM = re.compile(
    rf"(?:건강\s?보험료|건보료|보험료|의료\s?보험료|직장\s?가입자?|지역\s?가입자?|지역)(?:는|가|"
    rf"를|로|으로)?\s?"
    rf"(?:지역으로\s|직장으로\s)?(?:매달\s|한\s?달에\s?|월\s?)?(?P<a>{AMOUNT})"
)
_INSURED = re.compile(
    r"(?:건강\s?보험|건보|의료\s?보험|보험료|지역\s?가입|직장\s?가입)"
    r"[^.?!\n]{0,36}$"
)
_PAID = re.compile(
    rf"(?:월|매달|매월|한\s?달에?)?\s?(?P<a>{AMOUNT})\s?(?:정도|쯤|씩|가량)?(?:을|를)?\s?"
    r"(?:내(?:고|요|는|지)|냅니|낸다|내세|납부|나가|나와|빠져|빠지|떼)"
)


def money(text: str, told: str, *, has_ratio: bool, has_income: bool) -> Iterator[Found]:
    """Facts of money in a piece; `has_*` tell what was said before (for corrections).

    `told`: the turn up to the end of the piece, in which a correction may be announced.
    """
    match = _PREMIUM.search(text)
    if match is None and _INSURED.search(told):
        match = _PAID.search(text)  # 건강보험 지역, 월 12만원 냅니다
    bound = match and LIMIT.match(text[match.end("a") :])
    if match and not bound and (amount := won(match["a"])) and amount >= 1000:
        yield Found("health_insurance_premium", amount, *match.span("a"))
        text = text[: match.start()] + " " * len(match[0]) + text[match.end() :]
    yield from _income(text, has_income=has_income)
    yield from _ratio(text, has_ratio=has_ratio, corrected=bool(CORRECTED.search(told)))
    yield from assets(text, told)


def is_spent(text: str) -> bool:
    """Whether an amount among these words is paid, owed or given for one need, not earned."""
    return bool(_SPENT.search(text)) and not _EARNED.search(text)


def _in_man(text: str) -> int | None:
    """A bare number of income is said in 만원 ("월 150")."""
    clean = text.strip().replace(",", "")
    if re.fullmatch(r"\d{1,4}", clean):
        return int(clean) * _MAN
    amount = won(text)
    spoken = "원" not in clean and bool(re.search(r"[천백십]\d*$", clean)) and "만" not in clean
    return amount * _MAN if spoken and amount else amount


def _income(text: str, *, has_income: bool) -> Iterator[Found]:
    if not (said := _ELSE.search(text)) and (none := _NO_INCOME.search(text)):
        yield Found("monthly_income", 0, *none.span(), owner="household")
        return
    match = _YEARLY.search(text)
    if match and ("연" in match[0] or "벌" in text[match.end() : match.end() + 6]):
        amount = _in_man(match["a"])
        if amount and not LIMIT.match(text[match.end() :]):
            yield Found("monthly_income", amount // 12, *match.span("a"), 0.8, "household")
        return
    if pension := _PENSION_INCOME.search(text):
        group = "a" if pension["a"] else "b"
        amount = _in_man(pension[group])
        if amount:
            yield Found("monthly_income", amount, *pension.span(group), 0.8, "household")
            return
    if said:
        return
    if (earned := _earned(text)) is not None:
        yield earned
        return
    if not has_income and (pension := _PENSION.search(text)) and (amount := won(pension["a"])):
        yield Found("monthly_income", amount, *pension.span("a"), 0.75, "household")
        return
    if has_income and (now := _NOW.search(text)) and (amount := _in_man(now["a"])):
        yield Found("monthly_income", amount, *now.span("a"), 0.85, "household")


def _earned(text: str) -> Found | None:
    """The amount that comes in a month: what both have together, else what one earns."""
    if (
        (both := _TOTAL.search(text))
        and (amount := _in_man(both["a"]))
        and not (_OWNED.search(text) or LIMIT.match(text[both.end() :]))
    ):
        return Found("monthly_income", amount, *both.span("a"), 0.9, "pair")
    for pattern in (_EARNS, _MONTHLY, _ONLY_INCOME):
        match = pattern.search(text)
        if not match:
            continue
        before = text[max(0, match.start() - 14) : match.start()]
        group = "b" if "b" in match.re.groupindex and match["b"] else "a"
        around = before + match[0] + text[match.end() : match.end() + 8]
        earned = _EARNED.search(around)
        if is_spent(around):
            continue
        amount = _in_man(match[group])
        limit = LIMIT.match(text[match.end() :])
        if pattern is _ONLY_INCOME and _OWNED.search(text):
            continue
        if (
            amount
            and re.search(r"작년에|1년에|일년에|연간|1년\s?동안", text)
            and amount >= _YEARS_WORTH
        ):
            amount //= 12
        if (_GIVEN.match(text[match.end() :]) or _COST.search(before)) and not earned:
            continue
        if amount is not None and not limit and (amount == 0 or amount >= 10_000):
            return Found("monthly_income", amount, *match.span(group), 0.9, "household")
    return None


def _ratio(text: str, *, has_ratio: bool, corrected: bool) -> Iterator[Found]:
    match = _RATIO.search(text)
    if match is None and has_ratio and corrected:
        match = _PERCENT.search(text)
    if match is None:
        return
    if LIMIT.match(text[match.end() :]) and not text[match.end() :].lstrip().startswith("안쪽"):
        return
    value = float(match["n"])
    number = int(value) if value.is_integer() else value
    yield Found("median_income_ratio", number, *match.span(), 0.9, "household")
