"""Whether words before a word for a person describe that person: 혼자 사는 할머니."""

from __future__ import annotations

import re

from chat.agent.understanding.describing import ADNOMINAL, ELDERS
from chat.agent.understanding.health import ends_with_disease
from chat.agent.understanding.kin import PAIRS, Kin
from chat.agent.understanding.numbers import NATIVE_AGE, native_number
from chat.agent.understanding.people import Mention, mentions
from chat.agent.understanding.subjects import Subjects

_NEAR = 60
_ANY_AGE = re.compile(rf"\d|{NATIVE_AGE}|[이삼사오육칠팔구]십|열[가-힣]|[가-힣]\s?살")
_ADULT = 25
_COUNT_NEXT = re.compile(r"\s?(?:둘|셋|넷|하나|\d\s?명)(?![가-힣])")
_AT_SCHOOL = re.compile(r"(?:[초중고]\s?\d|\d\s?학년|유치원|어린이집)\s*$")
_LAST_AGE = re.compile(rf"(?P<n>(?:{NATIVE_AGE}|(?<!\d)\d{{2}})(?:\s?[살세])?)\s+$")
_ELDER = 35  # a parent, aunt or uncle of whom somebody asks is hardly younger
ONLY_AGE = re.compile(
    rf"[\s,]*(?:만\s?)?(?:(\d{{2,3}})\s?(?:살|세)?|\d{{2,4}}년생|(?:{NATIVE_AGE})(?:\s?(?:살|세))?)"
    r"\s*"
)
_TURNED = re.compile(rf"(?:^|\s)(?:{NATIVE_AGE}|\d{{2}}\s?(?:세|살)?)\s?(?:된|되신|먹은|잡수신)\s$")
_AGE_NEXT = re.compile(rf"\s?(?:만\s?)?(?:\d{{2,3}}\s?(?:살|세)|\d{{2,4}}년생|{NATIVE_AGE})")
# Words before these tell of somebody else or of something else than the person they stand before.
_BREAK = re.compile(
    r"(?:면서|[가-힣]고|[아어해]서|으며|는데|인데|에서|혼자서?|지금|현재|요즘|그리고|제가|저는|"
    r"나는|내가|저|나|"
    r"[가-힣](?:이랑|랑|하고))[\s,]+|[.,]\s*"
)


def _too_old(kin: Kin, said_age: re.Match[str]) -> bool:
    return kin.member.startswith(("child", "grandchild")) and int(said_age[1] or 0) >= 50


class Attached(Subjects):
    """Tells whose the words around a person word are."""

    def _description(self, text: str, position: int, mention: Mention) -> int | None:
        """Where the words begin that describe a person who is only company (5살 아들이랑)."""
        if mention.kin is None or mention.kin.member in PAIRS:
            return None
        if not self.kin_seen or self.kin_seen[-1][1] is not mention:
            return None
        begin = max(position, mention.start - _NEAR)
        before = text[begin : mention.start]
        breaks = list(_BREAK.finditer(before))
        begin += breaks[-1].end() if breaks else 0
        words = text[begin : mention.start]
        if not words.strip() or any(one.word for one in mentions(words)):
            return None
        said_age = ONLY_AGE.fullmatch(words)
        if said_age and (mention.kin.member == "spouse" or _too_old(mention.kin, said_age)):
            return None
        if mention.kin.member in ELDERS and (native_number(words) or _ELDER) < _ELDER:
            return None  # 나 스물셋 엄마랑 살아요
        return begin if ADNOMINAL.search(words) or ends_with_disease(words) else None

    def _ageless(self, start: int) -> bool:
        """Whether the relative spoken of last has been told no age up to `start` of the clause."""
        if not self.kin_seen or self.current != (self.kin_seen[-1][2],):
            return False
        word = self.kin_seen[-1][1].word
        here = self._clause_start + start
        told = self.text[max(0, here - _NEAR) : here].rpartition(word)
        return bool(told[1]) and not _ANY_AGE.search(told[2])

    def _is_anothers(self, before: str, mention: Mention, text: str) -> bool:
        """Whether the words before a person word cannot describe that person: a school before an
        elder, a grown-up's age before children, an age before one whose own age follows, or what
        is told of somebody whom the sentence before has named (시아버지요 여든셋 … 2등급)."""
        member = mention.kin.member if mention.kin else ""
        young = member.startswith(("child", "grandchild"))
        if (member in ELDERS or member == "spouse") and _AT_SCHOOL.search(before):
            return True
        awaited, sentence = self._awaited
        if self.current == (awaited,) and sentence == self._sentence - 1 and " " in before.strip():
            return True
        topic = mention.particle in {"은", "는"} and bool(_AGE_NEXT.match(text[mention.end :]))
        if topic and self.current[0] in ELDERS and not _LAST_AGE.search(before):
            return True  # 거동 못하시고 요양 1등급 남편은 예순
        said = _LAST_AGE.search(before)
        if said is None or member == "":
            return False
        age = native_number(re.sub(r"\s?(?:살|세)$", "", said["n"])) or 0
        after = text[mention.end :]
        if young and (age >= _ELDER or (age >= _ADULT and _COUNT_NEXT.match(after))):
            return True
        return bool(before[: said.start()].strip() and _AGE_NEXT.match(after))

    def _attaches(self, text: str, position: int, mention: Mention, *, led: bool) -> bool:
        """Whether the words before a person word describe that person (혼자 사는 할머니).

        `led`: so did those before the person word before it ("일흔여덟 영감 일흔다섯 나").
        """
        start = max(position, mention.start - _NEAR)
        before = text[start : mention.start]
        if mention.role == "self":
            return led and bool(ONLY_AGE.fullmatch(before))
        if mention.kin is None or mention.role != "subject":
            return False
        if mention.owned:
            return bool(_TURNED.search(before))  # 일흔여섯 된 우리 영감
        if mention.kin.member in PAIRS:
            return False
        if any(one.word for one in mentions(before)) or self._is_anothers(before, mention, text):
            return False
        only_age = ONLY_AGE.fullmatch(before)
        if only_age and mention.particle in {"은", "는"} and _AGE_NEXT.match(text[mention.end :]):
            return False  # 어부입니다 58세 아내는 55세
        if only_age and mention.particle in {"은", "는"} and self._ageless(start):
            return False  # 딸이 암이에요 서른다섯 사위는 회사원
        if led and only_age and _AGE_NEXT.match(text[mention.end :]):
            return False  # 농사짓는 아버지 72세 어머니 68세
        if ends_with_disease(before) and len(before.split()) <= 3:
            return True
        age = re.search(r"(\d{2,3})\s?(?:살|세)\s*$", before)
        if age and mention.kin.member.startswith(("child", "grandchild")) and int(age[1]) >= 50:
            return False
        alone = before.strip().endswith("혼자") and "키우" in text[mention.end : mention.end + 4]
        return alone or (bool(ADNOMINAL.search(before)) and len(before.split()) <= 6)
