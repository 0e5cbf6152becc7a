"""Yes, no and "I would rather not say", in every form people give them."""

from __future__ import annotations

import re

_LEADING_YES = re.compile(
    r"^(?:네+|넵|넹|넴|예+|응+|웅|어+|음\s?네|그래(?:요|유)?|그럼(?:요)?|그렇\S*|맞\S*|당연\S*|물론\S*|"
    r"ㅇㅇ+|ㅇㅋ|yes|yeah|ok(?:ay)?)(?=$|[\s,.!~])",
    re.IGNORECASE,
)
_LEADING_NO = re.compile(
    r"^(?:아니(?:요|오|예요|에요|여|야|유|라요)?|아뇨|아녀(?:요)?|아닙니다|아닌데요?|아님|ㄴㄴ+|놉|"
    r"노|no(?:pe)?|전혀(?:요)?|아직(?:이요|요|이에요)?)(?=$|[\s,.!~])",
    re.IGNORECASE,
)
_NO = re.compile(
    r"(?<![가-힣])(?:안|못)\s?(?:받|했|해|돼|되|됐|됨|됩|된|하|다녀|다니|살|탔|타|가지|갖|들|나|걸|앓|낳|넘)|"
    r"없(?:으[세시셔십신]|어|습|다|음|네|는데|고|지|슈|구|소|$)|[지진질]\s?(?:않|못)|"
    r"아니(?:에요|예요|요|야|다|라|고|지|구|여|$)|아닙니다|아닌|아님|미해당|비해당|해당\s?사항\s?(?:무|없)|"
    r"아직(?:은|이요|이에요|요)?$|신청\s?(?:중|했|해\s?[놓놨둔뒀]|만)|탈락|떨어졌"
)
_YES = re.compile(
    r"받(?:고|아|어|습|는|음|지|네|았|잖)|타(?:고|요|먹)|해당(?:돼|되|됩|됨|해|함|합|이요|요|$)|"
    r"있(?:어|습|음|다|지|네|는데|고|구|슈|$)|맞(?:아|습|음|다|지|네|는|$)|했(?:어|습|음|지)|"
    r"(?:됐|됩니|되어|돼)|확인받|등록(?:돼|되|했)|대상(?:자)?(?:요|이요)?$"
)
_NOT_THAT_NOT = re.compile(
    r"(?:안|못|없)\s?\S*\s?(?:건|것은|게|거는|것도|건\s?또)\s?(?:아니|아닙|아닌|아님)"
)
_PAST = re.compile(r"예전에|옛날에|전에는|받다가|받았었|작년까지|끊겼|끝났")
_HEDGE = re.compile(
    r"(?:(?:정확히|자세히|확실히|잘|정확한\s?(?:건|금액))\S*\s?)?모르(?:겠|지|는|고)\S*"
)
_FIGURE = re.compile(r"\d|만\s?원")
_DECLINES = re.compile(
    r"모르(?!고\s?(?:신청|지나|살|있었))|몰라|몰러|모름|글쎄|기억\S?\s?안|싶지\s?않|필요\s?없|"
    r"(?:말|얘기|이야기|대답|답|답변|공개|밝히|알려\s?주)\S{0,5}\s?"
    r"(?:싫|않|안\s|곤란|어렵|꺼려|그래요|그렇)|싫(?:어|은|다|습)|비밀|노\s?코멘트|패스|"
    r"넘어\s?(?:가|갈)|건너\s?뛰|스킵|나중에\s?(?:말|얘기|알려|할게|답)|대답\s?못|개인\s?정보|"
    r"사생활|말\s?못|말\s?안|안\s?알려|not\s+say|don'?t\s+know",
    re.IGNORECASE,
)
# A question is no answer, unless it begins with one ("네, 그럼 어디로 가요?").
_QUESTION = re.compile(
    r"(?:나요|까요|[은인는한된던]가요|[습됩합입]니까|[을될할볼]까)[\s.~!?]*$|"
    r"(?:[어아여해돼와죠지냐나]|[어아여해돼와줘]요|지요)\s?\?|"
    r"(?:어디|얼마|언제|어떻게|누가)\S{0,3}(?:\s\S+){0,2}[\s.~!?]*$"
)
# 그럼 and 그래 open a question as well as they say yes.
_PLAIN_LEAD = re.compile(r"^(?:네|넵|넹|예|응|아니|아뇨|아녀|ㅇㅇ|ㄴㄴ)")
_ASKS_BACK = re.compile(
    r"^(?:네|예|응|어|뭐)\s?\?|^왜|왜요|왜\s|무슨\s?(?:말|뜻|소리|얘기)|뭔\s?(?:말|소리)|뭐(?:예요|에요|지|야|죠|더라|라고)|"
    r"뭔데|무엇인가|[은는]\s?뭐|어떻게\s?(?:알|확인)|어디서|꼭\s|필요(?:한가|해요\?|하나)|"
    r"해야\s?(?:하|되|돼)|알려\s?주세요|무슨\s?뜻"
)


def declines(text: str) -> bool:
    """Whether somebody does not want to say it, or does not know; a figure given is an answer."""
    if not _DECLINES.search(text):
        return False
    rest = _HEDGE.sub(" ", text)
    return not (rest != text and _FIGURE.search(rest) and not _DECLINES.search(rest))


def asks_back(text: str) -> bool:
    """ "왜요?", "그게 뭐예요?": a question instead of an answer."""
    return bool(_ASKS_BACK.search(text))


def yes_no(text: str) -> bool | None:
    """What a short answer says; what it tells outranks the 네 or 아니요 it begins with."""
    plain = re.sub(r"[.!~?ㅎㅋㅠㅜ^]+", " ", text).strip()
    if not plain or asks_back(text) or declines(text):
        return None
    if _NOT_THAT_NOT.search(plain):
        return True
    leading_no = _LEADING_NO.match(plain)
    leading_yes = None if leading_no else _LEADING_YES.match(plain)
    lead = leading_no or leading_yes
    if _QUESTION.search(text):
        return lead is leading_yes if lead and _PLAIN_LEAD.match(lead[0]) else None
    rest = plain[lead.end() :].strip(" ,") if lead else plain
    if _NO.search(rest):
        return False
    if leading_no:
        # 아니요, 받고 있어요 takes the question back; 아니요, 국민연금 받아요 names something else.
        return bool(re.match(r"(?:지금\s|현재\s)?(?:받|있|맞|해당)", rest))
    if _PAST.search(rest):
        return None
    if leading_yes or _YES.search(rest):
        return True
    return None
