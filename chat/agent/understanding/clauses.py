"""A text in pieces, each with the people it is about and whether it states anything."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from chat.agent.understanding.attached import ONLY_AGE, Attached
from chat.agent.understanding.cuts import clauses, sentences
from chat.agent.understanding.describing import ELDERS, HONOURED, LOOKED_AFTER, OWN_WORDS
from chat.agent.understanding.moods import ASKS, Mood, is_dead, is_supposed, mood_of
from chat.agent.understanding.numbers import native_number
from chat.agent.understanding.people import THIRD, Mention, mentions
from chat.agent.understanding.types import SELF


@dataclass(frozen=True)
class Piece:
    """`subjects` are member keys; `explicit` when they are named in the same sentence.

    `sentence` numbers sentences, `line` turns; `clause` is the text it is a part of.
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
    clause: str = ""


@dataclass
class _Cut:
    """A clause on its way into pieces: the next one begins at `position`, after `last`."""

    start: int
    mood: Mood
    pieces: list[Piece] = field(default_factory=list)
    position: int = 0
    last: Mention | None = None
    led: bool = False


_US_BOTH = re.compile(r"(?<=\s)(?:저희\s|우리\s)?둘\s?다(?=\s)")
_RECEIVES = re.compile(r"\s?(?:혼자\s|지금\s)?(?:받|타(?:요|고|먹)|수급)")
_TOPIC_END = re.compile(r"[가-힣](?:은|는|도|을|를|이|가)\s$")
_SPEAK_OF = frozenset({"self", "subject", "group"})
_HONOURED_AGE = re.compile(
    r"(?<![가-힣])(?:[6-9]\d\s?세?|(?:예순|일흔|여든|아흔)\s?[가-힣]{0,2}?)(?:이)?(?:세요|시[고며지]|신데|십니다|셔요)"
)
_GREAT_AGE = re.compile(
    r"\s*(?:만\s)?(?:(?:7[5-9]|[89]\d)\s?[세살]?(?![\d가-힣])|(?:여든|아흔)(?:\s?[가-힣]{1,2})?(?=이|$|\s)|일흔\s?(?:다섯|여섯|일곱|여덟|아홉))"
)
_TWO_RAISED = re.compile(
    r"(두|세|네)(?=\s?(?:아이|자녀|딸|아들|애))\s?[가-힣]+(?:을|를)?\s(?:키우|키워|기르|길러)|"
    r"(둘|셋|넷|두(?=\s?명)|세(?=\s?명)|네(?=\s?명))(?:\s?명)?\s?(?:을\s)?(?:키우|기르)|"
    r"(?P<s>(?:삼|사|오|세|네)?\s?(?:남매|형제|자매))(?:를|을)?\s?(?:키우|키워|키웁|기르|길러|둔\s|엄마|아빠|맘)"
)


class Reader(Attached):
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
                begin = left
                while middle := self._before_stranger(begin, right):
                    result.extend(self._clause(begin, middle))
                    begin = middle
                result.extend(self._clause(begin, right))
            if self.text[start:end].endswith("\n"):
                self._line += 1
                self.third = False
            elif re.search(r"[.?!]\s*$", self.text[start:end]):
                self._was_third, self.third = self.third, False
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
        return [replace(one, clause=text) for one in cut.pieces]

    def _before_stranger(self, start: int, end: int) -> int:
        """Where a stranger comes in after somebody's age ("저는 28 남자친구는 31"), else 0."""
        text = self.text[start:end]
        third = THIRD.search(text)
        told = mentions(text[: third.start()]) if third else []
        if third is None or not told:
            both = _US_BOTH.search(text) if third else None
            return start + both.start() if both else 0
        return (
            start + third.start() if ONLY_AGE.fullmatch(text[told[-1].end : third.start()]) else 0
        )

    def _clause_mood(self, text: str, people: list[Mention]) -> Mood:
        if THIRD.search(text) and not self._own_subject(text, people):
            self.third = True
        elif self.third and any(
            one.role == "self" or one.owned or one.word.startswith("둘") for one in people
        ):
            self.third = False
        elif self._was_third and not people and self.current == (SELF,) and HONOURED.search(text):
            self.third = True  # 어르신 한 분이 … . 수급 중이십니다.
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
        if ASKS.search(text.strip()):
            return
        elders = [one for one in self.recent if one in ELDERS and one not in self.current]
        own = self._explicit and self._self_said
        if self.current == (SELF,) and not own and _GREAT_AGE.match(text):
            elders = [
                one for one in self.recent[-2:] if one in ELDERS
            ]  # 할아버지 모시는데 여든여덟
        elif self.current == (SELF,) and not self._self_said and HONOURED.search(text):
            elders = [one for one in self.recent[-1:] if one in ELDERS]
        elif self.current[0] in ELDERS or not _HONOURED_AGE.search(text):
            return  # 장인어른 … 아내가 자주 가요 여든하나세요
        if elders:
            self.current, self._explicit = (elders[-1],), True

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


def raised_children(piece: Piece) -> int | None:
    """ "둘 키우고 있어요" without a word for children: how many, or None."""
    match = _TWO_RAISED.search(piece.text)
    if match and match["s"]:
        return native_number(match["s"][:1]) or 2  # 7세 5세 남매 키워요
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
