"""Structured entities are checked, stored, closed and taken back, some hundred at a time.

Whoever publishes a source (crawling.runs) opens the one transaction around all of these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from django.core.exceptions import ValidationError
from django.forms.models import model_to_dict

from policies.entity_records import EntityKind, EntityRecord, entity_digest
from policies.errors import RecordInvalid
from policies.models import CompetitionStat, HousingNotice, RentalComplex, WelfareFacility
from policies.models.entity import Entity
from policies.services.versions import data_version_bump

MODELS: dict[EntityKind, type[Entity]] = {
    EntityKind.RENTAL_COMPLEX: RentalComplex,
    EntityKind.HOUSING_NOTICE: HousingNotice,
    EntityKind.COMPETITION_STAT: CompetitionStat,
    EntityKind.WELFARE_FACILITY: WelfareFacility,
}
# Columns that do not come from the record's fields.
_OWN = {"id", "source", "external_id", "digest", "raw", "collected_on", "closed_on", "changed_at"}
_KEYS = ["source", "external_id"]
Outcome = Literal["created", "changed", "unchanged", "closed", "reopened"]


@dataclass(frozen=True)
class EntityChange:
    """What came of one record. `before`: what `entity_restore` needs, None for a new row."""

    external_id: str
    outcome: Outcome
    ref: str
    before: dict[str, Any] | None = None


def entity_check(*, record: EntityRecord) -> None:
    """Raises RecordInvalid with a Korean reason where the record makes no row."""
    try:
        row = _row(record, date.min)
        row.clean_fields(exclude={"digest", "collected_on", "raw"})
    except ValidationError as error:
        raise RecordInvalid(_reason(MODELS[record.kind], error)) from None


def entities_store(
    *, source: str, records: Sequence[EntityRecord], day: date
) -> list[EntityChange]:
    """Store records of one source that have passed `entity_check`, one change each in their
    order. One with the content of its row changes nothing, unless the row was closed."""
    rows = {record.external_id: _row(record, day) for record in records}
    known = _known(source, records)
    changes = []
    made: dict[type[Entity], list[Entity]] = {}
    for external_id, row in rows.items():
        change = _change(row, known.get((type(row), external_id)))
        changes.append(change)
        if change.outcome != "unchanged":
            made.setdefault(type(row), []).append(row)
    for model, wanted in made.items():
        names = [each.name for each in model._meta.concrete_fields if not each.primary_key]
        model._default_manager.bulk_create(
            wanted,
            update_conflicts=True,
            unique_fields=_KEYS,
            update_fields=[name for name in names if name not in _KEYS],
        )
    if made:
        data_version_bump(group=source)
    return changes


def entities_close(
    *, source: str, kinds: Collection[EntityKind], ids: Sequence[str], day: date
) -> list[EntityChange]:
    """Mark rows as no longer named by their source; those that are gone or closed are left out
    of the answer."""
    changes = []
    for kind in kinds:
        found = (
            MODELS[kind]
            ._default_manager.select_for_update()
            .filter(source=source, external_id__in=ids, closed_on__isnull=True)
        )
        rows = list(found)
        MODELS[kind]._default_manager.filter(pk__in=[row.pk for row in rows]).update(closed_on=day)
        for row in rows:
            before = _picture(kind, row)
            row.closed_on = day
            changes.append(EntityChange(row.external_id, "closed", _ref(row), before))
    if changes:
        data_version_bump(group=source)
    return changes


def entity_restore(
    *, source: str, kinds: Collection[EntityKind], external_id: str, before: dict[str, Any] | None
) -> None:
    """Put a row back as it was; without `before` it did not exist, and goes."""
    if before is None:
        for kind in kinds:
            rows = MODELS[kind]._default_manager.filter(source=source, external_id=external_id)
            rows.delete()
    else:
        model = MODELS[EntityKind(before["kind"])]
        values = {
            name: _field(model, name).to_python(value) for name, value in before["row"].items()
        }
        model._default_manager.update_or_create(
            source=source, external_id=external_id, defaults=values
        )
    data_version_bump(group=source)


def entity_refs(
    *, source: str, kinds: Collection[EntityKind], ids: Collection[str]
) -> Mapping[str, str]:
    """A short name of what is stored now, by external id; ids without a row left out."""
    refs = {}
    for kind in kinds:
        rows = MODELS[kind]._default_manager.filter(source=source, external_id__in=ids)
        refs.update({row.external_id: _ref(row) for row in rows.defer("raw")})
    return refs


def entities_present(*, source: str, kinds: Collection[EntityKind]) -> Iterator[str]:
    """External ids of the rows that their source still names."""
    for kind in kinds:
        rows = MODELS[kind]._default_manager.filter(source=source, closed_on__isnull=True)
        yield from rows.values_list("external_id", flat=True).iterator()


def _known(source: str, records: Sequence[EntityRecord]) -> dict[tuple[type[Entity], str], Entity]:
    found = {}
    for kind in dict.fromkeys(record.kind for record in records):
        model = MODELS[kind]
        ids = [record.external_id for record in records if record.kind is kind]
        rows = model._default_manager.select_for_update().filter(source=source, external_id__in=ids)
        found.update({(model, row.external_id): row for row in rows})
    return found


def _change(row: Entity, before: Entity | None) -> EntityChange:
    outcome: Outcome
    if before is None:
        return EntityChange(row.external_id, "created", _ref(row))
    if before.closed_on is not None:
        outcome = "reopened"
    elif before.digest == row.digest:
        return EntityChange(row.external_id, "unchanged", _ref(before))
    else:
        outcome = "changed"
    kind = next(each for each, model in MODELS.items() if model is type(row))
    return EntityChange(row.external_id, outcome, _ref(row), _picture(kind, before))


def _picture(kind: EntityKind, row: Entity) -> dict[str, Any]:
    """Every column but the keys, as JSON holds it."""
    values = model_to_dict(row, exclude=["id", *_KEYS])
    return {
        "kind": kind.value,
        "row": {
            name: value
            if value is None or isinstance(value, str | int | list | dict)
            else str(value)
            for name, value in values.items()
        },
    }


def _ref(row: Entity) -> str:
    return row.digest[:60] + ("-off" if row.closed_on is not None else "")


def _row(record: EntityRecord, day: date) -> Entity:
    model = MODELS[record.kind]
    allowed = {each.name for each in model._meta.concrete_fields} - _OWN
    if unknown := set(record.fields) - allowed:
        raise RecordInvalid(f"알 수 없는 항목입니다: {', '.join(sorted(unknown))}")
    row = model(
        source=record.source,
        external_id=record.external_id,
        raw=record.raw,
        collected_on=day,
        digest=entity_digest(record),
    )
    for name, value in record.fields.items():
        setattr(row, name, _field(model, name).to_python(value))
    return row


def _field(model: type[Entity], name: str) -> Any:
    return model._meta.get_field(name)


def _reason(model: type[Entity], error: ValidationError) -> str:
    """The first fault with the Korean name of its column."""
    if not hasattr(error, "error_dict"):
        return error.messages[0]
    name, messages = next(iter(error.message_dict.items()))
    return f"{getattr(_field(model, name), 'verbose_name', name)}: {messages[0]}"
