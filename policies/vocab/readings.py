"""How the analyser reads forms: alone and in a sentence, many at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from policies.retrieval.morphemes import kiwi
from policies.vocab.morphs import Morph, content_class

Reading = tuple[Morph, ...]
# A stem is read differently before some endings, a noun at the end of a text.
_ENDINGS = (
    (("다", "EF"),),
    (("는", "ETM"),),
    (("어서", "EC"),),
    (("으세요", "EF"),),
    (("었", "EP"), ("어요", "EF")),
)
_NOUN_TAIL = "이 없어요"


@dataclass(frozen=True)
class Part:
    """What the analyser makes of a part of a form: its different readings, and those of them
    that use every letter but particles inside. `verb`: in its dictionary form."""

    readings: tuple[Reading, ...]
    whole: tuple[Reading, ...]
    verb: bool


def parts_read(parts: Iterable[str]) -> dict[str, Part]:
    """The parts of forms as the analyser reads them."""
    wanted = list(dict.fromkeys(parts))
    stems = dict(zip(wanted, map(_stem, _tokens(wanted)), strict=True))
    texts = {part: _texts(part, stem) for part, stem in stems.items()}
    analysed = _tokens([text for found in texts.values() for text in found])
    read = {part: [next(analysed) for _ in found] for part, found in texts.items()}
    return {
        part: _verb_part(part, found) if stems[part] else _noun_part(part, found)
        for part, found in read.items()
    }


def _tokens(texts: Sequence[str]) -> Iterator[Sequence[Any]]:
    return iter(kiwi().tokenize(texts))


def _stem(tokens: Sequence[Any]) -> list[tuple[str, str]]:
    """Morphemes of a dictionary form without its ending, empty when it is none."""
    if len(tokens) < 2 or tokens[-1].form != "다" or not tokens[-1].tag.startswith("E"):
        return []
    return [(token.form, token.tag) for token in tokens[:-1]]


def _texts(part: str, stem: list[tuple[str, str]]) -> list[str]:
    if stem:
        joined = (kiwi().join([*stem, *ending]) for ending in _ENDINGS)
        # 계시다 takes no second 시.
        return [text.replace("시세요", "세요") for text in joined]
    return [part, f"{part}{_NOUN_TAIL}"]


def _verb_part(part: str, found: Sequence[Sequence[Any]]) -> Part:
    """A reading that lost a morpheme took a stem for an ending. What is left of a longer form
    must be more than one syllable: "조금 벌다" is no 벌다."""
    read = [_reading(_content(tokens)) for tokens in found]
    short = len("".join(part.split())) <= len("벌다")
    kept = tuple(
        reading
        for reading in dict.fromkeys(read)
        if len(reading) >= len(read[0]) and (short or len("".join(s for s, _ in reading)) > 1)
    )
    return Part(kept, kept, verb=True)


def _noun_part(part: str, found: Sequence[Sequence[Any]]) -> Part:
    readings: dict[Reading, bool] = {}
    for tokens in found:
        content = [token for token in _content(tokens) if token.start < len(part)]
        if not content or content[0].start or _end(content[-1]) > len(part):
            continue
        readings[_reading(content)] = _end(content[-1]) == len(part)
    return Part(tuple(readings), tuple(r for r, whole in readings.items() if whole), verb=False)


def _content(tokens: Iterable[Any]) -> list[Any]:
    return [token for token in tokens if token.len and content_class(token.tag, token.form)]


def _end(token: Any) -> int:
    return int(token.start + token.len)


def _reading(content: Iterable[Any]) -> Reading:
    return tuple(
        (token.form.lower(), content_class(token.tag, token.form) or "") for token in content
    )
