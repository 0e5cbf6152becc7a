"""Policies that a person names only to set them aside ("국가장학금 말고", "이미 받고 있고")."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PARTICLE = r"(?:이|가|은|는|을|를|도|만|이나|나|랑|이랑|하고|와|과|부터)?"
_NOUN = r"(?:\s?(?:제도|지원|사업|혜택|급여|같은\s?(?:거|것)|그거|이런\s?거|쪽))?"
_AND = r"\s?(?:,|·|/|하고|이랑|랑|와|과|및|또는|이나|나)\s?"
_ASIDE = re.compile(
    rf"^{_NOUN}{_PARTICLE}\s?(?:말고|말구|빼고|빼구|뺀|뺴고|제외|외에|이외|대신|아니라|아니고|아닌|"
    rf"필요\s?없|관심\s?없|됐고|됐어|안\s?(?:궁금|돼서|되니|됐으니))"
)
_HAS = re.compile(
    rf"^{_NOUN}{_PARTICLE}\s?(?:(?:이미|벌써|지금|현재|매달|작년부터|전부터|원래|계속)\s?)*"
    r"(?P<v>받고\s?(?:있(?!지)|계[시신세])|받는\s?(?:중|데)(?!\s?(?:필요|드))|받습니다|"
    r"받고(?=$|[\s,.]|요)|(?:신청|등록)(?:은|도|을)?\s?(?:했|[해됐돼]\s?(?:[놨놓뒀둔줬]|있)|해\s?주[셨시]|"
    r"됐)|타고\s?있|수급\s?중|수령\s?중)"
)
# "실업급여는 못 받는데 …": what comes after is asked of something else.
_CLOSED = re.compile(
    rf"^{_NOUN}{_PARTICLE}\s?(?:못\s?받|안\s?[되돼된]|(?:대상|해당)(?:이|은|도|사항)?\s?(?:안|아니|없)|"
    r"끝났|끝나)[가-힣]*?(?:는데|은데|지만|니까|라서|아서|어서|서|고|대요|데)[\s,.]+(?=\S)"
)
# "그것도 치매안심센터로 가요?" asks where, of something else.
_THAT_TOO = re.compile(r"(?:그것|그거|이것|이거)도\s?$|(?:그|이)건\s?$")
_PLACE = re.compile(r"^(?:으로|로|에|에서|에다|가서|한테)\s?(?:가|신청|내|하|말|전화|물)")
_ALREADY = re.compile(
    rf"^{_NOUN}{_PARTICLE}\s?(?:이미|벌써|진작)\s?(?:\S+\s)?(?:받|신청했|신청해|탔|타고|했|해\s?봤|알)"
)
_BEFORE = re.compile(r"(?:이미|벌써)\s?(?:받고\s?있는|받는|신청한|아는|알고\s?있는)\s?$")
_NEGATED = re.compile(r"^.{0,12}?(?:받고\s?있지\s?(?:않|도)|받고\s?싶|못\s?받|안\s?받)")
_CONDITION = re.compile(r"^(?:으면|다면|는데도|는\s?(?:사람|분)|어도|아도)")


def excluded_names(text: str, names: Sequence[str]) -> set[str]:
    """Which of `names` the text sets aside: not wanted, or received already.

    "기초연금이랑 장애수당 빼고" sets both aside; "기초연금 받고 있으면" is only a condition.
    """
    spots = _spots(text, names)
    aside: set[str] = set()
    following = False
    for index in range(len(spots) - 1, -1, -1):
        _, end, name = spots[index]
        after = text[end:]
        joined = index + 1 < len(spots) and re.fullmatch(_AND, text[end : spots[index + 1][0]])
        following = _sets_aside(text[: spots[index][0]], after) or bool(joined and following)
        if following:
            aside.add(name)
    return aside


def _sets_aside(before: str, after: str) -> bool:
    if _THAT_TOO.search(before) and _PLACE.match(after):
        return True
    if _ASIDE.match(after) or _CLOSED.match(after) or _BEFORE.search(before):
        return True
    if _NEGATED.match(after):
        return False
    match = _HAS.match(after)
    if match is not None:
        return not _CONDITION.match(after[match.end() :])
    return bool(_ALREADY.match(after))


def _spots(text: str, names: Sequence[str]) -> list[tuple[int, int, str]]:
    """Places of the names, spaces apart; the longest name wins where two overlap."""
    found: list[tuple[int, int, str]] = []
    for name in sorted({one for one in names if one.strip()}, key=len, reverse=True):
        letters = re.sub(r"\s", "", name)
        pattern = re.compile(r"\s?".join(map(re.escape, letters)), re.IGNORECASE)
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((*match.span(), name))
    return sorted(found)
