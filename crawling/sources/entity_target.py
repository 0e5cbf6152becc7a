"""Records of the entity sources become rows of their own (homes, notices, facilities)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from crawling.errors import RecordError
from crawling.runs.targets import About, Change, Outcome, Staged, Undo, digest_of
from crawling.sources.base import RawItem
from crawling.text import storable
from policies.entity_records import EntityKind, EntityRecord, entity_from_data, entity_to_data
from policies.errors import RecordInvalid
from policies.services import entities

# The entity in an item. Raises RecordError where it has to be refused.
Parse = Callable[[RawItem], EntityRecord]


class EntityTarget:
    """Entities of one source. `required`: columns whose lack a gate counts, with their names."""

    embeds = False

    def __init__(
        self,
        *,
        source: str,
        about: About,
        kinds: Sequence[EntityKind],
        parse: Parse,
        required: Mapping[str, str],
    ) -> None:
        self.source = source
        self.about = about
        self.kinds = tuple(kinds)
        self.parse = parse
        self.required = required

    def stage(self, item: RawItem, *, day: date) -> Staged:
        record = self.parse(item)
        try:
            entities.entity_check(record=record)
        except RecordInvalid as error:
            raise RecordError(item.external_id, str(error)) from None
        row = storable(entity_to_data(record))
        lacks = tuple(
            title
            for name, title in self.required.items()
            if name in record.fields and record.fields[name] in (None, "", [])
        )
        digest = digest_of([row["kind"], row["external_id"], row["fields"]])
        data = {"row": row, "day": day.isoformat()}
        return Staged(item.external_id, data, digest, _length(record), lacks)

    def prepare(self, rows: Sequence[Staged]) -> list[Staged]:
        """Columns are ready as they are."""
        return list(rows)

    def refs(self, ids: Collection[str]) -> Mapping[str, str]:
        return entities.entity_refs(source=self.source, kinds=self.kinds, ids=ids)

    def known(self) -> Iterable[str]:
        return entities.entities_present(source=self.source, kinds=self.kinds)

    def publish(self, rows: Sequence[Staged], *, closed: Collection[str]) -> list[Change]:
        """`closed` is not asked: a row itself says whether it was closed."""
        if not rows:
            return []
        records = [entity_from_data(row.data["row"]) for row in rows]
        day = date.fromisoformat(rows[0].data["day"])
        found = entities.entities_store(source=self.source, records=records, day=day)
        return [_as_change(each) for each in found]

    def close(self, ids: Sequence[str]) -> list[Change]:
        found = entities.entities_close(
            source=self.source, kinds=self.kinds, ids=ids, day=timezone.localdate()
        )
        return [_as_change(each) for each in found]

    def restore(self, undos: Sequence[Undo]) -> Mapping[str, str]:
        for undo in undos:
            entities.entity_restore(
                source=self.source,
                kinds=self.kinds,
                external_id=undo.external_id,
                before=undo.before,
            )
        return self.refs([undo.external_id for undo in undos])


def _as_change(change: entities.EntityChange) -> Change:
    return Change(change.external_id, Outcome(change.outcome), change.ref, change.before)


def _length(record: EntityRecord) -> int:
    return sum(_characters(value) for value in record.fields.values())


def _characters(value: Any) -> int:
    return len(value) if isinstance(value, str) else 0
