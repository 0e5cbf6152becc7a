"""What somebody asks, without the facts they told."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chat.agent.understanding.clauses import ASKS, Mood, Piece

_WANTS = re.compile(
    r"(?:신청|문의|상담|지원|대출|급여|수당|연금|이용권|바우처|제도|정책|혜택|의료비|병원비|간병비|치료비|약값|서류)"
)
_REQUEST = re.compile(
    r"(?:알아봐요?|알아보|물어보?[려고볼]|물어볼|신청(?:하|할|해)|필요해|찾아요|찾고|받고\s?싶|때문에\s?그러|되는지|있는지|가능한지|보태|"
    r"받을\s?수|뭐|받을수|나오는데|주는데|지원)"
)
_GREETING = re.compile(
    r"^(?:안녕하세요|안녕|저기요?|혹시|그럼|그리고|아니|아|음|네|예|저기)[~,.!\s]*"
)
_OPENING = re.compile(r"^(?:혹시|그럼|그런데|근데|그래서|그리고|아\s|저기요?)\s*")
_TALK = re.compile(r"복지\s?상담\s?되|물어봐도\s?되|나중에\s?다시")
_TRAILING = re.compile(r"[ㅋㅎㅠㅜ~^.!\s]+$")


def residual(text: str, pieces: Iterable[Piece], spans: list[tuple[int, int]]) -> str:
    """The question sentences of a text, stated facts cut out where whole clauses state them."""
    by_sentence: dict[int, list[Piece]] = {}
    for piece in pieces:
        by_sentence.setdefault(piece.sentence, []).append(piece)
    asked = [
        line
        for group in by_sentence.values()
        if (line := _question(text, group, spans)) and not _TALK.search(line)
    ]
    return " ".join(dict.fromkeys(asked))


def _question(text: str, group: list[Piece], spans: list[tuple[int, int]]) -> str:
    whole = text[group[0].start : group[-1].end].strip()
    if not whole or _GREETING.sub("", whole) == "":
        return ""
    is_question = bool(ASKS.search(whole)) or whole.endswith("?")
    if not is_question and not (_WANTS.search(whole) and _REQUEST.search(whole)):
        return ""
    if not is_question and any(piece.mood is Mood.THIRD for piece in group):
        return ""
    kept = [piece for piece in group if not _only_facts(piece, spans, is_question)]
    if not kept:
        return ""
    words = " ".join(_without_facts(piece, spans) for piece in kept)
    words = _OPENING.sub("", re.sub(r"\s+", " ", words).strip(" ,"))
    return _TRAILING.sub("", words).rstrip("?") + ("?" if is_question else "")


def _inside(piece: Piece, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(start, end) for start, end in spans if piece.start <= start and end <= piece.end]


def _only_facts(piece: Piece, spans: list[tuple[int, int]], is_question: bool) -> bool:
    """A stating clause with facts carries nothing to ask, the asking clause itself excepted."""
    if ASKS.search(piece.text.strip()) or piece.mood is Mood.HYPOTHETICAL:
        return False
    return bool(_inside(piece, spans)) or (is_question and not _WANTS.search(piece.text))


def _without_facts(piece: Piece, spans: list[tuple[int, int]]) -> str:
    """The piece without a leading person word and fact that only set the scene."""
    words = piece.text
    for start, end in sorted(_inside(piece, spans), reverse=True):
        after = words[end - piece.start :]
        if re.match(r"\s?(?:의료비|치료비|수술비|약값|지원|진료비|검진)", after):
            continue
        particle = re.match(
            r"(?:살인데|인데|이고|에서|에|이라|요|예요|이에요|은|는|이|가|사는데요?)?\s?", after
        )
        cut = particle.end() if particle else 0
        words = words[: start - piece.start] + words[end - piece.start + cut :]
    words = re.sub(r"^\s*(?:저는|제가|저|나는|나|우리\s|저희\s)\s*", "", words)
    return words.strip()
