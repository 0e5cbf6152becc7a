"""Finds said forms in a text: over morphemes, and letter by letter without spaces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from policies.vocab.forms import Letters, Pattern, Stems, compiled
from policies.vocab.kcd import code_range, size, typed_codes, within
from policies.vocab.morphs import Analysed, Span, Token, analyse
from policies.vocab.types import Entry, Expansion

# Words that may stand between the parts of a form.
GAP_WORDS = 3


@dataclass(frozen=True)
class _Match:
    """`spans` are the stretches of the parts; what lies in a gap is free for other forms."""

    entry: Entry
    spans: tuple[Span, ...]

    @property
    def covered(self) -> int:
        return sum(end - start for start, end in self.spans)


class Matcher:
    """The forms of some entries, ready to be looked for; immutable and thread-safe."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._by_stem: dict[str, list[tuple[Pattern, Entry]]] = defaultdict(list)
        self._by_letters: dict[str, list[tuple[Letters, Entry]]] = defaultdict(list)
        self._coded = [(code_range(code), entry) for entry in entries for code in entry.codes]
        owned = [(entry, form) for entry in entries for form in entry.said]
        found = compiled([form for _, form in owned])
        for (entry, _), (patterns, letters) in zip(owned, found, strict=True):
            for pattern in patterns:
                self._by_stem[pattern.parts[0].text[:2]].append((pattern, entry))
            for item in letters:
                self._by_letters[item.flat[:2]].append((item, entry))

    def expansions(self, text: str) -> list[Expansion]:
        """What the text says in other words, in the order of the text, without overlaps: the
        longest form wins."""
        if not text.strip():
            return []
        analysed = analyse(text)
        found = [
            *self._morph_matches(analysed),
            *self._letter_matches(analysed),
            *self._code_matches(analysed),
        ]
        return [_expansion(analysed, match) for match in _settled(found)]

    def _morph_matches(self, analysed: Analysed) -> Iterator[_Match]:
        stems = analysed.stems
        for index, start in enumerate(analysed.stem_starts[:-1]):
            for key in {stems[start : start + 1], stems[start : start + 2]}:
                for pattern, entry in self._by_stem.get(key, ()):
                    spans = _spans(analysed, index, pattern)
                    if spans and _allowed(analysed, entry, spans):
                        yield _Match(entry, spans)

    def _letter_matches(self, analysed: Analysed) -> Iterator[_Match]:
        flat = analysed.flat
        for start in analysed.starts:
            for item, entry in self._by_letters.get(flat[start : start + 2], ()):
                end = start + len(item.flat)
                if not flat.startswith(item.flat, start):
                    continue
                if not (item.open or end in analysed.ends) or (entry.word and not item.open):
                    continue
                span = (analysed.origin[start], analysed.origin[end - 1] + 1)
                if _allowed(analysed, entry, (span,)):
                    yield _Match(entry, (span,))

    def _code_matches(self, analysed: Analysed) -> Iterator[_Match]:
        """KCD codes that were typed; each belongs to the narrowest range."""
        for code, start, end in typed_codes(analysed.text):
            fitting = [item for item in self._coded if within(code, [item[0]])]
            if fitting:
                _, entry = min(fitting, key=lambda item: size(item[0]))
                yield _Match(entry, ((start, end),))


def _spans(analysed: Analysed, index: int, pattern: Pattern) -> tuple[Span, ...]:
    """Stretches of the parts from token `index` on, empty when they are not all there."""
    if not all(part.text in analysed.stems for part in pattern.parts):
        return ()
    spans: list[Span] = []
    position, reach = index, 0
    for part in pattern.parts:
        found = _tokens_of(analysed, position, reach, part)
        if found is None:
            return ()
        first, last = found
        spans.append((analysed.tokens[first].start, analysed.tokens[last].end))
        position, reach = last + 1, GAP_WORDS
    if len(spans) > 1 and not analysed.same_sentence(spans[0][0], spans[-1][1]):
        return ()
    return tuple(spans)


def _tokens_of(analysed: Analysed, position: int, reach: int, part: Stems) -> Span | None:
    """First and last token of a part that begins at `position` or up to `reach` tokens on."""
    for first in range(position, min(position + reach + 1, len(analysed.tokens))):
        start = analysed.stem_starts[first]
        if not analysed.stems.startswith(part.text, start):
            continue
        last = analysed.token_ending.get(start + len(part.text))
        if last is not None and _same_class(analysed.tokens[first : last + 1], part):
            return first, last
    return None


def _same_class(tokens: Sequence[Token], part: Stems) -> bool:
    return len(tokens) > 1 or not part.only or tokens[0].morph[1] == part.only


def _allowed(analysed: Analysed, entry: Entry, spans: Sequence[Span]) -> bool:
    """Whether the guards of an entry let a match stand."""
    start, end = spans[0][0], spans[-1][1]
    alone = entry.word or (len(spans) == 1 and end - start == 1)
    if alone and not _own_word(analysed, start, end):
        return False
    if entry.not_before and analysed.flat_after(end).startswith(entry.not_before):
        return False
    if entry.not_after and analysed.flat_before(start).endswith(entry.not_after):
        return False
    return not entry.needs or any(word in analysed.flat for word in entry.needs)


def _own_word(analysed: Analysed, start: int, end: int) -> bool:
    first = next((token for token in analysed.tokens if token.start == start), None)
    last = next((token for token in analysed.tokens if token.end == end), None)
    return bool(first and last and first.opens and last.closes)


def _settled(found: Iterable[_Match]) -> list[_Match]:
    """Longest first, those that overlap a chosen one left out; in the order of the text."""
    chosen: list[_Match] = []
    taken: set[int] = set()
    ordered = sorted(found, key=lambda m: (-m.covered, m.spans, -m.entry.weight, m.entry.key))
    for match in ordered:
        cells = {cell for start, end in match.spans for cell in range(start, end)}
        if not cells & taken:
            taken |= cells
            chosen.append(match)
    return sorted(chosen, key=lambda match: match.spans)


def _expansion(analysed: Analysed, match: _Match) -> Expansion:
    start, end = match.spans[0][0], match.spans[-1][1]
    entry, said = match.entry, analysed.text[start:end]
    flat = "".join(said.split())
    # A term that was said itself is the most telling one.
    official = sorted(entry.official, key=lambda term: "".join(term.split()) != flat)
    return Expansion(said, start, end, tuple(official), entry.kind, entry.weight, entry.key)
