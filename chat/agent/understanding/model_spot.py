"""Where a quote of the model stands in the utterance, and what the words around it tell."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice

from chat.agent.understanding.clauses import Piece
from chat.agent.understanding.model_facts import ModelFact, Taken
from chat.agent.understanding.types import Found

Memo = dict[tuple[str, str], list[Found]]

# What makes of a number a limit, of a fact a case: 65세 이상, 200만원까지, 3인 가구면
LIMITED = re.compile(
    r"^\s?(?:정도\s?)?(?:이상|이하|미만|초과|이내|안쪽|까지|부터|기준|넘|안\s?[되돼]|"
    r"이?라?면(?=$|[\s,.?])|이?어야|돼야|되면|될\s?때)"
)
NEGATED = re.compile(
    r"(?<![가-힣])(?:안|못)\s?[가-힣]|없[어었는고다습음이으]|아니|아닌|아닙|아님|아녜|지\s?(?:않|못)|"
    r"끊[겼기어]|탈락|말고"
)
_FIRST_PERSON = re.compile(r"(?<![가-힣])(?:나|저|전|난|저는|나는|제가|내가|저도|나도)(?![가-힣])")
# Words to whoever keeps the record are no statement about anybody.
_INSTRUCTION = re.compile(
    r"(?:모델|인공\s?지능|에이아이|챗봇|시스템|프롬프트|어시스턴트|(?<![A-Za-z])(?:AI|GPT|LLM))"
    r"\S{0,3}(?:\s|[:,]|$)"
    r"|(?:적어|써|기록|입력|저장|출력|설정|표시|처리|간주|추출|답변?)\s?(?:해|하)?\s?(?:놓|놔|두|둬|넣)?\s?"
    r"(?:라(?![가-힣])|줘|주세요|주십시오|주길|시오|어라|놔|둬|[.!~\s]*$)"
    r"|confidence|polarity|json|true|false|ignore|assistant|system",
    re.IGNORECASE,
)
# A quote that stands in more places tells little, and one read at all of them takes long.
_PLACES = 3
_NEAR = 80  # signs of the clause on either side that are read with a quote
_WORD_BREAK = re.compile(r"[\s,.?!~()\"'“”‘’;:]")


@dataclass(frozen=True)
class Spot:
    """`said` is the quote as it stands in the text from `start` on, `words` the whole words it
    touches; `before` the word in front, `rest` and `after` what follows `words` and `said` in
    the clause. `memo` holds what the readers have found in texts of this utterance."""

    said: str
    start: int
    words: str
    before: str
    rest: str
    after: str
    sentence: str
    pieces: tuple[Piece, ...]
    memo: Memo = field(compare=False, repr=False)

    @property
    def around(self) -> str:
        return f"{self.before}{self.words}{self.rest}"

    @property
    def first_person(self) -> bool:
        return bool(_FIRST_PERSON.search(self.sentence))

    @property
    def named(self) -> bool:
        """Whether its sentence names somebody."""
        return self.first_person or any(piece.explicit for piece in self.pieces)

    @property
    def asks(self) -> bool:
        return any(piece.asks for piece in self.pieces)

    @property
    def instructs(self) -> bool:
        """Whether its sentence tells how to keep the record."""
        return bool(_INSTRUCTION.search(self.sentence))


def spots(text: str, quote: str, pieces: Sequence[Piece], memo: Memo) -> Iterator[Spot]:
    """The first places of a verbatim quote; runs of spaces and the form of Hangul do not
    count."""
    words = unicodedata.normalize("NFC", quote).split()
    if not words or not any(sign.isalnum() for sign in quote):
        return
    places = re.finditer(r"\s+".join(map(re.escape, words)), text)
    for match in islice(places, _PLACES):
        here = tuple(one for one in pieces if one.start < match.end() and match.start() < one.end)
        if here:
            yield _spot(text, match, here, pieces, memo)


def _spot(
    text: str, match: re.Match[str], here: tuple[Piece, ...], pieces: Sequence[Piece], memo: Memo
) -> Spot:
    start, end = match.span()
    left, right = here[0].start, here[-1].end
    first, last = start, end
    while first > left and not _WORD_BREAK.match(text[first - 1]):
        first -= 1
    while last < right and not _WORD_BREAK.match(text[last]):
        last += 1
    numbers = {one.sentence for one in here}
    whole = [one for one in pieces if one.sentence in numbers]
    sentence = text[whole[0].start : whole[-1].end]
    before = re.search(r"\S+\s*$", text[max(left, first - _NEAR) : first])
    return Spot(
        said=text[start:end],
        start=start,
        words=text[first:last],
        before=before[0] if before else "",
        rest=text[last : min(right, last + _NEAR)],
        after=text[end : min(right, end + _NEAR)],
        sentence=sentence,
        pieces=here,
        memo=memo,
    )


def taken(
    fact: ModelFact, spot: Spot, value: object, *, read: bool, key: str = "", denied: bool = False,
    code: str | None = None,
) -> Taken:  # fmt: skip
    """The fact with the value that the words give, at this place."""
    return Taken(
        fact.member, key or fact.key, value, spot.said, spot.start, fact.confidence, read, denied,
        code, fact.value,
    )  # fmt: skip


def is_date(value: str) -> bool:
    """A date as exact as it was said: YYYY, YYYY-MM or YYYY-MM-DD."""
    if not re.fullmatch(r"\d{4}(?:-\d{2}){0,2}", value):
        return False
    try:
        date.fromisoformat(f"{value}-01-01"[:10])
    except ValueError:
        return False
    return True
