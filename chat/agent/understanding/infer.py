"""What follows from words for people and from the whole text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from chat.agent.understanding.clauses import DEAD, Piece, Reader
from chat.agent.understanding.kin import FEMALE, MALE, PAIRS
from chat.agent.understanding.ledger import LedgerBase
from chat.agent.understanding.merge import most_exact
from chat.agent.understanding.types import SELF, Found

_WIDOWS = {"father": ("mother", FEMALE), "mother": ("father", MALE),
           "grandfather": ("grandmother", FEMALE), "grandmother": ("grandfather", MALE),
           "spouse": (SELF, None)}  # fmt: skip  # fmt: skip
# 엄마는 제가 어릴 때 돌아가셨고: the asker only dates it.
_WHEN = re.compile(r"(?:제가|내가|저|나)\s?(?:\S+\s){0,3}?(?:때|살에|전에)\s")
_ENDED = frozenset({"divorced", "widowed", "separated", "engaged"})


@dataclass
class People(LedgerBase):
    """Facts that nobody says outright: sex, a living spouse, widowhood, a newborn."""

    def take_death(self, piece: Piece) -> None:
        """A dead relative is no member; who is left is widowed."""
        gone_before = [one for one in piece.companions if one != SELF]
        if piece.subjects != (SELF,) and piece.mention is not None:
            departed = piece.subjects
        elif gone_before and piece.explicit and _WHEN.search(piece.text):
            departed = (gone_before[-1],)
        else:
            return
        for gone in departed:
            self._dead.add(gone)
            for store in (self._facts, self._evidence):
                store.pop(gone, None)
        self._triples = [one for one in self._triples if one.subject not in self._dead]

    def _widow(self, text: str) -> None:
        for gone in self._dead:
            left, _ = _WIDOWS.get(gone, (None, None))
            if left is None or (left != SELF and left not in self.family.sexes):
                continue
            word = DEAD.search(text)
            if word:
                self.put(left, Found("marital_status", "widowed", *word.span(), 0.8), 0)

    def take_people(self, reader: Reader, text: str) -> None:
        """What the words for people tell: sex, a living spouse, who the asker is."""
        self._widow(text)
        for kin, mention, member in reader.kin_seen:
            where = text.find(mention.word)
            start = max(where, 0)
            span = (start, start + len(mention.word))
            for key, value in kin.asker:
                self._infer(SELF, key, value, span, member)
            both = PAIRS.get(kin.member)
            members = tuple(one for one, _ in both) if both else (member,)
            for one in members:
                bare = both is not None and not self._facts.get(one)
                sex = self.family.sexes.get(one)
                if sex and not bare and one not in self._dead and one != SELF:
                    self._infer(one, "sex", sex, span, one)
        for member, sex in self.family.sexes.items():
            if sex and member in reader.named and member in self._facts:
                self._facts[member].setdefault("sex", sex)
        for mention, _ in reader.identities:
            sex = mention.sex or (mention.kin.sex if mention.kin else None)
            if sex:
                where = max(text.find(mention.word), 0)
                self._infer(SELF, "sex", sex, (where, where + len(mention.word)), SELF)

    def _infer(self, member: str, key: str, value: Any, span: tuple[int, int], about: str) -> None:
        facts = self._facts.get(member, {})
        if about in self._dead and key == "marital_status":
            return
        if key in facts and (key != "marital_status" or facts[key] in {*_ENDED, value}):
            return
        self.put(member, Found(key, value, *span, 0.85), 0)

    def finish(self, text: str) -> None:
        """Settle what only the whole text tells."""
        for said in self._waiting:
            self._disease((SELF,), said, 0)
        for found, origin in self._waiting_facts:
            self.put(SELF, found, origin.start)
        for facts in self._facts.values():
            if "birth_date" in facts:
                facts.pop("age", None)
            if facts.get("basic_livelihood") and "other" in facts:
                facts["other"].pop("기초생활수급자", None)  # said more exactly
                if not facts["other"]:
                    facts.pop("other")
            names = facts.get("conditions", [])
            if len(names) > 1:
                facts["conditions"] = most_exact(names)
        self._newborn(text)
        children = self.family.keys_of("child")
        if len(children) >= 3 and all(one in self._facts for one in children):
            where = re.search(r"애|아이|아들|딸|자녀|아기|셋째", text)
            span = where.span() if where else (0, 0)
            self.put(SELF, Found("household_types", ["multi_child"], *span, 0.8), 0)
        kept = {
            (one, name)
            for one, facts in self._facts.items()
            for name in facts.get("conditions", [])
        }
        self._triples = [
            one
            for one in self._triples
            if one.predicate != "disease" or (one.subject, one.object) in kept
        ]

    def _newborn(self, text: str) -> None:
        """An exact day of birth told as a delivery is the youngest child's birth date."""
        children = self.family.keys_of("child")
        for member in (SELF, "spouse"):
            day = self._facts.get(member, {}).get("delivered_on", "")
            if len(day) != 10 or not children:
                continue
            youngest = children[-1]
            if not {"age", "birth_date"} & self._facts.get(youngest, {}).keys():
                proof = self._evidence[member]["delivered_on"]
                found = Found("birth_date", day, proof.start, proof.end, proof.confidence)
                self.put(youngest, found, 0)
