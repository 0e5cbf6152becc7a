"""A text in pieces, each with the people it is about and whether it states anything."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from chat.agent.understanding.cuts import clauses, sentences
from chat.agent.understanding.describing import ADNOMINAL, ELDERS, HONOURED, LOOKED_AFTER, OWN_WORDS
from chat.agent.understanding.health import ends_with_disease
from chat.agent.understanding.kin import PAIRS, Kin
from chat.agent.understanding.moods import ASKS, Mood, is_dead, is_supposed, mood_of
from chat.agent.understanding.numbers import NATIVE_AGE, native_number
from chat.agent.understanding.people import THIRD, Mention, mentions
from chat.agent.understanding.subjects import Subjects
from chat.agent.understanding.types import SELF


@dataclass(frozen=True)
class Piece:
    """`subjects` are member keys; `explicit` when they are named in the same sentence.

    `sentence` numbers sentences, `line` turns; `role` says how the person word was used.
    """

    start: int
    end: int
    text: str
    sentence: int
    line: int
    subjects: tuple[str, ...] = (SELF,)
    explicit: bool = False
    mood: Mood = Mood.STATED
    mention: Mention | None = None
    companions: tuple[str, ...] = ()
    asks: bool = False
    fresh: bool = False


@dataclass
class _Cut:
    """A clause on its way into pieces: the next one begins at `position`, after `last`."""

    start: int
    mood: Mood
    pieces: list[Piece] = field(default_factory=list)
    position: int = 0
    last: Mention | None = None
    led: bool = False


_RECEIVES = re.compile(r"\s?(?:혼자\s|지금\s)?(?:받|타(?:요|고|먹)|수급)")
_TOPIC_END = re.compile(r"[가-힣](?:은|는|도|을|를|이|가)\s$")
_SPEAK_OF = frozenset({"self", "subject", "group"})
_NEAR = 60
_ELDER = 35  # a parent, aunt or uncle of whom somebody asks is hardly younger
_ONLY_AGE = re.compile(
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
_TWO_RAISED = re.compile(
    r"(두|세|네)(?=\s?(?:아이|자녀|딸|아들|애))\s?[가-힣]+(?:을|를)?\s(?:키우|키워|기르|길러)|"
    r"(둘|셋|넷|두(?=\s?명)|세(?=\s?명)|네(?=\s?명))(?:\s?명)?\s?(?:을\s)?(?:키우|기르)"
)


def _too_old(kin: Kin, said_age: re.Match[str]) -> bool:
    return kin.member.startswith(("child", "grandchild")) and int(said_age[1] or 0) >= 50


class Reader(Subjects):
    """Walks through a text and keeps who is being talked about."""

    def pieces(self) -> list[Piece]:
        """All pieces in order, with subjects and mood."""
        result: list[Piece] = []
        for start, end in sentences(self.text):
            self._sentence += 1
            self._explicit = self._supposed = False
            if self._told_self:
                # 손자 키우는 할아버지입니다 71세: who has named themselves goes on with themselves.
                self.current, self._told_self = (SELF,), False
            self._from = start
            for left, right in clauses(self.text, start, end):
                result.extend(self._clause(left, right))
            if self.text[start:end].endswith("\n"):
                self._line += 1
                self.third = False
            elif re.search(r"[.?!]\s*$", self.text[start:end]):
                self.third = False
        return result

    def _clause(self, start: int, end: int) -> list[Piece]:
        text = self.text[start:end]
        self._clause_start = start
        people = mentions(text)
        cut = _Cut(start, self._clause_mood(text, people))
        for mention in people if cut.mood is not Mood.THIRD else ():
            self._person(text, cut, mention)
        if not people and cut.mood is Mood.STATED:
            self._honour(text)
        cut.pieces.append(self._piece(start, cut.position, len(text), cut.mood, cut.last))
        return cut.pieces

    def _clause_mood(self, text: str, people: list[Mention]) -> Mood:
        if THIRD.search(text) and not self._own_subject(text, people):
            self.third = True
        elif self.third and any(one.role == "self" or one.owned for one in people):
            self.third = False
        mood = self._mood(text, people)
        if mood is Mood.HYPOTHETICAL:
            self._supposed = True
        elif self._supposed and not people and ASKS.search(text.strip()):
            mood = Mood.HYPOTHETICAL  # what is asked of a case that is only supposed
        return mood

    def _person(self, text: str, cut: _Cut, mention: Mention) -> None:
        """Move on by one person word; what stands before it ends where it is another's."""
        before = self.current, self._explicit
        if cut.led and cut.last and self._attaches(text, cut.last.end, mention, led=True):
            self._end(text, cut, cut.last.end, *before)
        ahead = cut.led = self._attaches(text, cut.position, mention, led=cut.led)
        self._take(mention, text)
        begin, whom = self._told_of(text, cut, mention, ahead=ahead, old=before[0])
        if begin is not None:
            self._end(text, cut, begin, *before)
            piece = self._piece(cut.start, begin, mention.end, cut.mood, mention)
            cut.pieces.append(replace(piece, subjects=(whom,), explicit=True, fresh=True))
            cut.position, cut.last = mention.end, None
            return
        receives = mention.kin is not None and _RECEIVES.match(text[mention.end :])
        topic = (mention.role == "group" or receives) and cut.last is None
        if topic and _TOPIC_END.search(text[: mention.start]):
            ahead = True  # 기초연금은 둘 다 받어, 기초연금은 남편만 받아요
        if self.current != before[0] and not ahead:
            self._end(text, cut, mention.start, *before)
        cut.last = mention

    def _end(self, text: str, cut: _Cut, end: int, members: tuple[str, ...], named: bool) -> None:
        """End a piece about `members`, if there is anything in it."""
        if text[cut.position : end].strip(" ,"):
            piece = self._piece(cut.start, cut.position, end, cut.mood, cut.last)
            cut.pieces.append(replace(piece, subjects=members, explicit=named))
            cut.position = end

    def _told_of(
        self, text: str, cut: _Cut, mention: Mention, *, ahead: bool, old: tuple[str, ...]
    ) -> tuple[int | None, str]:
        """Where words about a person begin that end with the person word, and whose they are:
        딸 키우는 마흔둘 엄마예요, 요양 3등급 어머니 모시는데, 5살 아들이랑."""
        own = OWN_WORDS.search(text[cut.position : mention.start]) if self._told_self else None
        if own and old != (SELF,):
            return cut.position + own.start(), SELF
        after = text[mention.end :]
        if mention.role == "companion" or (ahead and LOOKED_AFTER.match(after)):
            begin = self._description(text, cut.position, mention)
            if begin is not None:
                return begin, self.kin_seen[-1][2]
        return None, SELF

    def _honour(self, text: str) -> None:
        """ "장모님 모시고 사는데 쓰러지셨어요": nobody honours themselves, so it is the elder."""
        if self.current == (SELF,) and not self._self_said and HONOURED.search(text):
            elder = self.recent[-1]
            if elder in ELDERS and not ASKS.search(text.strip()):
                self.current, self._explicit = (elder,), True

    def _own_subject(self, text: str, people: list[Mention]) -> bool:
        third = THIRD.search(text)
        return third is not None and any(
            (one.role == "self" and one.word not in {"제", "내"})
            and one.start > third.start()
            and one.role == "self"
            and not is_supposed(text)
            and one.word != "저도"
            for one in people
        )

    def _piece(
        self, start: int, left: int, right: int, mood: Mood, mention: Mention | None
    ) -> Piece:
        text = self.text[start + left : start + right]
        return Piece(
            start + left, start + right, text, self._sentence, self._line, self.current,
            self._explicit, mood, mention, tuple(self.recent[-2:]), bool(ASKS.search(text.strip())),
            mention is not None and left <= mention.start < right,
        )  # fmt: skip

    def _mood(self, text: str, people: list[Mention]) -> Mood:
        if self.third:
            return Mood.THIRD
        return mood_of(text, named=any(one.role in _SPEAK_OF for one in people))

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
        said_age = _ONLY_AGE.fullmatch(words)
        if said_age and (mention.kin.member == "spouse" or _too_old(mention.kin, said_age)):
            return None
        if mention.kin.member in ELDERS and (native_number(words) or _ELDER) < _ELDER:
            return None  # 나 스물셋 엄마랑 살아요
        return begin if ADNOMINAL.search(words) or ends_with_disease(words) else None

    def _attaches(self, text: str, position: int, mention: Mention, *, led: bool) -> bool:
        """Whether the words before a person word describe that person (혼자 사는 할머니).

        `led`: so did those before the person word before it ("일흔여덟 영감 일흔다섯 나").
        """
        start = max(position, mention.start - _NEAR)
        before = text[start : mention.start]
        if mention.role == "self":
            return led and bool(_ONLY_AGE.fullmatch(before))
        if mention.kin is None or mention.role != "subject":
            return False
        if mention.owned:
            return bool(_TURNED.search(before))  # 일흔여섯 된 우리 영감
        if mention.kin.member in PAIRS:
            return False
        if any(one.word for one in mentions(before)):
            return False
        only_age = _ONLY_AGE.fullmatch(before)
        if only_age and mention.particle in {"은", "는"} and _AGE_NEXT.match(text[mention.end :]):
            return False  # 어부입니다 58세 아내는 55세
        if led and only_age and _AGE_NEXT.match(text[mention.end :]):
            return False  # 농사짓는 아버지 72세 어머니 68세
        if ends_with_disease(before) and len(before.split()) <= 3:
            return True
        age = re.search(r"(\d{2,3})\s?(?:살|세)\s*$", before)
        if age and mention.kin.member.startswith(("child", "grandchild")) and int(age[1]) >= 50:
            return False
        alone = before.strip().endswith("혼자") and "키우" in text[mention.end : mention.end + 4]
        return alone or (bool(ADNOMINAL.search(before)) and len(before.split()) <= 6)


def raised_children(piece: Piece) -> int | None:
    """ "둘 키우고 있어요" without a word for children: how many, or None."""
    match = _TWO_RAISED.search(piece.text)
    return native_number(match[1] or match[2]) if match else None


__all__ = [
    "ASKS",
    "Mood",
    "Piece",
    "Reader",
    "clauses",
    "is_dead",
    "raised_children",
    "sentences",
]
