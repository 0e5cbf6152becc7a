"""One item of a text to a condition: its clauses, each by what it is for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from policies.eligibility.parsing.brackets import is_own_case
from policies.eligibility.parsing.conditions import LATER, ConditionReader
from policies.eligibility.parsing.flat import Flat
from policies.eligibility.parsing.found import Found, Kind
from policies.eligibility.parsing.nodes import Node, all_of, any_of, merged
from policies.eligibility.parsing.persons import ONLY, PROVIDER
from policies.eligibility.parsing.reading import Reading
from policies.eligibility.parsing.roles import (
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
from policies.eligibility.parsing.sentences import cut, outside_brackets
from policies.vocabulary import Section

_CASE = re.compile(
    r"(?:경우|시|때)(?:에는|에도|에|는|,)?[^.]{0,60}(?:지원|지급|가능|적용|연장|인정|감면)(?:함|됨|한다|가능|합니다)?[^가-힣]*$"
)
_AMOUNT = re.compile(r"(?:연|월|최대|각|인당)\d[\d,.]*(?:만|천|백)?원|\d[\d,.]*(?:만|천)원")
# "… 신청 가능" without "도": who may apply at all.
_MAY = re.compile(
    r"(?<!도)(?<!도이용)(?<!도지원)(?<!도참여)(?:신청|지원|이용|참여|수강)가능(?:함|합니다|하다)?[.)]*$"
)
_FURTHER = re.compile(r"그밖|그외|기타")
_WITHOUT = re.compile(r"(?:을|를)?(?P<word>제외)(?:한|하고|된)(?!다|자|대상|사람|경우|이후|나머지)")
_AMONG = re.compile(r"(?:중에서|가운데|중)(?!하나|어느|복|장|증|도|학)")
_TIER = re.compile(
    r"^[^,]{1,24}(?:은|는)[^.]*(?:지원|지급|감면|면제|할인)(?:함|됨|한다|합니다)?[^가-힣]*$"
)


class ClauseReader(ConditionReader):
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
        super().__init__(flat, founds, section, listed=listed, note=note)
        self.under, self.later = under, later

    def read(self, role: Role) -> Reading:
        """The whole item, read as `role`."""
        conditions: list[Node] = []
        for start, end, opened in cut(self.flat, self.founds):
            first = not conditions and not self.later and not self.under and not opened
            node = self._clause(start, end, role, opened=opened, first=first)
            if node is not None and conditions and is_own_case(conditions[-1], node):
                either = any_of([conditions[-1].rule, node.rule])
                conditions[-1] = merged([conditions[-1], node], either, node.kind) or node
            elif node is not None:
                conditions.append(node)
        rule = all_of(node.rule for node in conditions)
        if rule is not None:
            kind = Kind.GROUP if any(n.kind is Kind.GROUP for n in conditions) else Kind.SCOPE
            node = merged(conditions, rule, kind)
            self.reading.node = node and replace(
                node, end=len(self.flat.text), free=all(n.free for n in conditions)
            )
        return self.reading

    def _clause(
        self, start: int, end: int, role: Role, *, opened: bool, first: bool
    ) -> Node | None:
        """Condition of a clause of a condition; exclusions and openings are put aside."""
        text = self.flat.text[start:end]
        bare = re.sub(r"\([^()]*\)", "", text)
        if is_nothing(bare.strip(".,:")):
            return None
        if is_discretion(bare):
            before = self._before_discretion(start, end)
            self._unread(max(start, before), end)
            return self._clause(start, before, role, opened=opened, first=first) if before else None
        if _is_aside(bare):
            self._unread(start, end)
            return None
        if role is Role.EXCLUSION:
            self._exclude(start, end, exception=opened and (excludes(bare) or includes(bare)))
            return None
        without = self._without(start, end)
        if without is not None:
            self._exclude(start, without.start("word") + 2)
            return self._node(without.end(), end)
        if excludes(bare):
            among = self._among(start, end) if first else None
            if among is not None:
                self._exclude(among, end)
                return self._node(start, among)
            self._exclude(start, end)
            return None
        if role is Role.NOTICE:
            self._unread(start, end)
            return None
        return self._condition(start, end, bare, opened=opened)

    def _before_discretion(self, start: int, end: int) -> int:
        """Where the list ends whose last element is left to an office; 0 without one."""
        text = self.flat.text
        sign = -1 if _FURTHER.match(text, start) else text.rfind(",", start, end)
        whole = sign > start and not is_discretion(self.flat.text[start:sign])
        return sign if whole and not any(f.start < sign < f.end for f in self.founds) else 0

    def _condition(self, start: int, end: int, bare: str, *, opened: bool) -> Node | None:
        """A clause that excludes nobody: a condition, an opening, or what certain people get."""
        if is_regardless(bare):
            if opened or self.note:
                self._unread(start, end)
                return None
            return self._node(start, end)
        if self.under and _CASE.search(bare) and not ONLY.search(bare):
            self._unread(start, end)
            return None
        if len(_AMOUNT.findall(bare)) > 1 and PROVIDER.search(bare):
            self._unread(start, end)
            return None
        if self.later and _TIER.search(bare):
            self._unread(start, end)
            return None
        plainly = not (self.later or self.note or self.reading.openings) and _MAY.search(bare)
        if opened or (includes(bare) and not plainly):
            return self._opening(start, end, bare)
        return self._node(start, end)

    def _without(self, start: int, end: int) -> re.Match[str] | None:
        """ "A를 제외한 B": A is out, B is meant."""
        match = _WITHOUT.search(self.flat.text, start, end)
        if (
            match is None
            or not outside_brackets(self.flat.text, match.start(), start)
            or match.end() >= end
        ):
            return None
        own = any(f.start < match.end() and match.start() < f.end for f in self.founds)
        return None if own else match

    def _among(self, start: int, end: int) -> int | None:
        """ "A 중 B는 제외": where B begins, when A is a group that was read."""
        read = [f for f in self.founds if start <= f.start and f.end <= end]
        for found in read:
            match = _AMONG.match(self.flat.text, found.end, end)
            if match and outside_brackets(self.flat.text, found.start, start):
                return match.end()
        return None

    def _opening(self, start: int, end: int, bare: str) -> Node | None:
        node = self._node(start, end)
        if node is None:
            return None
        if LATER in node.dimensions:
            self.reading.later.append(node.rule)
            return None
        if ONLY.search(bare):
            return node
        if includes(bare):
            self.reading.openings.append(node.rule)
        else:
            self._unread(start, end)
        return None


def _is_aside(bare: str) -> bool:
    """Whether a clause is about something else than who may receive it."""
    if is_beside_the_point(bare) or is_paperwork(bare):
        return True
    return is_priority(bare) and not excludes(bare)
