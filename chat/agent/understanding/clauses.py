"""A text in pieces, each with the people it is about and whether it states anything."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from chat.agent.understanding.numbers import SMALL_COUNT, native_number
from chat.agent.understanding.people import THIRD, Family, Kin, Mention, mentions
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


_SENTENCE_END = re.compile(
    r"[.?!\n;。]+\s*|(?:[ㅋㅎㅠㅜ]{2,}|\^\^)\s*"
    r"|(?<=[가-힣])(?:(?<=요)|(?<=니다)|(?<=니까)|(?<=죠)|(?<=니더)|(?<=심더)|(?<=소)|(?<=래)|(?<=어)|"
    r"(?<=이여)|(?<=임))\s+"
)
_CLAUSE_END = re.compile(
    r"(?<=[가-힣])(?:(?<=[^신창광참사중]고)|(?<=고요)|(?<=구요)|(?<=데)|(?<=디)|(?<=면)|(?<=니까)|(?<=[아어해여려라와돼셔워져가나파켜겨쳐]서)|"
    r"(?<=며)|(?<=고예)|(?<=라예)|(?<=던데)|(?<=거든)|(?<=지만))[\s,]+|,\s+(?=[가-힣])"
)
_CONDITIONAL = re.compile(r"(?:으면|[가-힣]면|려면|다면|라면|을\s?때|할\s?때)[은요]?[\s,?!.]*$")
_NO_CONDITION = re.compile(r"(?:^|\s)(?:라면|반면|측면|화면|방면|[가-힣]{1,2}읍면|수면)\s*$")
_IF = re.compile(r"만약|만일|혹시\s?[가-힣]+(?:면|라면)|가정하|나중에\s")
_HEARSAY = re.compile(
    r"(?:다던데|다는데|다며|다면서|라던데|다던가|다네|대던데|다고\s?(?:하|해|들|자랑)\S*|답니다|"
    r"받는대|된대|준대|나온대|다더라고?)요?[\s,?!.]*$"
)
_GENERIC = re.compile(
    r"(?:사람|분|가구|환자|수급자|노인)(?:만|은|도|들은|들만|들도|들|이면|한테|에게)\s"
)
ASKS = re.compile(
    r"\?|(?:나요|까요|ㄴ가요|은가요|인가요|는가요|습니까|[ㅂ]니까|합니까|됩니까|줍니까|나|까|냐|는지|은지|"
    r"ㄹ지|을지|싶어요|려고요|려구요|알려줘\S*|알려주\S*|궁금\S*|없소|있소|돼요|되나|될까|뭐\S*|어디\S*|"
    r"얼마\S*|언제\S*|어떻게\S*|하죠|되죠|있어|달라요|줘요|주세요)[\s.~!]*$"
)
_NEGATED_PERSON = re.compile(r"^\s?(?:말고|아니|아녜|빼고|대신|안계|안\s?계|없)")
_BIRTH_WORD = re.compile(r"^\s?(?:를|을)?\s?(?:낳|임신|출산|갖|가지|가졌|계획|생각)")
_DEAD = re.compile(r"돌아가[셔시셨신]|사망|별세|죽고|죽어서|죽었|세상을?\s?떠|하늘나라")
_FORMER = re.compile(r"(?:전|前|헤어진|이혼한)\s?$")
_ADNOMINAL = re.compile(
    r"(?:사는|사시는|계신|있는|다니는|[가-힣](?:는|은|던|인|한|된|신|의)|살|세|\d개월|[초중고]\s?\d|학생|"
    r"학년|유치원생?|취준생|직장인|환자)\s*$"
)
_SEVERAL = re.compile(rf"^\s?(?P<n>{SMALL_COUNT})(?:\s?(?:명|이|을|은|다))?(?=$|[\s,.(])")
_OWN_AGE = re.compile(r"\s?(?:\d{1,2}|한|두|세|네|다섯|여섯|일곱)\s?(?:살|개월|세|돌)")
_TWO_RAISED = re.compile(r"(둘|셋|넷)\s?(?:을\s)?키우")


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
    return bool(_DEAD.search(text))


class Reader:
    """Walks through a text and keeps who is being talked about."""

    def __init__(self, text: str, focus: str, family: Family) -> None:
        self.text = text
        self.family = family
        self.current: tuple[str, ...] = (focus,)
        self.recent: list[str] = [focus]
        self.third = False
        self.named: set[str] = set()
        self.lost: set[str] = set()
        self.identities: list[tuple[Mention, tuple[str, ...]]] = []
        self.kin_seen: list[tuple[Kin, Mention, str]] = []
        self._explicit = False
        self._sentence = 0
        self._line = 0
        self._from = 0
        self._clause_start = 0

    def pieces(self) -> list[Piece]:
        """All pieces in order, with subjects and mood."""
        result: list[Piece] = []
        for start, end in sentences(self.text):
            self._sentence += 1
            self._explicit = False
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
        pieces: list[Piece] = []
        position = 0
        last: Mention | None = None
        for mention in people:
            if mood is Mood.THIRD:
                break
            old, explicit = self.current, self._explicit
            ahead = self._attaches(text, position, mention)
            self._take(mention, text)
            split = self.current != old and mention.start > position and not ahead
            if split and text[position : mention.start].strip(" ,"):
                piece = self._piece(start, position, mention.start, mood, last)
                pieces.append(replace(piece, subjects=old, explicit=explicit))
                position = mention.start
            last = mention
        pieces.append(self._piece(start, position, len(text), mood, last))
        return pieces

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

    def _attaches(self, text: str, position: int, mention: Mention) -> bool:
        """Whether the words before a person word describe that person (혼자 사는 할머니)."""
        before = text[position : mention.start]
        if mention.kin is None or mention.role not in {"subject"} or mention.owned:
            return False
        if any(one.start >= position and one.end <= mention.start for one in mentions(text)):
            return False
        return bool(_ADNOMINAL.search(before)) and len(before.split()) <= 3

    def _take(self, mention: Mention, text: str) -> None:
        """Move the subject according to one person word."""
        before, after = text[: mention.start], text[mention.end :]
        if mention.role == "identity":
            self.identities.append((mention, self._asker()))
        elif mention.role == "group":
            self._group()
        elif mention.role == "self":
            if not _NEGATED_PERSON.match(after):
                self._become((SELF,))
        elif mention.kin is not None:
            self._take_kin(mention, mention.kin, before, after)

    def _asker(self) -> tuple[str, ...]:
        return (SELF,)

    def _take_kin(self, mention: Mention, kin: Kin, before: str, after: str) -> None:
        if _FORMER.search(before):
            return
        if kin.member.startswith("child#") and _BIRTH_WORD.match(after):
            return
        if kin.member.startswith("child") and _NEGATED_PERSON.match(after):
            return
        if kin.member == "child" and _BIRTH_WORD.match(after):
            return
        if mention.role == "copula" and self._is_identity(mention, kin, before):
            self.identities.append((mention, self._asker()))
            return
        if kin.member == "parents" and (
            mention.role == "companion"
            or _NEGATED_PERSON.match(after)
            or re.match(r"\s?(?:집|몰라|도움|동의)", after)
        ):
            return
        keys = self._keys(mention, kin, after)
        self.kin_seen.append((kin, mention, keys[0]))
        self.named.update(keys)
        if re.match(r"\s?사별", after):
            self.lost.add(keys[0])
            return
        if mention.role == "companion" or re.match(
            r"\s?(?:집에|집에서|집\s|모시|부양|돌보|간병(?!비))", after
        ):
            self.recent.extend(key for key in keys if key not in self.recent[-1:])
            return
        if re.match(r"\s?(?:명의|앞으로|이름)", after):
            return
        self._become(tuple(keys))

    def _keys(self, mention: Mention, kin: Kin, after: str) -> list[str]:
        base = kin.member
        several = _SEVERAL.match(after) if base in {"child", "grandchild"} else None
        count = native_number(several["n"]) if several else None
        if count and 2 <= count <= 9 and (not several or not several["n"].isdigit()):
            keys = self.family.several(base, count)
            if kin.sex:
                for key in keys:
                    self.family.sexes[key] = kin.sex
            return keys
        current = self.current[0] if len(self.current) == 1 else SELF
        if kin.member == "child" and kin.sex is None and self._another(mention, after):
            return [self.family.add("child", None)]
        if (
            mention.role == "copula"
            and kin.member == "child"
            and current.startswith("child")
            and kin.sex
            and not mention.owned
            and self.family.sexes.get(current) is None
        ):
            self.family.sexes[current] = kin.sex
            return [current]
        return self.family.member(kin, current)

    def _is_identity(self, mention: Mention, kin: Kin, before: str) -> bool:
        """저는 외동아들이고 / 직장 다니는 누나예요: the word says who the asker is."""
        if mention.owned or before.rstrip().endswith(("말고", "아니고", "아니라")):
            return False
        if self.current[0].startswith("child") and kin.member in {"mother", "father"}:
            return True
        if self.current[0] not in {SELF} and not re.search(r"(?:는|은|던)\s$", before):
            return False
        describes = bool(_ADNOMINAL.search(before)) and bool(before.strip())
        return describes or bool(re.search(r"(?:저는|전|제가|나는|난)\s*$", before))

    def _another(self, mention: Mention, after: str) -> bool:
        """ "제 딸 8살, 아기 4개월": a child whose own age follows, after one that has an age."""
        if not self.current[0].startswith("child") or not self._explicit:
            return False
        here = self._clause_start + mention.start
        return bool(_OWN_AGE.match(after)) and bool(
            re.search(rf"(?:딸|아들|애|아이)\S*\s?{_OWN_AGE.pattern}", self.text[self._from : here])
        )

    def _group(self) -> None:
        last = list(dict.fromkeys(reversed(self.recent)))[:2]
        if len(self.current) > 1:
            return
        if len(last) == 2:
            self._become(tuple(reversed(last)))

    def _become(self, members: tuple[str, ...]) -> None:
        self.current = members
        self._explicit = True
        for member in members:
            if member in self.recent:
                self.recent.remove(member)
            self.recent.append(member)


def raised_children(piece: Piece) -> int | None:
    """ "둘 키우고 있어요" without a word for children: how many, or None."""
    match = _TWO_RAISED.search(piece.text)
    return native_number(match[1]) if match else None
