"""Content words of a short Korean text, and how much of one text another holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from policies.eligibility.figures import figures

# Words for one thing, by stem. A word belongs to a family when it is one of its stems.
_FAMILIES = (
    ("받", "수령", "수혜", "수급", "지급", "지원"),
    ("참여", "참가"),
    ("함께", "같이", "동일", "동거"),
    ("거주", "거주지", "주소", "주소지", "주민등록", "주민등록지", "살"),
    ("재직", "근무", "근로", "종사", "근속"),
    ("이용", "사용"),
    ("재학", "재원", "다니", "취원"),
    ("소지", "소유", "보유", "가지"),
    ("희망", "원하", "바라", "의지", "고자", "코자"),
    ("결정", "선정", "판정", "인정"),
    ("가정", "가구", "세대", "가족"),
    ("부모", "부또는모", "부나모", "부모중"),
    ("배우자", "부부", "남편", "아내"),
    ("운영", "경영"),
    ("소재", "위치"),
    ("필요", "요하"),
    ("중퇴", "자퇴"),
)
_FAMILY_OF = {stem: family for family in _FAMILIES for stem in family}
# Whom a statement is about: one of these in a key must stand in the criterion too.
_SUBJECTS = frozenset(
    "배우자 부모 자녀 보호자 유족 세대주 세대원 가구원 사망자 형제 자매 조부모 손자녀 이전 직전 "
    "아버지 어머니 남편 아내 동반 동거인".split()
)
_GLUE = frozenset(
    "또는 또한 및 여부 등 자 해당 해당자 현재 사람 경우 대상 대상자 지원대상 중 위 이 그 한 수 것 "
    "두 이상 이하 이내 미만 초과 기간 하 되 있 없 않 못 안 아니 경험 신청일 공고일 당해 각 년도 "
    "고인 망인 다음 하나 어느 따르 관하 의하 관련 법률 완료 "
    "학년 개월 년 세 명 원 만원 천만 백만 만 천".split()
)
# Words of the text about its conditions, not in them.
_ABOUT_CONDITIONS = frozenset("포함 제외 불가 가능 제한 조건 대상자".split())
_NEGATIVE = re.compile("없|않|아님|아닌|아니|못하|못한")
_DENIED = re.compile(
    "^[가-힣]{0,2}?(?:하|되|지|고|어|아|은|는|이|가|을|를|도)*(?:없|않|아님|아닌|아니|못)"
)
_NOT_YET = re.compile(
    "미(수령|수혜|가입|참여|이용|지원|신청|납부|소지|등록|충족|해당|이수|보유|거주|지급|사용|제출|완료)"
)
_CHOICE = re.compile("또는|거나|혹은|이나(?=[가-힣])")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
# Spellings of one thing that the analyser would take apart.
_RESIDENCE = re.compile("주민등록(?:지|상)?|주소지?")
_LAW = re.compile(r"[「『][^「」『』]*[」』](?:\s*(?:에|의|상))?\s*(?:따른|따라|의한|의하여|의해)?")
# The day a condition is counted on, and how many are chosen, are no part of it.
_DAY = re.compile(r"\d{1,2}월\s*\d{1,2}일\s*(?:기준|현재|까지)?(?:\s*전일까지)?")
_NUMBER = re.compile(r"\d+\s*명\s*(?:내외|이내|선발)?\s*$")
_SIDO = re.compile(
    r"(강원|전북|제주|서울|부산|대구|인천|광주|대전|울산|세종|경기)"
    r"(?:특별자치도|특별자치시|특별시|광역시|도|시)"
)
_ARTICLE = re.compile(r"제?\d+(?:조|항|호)(?:의\d+)?")
_SHORTEST_PART = 2
_SHORTEST_STATEMENT = 3
_DENIAL_REACH = 8


def _with_short_names(text: str) -> str:
    """The text with one spelling for each 시도 ("강원도", "강원특별자치도" → "강원")."""
    return _SIDO.sub(lambda name: name.group(1), text)


def _flat(text: str) -> str:
    return re.sub(r"[\W_]", "", _with_short_names(unicodedata.normalize("NFKC", text))).lower()


@lru_cache(maxsize=8192)
def content_words(text: str) -> tuple[str, ...]:
    """Content morphemes without figures, glue and repetitions. Loads Kiwi when first used."""
    from policies.retrieval.morphemes import words

    bare = _NOT_YET.sub(" ", figures(_ARTICLE.sub(" ", _with_short_names(text)))[1])
    bare = _RESIDENCE.sub(" 거주 ", bare)
    found = (word for word in words(bare) if word not in _GLUE)
    return tuple(dict.fromkeys(word for word in found if len(word) > 1 or word in _FAMILY_OF))


def _alike(first: str, second: str) -> bool:
    """The same word, one of its family, or the greater part of it."""
    if first == second or second in _FAMILY_OF.get(first, ()):
        return True
    short, long = sorted((first, second), key=len)
    return len(short) >= _SHORTEST_PART and short in long and len(short) * 2 >= len(long)


@dataclass(frozen=True)
class Wording:
    """`flat`: all the words without spaces. `own`: the content words that make out the
    statement, `needed` its figures. `undone`: what it says was not done in one word ("수령" of
    미수령), `choice`: alternatives stand in it, `persons`: whom it speaks of."""

    flat: str
    words: tuple[str, ...]
    figures: frozenset[str]
    own: tuple[str, ...]
    needed: frozenset[str]
    negative: bool
    undone: frozenset[str]
    choice: bool
    persons: tuple[str, ...]

    @classmethod
    def of(cls, text: str, *, statement: str = "", terms: str = "") -> Wording:
        """`text`: all that names it; `statement`: the words of the source, where there are
        any; `terms`: those that matter in them, all unless they are given."""
        kept = statement or text
        for aside in (_LAW, _BRACKETS, _DAY, _NUMBER):
            bare = aside.sub(" ", kept)
            kept = bare if _flat(bare) else kept
        own = content_words(terms) or content_words(kept)
        return cls(
            flat=_flat(text),
            words=content_words(text),
            figures=figures(text)[0],
            own=tuple(word for word in own if word not in _ABOUT_CONDITIONS),
            needed=figures(_ARTICLE.sub(" ", kept))[0],
            negative=bool(_NEGATIVE.search(_flat(text))),
            undone=frozenset(_NOT_YET.findall(_flat(text))),
            choice=bool(_CHOICE.search(_flat(kept))),
            persons=tuple(sorted(person for person in _SUBJECTS if person in _flat(text))),
        )

    def _has(self, word: str) -> bool:
        """Whether the word or one of its family stands here."""
        return word in self.flat or any(stem in self.flat for stem in _FAMILY_OF.get(word, ()))

    def _places(self, word: str) -> Iterable[int]:
        """Ends of all places where the word or one of its family stands."""
        for stem in {word, *_FAMILY_OF.get(word, ())}:
            yield from (match.end() for match in re.finditer(re.escape(stem), self.flat))

    def _held(self, word: str) -> int:
        """How many signs of the word stand here: all, or the greater part of a compound."""
        if self._has(word):
            return len(word)
        for size in range(len(word) - 1, max(_SHORTEST_PART, len(word) // 2), -1):
            if any(
                word[start : start + size] in self.flat for start in range(len(word) - size + 1)
            ):
                return size
        return 0

    def holds(self, said: Wording) -> tuple[float, frozenset[int]]:
        """(share of the words of `said` that stand here, places of `own` they cover).

        (0, none) when a figure or a person it speaks of is missing here.
        """
        nothing: tuple[float, frozenset[int]] = 0.0, frozenset()
        if not said.figures <= self.figures:
            return nothing
        if not self._same_persons(said):
            return nothing
        total = sum(map(len, said.words))
        if not total and not said.figures:
            return nothing
        coverage = sum(map(self._held, said.words)) / total if total else 1.0
        places = frozenset(
            index
            for index, mine in enumerate(self.own)
            if any(_alike(mine, word) for word in said.words)
        )
        return coverage, places

    def _same_persons(self, said: Wording) -> bool:
        """Whether everyone the other speaks of is spoken of here."""
        return all(
            any(True for _ in self._places(person)) for person in _SUBJECTS if person in said.flat
        )

    def follows_from(self, said: Wording) -> bool:
        """Whether the other says all of this and more ("국공립 어린이집 재원" of 어린이집 재원)."""
        if sum(map(len, self.own)) < _SHORTEST_STATEMENT or not self.needed <= said.figures:
            return False
        every = all(
            mine in said.words or any(stem in said.words for stem in _FAMILY_OF.get(mine, ()))
            for mine in self.own
        )
        return every and self._same_persons(said)

    def share(self, places: frozenset[int]) -> float:
        """Share of the own words that lie at these places."""
        total = sum(map(len, self.own))
        return sum(len(self.own[place]) for place in places) / total if total else 1.0

    def opposes(self, said: Wording) -> bool:
        """Whether one of the two denies what the other states.

        In a clause the denial must follow the last word of the key it speaks of, so that
        another part of the clause does not turn it round; where the clause says that word
        otherwise, the denial must end it.
        """
        if self._says_the_same_no(said):
            return False
        last = said.words[-1] if said.words else ""
        if ends := list(self._places(last)) if last else []:
            after = (self.flat[end : end + _DENIAL_REACH] for end in ends)
            denied = any(map(_DENIED.match, after))
            denied = denied or (self._undoes(last) and not said._undoes(last))
        else:
            denied = bool(_NEGATIVE.search(self.flat[-_DENIAL_REACH // 2 :]))
        undone = any(not self._undoes(word) for word in said.undone)
        return denied is not (said.negative or undone)

    def _says_the_same_no(self, said: Wording) -> bool:
        """Whether both deny the same thing in the same words ("주거 없이 생활")."""
        denied = _NEGATIVE.search(said.flat)
        if denied is None:
            return False
        return said.flat[max(0, denied.start() - 2) : denied.end()] in self.flat

    def _undoes(self, word: str) -> bool:
        """Whether the word, or one of its family, stands here as not done."""
        return not self.undone.isdisjoint({word, *_FAMILY_OF.get(word, ())})
