"""Where a text is cut into sentences and clauses, as people write without full stops."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(
    r"(?<=[요다음임심함됨고죠네데유지])\s+[/|]\s+|"
    r"(?:[?!\n;。]|\.(?!\d))+\s*|(?:[ㅋㅎㅠㅜ]{2,}|\^\^)\s*"
    r"|(?<=[가-힣])(?:(?<=요)(?<!필요)|(?<=니다)|(?<=니까)|(?<=죠)|(?<=니더)|(?<=심더)|"
    r"(?<=[없있하되겠좋싶]소)|(?<=래)|"
    r"(?<=어)(?<!틀어)(?<![얻없벗꺾]어)(?=\s+(?!있|버[리려렸]|[주줘줬]|가지|[놓놨두둬뒀]|"
    r"드[리려]|보[고니면]|봤|먹고살|[사살]))|"
    r"(?<=이여)|(?<=[^난불책선담]임))\s+"
)
_CLAUSE_END = re.compile(
    r"(?<=[가-힣])(?:(?<=[^신창광참사중]고)(?<!거말고)(?<!것말고)(?<!거\s말고)|(?<=고요)|(?<=구요)|"
    r"(?<=데)|(?<=디)|(?<=면)(?<!년이면)(?<!달이면)(?<!월이면)(?<!합치면)(?<!합하면)(?<!더하면)|"
    r"(?<=니까)|(?<=[아어해여려라와돼셔워져가나파켜겨쳐]서)(?<!합쳐서)(?<!합해서)(?<!다\s해서)|"
    r"(?<=며)|(?<=고예)|(?<=라예)|(?<=던데)|(?<=거든)|(?<=지만))[\s,]+(?!있|계[시세]|싶|"
    r"(?<=아픈데\s)없|(?<=데\s)(?:\S+\s)?(?:떨어졌|떨어져|탈락|거절|반려|부적합|결과|"
    r"(?:아직\s)?안\s?나[왔와옴]|아직\s?(?:결과|소식|연락)))|"
    r",\s+(?=[가-힣])"
)


def sentences(text: str) -> list[tuple[int, int]]:
    """Offsets of the sentences; colloquial endings (요, 니다 …) end one too."""
    return _cuts(text, 0, len(text), _SENTENCE_END)


def clauses(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return _cuts(text, start, end, _CLAUSE_END)


def _cuts(text: str, start: int, end: int, mark: re.Pattern[str]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    position = start
    for match in mark.finditer(text, start, end):
        if match.end() > position:
            spans.append((position, match.end()))
            position = match.end()
    if text[position:end].strip():
        spans.append((position, end))
    return [span for span in spans if text[span[0] : span[1]].strip()]
