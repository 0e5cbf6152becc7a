"""A question while it is read: what is left of its text, and what was understood so far."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from policies.numerals import FULL_WIDTH
from policies.structured.question import Filter, Order
from policies.structured.vocabulary import Vocabulary

# Stands for every sign that was read, so that patterns do not reach over it.
READ = "¦"
_UNREAD = re.compile(f"[^{READ}]+")
# 「…은 빼고」, 「…이 아닌」: the condition before it is turned round.
NOT = re.compile(
    r"(?:으로[는도]?|로[는도]?)?\s?(?:표시|체크|해당|포함|명시|적)?(?:되|하|히)?지\s?(?:않|아니|안)\S*"
    r"(?:\s?(?:것|거|건)(?=[\s,]|$))?"
    r"|\s?(?:분야|유형|대상|조건)?(?:으로|로|인|이|에)?\s?(?:표시\S{0,3}\s?|되어\s?있는\s?|된\s|인\s)?"
    r"(?:것|거|건|데|곳|정책|서비스)?(?:들)?(?:은|는|을|를|이|가|만)?\s?"
    r"(?:빼|제외|말고|아닌|아니|않은|뺀|없이|이외|외에|외의)(?:고|하고|하|한|면|인|서|$)?\S{0,2}"
)
# Words that only say that a field has the value before them.
MARKED = (
    r"(?:으로[는도]?|로[는도]?|이라고|라고|이|가|에|을|를)?\s?(?:표시|체크|등록|지정|설정|분류|기재|명시|적|잡)"
    r"(?:되어\s?있|돼\s?있|되|된|돼|됐|혀\s?있|히|힌|혀)?(?:는데|지만|는|고|어|은)?"
)


@dataclass
class Draft:
    """`rest`: the question with READ for every sign that was read, same length as `text`.

    `unread`: parts that were seen to matter and could not be read. `dropped`: words that were
    left out of the conditions, with the reason as a sentence.
    """

    text: str
    as_of: date
    vocabulary: Vocabulary
    source: str | None = None
    rest: str = ""
    filters: list[Filter] = field(default_factory=list)
    order: Order | None = None
    limit: int | None = None
    is_count: bool = False
    skip: int = 0
    unread: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.text = self.rest = normalised(self.text)

    def find(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Matches in what is still unread, each looked for after the one before was taken."""
        position = 0
        while (stretch := _UNREAD.search(self.rest, position)) is not None:
            position = stretch.start()
            match = pattern.search(self.rest, position, stretch.end())
            if match is None:
                position = stretch.end()
            elif match.end() == match.start():
                position = match.end() + 1
            else:
                position = match.end()
                yield match

    def take(self, start: int, end: int) -> None:
        """Mark a stretch as read."""
        self.rest = self.rest[:start] + READ * (end - start) + self.rest[end:]

    def add(self, *filters: Filter) -> None:
        self.filters += filters

    def negation(self, end: int) -> int | None:
        """End of a negation that follows at `end`, None when there is none."""
        match = NOT.match(self.rest, end)
        return match.end() if match else None

    def has(self, pattern: str) -> bool:
        return re.search(pattern, self.text) is not None


def normalised(text: str) -> str:
    """NFC, full-width signs folded, single spaces, one kind of each quote and dot."""
    text = unicodedata.normalize("NFC", text).translate(FULL_WIDTH).translate(_SIGNS)
    return " ".join(text.split())


_SIGNS = str.maketrans({
    "“": '"', "”": '"', "‘": "'", "’": "'", "「": "'", "」": "'", "『": "'", "』": "'",
    "ㆍ": "·", "・": "·", "‧": "·", "∼": "~", "～": "~", "–": "-", "—": "-",
    "\u00a0": " ", READ: " ",
})  # fmt: skip
