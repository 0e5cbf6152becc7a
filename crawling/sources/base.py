"""What every source of snapshots offers, and what its records may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from crawling.errors import RecordError
from crawling.text import clean_line, clean_text, clean_url, content_or_empty
from policies.records import PolicyRecord

# Lengths of the columns the records end up in.
MAX_ID, MAX_NAME, MAX_AGENCY, MAX_KEYWORD = 100, 300, 100, 100

NO_RULE_NOTE = "아직 검토된 자격 규칙이 없습니다."


@dataclass(frozen=True)
class RawItem:
    """One record as published: its parts (list, detail, conditions …) joined by identifier.

    `problem` says why the parts make no record; such an item is refused when parsed.
    """

    external_id: str
    parts: dict[str, Any]
    problem: str = ""


class Source(Protocol):
    """A publisher of policies whose snapshots can be imported."""

    name: str
    title: str
    publisher: str
    document_url: str
    data_group: str

    def read(self, path: Path) -> Iterator[RawItem]:
        """The records under `path`. Raises SnapshotError when it holds no such snapshot."""
        ...

    def updated_on(self, item: RawItem) -> date | None:
        """Day the publisher last changed the record."""
        ...

    def parse(self, item: RawItem, *, collected_on: date | None = None) -> PolicyRecord:
        """The policy in the record. Raises RecordError when it has to be refused."""
        ...


class Fields:
    """Typed look at the fields of one record; a wrong type refuses the record.

    Numbers are taken as text; null and absent fields are "".
    """

    def __init__(self, external_id: str, part: object) -> None:
        if part is not None and not isinstance(part, Mapping):
            raise RecordError(external_id, f"레코드가 객체가 아닙니다: {type(part).__name__}")
        self.external_id = external_id
        self.values: Mapping[str, Any] = part or {}

    def __bool__(self) -> bool:
        return bool(self.values)

    def text(self, *names: str) -> str:
        """Text of the first named field that has some."""
        return next((text for name in names if (text := clean_text(self._raw(name)))), "")

    def content(self, *names: str) -> str:
        """As `text`, without placeholders (「해당없음」)."""
        return next((text for name in names if (text := content_or_empty(self._raw(name)))), "")

    def line(self, *names: str) -> str:
        return next((text for name in names if (text := clean_line(self._raw(name)))), "")

    def url(self, *names: str) -> str:
        return next((text for name in names if (text := clean_url(self._raw(name)))), "")

    def parts(self, name: str, separator: str) -> list[str]:
        """Values of a field that holds several, without blanks and repetitions."""
        values = (clean_line(value) for value in self.text(name).split(separator))
        return list(dict.fromkeys(value for value in values if value))

    def rows(self, name: str) -> list[Fields]:
        """A list of objects; a single object counts as a list of one."""
        value = self.values.get(name)
        if value is None or value == "":
            return []
        rows = value if isinstance(value, list) else [value]
        return [Fields(self.external_id, row) for row in rows]

    def strings(self, name: str) -> list[str]:
        """A list of texts, without blanks and repetitions."""
        value = self.values.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise RecordError(self.external_id, f"{name}: 글자 목록이어야 합니다")
        return list(dict.fromkeys(text for item in value if (text := clean_line(item))))

    def _raw(self, name: str) -> str:
        value = self.values.get(name)
        if value is None:
            return ""
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            kind = type(value).__name__
            raise RecordError(self.external_id, f"{name}: 글자여야 하는데 {kind}입니다")
        return str(value)


def checked_name(external_id: str, value: str, *, label: str, limit: int) -> str:
    """`value`, when it is there and fits its column."""
    if not value:
        raise RecordError(external_id, f"{label}이(가) 없습니다")
    if len(value) > limit:
        raise RecordError(external_id, f"{label}이(가) {limit}자를 넘습니다: {len(value)}자")
    return value


def require_content(record: PolicyRecord) -> PolicyRecord:
    """`record`, when there is something to read in it."""
    if not record.sections:
        raise RecordError(record.external_id, "본문이 없습니다")
    return record
