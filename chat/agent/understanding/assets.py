"""What a household owns: savings, houses and land, in won."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.agent.understanding.numbers import AMOUNT, won
from chat.agent.understanding.types import Found

_MAN = 10_000
CORRECTED = re.compile(r"정정|정확|아니|다시")
LIMIT = re.compile(
    r"^\s?(?:에서\s?\d|~|내지|이하|이상|미만|초과|이내|안쪽|까지|기준|가\s?넘|면|인가|"
    r"[은는이을를도]?\s?(?:[안못]\s?(?:넘|돼|되|됩|나와|나오|내)|넘지\s?[않못]))"
)
_ASSETS = re.compile(
    rf"(?<!금융)(?<!금융\s)(?:재산(?!세)|자산)(?:이|은|이라고는|이라곤|도|은요)?\s?(?:(?:총\s|"
    rf"다\s?합쳐서?\s|약\s|"
    rf"\S+\s){{0,2}}?|(?:\S+\s){{0,5}}?(?:합쳐|합치|합해|더해)\S*\s)(?P<a>{AMOUNT})"
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
_WORTH = re.compile(
    rf"\s*(?:시가|시세)(?:가|는|로)?\s(?:한\s|약\s)?(?P<b>(?>{AMOUNT}))|"
    rf"\s*(?:한\s|약\s|값이\s)?(?P<a>(?>{AMOUNT}))\s?(?:쯤|정도|가량)?\s?"
    r"(?:해요|합니다|해$|돼요|됩니다|나가요|나갑|가요|짜리|할\s?거)"
)
_HOME_BEFORE = re.compile(
    r"(?:집|아파트|빌라|주택|땅|토지|상가|건물)\S{0,2}\s?(?:한\s?채|하나)?\S{0,3}\s?(?:있|뿐|"
    r"가지고|갖고)\S*\s*$"
)
# 보증금 9천만원이 재산의 전부
_ALL_OF_IT = re.compile(
    rf"(?P<a>(?>{AMOUNT}))(?:이|가|짜리가)?\s?(?:제\s|저희\s|우리\s|내\s)?(?:전\s?)?재산의?\s?(?:전부|다(?![른시])|모두)"
)
_NO_ASSETS = re.compile(
    r"재산(?:이|은|도|이라곤|이라고는)?\s?(?:(?:하나도|전혀|한\s?푼도?|아무것도|"
    r"모아\s?둔\s?것도)\s?)?없(?!으면|는\s?사람)|"
    r"무일푼|빈털터리"
)
_EACH_MONTH = re.compile(r"매달|매월|다달이|한\s?달에|달에|월급|연금|이자")


def assets(text: str, told: str) -> Iterator[Found]:
    """Property in a piece, told as one sum or one by one; `told`: the turn up to its end."""
    if match := _ALL_OF_IT.search(text):
        if amount := _asset_amount(match["a"]):
            yield Found("assets", amount, *match.span("a"), owner="household")
    elif match := _ASSETS.search(text):
        amount = _asset_amount(match["a"])
        if amount and not LIMIT.match(text[match.end() :]):
            yield Found("assets", amount, *match.span("a"), owner="household")
    elif not any(_ASSETS.search(said) for said in re.split(r"[.?!\n]", told)):
        yield from _properties(text, told)
    none = _NO_ASSETS.search(text)
    if none and "다른" not in text:
        where = none.start()
        yield Found("assets", 0, where, where + 2, 0.8, owner="household")


def _properties(text: str, told: str) -> Iterator[Found]:
    """Savings and houses told one by one: their sum so far."""
    worth = _WORTH.match(text)
    if worth and _HOME_BEFORE.search(told[: len(told) - len(text)]):
        if amount := _asset_amount(worth["a"] or worth["b"]):  # 빌라 한 채 있는데 1억 2천쯤 해요
            where = worth.span("a" if worth["a"] else "b")
            yield Found("assets", amount, *where, 0.8, owner="household")
        return
    if priced := _PRICED_HOME.search(text):
        group = "a" if priced["a"] else "b"
        if amount := _asset_amount(priced[group]):
            yield Found("assets", amount, *priced.span(group), 0.85, owner="household")
        return
    here = [one for one in _PROPERTY.finditer(text) if _is_property(text, one)]
    if not here:
        return
    corrected = bool(CORRECTED.search(told))
    counted = here[-1:] if corrected else _PROPERTY.finditer(told)
    source = text if corrected else told
    total = sum(_asset_amount(one["a"]) or 0 for one in counted if _is_property(source, one))
    if total:
        yield Found("assets", total, *here[-1].span("a"), 0.85, owner="household")


def _is_property(text: str, match: re.Match[str]) -> bool:
    around = text[max(0, match.start() - 8) : match.end()]
    return not (_EACH_MONTH.search(around) or LIMIT.match(text[match.end() :]))


def _asset_amount(text: str) -> int | None:
    amount = won(text)
    if amount is not None and amount < 100_000 and re.search(r"[천백]", text) and "원" not in text:
        return amount * _MAN
    return amount
