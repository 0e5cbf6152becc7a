"""A text in pieces, each with the people it is about and whether it states anything."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from chat.agent.understanding.health import ends_with_disease
from chat.agent.understanding.kin import PAIRS, Kin
from chat.agent.understanding.numbers import NATIVE_AGE, native_number
from chat.agent.understanding.people import THIRD, Mention, mentions
from chat.agent.understanding.subjects import ADNOMINAL, ELDERS, HONOURED, Subjects
from chat.agent.understanding.types import SELF


class Mood(StrEnum):
    """STATED pieces give facts; the others tell of a condition, of others or of hearsay."""

    STATED = "stated"
    HYPOTHETICAL = "hypothetical"
    THIRD = "third"
    HEARSAY = "hearsay"


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


_SENTENCE_END = re.compile(
    r"(?:[?!\n;。]|\.(?!\d))+\s*|(?:[ㅋㅎㅠㅜ]{2,}|\^\^)\s*"
    r"|(?<=[가-힣])(?:(?<=요)|(?<=니다)|(?<=니까)|(?<=죠)|(?<=니더)|(?<=심더)|"
    r"(?<=[없있하되겠좋싶]소)|(?<=래)|"
    r"(?<=어)(?<!틀어)(?<![얻없벗꺾]어)(?=\s+(?!있|버[리려렸]|[주줘줬]|가지|[놓놨두둬뒀]|"
    r"드[리려]|보[고니면]|봤|먹고살|[사살]))|"
    r"(?<=이여)|(?<=[^난불책선담]임))\s+"
)
_CLAUSE_END = re.compile(
    r"(?<=[가-힣])(?:(?<=[^신창광참사중]고)|(?<=고요)|(?<=구요)|(?<=데)|(?<=디)|(?<=면)(?<!년이면)|"
    r"(?<=니까)|(?<=[아어해여려라와돼셔워져가나파켜겨쳐]서)|"
    r"(?<=며)|(?<=고예)|(?<=라예)|(?<=던데)|(?<=거든)|(?<=지만))[\s,]+(?!있|계[시세]|싶)|"
    r",\s+(?=[가-힣])"
)
_CONDITIONAL = re.compile(r"(?:으면|[가-힣]면|려면|다면|라면|을\s?때|할\s?때)[은요]?[\s,?!.]*$")
_NO_CONDITION = re.compile(r"(?:^|\s)(?:라면|반면|측면|화면|방면|[가-힣]{1,2}읍면|수면)\s*$")
_IF = re.compile(r"만약|만일|혹시\s?[가-힣]+(?:면|라면)|가정하|나중에\s")
_HEARSAY = re.compile(
    r"(?:다던데|다는데|다며|다면서|라던데|다던가|다네|대던데|다고\s?(?:하|해|들|자랑)\S*|답니다|"
    r"(?<!못\s)받는대|(?<!안\s)된대|준대|나온대|다더라고?)요?[\s,?!.]*$"
)
_GENERIC = re.compile(
    r"(?:사람|분|가구|환자|수급자|노인)(?:만|은|도|들은|들만|들도|들|이면|한테|에게)\s"
)
ASKS = re.compile(
    r"\?|(?:나요|까요|[은인는한된할운른던]가요|[습됩합줍갑답랍립십닙입집킵힙쉽랩]니까|"
    r"[되있없였었겠했오주받놓두으]나|(?:신청|해당|가능|어찌|어떻게)\s?하나|"
    r"[을될할일볼줄쓸갈릴울를]까|냐|[는은을]지|인지|[될할을일]지|싶어요|알려\s?(?:줘|주)\S*|"
    r"궁금\S*|없소|돼요|되죠|되지|하죠|"
    r"뭐\s?\S*|왜\s?(?:\S+\s?){0,2}|어디\S*|얼마\S*|언제\S*|어떻게\S*|달라요|줘요|주세요|"
    r"인가)[\s.~!]*$"
)
_NEAR = 60
_ONLY_AGE = re.compile(rf"\s*(?:만\s?)?(?:(\d{{2,3}})\s?(?:살|세)|\d{{2,4}}년생|{NATIVE_AGE})\s*")
# Words before these tell of somebody else or of something else than the person they stand before.
_BREAK = re.compile(
    r"(?:면서|[가-힣]고|[아어해]서|으며|는데|인데|에서|혼자서?|지금|현재|요즘|그리고|제가|저는|"
    r"나는|내가|저|나|"
    r"[가-힣](?:이랑|랑|하고))[\s,]+|[.,]\s*"
)
DEAD = re.compile(
    r"돌아가[셔시셨신]|사망|별세|죽고(?!\s?싶)|죽어서|죽었|세상을?\s?떠|하늘나라|먼저\s?(?:보내|"
    r"갔|가셨|"
    r"떠나)"
)
_TWO_RAISED = re.compile(
    r"(두|세|네)(?=\s?(?:아이|자녀|딸|아들|애))\s?[가-힣]+(?:을|를)?\s(?:키우|키워|기르|길러)|"
    r"(둘|셋|넷|두(?=\s?명)|세(?=\s?명)|네(?=\s?명))(?:\s?명)?\s?(?:을\s)?(?:키우|기르)"
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


def is_dead(text: str) -> bool:
    return bool(DEAD.search(text))


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
        if THIRD.search(text) and not self._own_subject(text, people):
            self.third = True
        elif self.third and any(one.role == "self" or one.owned for one in people):
            self.third = False
        mood = self._mood(text, people)
        if mood is Mood.HYPOTHETICAL:
            self._supposed = True
        elif self._supposed and not people and ASKS.search(text.strip()):
            mood = Mood.HYPOTHETICAL  # what is asked of a case that is only supposed
        pieces: list[Piece] = []
        position = 0
        last: Mention | None = None
        led = False
        for mention in people:
            if mood is Mood.THIRD:
                break
            old, explicit = self.current, self._explicit
            if led and last and self._attaches(text, last.end, mention):
                piece = self._piece(start, position, last.end, mood, last)
                pieces.append(replace(piece, subjects=old, explicit=explicit))
                position = last.end
            ahead = led = self._attaches(text, position, mention)
            self._take(mention, text)
            described = None if ahead else self._description(text, position, mention)
            if described is not None:
                if text[position:described].strip(" ,"):
                    piece = self._piece(start, position, described, mood, last)
                    pieces.append(replace(piece, subjects=old, explicit=explicit))
                piece = self._piece(start, described, mention.end, mood, mention)
                whom = (self.kin_seen[-1][2],)
                pieces.append(replace(piece, subjects=whom, explicit=True, fresh=True))
                position, last = mention.end, None
                continue
            split = self.current != old and mention.start > position and not ahead
            if split and text[position : mention.start].strip(" ,"):
                piece = self._piece(start, position, mention.start, mood, last)
                pieces.append(replace(piece, subjects=old, explicit=explicit))
                position = mention.start
            last = mention
        if not people and mood is Mood.STATED:
            self._honour(text)
        pieces.append(self._piece(start, position, len(text), mood, last))
        return pieces

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
            and _CONDITIONAL.search(text) is None
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
        if _IF.search(text) or (_CONDITIONAL.search(text) and not _NO_CONDITION.search(text)):
            return Mood.HYPOTHETICAL
        named = any(one.role in {"self", "subject", "group"} for one in people)
        if (_HEARSAY.search(text) and not named) or (_GENERIC.search(text) and not named):
            return Mood.HEARSAY
        return Mood.STATED

    def _description(self, text: str, position: int, mention: Mention) -> int | None:
        """Where the words begin that describe a person who is only company (5살 아들이랑)."""
        if mention.kin is None or mention.role != "companion" or mention.kin.member in PAIRS:
            return None
        if not self.kin_seen or self.kin_seen[-1][1] is not mention:
            return None
        begin = max(position, mention.start - _NEAR)
        before = text[begin : mention.start]
        breaks = list(_BREAK.finditer(before))
        begin += breaks[-1].end() if breaks else 0
        words = text[begin : mention.start]
        if not words.strip() or mentions(words):
            return None
        said_age = _ONLY_AGE.fullmatch(words)
        if said_age and (mention.kin.member == "spouse" or _too_old(mention.kin, said_age)):
            return None
        return begin if ADNOMINAL.search(words) or ends_with_disease(words) else None

    def _attaches(self, text: str, position: int, mention: Mention) -> bool:
        """Whether the words before a person word describe that person (혼자 사는 할머니)."""
        start = max(position, mention.start - _NEAR)
        before = text[start : mention.start]
        if mention.kin is None or mention.role != "subject" or mention.owned:
            return False
        if mention.kin.member in PAIRS:
            return False
        if mentions(before):
            return False
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
