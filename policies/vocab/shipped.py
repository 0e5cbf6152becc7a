"""The curated vocabulary of the repository: `policies/reference/vocabulary/*.yaml`.

One mapping of key → entry a file; `said` and `official` are required, see `types.Entry`. Those
of diseases have fields of their own, see `diseases`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from policies.vocab.diseases import disease_entries, disease_files
from policies.vocab.files import FOLDER, read_yaml
from policies.vocab.matcher import Matcher
from policies.vocab.types import DEFAULT_WEIGHT, Entry, Kind

_FIELDS = {"said", "official", "kind", "weight", "not_before", "not_after", "needs", "word"}


def entry_of(key: str, data: dict[str, Any]) -> Entry:
    """An entry of a file. Raises ValueError for unknown fields or kinds."""
    if unknown := set(data) - _FIELDS:
        raise ValueError(f"{key}: {', '.join(sorted(unknown))}")

    def words(field: str) -> tuple[str, ...]:
        return tuple(map(str, data.get(field, ())))

    return Entry(
        key,
        words("said"),
        words("official"),
        Kind(data.get("kind", Kind.LAY)),
        float(data.get("weight", DEFAULT_WEIGHT)),
        words("not_before"),
        words("not_after"),
        words("needs"),
        word=bool(data.get("word", False)),
    )


@cache
def shipped_entries() -> tuple[Entry, ...]:
    """All entries of the files, diseases included. Raises ValueError for a key used twice."""
    themes = sorted(set(FOLDER.glob("*.yaml")) - set(disease_files()))
    entries = [entry_of(key, data) for path in themes for key, data in read_yaml(path).items()]
    entries += disease_entries()
    keys = [entry.key for entry in entries]
    if doubled := {key for key in keys if keys.count(key) > 1}:
        raise ValueError(", ".join(sorted(doubled)))
    return tuple(entries)


@cache
def shipped_matcher() -> Matcher:
    """The matcher over `shipped_entries`; built once a process."""
    return Matcher(shipped_entries())
