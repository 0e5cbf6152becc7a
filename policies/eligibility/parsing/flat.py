"""Text without spaces and with one spelling for each sign, that knows where it came from.

Published texts are spaced at random ("주 민등록", "만65세 이상"), so that grammars read them
without spaces; every place in the flat text leads back to the place in the original.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

# Signs with many code points brought to one; all else goes through NFKC, which would also
# turn ① into 1 and ㎡ into m2, so those stay as they are.
_SIGNS = {
    **dict.fromkeys("～∼〜˜∽⁓", "~"),
    **dict.fromkeys("ㆍ․‧･•∙⋅ᆞ", "·"),
    **dict.fromkeys("‘’′`´＇", "'"),
    **dict.fromkeys("“”″＂", '"'),
    **dict.fromkeys("–—‐‑−―", "-"),
    **dict.fromkeys("「『《〈", "「"),
    **dict.fromkeys("」』》〉", "」"),
}
_KEPT = re.compile(r"[①-⑳⑴-⒇㉠-㉭㎡㎥㎏ㄱ-ㅣ]")


def _plain(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    return sign if _KEPT.match(sign) else unicodedata.normalize("NFKC", sign)


@dataclass(frozen=True)
class Flat:
    """`text` has no white space; `origins[i]` is the place of `text[i]` in `original`."""

    original: str
    text: str
    origins: tuple[int, ...]
    hidden: frozenset[int] = frozenset()

    @classmethod
    def of(cls, original: str, start: int = 0, end: int | None = None) -> Flat:
        """Flat form of `original[start:end]`; origins count from the whole original."""
        signs: list[str] = []
        origins: list[int] = []
        for place in range(start, len(original) if end is None else end):
            for sign in _plain(original[place]):
                if not sign.isspace() and sign != "\u200b":
                    signs.append(sign)
                    origins.append(place)
        return cls(original, "".join(signs), tuple(origins))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Place in the original of the non-empty stretch `text[start:end]`."""
        return self.origins[start], self.origins[end - 1] + 1

    def quote(self, start: int, end: int) -> str:
        """The original words of the stretch, with their spaces."""
        first, last = self.span(start, end)
        return self.original[first:last]

    def hiding(self, spans: Iterable[tuple[int, int]]) -> Flat:
        """The same text, with stretches that `words` leaves out."""
        hidden = self.hidden.union(*(range(start, end) for start, end in spans))
        return replace(self, hidden=hidden)

    def words(self, start: int, end: int) -> str:
        """The original words of a stretch without the hidden ones, with their spaces."""
        if start >= end:
            return ""
        first, last = self.span(start, end)
        gone = {self.origins[place] for place in range(start, end) if place in self.hidden}
        return "".join(
            " " if place in gone else self.original[place] for place in range(first, last)
        )

    def starts_word(self, index: int) -> bool:
        """Whether a word begins here: after a space or a sign, or at the beginning."""
        if index <= 0 or index >= len(self.text):
            return True
        if self.origins[index] - self.origins[index - 1] > 1:
            return True
        return not self.text[index - 1].isalnum()

    def ends_word(self, index: int) -> bool:
        """Whether a word ends before this place."""
        return index >= len(self.text) or self.starts_word(index) or not self.text[index].isalnum()
