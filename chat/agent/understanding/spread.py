"""Ages, schools and birth dates of several people, given to them in their order."""

from __future__ import annotations

import re

from chat.agent.understanding.clauses import Piece, raised_children
from chat.agent.understanding.infer import People
from chat.agent.understanding.types import SELF, Found, base_of

MINORS = re.compile(r"(?:child|grandchild)\d*$")
AT_SCHOOL = frozenset({"preschool", "elementary", "middle", "high"})
RAISED = re.compile(r"키[우워웁]|기르|길러|데리고")
_GROWN_UP = 25
_SPEAKS = 10
_SMALL = re.compile(r"(?:child|grandchild|nephew|niece)\d*$")
CORRECTS = re.compile(r"정정|정확히|아니[,\s]")
_COUNTED = re.compile(
    r"(?:애|아이|아들|딸|손주|자녀|아기)\S?\s?(?:둘|셋|넷|두\s?명|세\s?명|\d명)(?!\s?다)"
)


_PARENTS = frozenset({"mother", "father", "grandmother", "grandfather"})


def _is_grown(found: list[Found]) -> bool:
    return found[0].key == "age" and found[0].value >= _GROWN_UP


class AgesGiven(People):
    """Gives ages and schools to children one after another, and to who is meant."""

    def _spread(self, piece: Piece, found: list[Found]) -> None:
        """Several ages for several children go to them in order; one goes to each of them."""
        members, found = self._meant(piece, found)
        if not found:
            return
        if len(members) == 1:
            last = found[-1] if found[-1].key == "age" else found[0]
            self.put(members[0], last, piece.start)
            return
        key = (found[0].key, *members)
        for one in found:
            position = self._order.get(key, 0)
            alone = len(found) == 1 and position == 0 and not self.raised
            if alone and not _COUNTED.search(piece.text):
                for member in members:
                    self.put(member, one, piece.start)
                return
            if position < len(members):
                self.put(members[position], one, piece.start)
                self._order[key] = position + 1

    def _meant(self, piece: Piece, found: list[Found]) -> tuple[list[str], list[Found]]:
        """Whose the ages or schools of a piece are, and which of them are anybody's."""
        if not found:
            return [], []
        members = list(piece.subjects)
        if self.raised and members == [SELF] and found[0].value is not None:
            minors = all(one.key != "age" or one.value < 20 for one in found)
            if minors and not (piece.explicit and len(found) == 1):
                members = self.raised
                if len(found) == 1 and raised_children(piece):
                    found = found * len(members)
        members = self._grown_ups(piece, found, members)
        if len(members) == 1 and MINORS.match(members[0]):
            found = self._without_own(piece, members[0], found)
            if len(found) > 1 or (found and found[0].key == "age"):
                members = self._next_child(piece, members[0], found)
        elif members == [SELF]:
            members, found = self._own(piece, found)
        return members, found

    def _grown_ups(self, piece: Piece, found: list[Found], members: list[str]) -> list[str]:
        """Whose an age is that no small child has, said behind words about children."""
        minors = all(MINORS.match(one) for one in members)
        if piece.fresh or not minors or found[0].key != "age" or found[0].value < _GROWN_UP:
            return members
        line = self.text[self.text.rfind("\n", 0, piece.start) + 1 : piece.start]
        if RAISED.search(line):
            return [SELF]  # 애 둘 혼자 키우고 있고 35살
        adults = [one for one in piece.companions if not MINORS.match(one)]
        sexless = not any(self.family.sexes.get(one) for one in members)
        return adults[-1:] if adults and sexless else members  # 누나가 애 키워요. 서른다섯

    def _own(self, piece: Piece, found: list[Found]) -> tuple[list[str], list[Found]]:
        """The asker's own: no age of a small child, and no two ages of two people."""
        parents = [one for one in piece.companions if one in _PARENTS and one not in self._dead]
        if parents and not piece.explicit and self._at_school() and _is_grown(found):
            return parents[-1:], found  # 중3이고 아빠랑 살아요. 51세
        grown = self._facts.get(SELF, {}).get("age", 0) >= _GROWN_UP
        if found[0].key == "education" and found[0].value in AT_SCHOOL and grown:
            young = [one for one in self._small(len(found)) if not self._knows(one, "education")]
            return (young, found) if young else ([], [])  # 예순여덟 할머니 … 초5
        if found[0].key == "age" and found[0].value < _SPEAKS:
            if young := self._small(len(found)):
                return young, found  # 손녀 돌보는데요. 네 살이고
            found = [one for one in found if one.key != "age" or one.value >= _SPEAKS]
        different = len({one.value for one in found if one.key == "age"}) > 1
        if different and not CORRECTS.search(piece.text):
            found = [one for one in found if one.key != "age"]  # 일흔셋 일흔
        return [SELF], found

    def _at_school(self) -> bool:
        own = self._facts.get(SELF, {})
        return own.get("education") in AT_SCHOOL or own.get("age", _GROWN_UP) < 20

    def _without_own(self, piece: Piece, member: str, found: list[Found]) -> list[Found]:
        """ "딸 중3 하나 마흔둘 미용사": no child at school is as old; the age is the asker's."""
        told = self._facts.get(member, {})
        schools = {one.value for one in found if one.key == "education"} | {told.get("education")}
        own = [one for one in found if one.key == "age" and one.value >= _GROWN_UP]
        ages = [one.value for one in found if one.key == "age"]
        small = schools & AT_SCHOOL or min(told.get("age", _GROWN_UP), *ages, _GROWN_UP) < _SPEAKS
        if not small or not own:
            return found
        if not self._knows(SELF, "age"):
            self.put(SELF, own[-1], piece.start)
        self._own_from = piece.start + own[-1].start
        return [one for one in found if one not in own]

    def _small(self, count: int) -> list[str]:
        """Children spoken of whose age is not known: nobody so small speaks for themselves."""
        young = [one for one in self.family.sexes if _SMALL.match(one) and one not in self._dead]
        return [one for one in young if not self._knows(one, "age")][:count]

    def _next_child(self, piece: Piece, member: str, found: list[Found]) -> list[str]:
        """ "아이가 7살, 5살이에요": more ages than children named in one sentence."""
        base = base_of(member)
        correction = bool(CORRECTS.search(piece.text))
        told = self._age_said.get(member) == piece.sentence and not piece.fresh
        if len(found) > 1 and not correction:
            return self.family.several(base, len(found))
        if told and not correction:
            member = self.family.add(base, None)
        self._age_said[member] = piece.sentence
        return [member]
