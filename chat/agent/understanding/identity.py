"""Whether a word for a relative says who speaks: 저는 외동아들이고, 누나입니다 남동생이 아파요."""

from __future__ import annotations

import re

from chat.agent.understanding.describing import ADNOMINAL, OWN_WORDS
from chat.agent.understanding.kin import Kin
from chat.agent.understanding.numbers import NATIVE_AGE
from chat.agent.understanding.people import KIN_WORDS, Mention
from chat.agent.understanding.types import SELF

_POINTS = re.compile(r"(?:것은|건|게|사람은|분은|쪽은|말고|아니고|아니라)\s*$")
_I_AM = re.compile(r"(?:저는|전|제가|나는|난)\s*$")
_COUNTRY = re.compile(r"(?:시골|산골|촌|섬|늙은)\s$")
_ELDERS = (
    r"어머니|어머님|엄마|엄니|어무이|아버지|아버님|아빠|아부지|할머니|할아버지|할매|할배|부모님|"
    r"장모|장인|시모|시부|노모"
)
_MARK = (
    r"(?:님)?(?:들)?(?:이랑|랑|하고|이|가|은|는|를|을|도|한테|\s?(?:둘|셋|하나|\d)|\s(?=스|"
    r"서|마|쉰|예|일|여|아|열))"
)
# Who is spoken of by somebody who names themselves so.
_COUNTERPARTS: dict[str, re.Pattern[str]] = {
    member: re.compile(words)
    for members, words in (
        ("child grandchild daughter_in_law son_in_law", _ELDERS),
        (
            "brother sister sibling",
            rf"(?:남동생|여동생|막내동생|동생|오빠|언니|누나|형님|형){_MARK}",
        ),
        ("aunt uncle", "조카"),
        ("mother_in_law father_in_law", "며느리|사위"),
        ("nephew niece", rf"(?:이모|고모|삼촌|외삼촌|큰아버지|작은아버지|숙모){_MARK}"),
        ("mother father", rf"(?<![가-힣])(?:아들|딸|애|아이|아기|애기|큰애|첫째|쌍둥이){_MARK}"),
        ("grandmother grandfather", "손자|손녀|손주"),
        (
            "spouse",
            rf"(?:남편|신랑|영감|애\s?아빠|아내|와이프|집사람|마누라|할멈|애\s?엄마){_MARK}",
        ),
    )
    for member in members.split()
}
_OLDER = frozenset(
    {"aunt", "uncle", "grandmother", "grandfather", "mother_in_law", "father_in_law"}
)
_CHILDREN_OF = re.compile(r"(?<![가-힣])(?:애|애들|아이|아이들|아기|애기|조카|조카들)\s$")
_BEING = re.compile(r"\s?되는\s?(?:사람|이)(?:이|인|입|예|임)")
_RAISES = re.compile(
    r"\s?(?:혼자\s)?손(?:자|녀|주)\S*\s(?:\S+\s){0,2}?키(?:워요|웁|우고\s있|운다|워유|우는데)"
)
_CARER = re.compile(
    rf"(?<![가-힣])(?:{KIN_WORDS})\S{{0,2}}\s(?:\S+\s)?(?:모시|키우|돌보|간병하|봉양)\S*\s(?:사는\s|있는\s)?$"
)
_AGE_OR_END = re.compile(
    rf"\s?(?:만\s?)?(?:\d|{NATIVE_AGE})|\s(?:{KIN_WORDS})(?![가-힣])|[\s.!~]*(?:$|\n)"
)
_THE_CHILD_SPEAKS = re.compile(r"(?:저는|제가|전|나는)\s(?:\S+\s){0,2}(?:딸|아들|자식|며느리|사위)")
_PARENT_OF = re.compile(r"(?:애|애들|애기|아기|아이|아이들)\s?(?:엄마|아빠|아범)$")


def says_who_speaks(
    mention: Mention, kin: Kin, before: str, rest: str, current: str, told: str, *, first: bool
) -> bool:
    """`before`: the clause up to the word; `rest` and `told`: the text after and before it;
    `current`: who is spoken of; `first`: whether nobody was named before."""
    if rest.startswith((" 저", " 제", " 나", " 내", " 전", " 난")) and mention.ends_in_be:
        return True  # 엄마인 저는
    if mention.owned or before.rstrip().endswith(("말고", "아니고", "아니라")):
        return False
    young = current.startswith("child")
    if young and kin.member in {"mother", "father"}:
        return True
    if young and kin.member.startswith("grand") and OWN_WORDS.search(before):
        return True
    if current.startswith("grandchild") and kin.member.startswith("grand"):
        return True
    if parent_of(mention.word) and current in {SELF, *_children(current)}:
        return True  # 애엄마예요, 두 아이 엄마입니다
    base = kin.member.partition("#")[0]
    if base in _OLDER and not before.strip() and _COUNTERPARTS[base].search(told):
        return True  # 조카 둘을 키워요. 이모예요
    if current != SELF and not re.search(r"(?:는|은|던)\s$", OWN_WORDS.sub("", before)):
        return False
    if kin.member in {"mother", "father"} and before.strip() and not _POINTS.search(before):
        return True
    if first and not before.strip() and base in _COUNTERPARTS:
        parent = base in {"mother", "father"}
        if not (parent and _THE_CHILD_SPEAKS.search(rest)):
            return bool(_COUNTERPARTS[base].search(rest))
    describes = bool(before.strip()) and bool(ADNOMINAL.search(before) or _COUNTRY.search(before))
    return describes or bool(_I_AM.search(before))


def is_the_one(mention: Mention, kin: Kin, before: str, after: str, *, first: bool) -> bool:
    """시어머니 되는 사람인데요, 애들 이모예요, 예순여덟 할머니가 손주 둘 키웁니다."""
    if mention.owned:
        return False
    if mention.role == "copula" and kin.member in _OLDER and _CHILDREN_OF.search(before):
        return True
    raises = first and kin.member.startswith("grand") and mention.particle in {"이", "가"}
    return bool(_BEING.match(after)) or (raises and bool(_RAISES.match(after)))


def cares_for_another(mention: Mention, before: str, after: str) -> bool:
    """시어머니 모시고 사는 며느리 마흔다섯, 손자 키우는 할머니: who looks after the one just "
    "named."""
    alone = mention.role == "subject" and not (mention.particle or mention.owned)
    return alone and bool(_CARER.search(before)) and bool(_AGE_OR_END.match(after))


def parent_of(word: str) -> bool:
    """Whether a word names the parent of a child just spoken of (애 엄마)."""
    return bool(_PARENT_OF.search(word))


def _children(current: str) -> tuple[str, ...]:
    return (current,) if current.startswith("child") else ()
