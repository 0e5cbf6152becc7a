"""Whether words ask something: by question words and by the endings people speak with."""

from __future__ import annotations

import re

_SYLLABLES, _FINALS = 399, 28


def _ending_in(final: int) -> str:
    """Character class of the syllables with a final consonant (its number in Unicode)."""
    return "[" + "".join(chr(0xAC00 + n * _FINALS + final) for n in range(_SYLLABLES)) + "]"


_N, _L, _B = _ending_in(4), _ending_in(8), _ending_in(17)
_WORDS = re.compile(
    r"얼[만맙]|얼마(?!\s?(?:전|안|되지|뒤|후))|며칠(?!\s?(?:전|째|뒤))|언제(?!부턴|\s?한번)|어디(?!\s?(?:가|에)?\s?아)|"
    r"어데|워디|(?<![가-힣])(?:뭐|뭘|뭔|머(?![리금물무지])|멀(?=[\s?])|무엇|무슨|누가|누구한테|왜|우째|우예)(?![가-힣]*니뭐니)|"
    r"어떤|어떻게|어찌|몇\s?(?:프로|퍼센트|살까지|세까지|번까지|개월까지|년까지|급)"
)
_ENDINGS = re.compile(
    rf"(?:{_B}니까|{_B}니꺼|[나까]요?|{_N}가요?|{_N}지요?|{_L}지요?|{_L}까말까|{_L}라나|"
    r"(?:거|것|게|건|맞|되|돼|하|있|없|겠|아니|나오|받|주|인)죠|(?:되|있|없|겠)지|"
    r"냐|(?:있|없|었|았|겠|되|하|거|건)니|[가-힣]노|[가-힣][제능]교|[는인]교|[는되인은]겨|[가-힣](?:려나|으려나|는감|나봐요)|"
    r"(?:은|는|면|으면|라면)요|면은요?|(?<=[가-힣])데요\?|소\?)$"
)
_TRAIL = re.compile(r"[\s.,~!ㅋㅎㅠㅜ^…]+$")


def is_question(text: str) -> bool:
    """Whether a sentence asks: a question mark, a question word, or an ending of questions."""
    words = _TRAIL.sub("", text)
    return words.endswith("?") or bool(_WORDS.search(words) or _ENDINGS.search(words))


# Contractions of "얼마이-", as they are spoken.
_SPOKEN = (
    (re.compile(r"얼맙니(?=까|꺼)"), "얼마입니"),
    (re.compile(r"얼만(?=데|가요|지|교|감)"), "얼마인"),
    (re.compile(r"얼맨(?=데|가|지|교)"), "얼마인"),
)


def spelled_out(text: str) -> str:
    """The text with the question word "얼마" where it is spoken in one with what follows."""
    for said, written in _SPOKEN:
        text = said.sub(written, text)
    return text
