"""Whether words state anything: conditions, hearsay, questions, and what tells of the dead."""

from __future__ import annotations

import re
from enum import StrEnum

from policies.geography import places_in


class Mood(StrEnum):
    """STATED pieces give facts; the others tell of a condition, of others or of hearsay."""

    STATED = "stated"
    HYPOTHETICAL = "hypothetical"
    THIRD = "third"
    HEARSAY = "hearsay"


_CONDITIONAL = re.compile(r"(?:으면|[가-힣]면|려면|다면|라면|을\s?때|할\s?때)[은요]?[\s,?!.]*$")
_NO_CONDITION = re.compile(
    r"(?:^|\s)(?:\S*[달월년]이면|합치면|합하면|더하면|따지면|라면|반면|측면|화면|방면|"
    r"[가-힣]{1,2}읍면|수면)\s*$"
)
_IF = re.compile(r"만약|만일|혹시\s?[가-힣]+(?:면|라면)|가정하|나중에\s")
_HEARSAY = re.compile(
    r"(?:다던데|다는데|다며|다면서|라던데|다던가|다네|대던데|다고\s?(?:하|해|들|자랑)\S*|답니다|"
    r"(?<!못\s)받는대|(?<!안\s)된대|준대|나온대|다더라고?)요?[\s,?!.]*$"
)
_GENERIC = re.compile(
    r"(?:사람|(?<![두세한]\s)(?<![두세한네])분|가구|환자|수급자|노인)(?:만|은|도|들은|들만|들도|들|이면|한테|에게)\s(?!아니|아닌|"
    r"아닙|아녜|못\s?[되돼]|(?:차상위|수급)\S*\s(?:\S+\s)?(?:아니|아닙|아녜|안\s))"
)
ASKS = re.compile(
    r"\?|(?:나요|까요|[은인는한된할운른던]가요|[습됩합줍갑답랍립십닙입집킵힙쉽랩]니까|"
    r"[되있없였었겠했오주받놓두으]나|(?:신청|해당|가능|어찌|어떻게)\s?하나|"
    r"[을될할일볼줄쓸갈릴울를]까|냐|[는은을]지|인지|[될할을일]지|싶어요|알려\s?(?:줘|주)\S*|"
    r"궁금\S*|없소|돼요|되죠|되지|하죠|"
    r"뭐\s?\S*|왜\s?(?:\S+\s?){0,2}|어디\S*|얼[마만맙]\S*|언제\S*|어떻게\S*|달라요|줘요|주세요|"
    r"인가)[\s.~!]*$"
)
DEAD = re.compile(
    r"돌아가[셔시셨신심]|사망|별세|작고|타계|소천|운명(?:하셨|하시)|저세상|세상을?\s?(?:뜨|떴|버[렸리])|"
    r"여의(?:고|었|셨)|떠나보내|죽고(?!\s?싶)|죽어서|죽었|세상을?\s?떠|하늘나라|먼저\s?(?:보내|"
    r"갔|가셨|"
    r"떠나)"
)


def mood_of(text: str, *, named: bool) -> Mood:
    """The mood of a clause that is not about a stranger; `named`: somebody is named in it."""
    if _IF.search(text) or (
        _CONDITIONAL.search(text) and not (_NO_CONDITION.search(text) or _ends_in_place(text))
    ):
        return Mood.HYPOTHETICAL
    if (_HEARSAY.search(text) or _GENERIC.search(text)) and not named:
        return Mood.HEARSAY
    return Mood.STATED


def _ends_in_place(text: str) -> bool:
    """Whether the last word is a township (봉평면), and no condition."""
    end = len(text.rstrip(" \n.,!?~"))
    return text[:end].endswith("면") and any(one.end >= end for one in places_in(text))


def is_supposed(text: str) -> bool:
    """Whether a clause ends as a condition does."""
    return bool(_CONDITIONAL.search(text))


def is_dead(text: str) -> bool:
    return bool(DEAD.search(text))
