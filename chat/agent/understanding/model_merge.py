"""What the rules have read, with what the model has read and the checks have let through.

The rules are right more often than they are silent, so they stand where both read the same key
of a person differently. The one exception is a reading that the rules themselves take for a
guess (a bare number as an age, a place that was only named): there a value that a reader finds
in the model's own quote, and of which the model is surer, takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from chat.agent.understanding.dates import date_range
from chat.agent.understanding.merge import most_exact
from chat.agent.understanding.model_checks import Facts, holds
from chat.agent.understanding.model_facts import AGES, DATES, LISTS, Merged, Result, Row, Taken
from chat.agent.understanding.types import Denied, Evidence, Extraction, Triple
from policies.eligibility.conditions import wider_terms
from policies.eligibility.dates import age_in_years

# A reading of the rules below it is a guess by form alone.
_GUESS = 0.8
# What a model's own confidence is worth: beside a reader that reads the same, and without one.
_READ, _UNREAD = 0.7, 0.5
_SUREST = 0.99


def merged(
    found: Extraction, taken: Iterable[Taken], *, as_of: date, known: Facts | None = None
) -> Merged:
    """The extraction with the model's facts. `known`: facts of the conversation by member,
    which words that no reader knows do not overturn."""
    merge = _Merge(found, as_of, known or {})
    for fact in taken:
        merge.take(fact)
    return merge.result()


class _Merge:
    def __init__(self, found: Extraction, as_of: date, known: Facts) -> None:
        self._found = found
        self._as_of = as_of
        self._known = known
        self._facts = {member: dict(facts) for member, facts in found.facts.items()}
        self._evidence = {member: dict(proofs) for member, proofs in found.evidence.items()}
        self._triples = list(found.triples)
        self._denied = list(found.denied)
        self._rows: list[Row] = []
        self._unsure: list[tuple[str, str, str]] = []

    def take(self, fact: Taken) -> None:
        result = self._denial(fact) if fact.denied else self._statement(fact)
        self._rows.append(
            Row(fact.member, fact.key, fact.said, fact.quote, fact.confidence, result)
        )

    def result(self) -> Merged:
        found = replace(
            self._found,
            facts=self._facts,
            evidence=self._evidence,
            triples=self._triples,
            denied=self._denied,
            members=list(dict.fromkeys((*self._found.members, *self._facts))),
        )
        return Merged(found, self._rows, self._unsure)

    def _denial(self, fact: Taken) -> Result:
        """A disease somebody has not got: it takes back what was said before, not what the
        rules read in the same words."""
        stated = self._facts.get(fact.member, {}).get(fact.key, [])
        if holds(stated, fact.value):
            return Result.KEPT
        for name in fact.value:
            denied = Denied(fact.member, fact.key, name, fact.quote)
            if any((one.member, one.value) == (fact.member, name) for one in self._denied):
                return Result.AGREED
            self._denied.append(denied)
        return Result.ADDED

    def _statement(self, fact: Taken) -> Result:
        facts = self._facts.get(fact.member, {})
        key = self._key_of(fact, facts)
        old = facts.get(key)
        if old is None:
            return self._new(fact)
        if self._same(key, old, fact):
            self._agree(fact, key)
            return Result.AGREED
        if fact.key in LISTS and old and fact.value:
            return self._new(fact)
        proof = self._evidence.get(fact.member, {}).get(key)
        guess = proof is not None and proof.confidence < min(_GUESS, fact.confidence)
        if not (guess and fact.read and fact.key not in LISTS):
            return Result.KEPT
        del facts[key]
        self._put(fact, fact.value)
        return Result.REPLACED

    def _key_of(self, fact: Taken, facts: Mapping[str, Any]) -> str:
        """An age and a birth date are one fact."""
        other = next((key for key in AGES if key != fact.key), "")
        return other if fact.key in AGES and other in facts else fact.key

    def _same(self, key: str, old: Any, fact: Taken) -> bool:
        if key != fact.key:
            return self._age(key, old) & self._age(fact.key, fact.value) != set()
        if key in DATES | AGES and isinstance(old, str):
            return old.startswith(str(fact.value)) or str(fact.value).startswith(old)
        if key == "conditions" and fact.value:
            return all(one in old or any(one in wider_terms(have) for have in old)
                       for one in fact.value)  # fmt: skip
        return holds(old, fact.value)

    def _age(self, key: str, value: Any) -> set[int]:
        if key == "age":
            return {value}
        first, last = date_range(str(value))
        return {age_in_years(first, self._as_of), age_in_years(min(last, self._as_of), self._as_of)}

    def _new(self, fact: Taken) -> Result:
        """A fact that the rules have not read."""
        if self._contradicts(fact):
            return Result.KEPT
        old = self._facts.get(fact.member, {}).get(fact.key)
        value = fact.value
        if fact.key in LISTS:
            value = [*(old or []), *(one for one in fact.value if one not in (old or []))]
        self._put(fact, most_exact(value) if fact.key == "conditions" else value)
        return Result.ADDED

    def _contradicts(self, fact: Taken) -> bool:
        """Whether the rules have it denied, or only unread words stand against what is known."""
        entries = fact.value if isinstance(fact.value, list) else []
        if any(
            (one.member, one.key) == (fact.member, fact.key) and one.value in entries
            for one in self._denied
        ):
            return True
        known = self._known.get(fact.member, {})
        key = self._key_of(fact, known)
        if fact.read or key not in known or (fact.key in LISTS and known[key] and entries):
            return False
        return not self._same(key, known[key], fact)

    def _put(self, fact: Taken, value: Any) -> None:
        self._facts.setdefault(fact.member, {})[fact.key] = value
        worth = fact.confidence * (_READ if fact.read else _UNREAD)
        self._evidence.setdefault(fact.member, {})[fact.key] = _proof(fact, worth)
        entries = fact.value if isinstance(fact.value, list) else []
        items = [""] if not entries else [str(one) for one in entries]
        self._unsure += [(fact.member, fact.key, item) for item in items]
        if fact.key == "conditions":
            self._triples += [
                Triple(fact.member, "disease", name, fact.code, worth, fact.quote)
                for name in entries
            ]

    def _agree(self, fact: Taken, key: str) -> None:
        """Two readings of one fact are surer than one."""
        proofs = self._evidence.setdefault(fact.member, {})
        worth = fact.confidence * (_READ if fact.read else _UNREAD)
        old = proofs.get(key)
        if old is None:
            proofs[key] = _proof(fact, worth)
            return
        both = 1 - (1 - old.confidence) * (1 - worth)
        proofs[key] = replace(old, confidence=min(both, _SUREST))


def _proof(fact: Taken, confidence: float) -> Evidence:
    return Evidence(fact.quote, confidence, fact.start, fact.start + len(fact.quote))
