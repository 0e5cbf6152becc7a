"""What follows from words for people and from the whole text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from chat.agent.understanding.clauses import Piece, Reader
from chat.agent.understanding.describing import ELDERS
from chat.agent.understanding.kin import FEMALE, KIN, MALE, PAIRS
from chat.agent.understanding.ledger import LedgerBase
from chat.agent.understanding.merge import most_exact
from chat.agent.understanding.moods import DEAD
from chat.agent.understanding.people import KIN_WORDS
from chat.agent.understanding.types import SELF, Found, base_of

_WIDOWS = {"father": ("mother", FEMALE), "mother": ("father", MALE),
           "grandfather": ("grandmother", FEMALE), "grandmother": ("grandfather", MALE),
           "spouse": (SELF, None)}  # fmt: skip  # fmt: skip
# 엄마는 제가 어릴 때 돌아가셨고: the asker only dates it.
_WHEN = re.compile(r"(?:제가|내가|저|나)\s?(?:\S+\s){0,3}?(?:때|살에|전에)\s")
_ENDED = frozenset({"divorced", "widowed", "separated", "engaged", "single"})
_TAKEN_ALONG = re.compile(r"(?:제가|내가|저|나)\s?(?:혼자\s)?데리고\s?(?:살|있|키)")
_BEFORE = 12
_ANOTHERS = re.compile(
    r"(?:그건|그게|그거는?|(?:방금|아까|위에|앞에)\s?(?:그건|건|거는?))\s?(?:우리\s|저희\s|"
    rf"제\s)?(?P<kin>{KIN_WORDS})\s?"
    r"(?:(?P<age>나이|연세|생년|생일)|얘기|이야기|[거것꺼])"
)
_BOTH_PARENTS = (("mother", "mother_in_law"), ("father", "father_in_law"))
_IN_LAW = frozenset({"daughter_in_law", "son_in_law"})
_WORK_OF = {"육아휴직급여": "on_leave", "실업급여": "unemployed", "구직급여": "unemployed"}
_ALONE = frozenset({"divorced", "widowed", "single"})


@dataclass
class People(LedgerBase):
    """Facts that nobody says outright: sex, a living spouse, widowhood, a newborn."""

    def take_death(self, piece: Piece) -> None:
        """A dead relative is no member; who is left is widowed."""
        gone_before = [one for one in piece.companions if one != SELF]
        if piece.subjects != (SELF,) and (piece.mention is not None or piece.explicit):
            departed = piece.subjects
        elif gone_before and piece.explicit and _WHEN.search(piece.text):
            departed = (gone_before[-1],)
        else:
            return
        for gone in departed:
            self._dead.add(gone)
            self._died_in[gone] = piece.line
            self._leave(gone)

    def is_heir_told(self, gone: str, piece: Piece) -> bool:
        """Whether a turn after the one about a death tells of the elder who is left."""
        return self.left_behind(gone) != SELF and self._died_in.get(gone, piece.line) < piece.line

    def hand_over(self, piece: Piece, text: str) -> None:
        """ "아니 그건 남편 나이고": what was told as the asker's own is a relative's."""
        said = _ANOTHERS.search(text, max(0, piece.start - _BEFORE), piece.end)
        facts = self._facts.get(SELF, {})
        if said is None or said.end() <= piece.start or not facts:
            return
        member = self.family.member(KIN[said["kin"]])[0]
        proofs = self._evidence[SELF]
        keys = {"age", "birth_date"} if said["age"] else proofs.keys() - {"sex", "marital_status"}
        for key in [one for one in facts if one in keys and proofs[one].start < piece.start]:
            proof = proofs.pop(key)
            self.put(
                member, Found(key, facts.pop(key), proof.start, proof.end, proof.confidence), 0
            )
        self._triples = [
            replace(one, subject=member)
            if one.subject == SELF and "conditions" not in facts
            else one
            for one in self._triples
        ]

    def left_behind(self, gone: str) -> str:
        """The living elder spoken of whom somebody dead has left, else the asker."""
        widow, _ = _WIDOWS.get(gone, (SELF, None))
        elders = [one for one in self.family.sexes if one in ELDERS and one not in self._dead]
        return widow if widow in elders else elders[-1] if elders else SELF

    def _leave(self, member: str) -> None:
        """Nothing is kept of somebody dead, or of a former partner."""
        self._facts.pop(member, None)
        self._evidence.pop(member, None)
        self._triples = [one for one in self._triples if one.subject != member]

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
        if reader.couple and (pair := re.search("부부", text)):
            self._infer(SELF, "marital_status", "married", pair.span(), SELF)
        for member, sex in self.family.sexes.items():
            if sex and member in reader.named and member in self._facts:
                self._facts[member].setdefault("sex", sex)
        self._rename_in_laws(reader, self._addressed(reader))
        for mention, _ in reader.identities:
            if mention.kin and mention.kin.member in _IN_LAW:
                self._rename_in_laws(reader, _BOTH_PARENTS)
            sex = mention.sex or (mention.kin.sex if mention.kin else None)
            if sex:
                where = max(text.find(mention.word), 0)
                self._infer(SELF, "sex", sex, (where, where + len(mention.word)), SELF)

    def _addressed(self, reader: Reader) -> list[tuple[str, str]]:
        """ "우리 아버님이 … 시어머니는": who is only addressed so, beside the other in-law."""
        words: dict[str, set[str]] = {}
        for kin, mention, _ in reader.kin_seen:
            words.setdefault(kin.member, set()).add(mention.word)
        return [
            (old, new)
            for (old, new), (_, other) in zip(_BOTH_PARENTS, _BOTH_PARENTS[::-1], strict=True)
            if words.get(old, set()) in ({"아버님"}, {"어머님"})
            and any(word.startswith("시") for word in words.get(other, ()))
        ]

    def _rename_in_laws(self, reader: Reader, members: Iterable[tuple[str, str]]) -> None:
        """어머니 of somebody who is a 며느리 is the mother-in-law, if no 친정 was spoken of."""
        if any(mention.word.startswith("친정") for _, mention, _ in reader.kin_seen):
            return
        for old, new in members:
            if old not in self._facts or new in self._facts:
                continue
            self._facts[new] = self._facts.pop(old)
            self._evidence[new] = self._evidence.pop(old, {})
            self._triples = [
                replace(one, subject=new) if one.subject == old else one for one in self._triples
            ]
            self.denied = [
                replace(one, member=new) if one.member == old else one for one in self.denied
            ]
            self.family.sexes[new] = self.family.sexes.pop(old, None)
            reader.named.add(new)
            reader.current = tuple(new if one == old else one for one in reader.current)

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
        if self._facts.get(SELF, {}).get("marital_status") in _ALONE:
            self._leave("spouse")
            alone = _TAKEN_ALONG.search(text)
            if alone and self.family.keys_of("child"):
                self.put(SELF, Found("household_types", ["single_parent"], *alone.span(), 0.8), 0)
        kinds = self._facts.get(SELF, {}).get("household_types", [])
        told = {base_of(member) for member in self._facts}
        if "single_parent" in kinds and "grandchild" in told and "child" not in told:
            # "손자를 혼자 키워요"
            kinds[kinds.index("single_parent")] = "grandparent"
        for facts in self._facts.values():
            if "birth_date" in facts:
                facts.pop("age", None)
            if facts.get("basic_livelihood") and "other" in facts:
                facts["other"].pop("기초생활수급자", None)  # said more exactly
                if not facts["other"]:
                    facts.pop("other")
            names = facts.get("conditions", [])
            if "임신성 당뇨" in names and "당뇨병" in names:
                names = [one for one in names if one != "당뇨병"]  # 당뇨가 있대요 임신성 당뇨요
                facts["conditions"] = names
            if len(names) > 1:
                facts["conditions"] = most_exact(names)
        self._couples()
        self._by_sex()
        self._by_benefit()
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

    def _couples(self) -> None:
        """Two elders told to live together ("두 분만 사세요") share their home; a foreigner whose
        husband or wife is Korean has married into the country."""
        for pair in PAIRS.values():
            first, second = (self._facts.get(member, {}) for member, _ in pair)
            if not (first and second) or {one for one, _ in pair} & self._dead:
                continue
            if 2 not in (first.get("household_size"), second.get("household_size")):
                continue
            for (member, _), other in zip(pair, (pair[1][0], pair[0][0]), strict=True):
                proofs = self._evidence.get(other, {})
                for key in ("household_size", "region"):
                    if key in self._facts[other] and key not in self._facts[member]:
                        one = proofs[key]
                        found = Found(key, self._facts[other][key], one.start, one.end, 0.8)
                        self.put(member, found, 0)
        husband = self.family.sexes.get("spouse") == MALE
        married = husband and self._facts.get("spouse", {}).get("nationality") == "korean"
        if married and self._facts.get(SELF, {}).get("nationality") == "foreign":
            self._facts[SELF]["nationality"] = "marriage_migrant"

    def _by_sex(self) -> None:
        """A sibling or a relative's child whose sex was told is a brother, a sister, a niece; so
        is the sibling whom the text calls by that name later (동생이 … 남동생이에요)."""
        for one, male, female in (("sibling", "brother", "sister"), ("nephew", "nephew", "niece")):
            sex = self._facts.get(one, {}).get("sex")
            named = [
                other for other in (male, female) if other in self.family.sexes and other != one
            ]
            key = named[0] if len(named) == 1 else {MALE: male, FEMALE: female}.get(sex or "", one)
            if one not in self._facts or key == one:
                continue
            self._facts[key] = self._facts.pop(one) | self._facts.get(key, {})
            self._evidence[key] = self._evidence.pop(one, {}) | self._evidence.get(key, {})
            self._triples = [
                replace(each, subject=key) if each.subject == one else each
                for each in self._triples
            ]
            self.family.sexes[key] = self.family.sexes.get(key) or sex

    def _by_benefit(self) -> None:
        """Who receives 육아휴직급여 is on leave, who receives 실업급여 out of work."""
        for member, facts in list(self._facts.items()):
            for name in facts.get("receives", ()):
                if "employment" not in facts and name in _WORK_OF:
                    proof = self._evidence[member]["receives"]
                    found = Found("employment", _WORK_OF[name], proof.start, proof.end, 0.8)
                    self.put(member, found, 0)

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
