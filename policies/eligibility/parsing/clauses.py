"""One item of a text to a condition: its clauses, brackets, exclusions and openings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from policies.eligibility.criterion_base import CriterionBase
from policies.eligibility.parsing.combine import combine
from policies.eligibility.parsing.content import (
    content_words,
    is_negative,
    is_office_work,
    names_a_benefit,
    names_a_cost,
    names_a_group,
    names_an_organisation,
    says_of_a_person,
)
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind
from policies.eligibility.parsing.nodes import (
    Node,
    all_of,
    any_of,
    has_vague,
    none_of,
    opened,
    without_vague,
)
from policies.eligibility.parsing.pieces import Paren, Piece, Sep, Token, joined, tokens
from policies.eligibility.parsing.roles import (
    EXCLUSION_TAIL,
    Role,
    excludes,
    includes,
    is_beside_the_point,
    is_discretion,
    is_nothing,
    is_paperwork,
    is_priority,
    is_regardless,
)
from policies.eligibility.rule import (
    AllOf,
    AnyOf,
    NoneOf,
    OtherCriterion,
    ReferenceDay,
    ResidenceCriterion,
    Rule,
)
from policies.vocabulary import Section

FREE_CONFIDENCE = 0.5
_KEY_LENGTH = 60
_SENTENCE = re.compile(r"(?<=[다음함임됨요])\.|;|。")
_BUT = re.compile(r"단,|단(?=[가-힣]{2})|다만,?")
# Behind these an office says what it gives; the person stands before.
_GIVEN = re.compile(
    r"(?:에게|(?:을|를)대상으로|에대하여|에대해|에한하여|에한해|에지원|(?:을|를)(?:위해|위하여)|(?:을|를)대상)"
)
_PROVIDER = re.compile(
    r"(?:지원|지급|감면|제공|무료|할인|운영|실시|면제|배부|대여|보급|차등|혜택|적용|선발|선정|추진|도와|매칭|연계|파견|배정|협의|상담|발굴|결정)"
    r"(?:함|됨|합니다|한다|하며|하여|해드립니다|가능)?[^가-힣]*$"
)
_CASE = re.compile(
    r"(?:경우|시|때)(?:에는|에도|에|는|,)?[^.]{0,60}(?:지원|지급|가능|적용|연장|인정|감면)(?:함|됨|한다|가능|합니다)?[^가-힣]*$"
)
_AMOUNT = re.compile(r"(?:연|월|최대|각|인당)\d[\d,.]*(?:만|천|백)?원|\d[\d,.]*(?:만|천)원")
_TIER = re.compile(
    r"^[^,]{1,24}(?:은|는)[^.]*(?:지원|지급|감면|면제|할인)(?:함|됨|한다|합니다)?[^가-힣]*$"
)
_TARGETED = re.compile(r"^(?:으로)?(?:함|한다|합니다|하며|하되)?[^가-힣]*$")
_IN_NEED = re.compile(r"취약|소외|어려운|사회적|저소득|계층")
# "(… 경우 …)": what holds for such people instead.
_INSTEAD = re.compile(r"[^,.]{2,20}(?:의|인|일)경우(?!에?한|만)[^,.]{3}")
_TOO = re.compile(r"포함(?:함|됨|한다|됩니다)?[).]*$")
_ONLY = re.compile(
    r"한함|한하여|한해|한정|경우에만|이어야|여야|필수|충족해야|만(?:가능|해당|신청|지원)"
)
_NOUN = 18
_SHORTEST = 2
# So many words about a business say what business it must be.
_TELLING = 4
_AROUND = " ,.·:：-–>→⇒=▸▹\t\n"
_LAW_BEFORE = re.compile(
    r"^[^,]{0,60}?(?:법률?|시행령|시행규칙|조례)[」』]?(?:\s*제\d+조(?:의\s*\d+)?)?(?:\s*제?\d+[항호])*"
    r"\s*(?:에|의|상)?\s*(?:따른|따라|의한|의하여|의거한?|규정한?|정한)\s+"
)
_OFFICE_BEFORE = re.compile(
    r"^[^,]{2,60}?(?:심사|심의|결정|판정|추천|규정)에\s*(?:따라|의해|의하여|따른|의한)\s+(?=\S{2})"
)
_LEANS_BACK = re.compile(r"^그(?:의)?(?:유족|유가족|가족|배우자|자녀|부모)")
_CHILD_BEFORE = re.compile(r"자녀(?:로서|로|가|이|중)$")
_EITHER_PARENT = re.compile(
    r"부(?:\(父\))?(?:또는|나|,|·)모(?:\(母\))?(?:중한(?:명|사람))?(?:가|이|의)[^,.]{0,60}$"
)
_EITHER_DIMENSIONS = frozenset({"residence", "region", "nationality"})
_LEANS_ON = re.compile(r"(?:함께|같이)$")
_LATER = "residence_later"
# Particles that belong to words read before.
_LEADING = re.compile(
    r"^(?:으로|로|의|를|을|은|는|이|가|에|와|과|에서|인|한|된|중),?(?:\s+|$)|^[)\]]\s*[가-힣]{0,2}(?:\s+|$)"
)


@dataclass
class Reading:
    """What an item says: `node` must hold, none of `excluded` may, each of `openings` lets
    further people in. `unread` are stretches of the original nobody understood."""

    node: Node | None = None
    excluded: list[Rule] = field(default_factory=list)
    openings: list[Rule] = field(default_factory=list)
    later: list[Rule] = field(default_factory=list)
    unread: list[tuple[int, int]] = field(default_factory=list)

    def rule(self) -> Rule | None:
        """All of it as one rule."""
        base = self.node.rule if self.node else None
        for later in self.later:
            base = with_later(base, later)
        for opening in self.openings:
            base = opened(base, opening)
        return all_of([base, none_of(self.excluded)])


class ClauseReader:
    """Reads the clauses of one item.

    `listed`: it is one of several bullets, so that a bare noun is a group as well ("경차").
    `note`: it only remarks on what stands before; then free words count only where they must.
    `under`: it stands under an item with a condition of its own, so that "… 경우 지원" is a rule
    for a special case. `later`: it is not the first, so that "…은 … 지원" tells who gets more.
    """

    def __init__(
        self,
        flat: Flat,
        founds: Sequence[Found],
        section: Section,
        *,
        listed: bool = False,
        note: bool = False,
        under: bool = False,
        later: bool = False,
    ) -> None:
        self.flat, self.founds, self.section = flat, founds, section
        self.listed, self.note, self.under, self.later = listed, note, under, later
        self.reading = Reading()
        self.excluding = False

    def read(self, role: Role) -> Reading:
        """The whole item, read as `role`."""
        conditions: list[Node] = []
        for start, end, opened in self._clauses():
            node = self._clause(start, end, role, opened=opened)
            if node is not None:
                conditions.append(node)
        if conditions:
            kind = Kind.GROUP if any(n.kind is Kind.GROUP for n in conditions) else Kind.SCOPE
            rule = all_of(node.rule for node in conditions)
            dimensions = frozenset().union(*(node.dimensions for node in conditions))
            free = all(node.free for node in conditions)
            assert rule is not None
            self.reading.node = Node(rule, kind, 0, len(self.flat.text), dimensions, free)
        return self.reading

    def _clauses(self) -> Iterable[tuple[int, int, bool]]:
        """(start, end, begins with "단,") of each clause outside of brackets."""
        cuts = [(0, False)]
        for match in _SENTENCE.finditer(self.flat.text):
            if self._is_outside(match.start()):
                cuts.append((match.end(), False))
        for match in _BUT.finditer(self.flat.text):
            alone = self.flat.starts_word(match.start()) and self.flat.starts_word(match.end())
            if self._is_outside(match.start()) and alone:
                cuts.append((match.end(), True))
        cuts.sort()
        ends = [start for start, _ in cuts[1:]] + [len(self.flat.text)]
        for (start, opened), end in zip(cuts, ends, strict=True):
            if start < end:
                yield start, end, opened

    def _is_outside(self, place: int) -> bool:
        before = self.flat.text[:place]
        return before.count("(") <= before.count(")") and all(
            not found.start < place < found.end for found in self.founds
        )

    def _clause(self, start: int, end: int, role: Role, *, opened: bool) -> Node | None:
        """Condition of a clause of a condition; exclusions and openings are put aside."""
        text = self.flat.text[start:end]
        bare = re.sub(r"\([^()]*\)", "", text)
        if is_nothing(bare.strip(".,:")):
            return None
        if (
            is_beside_the_point(bare)
            or is_discretion(bare)
            or is_paperwork(bare)
            or (is_priority(bare) and not excludes(bare))
        ):
            self._unread(start, end)
            return None
        if role is Role.EXCLUSION:
            self._exclude(start, end, exception=opened and (excludes(bare) or includes(bare)))
            return None
        if excludes(bare):
            self._exclude(start, end)
            return None
        if role is Role.NOTICE:
            self._unread(start, end)
            return None
        if is_regardless(bare):
            return self._node(start, end)
        if self.under and _CASE.search(bare) and not _ONLY.search(bare):
            self._unread(start, end)
            return None
        if len(_AMOUNT.findall(bare)) > 1 and _PROVIDER.search(bare):
            self._unread(start, end)
            return None
        if self.later and _TIER.search(bare):
            self._unread(start, end)
            return None
        if opened or includes(bare):
            return self._opening(start, end, bare)
        return self._node(start, end)

    def _opening(self, start: int, end: int, bare: str) -> Node | None:
        node = self._node(start, end)
        if node is None:
            return None
        if _LATER in node.dimensions:
            self.reading.later.append(node.rule)
            return None
        if _ONLY.search(bare):
            return node
        if includes(bare):
            self.reading.openings.append(node.rule)
        else:
            self._unread(start, end)
        return None

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
            end, behind = self._excluded_end(start, end)
        else:
            end = self._person_end(start, end)
        stream = joined(self.flat, tokens(self.flat, start, end, self.founds))
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
            if not (isinstance(lead, Piece) and isinstance(piece, Piece) and isinstance(paren, Paren)):
                continue
            text = self.flat.text[paren.start : paren.end]
            opens = includes(text) or _INSTEAD.match(text)
            if opens and lead.found is None and piece.found is not None:
                found[piece.start] = lead
        return found

    def _excluded_end(self, start: int, end: int) -> tuple[int, list[Paren]]:
        """Where the words for those excluded end, and the brackets behind "제외"."""
        behind: list[Paren] = []
        text = self.flat.text
        while end > start and text[end - 1] in ")." and "(" in text[start:end]:
            if text[end - 1] == ".":
                end -= 1
                continue
            opening = text.rfind("(", start, end)
            if not EXCLUSION_TAIL.search(text, start, opening):
                break
            behind.insert(0, Paren(opening + 1, end - 1))
            end = opening
        tail = EXCLUSION_TAIL.search(text, start, end)
        if tail is None:
            return end, behind
        cut = [f.end for f in self.founds if f.start < tail.start() < f.end <= end]
        return max([tail.start(), *cut]), behind

    def _is_of_a_person(self, start: int, end: int, whole: int, exclusion: bool) -> bool:
        """Whether unread words are about the person asking, not about what an office does."""
        shown = "".join(self.flat.words(start, end).split())
        tail = re.sub(r"\([^()]*\)", "", shown).rstrip("().,")
        if exclusion:
            return says_of_a_person(tail) if self.note else bool(tail)
        if self.note and not _ONLY.search(self.flat.text[start:whole]):
            return False
        if self.listed and 0 < len(tail) <= _NOUN and not _PROVIDER.search(tail):
            return True
        provides = end == whole and _PROVIDER.search(self.flat.text[start:whole].rstrip("."))
        business = names_an_organisation(tail) and len(content_words(tail)) >= _TELLING
        return not provides and (says_of_a_person(tail) or business)

    def _person_end(self, start: int, end: int) -> int:
        """Where the words about the person end and those about the benefit begin."""
        for match in _GIVEN.finditer(self.flat.text, start, end):
            rest = self.flat.text[match.end() : end]
            inside = any(f.start < match.end() and match.start() < f.end for f in self.founds)
            behind = any(f.start >= match.end() and f.end <= end for f in self.founds)
            gives = _PROVIDER.search(rest.rstrip(".")) or _TARGETED.match(rest)
            if not inside and not behind and gives:
                return match.start()
        return end

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
            key=f"다른 부모: {words}"[:_KEY_LENGTH],
            section=self.section,
            quote=self.flat.quote(found.start, found.end),
            confidence=FREE_CONFIDENCE,
            question=f"아이의 다른 부모가 다음에 해당하시나요? ‘{words[:200]}’",
        )
        return any_of([rule, other]) or rule

    def _free(self, start: int, end: int, *, trailing: bool = False) -> Node | None:
        """A condition that no fact key expresses, by its own words."""
        first, last = self._extent(start, end)
        quote = self.flat.quote(first, last).strip(_AROUND)
        quote = _LAW_BEFORE.sub("", _LEADING.sub("", quote))
        quote = _OFFICE_BEFORE.sub("", quote).strip(_AROUND)
        words = content_words(self.flat.words(start, end))
        if not words or not quote or self._is_nobody(quote):
            self._unread(start, end)
            return None
        if trailing and not names_a_group(quote) and not _predicate(quote):
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
            start = max((f for f, _, _ in self._clauses() if f <= start), default=0)
        subject = _CHILD_BEFORE.search(self.flat.text[:start])
        if subject is not None:
            own = [f.start for f in self.founds if subject.start() < f.end <= start and f.start < start]
            start = min([subject.start(), *own])
        if _LEANS_ON.search(text):
            end = max((f.end for f in self.founds if f.start == end), default=end)
        return start, end

    def _is_nobody(self, quote: str) -> bool:
        if len("".join(quote.split())) < _SHORTEST:
            return True
        if names_an_organisation(quote) and len(content_words(quote)) < _TELLING:
            return True
        if self.excluding:
            return names_a_cost(quote)
        return names_a_benefit(quote) or is_office_work(quote)

    def _bracket(self, node: Node | None, paren: Paren) -> Node | None:
        """What a bracket adds to the piece before it."""
        text = self.flat.text[paren.start : paren.end]
        if is_priority(text) or not text:
            return node
        body = re.sub(r"^(?:단,?|다만,?|※|\*|[가-힣]{2,8}[:：])", "", text)
        start = paren.start + len(text) - len(body)
        if excludes(text):
            self._exclude(start, paren.end)
            return node
        inner = self._node(start, paren.end)
        if inner is None:
            return node
        if _LATER in inner.dimensions:
            self.reading.later.append(inner.rule)
            return node
        if node is None:
            return inner if not inner.free else None
        return self._joined(node, inner, text)

    def _joined(self, node: Node, inner: Node, text: str) -> Node:
        rule: Rule | None
        if node.free and not inner.free and _names_the_poor(node.rule) and not self.excluding:
            rule = inner.rule
        elif has_vague(node.rule) and not inner.free and not self.excluding:
            rule = all_of([without_vague(node.rule), inner.rule])
        elif self.excluding and _TOO.search(text):
            rule = any_of([node.rule, inner.rule]) if not inner.free else node.rule
        elif self.excluding and includes(text):
            rule = all_of([node.rule, none_of([inner.rule])])
        elif self.excluding and node.free:
            return node
        elif _INSTEAD.match(text) and not inner.free:
            rule = any_of([node.rule, inner.rule])
        elif includes(text):
            if inner.free and not names_a_group(re.sub(r"포함.*$", "", text)):
                return node
            rule = any_of([node.rule, inner.rule])
        elif inner.free:
            return node
        else:
            rule = all_of([node.rule, inner.rule])
        return Node(
            rule or node.rule, node.kind, node.start, node.end, node.dimensions | inner.dimensions
        )

    def _unread(self, start: int, end: int) -> None:
        if start < end and content_words(self.flat.words(start, end)):
            self.reading.unread.append(self.flat.span(start, end))


def free_criterion(quote: str, section: Section, confidence: float) -> OtherCriterion:
    """A criterion by its own words, for what no fact key expresses."""
    said = " ".join(quote.split())
    return OtherCriterion(
        criterion="other",
        key=said[:_KEY_LENGTH],
        section=section,
        quote=quote,
        confidence=confidence,
        question=f"다음에 해당하시나요? ‘{said[:200]}’",
        negative=is_negative(quote),
    )


def _with_lead(lead: Node | None, node: Node | None) -> Node | None:
    if lead is None or node is None:
        return lead or node
    return replace(node, rule=all_of([lead.rule, node.rule]) or node.rule, start=lead.start)


def _names_the_poor(rule: Rule) -> bool:
    """Whether free words are for people in need, whom a bracket then lists."""
    return isinstance(rule, OtherCriterion) and bool(_IN_NEED.search(rule.key))


def _predicate(quote: str) -> bool:
    return says_of_a_person(quote) and not _PROVIDER.search("".join(quote.split()))


def with_source(rule: Rule, section: Section, quote: str, confidence: float) -> Rule:
    """The rule with its source in every criterion."""
    if isinstance(rule, CriterionBase):
        sure = min(rule.confidence, confidence)
        return rule.model_copy(update={"section": section, "quote": quote, "confidence": sure})
    if isinstance(rule, AllOf):
        return AllOf(all_of=[with_source(r, section, quote, confidence) for r in rule.all_of])
    if isinstance(rule, AnyOf):
        return AnyOf(any_of=[with_source(r, section, quote, confidence) for r in rule.any_of])
    if isinstance(rule, NoneOf):
        return NoneOf(none_of=[with_source(r, section, quote, confidence) for r in rule.none_of])
    return rule


def with_later(rule: Rule | None, later: Rule) -> Rule | None:
    """Residence before a birth may be made up for afterwards ("미만인 경우 … 경과 후")."""
    if isinstance(rule, ResidenceCriterion):
        return any_of([rule, later]) if rule.at is ReferenceDay.BIRTH else rule
    if isinstance(rule, AllOf):
        return all_of(with_later(branch, later) for branch in rule.all_of)
    if isinstance(rule, AnyOf):
        return any_of(with_later(branch, later) for branch in rule.any_of)
    return rule
