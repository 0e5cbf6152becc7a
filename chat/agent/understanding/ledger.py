"""Facts by member while a text is read, each with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from chat.agent.understanding.clauses import Piece, Reader
from chat.agent.understanding.health import Said
from chat.agent.understanding.kin import MALE
from chat.agent.understanding.people import Family
from chat.agent.understanding.types import NOBODY, SELF, Denied, Evidence, Found, Triple

_LISTS = frozenset({"conditions", "receives", "household_types"})
_SCENE = frozenset({"age", "birth_date", "region", "household_size", "employment"})

# A bare "관악구" may only say whose programme is meant; "관악구 사는" tells of a person.
_DESCRIBES = _SCENE | {"sex", "disability", "household_types", "basic_livelihood", "near_poor"}
_SURE = 0.8
# The name of a programme and the question for it, after the place whose it is.
_PROGRAMME = re.compile(
    r"\s?(?!\S*(?:지원|혜택|정책|제도)\s?(?:뭐|무엇|있|받))[가-힣A-Za-z0-9·() ]{3,24}?"
    r"(?:을|를|은|는|이|도)?\s?(?:받을\s?수|신청|돼|되나|되는|될까|가능|해당|자격)"
)
_NOW_THERE = re.compile(r"(?:지금은|현재는|이제는|요즘은|아니고|아니라)\s(?:\S+\s)?$")
_FOREIGN_KINDS = frozenset({"refugee", "marriage_migrant"})


@dataclass
class LedgerBase:
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
    _died_in: dict[str, int] = field(default_factory=dict)
    _waiting: list[Said] = field(default_factory=list)
    _waiting_facts: list[tuple[Found, Piece]] = field(default_factory=list)
    _age_said: dict[str, int] = field(default_factory=dict)
    _last_owner: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _order: dict[tuple[str, ...], int] = field(default_factory=dict)
    _own_from: int = -1  # where the asker's own age stands behind a child's

    def has(self, key: str) -> bool:
        return any(key in facts for facts in (*self._facts.values(), *self.known.values()))

    def described(self, subjects: tuple[str, ...], start: int, end: int) -> bool:
        """Whether facts that set a person apart were told of the subjects between two places."""
        return any(
            start <= proof.start < end and key in _DESCRIBES and proof.confidence >= _SURE
            for one in subjects
            for key, proof in self._evidence.get(one, {}).items()
        )

    def _knows(self, member: str, key: str) -> bool:
        return key in self._facts.get(member, {}) or key in self.known.get(member, {})

    def has_age(self, subjects: tuple[str, ...]) -> bool:
        """Whether each subject's age was said in this text."""
        return all({"age", "birth_date"} & self._facts.get(one, {}).keys() for one in subjects)

    def put(self, member: str, found: Found, offset: int) -> None:
        """Record one fact; lists grow, an empty list only where nothing is known."""
        if member in self._dead or member == NOBODY:
            return
        facts = self._facts.setdefault(member, {})
        value = found.value
        if found.key == "other":
            value = {**facts.get("other", {}), **value}
        elif (found.key in _LISTS or self._adds(found, offset)) and facts.get(found.key):
            value = [*facts[found.key], *(one for one in value if one not in facts[found.key])]
        if value == "marriage_migrant" and self.family.sexes.get(member) == MALE:
            value = "foreign"  # 남편이 외국인이에요 미국 사람
        if found.key == "nationality" and "nationality" in facts:
            wider = found.value == "foreign" and facts["nationality"] in _FOREIGN_KINDS
            if found.confidence < _SURE or wider:
                return
        if found.key == "region" and self._is_another_s(member, found, offset):
            return
        if found.key == "employment" and not self._replaces(facts.get("employment"), value):
            return
        facts[found.key] = value
        start, end = offset + found.start, offset + found.end
        self._evidence.setdefault(member, {})[found.key] = Evidence(
            self.text[start:end], found.confidence, start, end
        )

    def _is_another_s(self, member: str, found: Found, offset: int) -> bool:
        """A place merely named, of one who is known to live elsewhere: whose programme is meant
        ("해운대구에 살아요. 동작구 건강교실 받을 수 있나요?")."""
        if found.confidence >= _SURE:
            return False
        if _NOW_THERE.search(self.text[: offset + found.start][-12:]):
            return False  # 부산에 살아요 … 지금은 양산이에요
        said = self._evidence.get(member, {}).get("region")
        if said is not None and said.confidence >= _SURE:
            return True
        known = self.known.get(member, {}).get("region")
        elsewhere = known is not None and known != found.value
        return elsewhere and bool(_PROGRAMME.match(self.text[offset + found.end :]))

    def _adds(self, found: Found, offset: int) -> bool:
        """주거급여도 받아요 adds to the kinds told before."""
        quote = self.text[offset + found.start : offset + found.end]
        return found.key == "basic_livelihood" and "급여도" in quote

    def _replaces(self, old: Any, new: Any) -> bool:
        """ "직장 다니다 휴직 중": a leave or a farm is more exact than 'employed'."""
        return not (new == "employed" and old in {"on_leave", "self_employed", "farmer"})

    def last_disease(self, piece: Piece) -> str | None:
        """The latest disease of whom the piece is about, for "수술했어요"."""
        who = piece.subjects[0]
        named = self._facts.get(who, {}).get("conditions") or self.known.get(who, {}).get(
            "conditions"
        )
        return str(named[-1]) if named else None

    def _disease(self, subjects: tuple[str, ...], said: Said, offset: int) -> None:
        found = Found("conditions", [said.name], said.start, said.end, said.confidence)
        quote = self.text[offset + said.start : offset + said.end]
        for member in subjects:
            if member == NOBODY:
                continue
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
            if member not in {*self._dead, NOBODY}:
                self._triples.append(
                    Triple(member, "treatment", said.name, None, said.confidence, quote)
                )

    def bury(self, members: Iterable[str]) -> None:
        """Members who are dead before anything is read of them."""
        self._dead.update(members)

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

    def spans(self, *, removable: bool = False) -> list[tuple[int, int]]:
        """Places of the stated facts; `removable` ones set the scene and are never the topic."""
        return [
            (proof.start, proof.end)
            for proofs in self.evidence().values()
            for key, proof in proofs.items()
            if (key in _SCENE if removable else key != "sex")
        ]

    def members(self, reader: Reader) -> list[str]:
        """Members that were spoken of, the asker first if anything is known of them."""
        named = [key for key in reader.family.sexes if key in reader.named | self._facts.keys()]
        alive = [key for key in named if key not in self._dead]
        return [SELF, *alive] if self._facts.get(SELF) else alive
