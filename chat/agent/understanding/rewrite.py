"""Follow-up questions made to stand on their own ("그거 얼마예요?" → "기초연금 얼마예요?")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from chat.agent.situation import names_nothing
from chat.agent.understanding.extract import extract
from chat.agent.understanding.kin import KIN
from chat.agent.understanding.people import mentions
from chat.agent.understanding.route import policy_mentions
from chat.agent.understanding.types import SELF, Rewritten
from policies.korean import josa

_ANY_DAY = date(2026, 1, 1)
_LONG = 60
_PART_OF_NAME = 3
_ORDINALS = {"첫": 0, "두": 1, "세": 2, "네": 3, "다섯": 4, "1": 0, "2": 1, "3": 2, "4": 3, "5": 4}
_ORDINAL = re.compile(
    r"(?P<n>첫|두|세|네|다섯|[1-5])\s?번\s?째?\s?(?:(?:거|것|꺼|제도|정책|지원|"
    r"항목)(?=[\s은는이가을를도로만?.!]|$)|(?=[은는이가을를도]|\s|$|\?))"
)
_LAST_ONE = re.compile(r"(?:마지막|맨\s?끝)\s?(?:거|것|꺼|번)?")
_BOTH = re.compile(r"(?:그|이)\s?(?:두|둘)\s?(?:개|가지|제도)?|둘\s?다|두\s?개(?:\s?다)?")
_THAT = re.compile(
    r"(?<![가-힣])(?:아까\s?(?:그\s?)?|방금\s?(?:그\s?)?|위에?\s?)?(?:(?:그|이|저)\s?(?:거|것|게|"
    r"제도|정책|지원금?|사업|서비스)|그거|이거|그건|"
    r"이건|그게|이게|그걸|이걸|거기|여기)(?P<p>은|는|이|가|을|를|도|로|에|서|요)?(?=[\s?!.,~]|$|"
    r"얼마|어떻게|언제|어디)"
)
# "그게 다예요" points at nothing.
_ALL = re.compile(
    r"(?:그|이)(?:게|거|것이|것)\s?(?:다|전부|전 재산|전재산)(?![가-힣]*\s?(?:받|주|되|가능))"
)
_TAIL = {"그건": "는", "이건": "는", "그게": "가", "이게": "가", "그걸": "를", "이걸": "를"}
_PAIRS = {"은": "은/는", "는": "은/는", "이": "이/가", "가": "이/가", "을": "을/를", "를": "을/를",
          "로": "으로/로"}  # fmt: skip
_ASPECT = re.compile(
    r"^(?:그럼|그러면|근데|그런데|그리고|혹시|아)?\s?(?:신청|청구|접수|서류|준비물|구비서류|금액|얼마|언제|"
    r"어디|기한|기간|마감|자격|조건|대상|소득|나이|방법|"
    r"절차|전화번호|연락처|문의|홈페이지|온라인|인터넷|대리|결과|내용|지원\s?(?:내용|금액)|한도|"
    r"횟수|몇\s?(?:년|번|개월|살|프로|%)|어떻게|누가|"
    r"뭐가|뭘|무슨|왜|지급|본인부담|비용|중복|이의신청|예외|재산|한\s?달에|매달|다시|더\s?자세히|"
    r"자세히|올해|바뀐|필요|의사소견서|통장)"
)
_KIN_ASK = re.compile(
    r"^(?:그럼|그러면|근데|그런데|혹시)?\s?(?:우리\s|저희\s)?(?P<who>[가-힣]{1,6})(?:은|는|도)"
    r"(?:요|\s?(?:어때요?|어떤가요|돼요?|되나요?|될까요?|가능(?:해요?|한가요?)|"
    r"받을\s?수\s?있(?:나요|어요)))?[?.!~\s]*$"
)
_INSTEAD = re.compile(
    r"^(?:그럼|아니|아니요)?\s?(?P<old>[가-힣]{2,10}?)\s?(?:이?\s?말고|빼고|대신)\s?(?P<new>.+)$"
)
_NOUN_ASK = re.compile(
    r"^(?:그럼|그러면|근데)?\s?(?P<noun>[가-힣0-9%\s]{2,16}?)(?:은요|는요|이면요?|면요?|은|"
    r"는)[?~\s]*$"
)
_CONDITION = re.compile(
    r"^(?:그럼|그러면|만약|혹시)?\s?\S{1,12}(?:\s\S{1,10}){0,4}(?:면|이면|라면)\s?(?:요|돼요?|"
    r"되나요?|어떻게\s?돼요?)?[?~\s]*$"
)
_YES_NO = re.compile(
    r"^(?:네|예|응|넵|맞아요|그래요|아니요|아뇨|아니|몰라요?|모르겠어요|없어요|있어요)[.!~\s]*$"
)


def rewrite(
    text: str, *, last_question: str, last_policies: Sequence[str], focus: str = SELF
) -> Rewritten:
    """`text` with what it leaves out put in from the last turn; unchanged if it needs nothing.

    `last_question`: the last self-contained question; `last_policies`: titles as last shown, in
    order; `focus`: the member being talked about.
    """
    plain = text.strip()
    if not plain or len(plain) > _LONG or not (last_question or last_policies):
        return Rewritten(text, "")
    pointed = _point(plain, last_policies or policy_mentions(last_question))
    if pointed is not None:
        return pointed
    if policy_mentions(plain):
        return Rewritten(text, "")
    for step in (_other_person, _instead, _aspect, _answer):
        result = step(plain, last_question, list(last_policies))
        if result is not None:
            return result
    return Rewritten(text, "")


def _point(text: str, policies: Sequence[str]) -> Rewritten | None:
    """ "두 번째 거", "그 두 개", "그거": pointers to the policies last shown."""
    if not policies:
        return None
    if match := _ORDINAL.search(text):
        index = _ORDINALS[match["n"]]
        if index < len(policies):
            return _put(text, match, policies[index], "순서로 가리킨 정책을 이름으로 바꾸었습니다.")
    if (match := _LAST_ONE.search(text)) and len(policies) > 1:
        return _put(text, match, policies[-1], "순서로 가리킨 정책을 이름으로 바꾸었습니다.")
    if (match := _BOTH.search(text)) and len(policies) > 1 and not mentions(text):
        both = f"{josa(policies[0], '과/와')} {policies[1]}"
        return _put(text, match, both, "가리킨 두 정책을 이름으로 바꾸었습니다.")
    match = _THAT.search(text)
    if match is None or _ALL.match(text, match.start()):
        return None
    if called := _called(text, match, policies):
        return called
    # "폐암 검사도 거기서 해줘요?" has a matter of its own.
    own = not names_nothing(text[: match.start()])
    return None if own else _put_that(text, match, policies[0])


def _called(text: str, match: re.Match[str], policies: Sequence[str]) -> Rewritten | None:
    """ "치료관리비 그거": the one of which the word before is a part of the name."""
    before = text[: match.start()].rstrip()
    word = before.rsplit(" ", 1)[-1]
    if len(word) < _PART_OF_NAME:
        return None
    name = next((one for one in policies if word in one.replace(" ", "")), None)
    if name is None:
        return None
    start = len(before) - len(word)
    shorter = text[:start] + text[match.start() :]
    pointer = _THAT.search(shorter)
    return _put_that(shorter, pointer, name) if pointer else None


def _put(text: str, match: re.Match[str], name: str, reason: str) -> Rewritten:
    after = text[match.end() :]
    particle = re.match(r"(은|는|이|가|을|를|로)(?=[\s?.!요]|$)", after)
    if particle:
        name = josa(name, _PAIRS[particle[1]])
        after = after[particle.end() :]
    return Rewritten(_tidy(f"{text[: match.start()]}{name} {after}"), reason)


def _put_that(text: str, match: re.Match[str], name: str) -> Rewritten:
    word = match[0].strip()
    particle = match["p"] or _TAIL.get(word, "")
    named = josa(name, _PAIRS[particle]) if particle in _PAIRS else f"{name}{particle}"
    filled = f"{text[: match.start()]}{named} {text[match.end() :]}"
    return Rewritten(_tidy(filled), "‘그것’이 가리키는 정책을 이름으로 바꾸었습니다.")


def _tidy(text: str) -> str:
    return re.sub(r"\s+([?!.,])", r"\1", re.sub(r"\s+", " ", text)).strip()


def _other_person(text: str, question: str, policies: list[str]) -> Rewritten | None:
    """ "어머니는요?": the last question again, about somebody else."""
    match = _KIN_ASK.match(text)
    if not match or not question or (match["who"] not in KIN and match["who"] not in {"저", "나"}):
        return None
    who = match["who"]
    before = [one for one in mentions(question) if one.role in {"subject", "self"}]
    if before:
        old = before[0]
        rest = question[old.end :]
        asked = (
            f"{question[: old.start]}{josa(who, '은/는')}{rest if rest[:1] == ' ' else ' ' + rest}"
        )
    else:
        asked = f"{josa(who, '은/는')} {question}"
    named = policies[0] if policies and not policy_mentions(asked) and len(policies) == 1 else ""
    reason = "앞의 질문을 다른 분에 대한 질문으로 풀었습니다."
    return Rewritten(_tidy(f"{named} {asked}"), reason)


def _instead(text: str, question: str, policies: list[str]) -> Rewritten | None:
    """ "서울 말고 부산은요?": one word of the last question replaced."""
    match = _INSTEAD.match(text)
    if not match or not question:
        return None
    new = re.sub(r"(?:은요|는요|은|는|이요|요|꺼|거)?[?.!~\s]*$", "", match["new"])
    reason = "앞의 질문에서 한 부분을 바꾸어 풀었습니다."
    if match["old"] in question and new:
        return Rewritten(_tidy(question.replace(match["old"], new, 1)), reason)
    return Rewritten(_tidy(f"{question} {text}"), reason) if new else None


def _aspect(text: str, question: str, policies: list[str]) -> Rewritten | None:
    """ "서류는요?", "62%면?": a question about the policy last spoken of."""
    names = policies[:1] or policy_mentions(question)[-1:]
    short = len(text) <= 30
    if short and (_ASPECT.match(text) or _CONDITION.match(text)):
        lead = names[0] if names else question
        asked = re.sub(r"^(?:그럼|그러면|근데|그런데|그리고|혹시|아)\s", "", text)
        return (
            Rewritten(_tidy(f"{lead} {asked}"), "앞에서 말씀하신 정책을 이어서 물으셨습니다.")
            if lead
            else None
        )
    if short and question and _NOUN_ASK.match(text) and not mentions(text):
        return Rewritten(_tidy(f"{question} {text}"), "앞의 질문에 이어서 물으셨습니다.")
    return None


def _answer(text: str, question: str, policies: list[str]) -> Rewritten | None:
    """A bare answer ("65세요", "네") goes with the question it answers."""
    if not question or "?" in text or len(text) > 25:
        return None
    told = extract(text, as_of=_ANY_DAY)
    if not (_YES_NO.match(text) or (told.facts and not told.residual)):
        return None
    return Rewritten(_tidy(f"{question} {text}"), "앞의 질문에 대한 답으로 보고 함께 읽었습니다.")
