"""A stretch of a clause to a condition: its pieces, its brackets, the words nobody read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from policies.eligibility.parsing.brackets import INSTEAD, with_bracket
from policies.eligibility.parsing.combine import combine
from policies.eligibility.parsing.content import (
    content_words,
    names_a_group,
    names_an_organisation,
    names_other_aid,
    says_of_a_person,
)
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind
from policies.eligibility.parsing.joining import LASTING, joined
from policies.eligibility.parsing.nodes import (
    Node,
    all_of,
    any_of,
    none_of,
)
from policies.eligibility.parsing.persons import (
    NOUN,
    ONLY,
    PROVIDER,
    TELLING,
    bare,
    excluded_end,
    is_nobody,
    is_predicate,
    person_end,
)
from policies.eligibility.parsing.pieces import Paren, Piece, Sep, Token, tokens
from policies.eligibility.parsing.reading import (
    FREE_CONFIDENCE,
    KEY_LENGTH,
    Reading,
    free_criterion,
    with_source,
)
from policies.eligibility.parsing.roles import excludes, includes, is_priority, is_regardless
from policies.eligibility.parsing.sentences import cut
from policies.eligibility.rule import NoneOf, OtherCriterion, Rule
from policies.vocabulary import Section

_LEANS_BACK = re.compile(r"^그(?:의)?(?:유족|유가족|가족|배우자|자녀|부모)")
_CHILD_BEFORE = re.compile(r"자녀(?:로서|로|가|이|중)$")
_EITHER_PARENT = re.compile(
    r"부(?:\(父\))?(?:또는|나|,|·)모(?:\(母\))?(?:중한(?:명|사람))?(?:가|이|의)[^,.]{0,60}$"
)
_EITHER_DIMENSIONS = frozenset({"residence", "region", "nationality", "disability"})
_LEANS_ON = re.compile(r"(?:함께|같이)$")
LATER = "residence_later"


class ConditionReader:
    """Reads stretches of one item's flat text into nodes; what a bracket excludes or lets in
    goes to `reading`. `listed` and `note` as in ClauseReader."""

    def __init__(
        self, flat: Flat, founds: Sequence[Found], section: Section, *, listed: bool, note: bool
    ) -> None:
        self.flat, self.founds, self.section = flat, founds, section
        self.listed, self.note = listed, note
        self.reading = Reading()
        self.excluding = False

    def _exclude(self, start: int, end: int, *, exception: bool = False) -> None:
        if exception:
            node = self._node(start, end)
            if node is not None and self.reading.excluded:
                last = self.reading.excluded.pop()
                self.reading.excluded.append(all_of([last, NoneOf(none_of=[node.rule])]) or last)
            return
        outer, self.reading = self.reading, Reading()
        before, self.excluding = self.excluding, True
        node = self._node(start, end, exclusion=True)
        self.excluding = before
        inner, self.reading = self.reading, outer
        self.reading.unread.extend(inner.unread)
        if node is None:
            return
        rule = all_of([node.rule, none_of([*inner.excluded, *inner.openings])])
        self.reading.excluded.append(rule or node.rule)

    def _node(self, start: int, end: int, *, exclusion: bool = False) -> Node | None:
        whole = end
        behind: list[Paren] = []
        if exclusion:
            end, behind = excluded_end(self.flat, self.founds, start, end)
        else:
            end = person_end(self.flat, self.founds, start, end)
        stream = joined(
            self.flat, tokens(self.flat, start, end, self.founds), excluding=self.excluding
        )
        if exclusion:
            stream = [Sep.OR if token is Sep.LIST else token for token in stream]
        has_found = any(isinstance(t, Piece) and t.found for t in stream)
        if not has_found and not self._is_of_a_person(start, end, whole, exclusion):
            self._unread(start, end)
            return None
        bound = self._bind(stream, end)
        pieces = [token for token in stream if not isinstance(token, Paren)]
        last = max((i for i, t in enumerate(pieces) if isinstance(t, Piece)), default=0)

        leads = self._leads(stream)

        def read(piece: Piece) -> Node | None:
            if any(piece is lead for lead in leads.values()):
                return None
            follows = last > 0 and isinstance(pieces[last - 1], Piece)
            is_last = pieces[last] is piece and follows
            node = self._piece(piece, trailing=is_last and has_found)
            if piece.start in leads:
                node = _with_lead(self._piece(leads[piece.start], trailing=False), node)
            for paren in bound.get((piece.start, piece.end), []):
                node = self._bracket(node, paren)
            return node

        node = combine(pieces, read, self.flat.text)
        for paren in behind:
            node = self._bracket(node, paren)
        return node

    def _leads(self, stream: Sequence[Token]) -> dict[int, Piece]:
        """Words before a condition whose bracket lets others in ("1학년 재학생(학교 밖 청소년
        포함)"): the others need not meet them."""
        found = {}
        for lead, piece, paren in zip(stream, stream[1:], stream[2:], strict=False):
            if not (
                isinstance(lead, Piece) and isinstance(piece, Piece) and isinstance(paren, Paren)
            ):
                continue
            text = self.flat.text[paren.start : paren.end]
            opens = includes(text) or INSTEAD.match(text)
            if opens and lead.found is None and piece.found is not None:
                found[piece.start] = lead
        return found

    def _is_of_a_person(self, start: int, end: int, whole: int, exclusion: bool) -> bool:
        """Whether unread words are about the person asking, not about what an office does."""
        shown = "".join(self.flat.words(start, end).split())
        tail = re.sub(r"\([^()]*\)", "", shown).rstrip("().,")
        if exclusion:
            return says_of_a_person(tail) if self.note else bool(tail)
        if self.note and not ONLY.search(self.flat.text[start:whole]):
            return False
        if self.listed and 0 < len(tail) <= NOUN and not PROVIDER.search(tail):
            return True
        provides = end == whole and PROVIDER.search(self.flat.text[start:whole].rstrip("."))
        business = names_an_organisation(tail) and len(content_words(tail)) >= TELLING
        return not provides and (says_of_a_person(tail) or business)

    def _bind(self, stream: Sequence[Token], end: int) -> dict[tuple[int, int], list[Paren]]:
        """Brackets by the piece they stand behind."""
        bound: dict[tuple[int, int], list[Paren]] = {}
        last: Piece | None = None
        for token in stream:
            if isinstance(token, Piece):
                last = token
            elif isinstance(token, Paren) and last is not None:
                bound.setdefault((last.start, last.end), []).append(token)
        return bound

    def _piece(self, piece: Piece, *, trailing: bool) -> Node | None:
        if piece.found is not None:
            found = piece.found
            rule = with_source(
                found.rule, self.section, self.flat.quote(found.start, found.end), found.confidence
            )
            if self._is_of_either_parent(found):
                rule = self._of_either_parent(found, rule)
            if found.negated:
                rule = NoneOf(none_of=[rule])
            return Node(
                rule, found.kind, found.start, found.end, frozenset({found.dimension}), free=False
            )
        return self._free(piece.start, piece.end, trailing=trailing)

    def _is_of_either_parent(self, found: Found) -> bool:
        """ "부 또는 모가 …": what one parent lacks the other may have."""
        if found.dimension not in _EITHER_DIMENSIONS:
            return False
        return bool(_EITHER_PARENT.search(self.flat.text[: found.end]))

    def _of_either_parent(self, found: Found, rule: Rule) -> Rule:
        words = " ".join(self.flat.quote(found.start, found.end).split())
        other = OtherCriterion(
            criterion="other",
            key=f"다른 부모: {words}"[:KEY_LENGTH],
            section=self.section,
            quote=self.flat.quote(found.start, found.end),
            confidence=FREE_CONFIDENCE,
            question=f"아이의 다른 부모가 다음에 해당하시나요? ‘{words[:200]}’",
        )
        return any_of([rule, other]) or rule

    def _free(self, start: int, end: int, *, trailing: bool = False) -> Node | None:
        """A condition that no fact key expresses, by its own words."""
        first, last = self._extent(start, end)
        quote = bare(self.flat.quote(first, last))
        words = content_words(self.flat.words(start, last))
        aid = self.excluding and names_other_aid(quote)
        if not (words or aid) or not quote or is_nobody(quote, excluding=self.excluding):
            self._unread(start, end)
            return None
        if trailing and not names_a_group(quote) and not is_predicate(quote):
            self._unread(start, end)
            return None
        criterion = free_criterion(quote, self.section, FREE_CONFIDENCE)
        kind = Kind.GROUP if names_a_group(quote) else Kind.SCOPE
        return Node(criterion, kind, start, end, frozenset({"other"}), free=True)

    def _extent(self, start: int, end: int) -> tuple[int, int]:
        """Words that mean nothing by themselves with those they lean on: "그 유족" with what
        stands before, "부모와 함께" with the residence behind."""
        text = self.flat.text[start:end]
        if _LEANS_BACK.match(text):
            start = max((f for f, _, _ in cut(self.flat, self.founds) if f <= start), default=0)
        subject = _CHILD_BEFORE.search(self.flat.text[:start])
        if subject is not None:
            own = [
                f.start for f in self.founds if subject.start() < f.end <= start and f.start < start
            ]
            start = min([subject.start(), *own])
        if _LEANS_ON.search(text) or LASTING.fullmatch(text):
            end = max((f.end for f in self.founds if f.start == end), default=end)
        return start, end

    def _bracket(self, node: Node | None, paren: Paren) -> Node | None:
        """What a bracket adds to the piece before it."""
        text = self.flat.text[paren.start : paren.end]
        if is_priority(text) or is_regardless(text) or not text:
            return node
        body = re.sub(r"^(?:단,?|다만,?|※|\*|[가-힣]{2,8}[:：])", "", text)
        start = paren.start + len(text) - len(body)
        if excludes(text):
            self._exclude(start, paren.end)
            return node
        inner = self._node(start, paren.end)
        if inner is None:
            return node
        if LATER in inner.dimensions:
            self.reading.later.append(inner.rule)
            return node
        if node is None:
            return inner if not inner.free else None
        return with_bracket(node, inner, text, excluding=self.excluding)

    def _unread(self, start: int, end: int) -> None:
        if start < end and content_words(self.flat.words(start, end)):
            self.reading.unread.append(self.flat.span(start, end))


def _with_lead(lead: Node | None, node: Node | None) -> Node | None:
    if lead is None or node is None:
        return lead or node
    return replace(node, rule=all_of([lead.rule, node.rule]) or node.rule, start=lead.start)
