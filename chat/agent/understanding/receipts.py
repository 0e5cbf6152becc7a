"""Benefits that somebody receives now, by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.agent.understanding.files import DATA
from chat.agent.understanding.numbers import AMOUNT
from chat.agent.understanding.people import KIN_WORDS
from chat.agent.understanding.types import Found


def _benefit_names() -> dict[str, str]:
    """Spelling without spaces → name of the benefit."""
    lines = (DATA / "benefits.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition("=") for line in lines if line and not line.startswith("#")]
    return {said.replace(" ", ""): (name or said).strip() for said, _, name in pairs}


BENEFITS = _benefit_names()
_NAME = "|".join(
    r"\s?".join(map(re.escape, said)) for said in sorted(BENEFITS, key=len, reverse=True)
)
_BENEFIT = re.compile(
    rf"(?P<b>(?:{_NAME})(?:(?:\s?(?>{AMOUNT})(?:씩|정도|쯤)?)?(?:\s?(?:,|·|이랑|랑|하고|과|와|도|"
    r"에|이고)\s?|\s)"
    rf"(?:{_NAME})){{0,5}})"
    r"(?:은|는|을|를|도|만|이|가|으로|로|라고|라는\s?거|이라고)?\s?"
    r"(?:(?:둘\s?다|두\s?분\s?다|부부가\s?다|다|모두|지금|현재|이미|벌써|매달|매월|다달이|달달이|한\s?달에?|월|겨우|조금|쪼매|쪼깨|찔끔|"
    r"쪼금|계속|인자|이제|"
    r"여태|아직|작년부터|올해부터|지난달부터|같이|따로)\s?){0,3}"
    rf"(?:(?:{KIN_WORDS})(?:만|이|가|도|께서)\s)?(?:(?:한\s|약\s)?(?:\d{{2,3}}시간|{AMOUNT}|\d{{2,3}}(?=\s?(?:씩|"
    r"받)))\s?(?:씩|을|정도|쯤|"
    r"가량|이|으로)?\s?(?:정도|쯤)?\s?)?"
    r"(?P<v>받(?:제|지예|지라|고|구(?=[\s있]|요)|어(?=$|[\s.,유여요])|으며|으면서|아요|아여|으세|으셔|으신|으심|"
    r"으시|음(?![가-힣])|는\s?(?:[0-9스서마쉰예일여아](?=[가-힣0-9])|노인|사람|집|거|것|"
    rf"중|데|게|할|(?:{KIN_WORDS})(?=[\s이가은는을를와과랑하에]|$))"
    r"|네|지(?:요|만)|죠|슈|구|아유|심더|습|는다(?=$|[.\s])|"
    r"는데|습니|음|아\s|아$|아서|은\s?지)|타(?:고|요|는|세요|시고|시는|\s?먹|서\s?(?:쓰|생활|먹))|"
    r"(?:조기\s?)?(?:수급|수령|이용|참여)\s?(?:중|하고|해요|합니)|지급\s?받|뿐|밖에|나와요|나와$|나오고|"
    r"나오는데|나옵니다|들어와|들어오(?:고|는데)|들어옵|(?:그|이)(?:거|걸|것|게)\s?(?:하나|만|"
    r"으?로|말고|뿐|밖|빼고|가지고|갖고|다)|으?로(?:만)?\s?(?:살|사[세시십는]|생활|버[티텨]|먹고)|"
    r"(?:이번|다음)\s?달(?:이면|에|까지)\s?(?:\S+\s)?(?:끝|끊|마지막|만료)|(?:곧|이제)\s?(?:끝|끊|"
    r"만료)|"
    r"이?\s?(?:수입|소득)의?\s?(?:전부|다))"
)
_NO_BENEFIT = re.compile(
    r"(?:아무|어떤|정부|나라)\s?(?:\S+\s)?(?:지원|혜택|급여|수당|도움|"
    r"복지)\S*\s?(?:\S+\s)?(?:못\s?받|안\s?받|받은\s?(?:게|것|적)"
    r"\S*\s?없|받는\s?(?:게|것)\S*\s?없)|"
    r"받(?:는|고\s?있는)\s?(?:지원|혜택|급여|수당|복지)\S*\s?(?:\S+\s)?없"
)
# What is wanted, or asked ("아동수당은 나와요?"), is not received.
_NOT_YET = re.compile(r"^\s?(?:싶|수|려)|^[가-힣]{0,3}(?:\s?[거것건]\S{0,2})?\s?\?")


def received(text: str) -> Iterator[Found]:
    """Benefits received in a piece; an empty list for "아무 지원도 못 받아요"."""
    for match in _BENEFIT.finditer(text):
        if not _NOT_YET.match(text[match.end() :]):
            said = [re.sub(r"\s", "", one) for one in re.findall(_NAME, match["b"])]
            names = list(dict.fromkeys(BENEFITS[one] for one in said))
            end = match.end("b") if "끝" in match["v"] else match.end()
            yield Found("receives", names, match.start("b"), end, 0.9)
    if none := _NO_BENEFIT.search(text):
        yield Found("receives", [], *none.span(), 0.8)
