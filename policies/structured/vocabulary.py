"""Names and values that occur in the published fields, which questions are read against."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.db import connection

from policies.models import DataVersion, Policy
from policies.retrieval.morphemes import kiwi

# Names looked at for a word; more say no more about it.
MAX_NAMES = 200
# Fields that every record has, under names of our own.
LIFE_STAGES, THEMES, GROUPS = "생애주기", "주제", "가구상황"
# Fields whose values are words; coded fields have lists of their own.
WORD_FIELDS = (
    "lclsfNm",
    "mclsfNm",
    "plcyKywdNm",
    "서비스분야",
    "부서명",
    "지원유형",
    "신청기한",
    THEMES,
)
_AGENCIES = """
SELECT DISTINCT l.agency FROM policies_listing l JOIN policies_policy p ON p.id = l.policy_id
WHERE p.current_version_id IS NOT NULL AND (%s::text IS NULL OR p.source = %s)
UNION
SELECT DISTINCT l.operator FROM policies_listing l JOIN policies_policy p ON p.id = l.policy_id
WHERE p.current_version_id IS NOT NULL AND (%s::text IS NULL OR p.source = %s)
"""
_VALUES = """
SELECT DISTINCT split_part(c, '=', 1), substr(c, position('=' IN c) + 1)
FROM policies_listing l JOIN policies_policy p ON p.id = l.policy_id, unnest(l.codes) AS c
WHERE p.current_version_id IS NOT NULL AND (%s::text IS NULL OR p.source = %s)
  AND split_part(c, '=', 1) = ANY(%s)
"""


@dataclass(frozen=True)
class Vocabulary:
    """`agencies`: every published name; `values`: values by field, of one source or all."""

    source: str | None = None
    agencies: frozenset[str] = frozenset()
    values: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def named(self, *words: str) -> int:
        """Number of policies with all of the words in their name, at most MAX_NAMES.

        A word counts where it begins and ends with a morpheme: 주사 is not in 공주사랑상품권.
        """
        found = Policy.objects.published()
        for word in words:
            found = found.filter(name__contains=word)
        if self.source:
            found = found.filter(source=self.source)
        names = found.values_list("name", flat=True)[:MAX_NAMES]
        return sum(all(_stands_in(word, name) for word in words) for name in names)


def _stands_in(word: str, name: str) -> bool:
    edges: set[int] = {len(name)}
    for token in kiwi().tokenize(name):
        edges |= {token.start, token.start + token.len}
    return any(
        {match.start(), match.end()} <= edges
        for match in re.finditer(re.escape(word), name, re.IGNORECASE)
    )


def vocabulary(source: str | None) -> Vocabulary:
    """Of the published policies of a source (None: of all), read again when data changed."""
    versions = DataVersion.objects.order_by("group").values_list("group", "number")
    return _read(source, tuple(versions))


@lru_cache(maxsize=8)
def _read(source: str | None, versions: tuple[tuple[str, int], ...]) -> Vocabulary:
    with connection.cursor() as cursor:
        cursor.execute(_AGENCIES, [source] * 4)
        agencies = frozenset(name for (name,) in cursor.fetchall() if name)
        cursor.execute(_VALUES, [source, source, list(WORD_FIELDS)])
        values: dict[str, set[str]] = defaultdict(set)
        for name, value in cursor.fetchall():
            values[name].add(value)
    return Vocabulary(source, agencies, {name: frozenset(own) for name, own in values.items()})
