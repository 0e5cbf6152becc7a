"""Gives found facts to the right member and settles corrections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from chat.agent.understanding.clauses import Piece, Reader
from chat.agent.understanding.health import Said
from chat.agent.understanding.people import FEMALE, MALE, Family
from chat.agent.understanding.types import SELF, Denied, Evidence, Found, Triple
from policies.eligibility.conditions import wider_terms

_LISTS = frozenset({"conditions", "receives", "household_types"})
_MINORS = re.compile(r"(?:child|grandchild)\d*$")
# People who as a rule live with the asker, so that unnamed household facts are the asker's.
_OWN_HOUSEHOLD = re.compile(r"(?:child|grandchild|spouse|sibling|brother|sister)\d*$")
_GROWN_UP_KEYS = frozenset(
    "employment marital_status married_on health_insurance health_insurance_premium veteran "
    "infertility_treatment pregnancy due_date delivered_on children receives".split()
)
_WIDOWS = {"father": ("mother", FEMALE), "mother": ("father", MALE),
           "grandfather": ("grandmother", FEMALE), "grandmother": ("grandfather", MALE),
           "spouse": (SELF, None)}  # fmt: skip
_ENDED = frozenset({"divorced", "widowed", "separated", "engaged"})
_CORRECTS = re.compile(r"정정|정확히|아니[,\s]")
_TOGETHER = re.compile(r"같이\s?(?:살|사는|사세|지내)|함께\s?(?:살|사는)|모시고\s?(?:살|사는|삽)")
_COUNTED = re.compile(
    r"(?:애|아이|아들|딸|손주|자녀|아기)\S?\s?(?:둘|셋|넷|두\s?명|세\s?명|\d명)(?!\s?다)"
)
_ELDERS = r"남편|신랑|아내|와이프|엄마|어머니|아빠|아버지|할머니|할아버지|시어머니|장모님|장인어른"
_AHEAD = re.compile(
    rf"\s?(?:{_ELDERS})(?:이|가)\s|"
    rf"(?:(?!나는|저는|제가|내가)[^\n])*?(?:우리|저희|울)\s?(?:{_ELDERS})(?:$|[\s,은는이가])"
)
_AHEAD_KEYS = frozenset({"long_term_care_grade", "disability", "disability_type"})
_FIRST_PERSON = re.compile(r"(?<![가-힣])(?:나|저|전|난|저는|나는|제가|내가|저도|나도)(?![가-힣])")


@dataclass
class Ledger:
    """Facts by member while a text is read; later statements replace earlier ones."""

    text: str
    family: Family
    as_of: date
    known: Mapping[str, Mapping[str, Any]]
    denied: list[Denied] = field(default_factory=list)
    raised: list[str] = field(default_factory=list)
    _facts: dict[str, dict[str, Any]] = field(default_factory=dict)
    _evidence: dict[str, dict[str, Evidence]] = field(default_factory=dict)
    _triples: list[Triple] = field(default_factory=list)
    _dead: set[str] = field(default_factory=set)
    _waiting: list[Said] = field(default_factory=list)
    _waiting_facts: list[tuple[Found, Piece]] = field(default_factory=list)
    _last_owner: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _order: dict[tuple[str, ...], int] = field(default_factory=dict)

    def has(self, key: str) -> bool:
        return any(key in facts for facts in (*self._facts.values(), *self.known.values()))

    def _knows(self, member: str, key: str) -> bool:
        return key in self._facts.get(member, {}) or key in self.known.get(member, {})

    def has_age(self, subjects: tuple[str, ...]) -> bool:
        """Whether each subject's age was said in this text."""
        return all({"age", "birth_date"} & self._facts.get(one, {}).keys() for one in subjects)

    def put(self, member: str, found: Found, offset: int) -> None:
        """Record one fact; lists grow, an empty list only where nothing is known."""
        if member in self._dead:
            return
        facts = self._facts.setdefault(member, {})
        value = found.value
        if found.key == "other":
            value = {**facts.get("other", {}), **value}
        elif found.key in _LISTS and facts.get(found.key):
            value = [*facts[found.key], *(one for one in value if one not in facts[found.key])]
        if found.key == "employment" and not self._replaces(facts.get("employment"), value):
            return
        facts[found.key] = value
        start, end = offset + found.start, offset + found.end
        self._evidence.setdefault(member, {})[found.key] = Evidence(
            self.text[start:end], found.confidence, start, end
        )

    def _replaces(self, old: Any, new: Any) -> bool:
        """ "직장 다니다 휴직 중": a leave or a farm is more exact than 'employed'."""
        return not (new == "employed" and old in {"on_leave", "self_employed", "farmer"})

    def take(self, piece: Piece, values: Iterable[Found], *, ahead: bool) -> None:
        """Give the facts of a piece to the members it is about; `ahead`: to whom comes next."""
        found = list(values)
        if ahead:
            self._waiting_facts += [(one, piece) for one in found if one.key in _AHEAD_KEYS]
            found = [one for one in found if one.key not in _AHEAD_KEYS]
        for key in ("age", "education"):
            self._spread(piece, [one for one in found if one.key == key])
        for one in found:
            if one.key in {"age", "education"}:
                continue
            owners = self._owners(piece, one)
            self._last_owner[one.key] = owners
            for member in owners:
                self.put(member, one, piece.start)

    def _spread(self, piece: Piece, found: list[Found]) -> None:
        """Several ages for several children go to them in order; one goes to each of them."""
        if not found:
            return
        members = list(piece.subjects)
        if self.raised and members == [SELF] and found[0].value is not None:
            minors = all(one.key == "education" or one.value < 20 for one in found)
            if minors and not (piece.explicit and len(found) == 1):
                members = self.raised
        if len(members) == 1:
            last = found[-1] if found[-1].key == "age" else found[0]
            self.put(members[0], last, piece.start)
            return
        key = (found[0].key, *members)
        for one in found:
            position = self._order.get(key, 0)
            alone = len(found) == 1 and position == 0 and not self.raised
            counted = bool(_COUNTED.search(piece.text))
            if alone and not counted:
                for member in members:
                    self.put(member, one, piece.start)
                return
            if position < len(members):
                self.put(members[position], one, piece.start)
                self._order[key] = position + 1

    def _owners(self, piece: Piece, found: Found) -> tuple[str, ...]:
        subjects = tuple(one for one in piece.subjects if one not in self._dead) or (SELF,)
        minor = bool(_MINORS.match(subjects[0]))
        if found.key == "employment" and "맞벌이" in piece.text and "spouse" in self.family.sexes:
            return (SELF, "spouse")
        if found.key == "household_types" and found.value == ["child_headed"]:
            return (SELF,)
        if found.owner == "household":
            return self._household(piece, found, subjects)
        if found.owner == "pair":
            return (SELF,) if _OWN_HOUSEHOLD.match(subjects[0]) or SELF in subjects else subjects
        if minor and found.key in {"household_size", "household_types"} and len(subjects) == 1:
            return subjects if piece.mention and not piece.mention.owned else (SELF,)
        if minor and found.key in _GROWN_UP_KEYS and not self._grown(subjects[0], piece):
            return (SELF,)
        return subjects

    def _grown(self, member: str, piece: Piece) -> bool:
        """Whether a child is old enough for work and marriage, or is named with it."""
        age = self._facts.get(member, {}).get("age")
        return piece.explicit and (age is None or age >= 15)

    def _household(self, piece: Piece, found: Found, subjects: tuple[str, ...]) -> tuple[str, ...]:
        if SELF in subjects:
            together = found.key == "region" and _TOGETHER.search(piece.text)
            if together and piece.companions and subjects == (SELF,):
                return (SELF, *(one for one in piece.companions if one != SELF))
            return (SELF,)
        if "환자" in piece.text and self._knows(subjects[0], "conditions"):
            return subjects
        if _CORRECTS.search(piece.text):
            known = tuple(one for one, facts in self.known.items() if found.key in facts)
            if owners := self._last_owner.get(found.key, known):
                return owners
        own = all(_OWN_HOUSEHOLD.match(one) for one in subjects)
        minor = all(_MINORS.match(one) for one in subjects)
        if own and (not piece.explicit or (minor and found.key != "region")):
            return (SELF,)
        if found.key == "household_size" and own:
            return (SELF,)
        return subjects

    def last_disease(self, piece: Piece) -> str | None:
        """The latest disease of whom the piece is about, for "수술했어요"."""
        who = piece.subjects[0]
        named = self._facts.get(who, {}).get("conditions") or self.known.get(who, {}).get(
            "conditions"
        )
        return str(named[-1]) if named else None

    def belongs_ahead(self, piece: Piece, text: str) -> bool:
        """ "루게릭병이요 남편이 54세": what was said before the person it belongs to is named."""
        rest = text[piece.end :].split("\n", 1)[0]
        told = text[text.rfind("\n", 0, piece.start) + 1 : piece.end]
        return bool(_AHEAD.match(rest)) and not _FIRST_PERSON.search(told)

    def wait(self, said: Said, offset: int) -> None:
        shifted = Said(said.predicate, said.name, said.code, said.start + offset,
                       said.end + offset, said.stated, 0.7)  # fmt: skip
        self._waiting.append(shifted)

    def settle(self, piece: Piece) -> None:
        """Give what waits to the person that this piece names."""
        if piece.subjects == (SELF,) and not piece.explicit:
            return
        for said in self._waiting:
            self._disease(piece.subjects, said, 0)
        for found, origin in self._waiting_facts:
            for member in piece.subjects:
                self.put(member, found, origin.start)
        self._waiting.clear()
        self._waiting_facts.clear()

    def take_disease(self, piece: Piece, said: Said) -> None:
        subjects = tuple(one for one in piece.subjects if one not in self._dead)
        if not subjects:
            return
        if not said.stated:
            self._deny(subjects, piece, said)
            return
        self._disease(subjects, said, piece.start)

    def _disease(self, subjects: tuple[str, ...], said: Said, offset: int) -> None:
        found = Found("conditions", [said.name], said.start, said.end, said.confidence)
        quote = self.text[offset + said.start : offset + said.end]
        for member in subjects:
            self.put(member, found, offset)
            triple = Triple(member, "disease", said.name, said.code, said.confidence, quote)
            if not any((one.subject, one.object) == (member, said.name) for one in self._triples):
                self._triples.append(triple)

    def _deny(self, subjects: tuple[str, ...], piece: Piece, said: Said) -> None:
        quote = piece.text[said.start : said.end]
        for member in subjects:
            self.denied.append(Denied(member, "conditions", said.name, quote))
            facts = self._facts.get(member, {})
            if said.name in facts.get("conditions", []):
                facts["conditions"] = [one for one in facts["conditions"] if one != said.name]
                if not facts["conditions"]:
                    facts.pop("conditions")
                    self._evidence[member].pop("conditions", None)
            self._triples = [one for one in self._triples
                             if (one.subject, one.object) != (member, said.name)]  # fmt: skip

    def take_treatment(self, piece: Piece, said: Said) -> None:
        quote = piece.text[said.start : said.end]
        for member in piece.subjects:
            if member not in self._dead:
                self._triples.append(
                    Triple(member, "treatment", said.name, None, said.confidence, quote)
                )

    def bury(self, members: Iterable[str]) -> None:
        """Members who are dead before anything is read of them."""
        self._dead.update(members)

    def take_death(self, piece: Piece) -> None:
        """A dead relative is no member; who is left is widowed."""
        if piece.subjects == (SELF,) or piece.mention is None:
            return
        gone = piece.subjects[0]
        self._dead.add(gone)
        for store in (self._facts, self._evidence):
            store.pop(gone, None)
        self._triples = [one for one in self._triples if one.subject != gone]

    def _widow(self, text: str) -> None:
        for gone in self._dead:
            left, _ = _WIDOWS.get(gone, (None, None))
            if left is None or (left != SELF and left not in self.family.sexes):
                continue
            word = re.search(r"돌아가|사망|별세|죽|세상|하늘", text)
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
            members = ("mother", "father") if kin.member == "parents" else (member,)
            for one in members:
                bare = kin.member == "parents" and not self._facts.get(one)
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
            names = facts.get("conditions")
            if names and len(names) > 1:
                wide = {term for one in names for term in wider_terms(one)} - set(names)
                inner = [one for one in names
                         if not any(one != two and one in wider_terms(two) for two in names)]  # fmt: skip
                facts["conditions"] = inner or [one for one in names if one not in wide]
        self._newborn(text)
        children = self.family.keys_of("child")
        if len(children) >= 3 and all(one in self._facts for one in children):
            where = re.search(r"애|아이|아들|딸|자녀|아기|셋째", text)
            span = where.span() if where else (0, 0)
            self.put(SELF, Found("household_types", ["multi_child"], *span, 0.8), 0)
        kept = {(one, name) for one, facts in self._facts.items()
                for name in facts.get("conditions", [])}  # fmt: skip
        self._triples = [one for one in self._triples
                         if one.predicate != "disease" or (one.subject, one.object) in kept]  # fmt: skip

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

    def facts(self) -> dict[str, dict[str, Any]]:
        return {member: dict(facts) for member, facts in self._facts.items() if facts}

    def is_dead(self, member: str) -> bool:
        return member in self._dead

    def told(self) -> dict[str, set[str]]:
        """Keys said of each member, without what only a word for relatives tells."""
        return {
            member: facts.keys() - {"sex", "marital_status"}
            for member, facts in self._facts.items()
        }

    def evidence(self) -> dict[str, dict[str, Evidence]]:
        return {
            member: {key: proof for key, proof in proofs.items() if key in self._facts[member]}
            for member, proofs in self._evidence.items()
            if self._facts.get(member)
        }

    def triples(self) -> list[Triple]:
        return list(dict.fromkeys(self._triples))

    def spans(self) -> list[tuple[int, int]]:
        return [
            (proof.start, proof.end)
            for proofs in self.evidence().values()
            for key, proof in proofs.items()
            if key != "sex"
        ]

    def members(self, reader: Reader) -> list[str]:
        """Members that were spoken of, the asker first if anything is known of them."""
        named = [key for key in reader.family.sexes if key in reader.named | self._facts.keys()]
        alive = [key for key in named if key not in self._dead]
        return [SELF, *alive] if self._facts.get(SELF) else alive
