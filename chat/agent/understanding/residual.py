"""What somebody asks, without the facts they told."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chat.agent.understanding.clauses import ASKS, Mood, Piece
from chat.agent.understanding.question import is_question as asks_something

_WANTS = re.compile(
    r"신청|문의|지원|대출|급여|수당|연금|이용권|바우처|제도|정책|혜택|의료비|병원비|간병비|"
    r"치료비|수술비|약값|서류|장학금|보조|"
    r"서비스|받을\s?수|쉼터|요양원|센터|조리비"
)
_REQUEST = re.compile(
    r"알아봐|알아보|물어보|물어볼|신청(?:하|할|해)|필요해|찾아|찾고|받고\s?싶|때문에\s?그러|"
    r"되는지|있는지|가능한지|보태|받을\s?수|"
    r"뭐|나오는데|주는데|지원(?=$|[\s.])"
)
_GREETING = re.compile(
    r"^(?:안녕하세요|안녕|저기요?|혹시|그럼|그리고|아니|아|음|네|예|저기)[~,.!\s]*$"
)
_OPENING = re.compile(r"^(?:안녕하세요|혹시|그럼|그런데|근데|그래서|그리고|아\s|저기요?)[~,.!\s]*")
_TALK = re.compile(r"복지\s?상담\s?되|물어봐도\s?되|나중에\s?다시")
_TRAILING = re.compile(r"[ㅋㅎㅠㅜ~^.!?\s]+$")
_FILLER = re.compile(r"(?:나이|이름)(?:요|는요|은요)?\?*$|냐고$")
# What somebody has heard is what is asked about ("상담도 무료라던데 진짜예요?").
_HEARSAY = re.compile(r"(?:[다라자냐]|[가-힣]카)(?:던데|더라|더군|길래|고\s?(?:하|들|해서))")
_SUBJECT = re.compile(r"^\s*(?:저는|제가|저도|나는|내가|나|전|저|우리|저희)\s+")
_TOPIC = re.compile(r"^\s?(?:의료비|치료비|수술비|약값|지원|진료비|검진|값)")
# "중위소득 80% 정도 돼요" states a fact, though 돼요 may ask.
_AMOUNTS_TO = re.compile(
    r"(?:\d|%|퍼센트|프로|살|세|원|억|명|년|개월)\s?(?:정도|쯤|가량|조금\s?넘게)?\s?(?:도\s|은\s)?"
    r"(?:안\s)?(?:돼요|되죠|되지)[\s.~!]*$"
)
_PARTICLE = re.compile(
    r"^(?:살인데|인데요?|이고|에서|에|이라서?|요|예요|이에요|은|는|이|가|사는데요?|살고|살아요)?\s?"
)


def residual(
    text: str,
    pieces: Iterable[Piece],
    stated: list[tuple[int, int]],
    removable: list[tuple[int, int]],
) -> str:
    """The question sentences of a text without the clauses that only state facts.

    `stated`: spans of all facts; `removable`: those that may be cut out of the asking clause
    itself (an age or a place, never the disease that is asked about).
    """
    by_sentence: dict[int, list[Piece]] = {}
    for piece in pieces:
        by_sentence.setdefault(piece.sentence, []).append(piece)
    asked = [
        line
        for group in by_sentence.values()
        if (line := _question(text, group, stated, removable)) and not _TALK.search(line)
    ]
    return " ".join(dict.fromkeys(asked))


def _question(
    text: str,
    group: list[Piece],
    stated: list[tuple[int, int]],
    removable: list[tuple[int, int]],
) -> str:
    whole = text[group[0].start : group[-1].end].strip()
    if not whole or _GREETING.match(whole):
        return ""
    at_end = bool(ASKS.search(whole)) and not _AMOUNTS_TO.search(whole)
    at_end = at_end or (asks_something(whole) and not _AMOUNTS_TO.search(whole))
    is_question = at_end or any(
        piece.asks and piece.mood is not Mood.THIRD and not _AMOUNTS_TO.search(piece.text)
        for piece in group
    )
    if not is_question:
        if not (_WANTS.search(whole) and _REQUEST.search(whole)):
            return ""
        if any(piece.mood is Mood.THIRD for piece in group):
            return ""
    if _FILLER.search(_TRAILING.sub("", whole)) and len(whole) < 16:
        return ""
    kept = [
        piece
        for piece in group
        if (at_end and piece is group[-1]) or not _only_facts(piece, stated)
    ]
    words = " ".join(_without_facts(piece, removable) for piece in kept)
    words = _OPENING.sub("", re.sub(r"\s+", " ", words).strip(" ,"))
    words = _TRAILING.sub("", words) or _TRAILING.sub("", whole)
    return words + ("?" if is_question else "")


def _only_facts(piece: Piece, spans: list[tuple[int, int]]) -> bool:
    """A stating clause that carries facts and nothing that could be asked for."""
    asks = ASKS.search(piece.text.strip()) and not _AMOUNTS_TO.search(piece.text)
    if piece.mood is Mood.HYPOTHETICAL or asks:
        return False
    if piece.mood is not Mood.STATED:
        return not (_WANTS.search(piece.text) or _HEARSAY.search(piece.text))
    facts = any(piece.start <= start and end <= piece.end for start, end in spans)
    return facts and not _WANTS.search(piece.text)


def _without_facts(piece: Piece, spans: list[tuple[int, int]]) -> str:
    """The piece without ages, places and the like, and without a leading person word."""
    words = piece.text
    inside = [span for span in spans if piece.start <= span[0] and span[1] <= piece.end]
    for start, end in sorted(set(inside), reverse=True):
        after = words[end - piece.start :]
        if _TOPIC.match(after) or len(words) < end - piece.start:
            continue
        particle = _PARTICLE.match(after)
        cut = particle.end() if particle else 0
        words = words[: start - piece.start] + words[end - piece.start + cut :]
    return _SUBJECT.sub("", words).strip()
