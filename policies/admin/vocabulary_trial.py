"""What the vocabulary makes of a question: entries that match, results with and without it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django import forms

from policies.models import VocabularyEntry
from policies.operations import policy_hits
from policies.retrieval.types import Query
from policies.vocab.expand import expansions
from policies.vocab.types import Expansion

SHOWN = 8
MOST_LETTERS = 300


class TrialForm(forms.Form):
    q = forms.CharField(
        label="질문",
        max_length=MOST_LETTERS,
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
        error_messages={
            "required": "시험할 질문을 적어 주세요.",
            "max_length": f"질문은 {MOST_LETTERS}자까지입니다.",
        },
    )


@dataclass(frozen=True)
class MatchRow:
    """`row` None: the entry is not in the table (the vocabulary was never loaded)."""

    expansion: Expansion
    kind: str
    row: VocabularyEntry | None


@dataclass(frozen=True)
class ResultRow:
    """A policy at `rank` of one list; `other` is its rank in the other, None where it is not."""

    rank: int
    policy_id: UUID
    name: str
    other: int | None

    @property
    def change(self) -> str:
        """How the vocabulary moved it, in words."""
        if self.other is None:
            return "새로 나옴"
        if self.other == self.rank:
            return "그대로"
        return f"{self.other}위에서 {'올라옴' if self.other > self.rank else '내려감'}"


@dataclass(frozen=True)
class Trial:
    matches: list[MatchRow]
    used: list[ResultRow]
    unused: list[ResultRow]


def trial(text: str) -> Trial:
    """Matches and the first results of a question."""
    found = expansions(text)
    rows = VocabularyEntry.objects.in_bulk([expansion.key for expansion in found], field_name="key")
    matches = [
        MatchRow(one, str(VocabularyEntry.Kinds(one.kind).label), rows.get(one.key))
        for one in found
    ]
    used, unused = _names(text, vocabulary=True), _names(text, vocabulary=False)
    return Trial(matches, _rows(used, unused), _rows(unused, used))


def _names(text: str, *, vocabulary: bool) -> dict[UUID, str]:
    """Policies of the first results, best first."""
    result, names = policy_hits(Query(text, limit=SHOWN, vocabulary=vocabulary))
    return {hit.policy_id: names[hit.policy_id] for hit in result.hits if hit.policy_id in names}


def _rows(here: dict[UUID, str], there: dict[UUID, str]) -> list[ResultRow]:
    other = {policy: rank for rank, policy in enumerate(there, start=1)}
    return [
        ResultRow(rank, policy, name, other.get(policy))
        for rank, (policy, name) in enumerate(here.items(), start=1)
    ]
