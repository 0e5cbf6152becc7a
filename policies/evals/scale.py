"""A scratch database filled with any number of chunks: COPY in batches, indexes made afterwards.

Everything a scale needs is written in one transaction, so that an interrupted load leaves the
database as it was. Columns that a copy does not change are passed on in PostgreSQL's text form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from django.db import connection, transaction
from psycopg import sql

from policies.evals.scale_base import Base, Columns, table_columns
from policies.evals.scale_rows import TITLE_TABLE, PostingRows, VectorRows, title_rows
from policies.evals.scale_vary import Place, Variant, variants
from policies.evals.timing import timed
from policies.models import (
    Agency,
    Embedding,
    LexicalPosting,
    Policy,
    PolicyChunk,
    PolicyVersion,
    Region,
)
from policies.retrieval.morphemes import term_counts
from policies.retrieval.space import EmbeddingModel
from policies.services.embedding_batch import generations_bump
from policies.services.lexicon import lexicon_refresh
from policies.services.regions import regions_load
from policies.services.versions import data_version_bump

Progress = Callable[[str, int, int], None]
_MODELS = (Policy, PolicyVersion, PolicyChunk, Embedding, LexicalPosting, Policy.regions.through)
TABLES = tuple(model._meta.db_table for model in _MODELS)
# Policies a batch: what is in memory at one time.
_BATCH = 400
# pgvector builds in memory while the graph fits: 384 dimensions take 1.5 KB of floats and, with
# m = 16, about as much in neighbours. Beyond it a build takes many times as long.
_BUILD_BYTES_A_ROW, _BUILD_LEAST, _BUILD_MOST = 3_700, 256 * 1024**2, 6 * 1024**3
_TITLES = sql.Identifier(TITLE_TABLE)


@dataclass(frozen=True)
class Loaded:
    """What a load made, and the seconds its parts took."""

    policies: int
    chunks: int
    postings: int
    seconds: dict[str, float]


def places_prepare() -> list[Place]:
    """Today's regions with an agency each, in the current database."""
    regions_load()
    rows = Region.objects.exclude(code="").filter(successor=None).order_by("pk")
    found = []
    for row in rows:
        agency, _ = Agency.objects.get_or_create(name=str(row), defaults={"region": row})
        terms = dict(term_counts(row.sigungu or row.sido))
        found.append(Place(row.pk, agency.pk, row.sido, row.sigungu, terms))
    return found


def scale_load(
    base: Base, places: list[Place], *, chunks: int, model: EmbeddingModel, progress: Progress
) -> Loaded:
    """Replace every policy of the current (throw-away) database by `chunks` chunks.

    Besides the tables of the app it fills `bench_title`: one vector a policy, as a search by
    titles has it. Foreign keys are checked when they are made again. At the end: ANALYZE, and
    the counts of words that a night brings.
    """
    loader = _Loader(base, model)
    seconds = {}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
        cursor.execute("SELECT set_config('maintenance_work_mem', %s, true)", [_memory(chunks)])
        with _bare_tables(cursor, lambda done, total: progress("색인", done, total)) as made:
            tables = sql.SQL(", ").join(map(sql.Identifier, TABLES))
            cursor.execute(sql.SQL("TRUNCATE {} CASCADE").format(tables))
            _title_table(cursor, model.dimension)
            told = variants(base, places, chunks=chunks)
            seconds["rows"] = timed(lambda: loader.load(cursor, told, chunks, progress)) / 1000
        seconds["indexes"] = made["ms"] / 1000
        build = sql.SQL("CREATE INDEX ON {} USING hnsw (vector vector_cosine_ops)").format(_TITLES)
        seconds["title_index"] = timed(lambda: cursor.execute(build)) / 1000
        _sequences(cursor)
        data_version_bump(group="benchmark")
        generations_bump()
    seconds["analyze"] = timed(_analyze) / 1000
    seconds["lexicon"] = timed(lexicon_refresh) / 1000
    return Loaded(loader.policies, loader.chunks, loader.postings.count, seconds)


class _Loader:
    """Numbers the rows and writes them table by table, a batch at a time."""

    def __init__(self, base: Base, model: EmbeddingModel) -> None:
        self._base = base
        self._columns = {table: table_columns(table) for table in TABLES}
        self._vectors = VectorRows(base.vectors, model)
        self.postings = PostingRows(self._columns[LexicalPosting._meta.db_table])
        self.policies = self.chunks = self._links = 0

    def load(self, cursor: Any, told: Iterator[Variant], total: int, progress: Progress) -> None:
        while batch := list(islice(told, _BATCH)):
            first = self.policies + 1
            numbered = list(enumerate(batch, start=first))
            self.policies += len(batch)
            self._copy(cursor, Policy, (_policy(n, each) for n, each in numbered))
            self._copy(cursor, PolicyVersion, (_version(n, each) for n, each in numbered))
            self._copy(cursor, Policy.regions.through, self._regions(batch))
            self._copy(cursor, PolicyChunk, self._chunk_rows(numbered))
            rows = [chunk.vector for each in batch for chunk in each.chunks]
            last = self.chunks + 1
            _copy_bytes(cursor, *self._vectors.copy(range(last - len(rows), last), rows))
            _copy_bytes(cursor, *title_rows(batch, self._vectors))
            _copy_bytes(cursor, *self.postings.copy(numbered))
            progress(f"조각 {total:,}개", min(self.chunks, total), total)

    def _copy(self, cursor: Any, model: type[Any], rows: Iterable[Columns]) -> None:
        table = model._meta.db_table
        names = self._columns[table]
        with cursor.copy(_copy_statement(table, names)) as copy:
            for row in rows:
                copy.write_row([row.get(name) for name in names])

    def _regions(self, batch: list[Variant]) -> Iterator[Columns]:
        for each in batch:
            if each.place is not None:
                self._links += 1
                region = str(each.place.region_id)
                yield {"id": str(self._links), "policy_id": str(each.id), "region_id": region}

    def _chunk_rows(self, numbered: list[tuple[int, Variant]]) -> Iterator[Columns]:
        for version, each in numbered:
            for chunk in each.chunks:
                self.chunks += 1
                yield each.base.chunks[chunk.ordinal].columns | {
                    "id": str(self.chunks),
                    "policy_id": str(each.id),
                    "version_id": str(version),
                    "ordinal": str(chunk.ordinal),
                    "start": str(chunk.start),
                    "end": str(chunk.end),
                    "text": chunk.text,
                    "content_hash": chunk.content_hash,
                }


def _policy(number: int, each: Variant) -> Columns:
    place = each.place
    columns = each.base.policy | {
        "id": str(each.id),
        "external_id": each.external_id,
        "name": each.title,
        "nationwide": str(place is None).lower(),
        "group_id": None,
        "current_version_id": str(number),
    }
    return columns | {"agency_id": str(place.agency_id)} if place else columns


def _version(number: int, each: Variant) -> Columns:
    return each.base.version | {
        "id": str(number),
        "policy_id": str(each.id),
        "number": "1",
        "sections": each.sections_json,
        "term_count": str(sum(each.terms.values())),
    }


def _copy_statement(table: str, names: Iterable[str], *, binary: bool = False) -> sql.Composed:
    """FREEZE: the rows are visible to everybody at once, no VACUUM has to go over them."""
    return sql.SQL("COPY {} ({}) FROM STDIN (FREEZE, FORMAT {})").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, names)),
        sql.SQL("binary" if binary else "text"),
    )


def _copy_bytes(cursor: Any, table: str, names: list[str], binary: bool, data: bytes) -> None:
    with cursor.copy(_copy_statement(table, names, binary=binary)) as copy:
        copy.write(data)


def _title_table(cursor: Any, dimension: int) -> None:
    cursor.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(_TITLES))
    cursor.execute(
        sql.SQL("CREATE TABLE {} (policy_id uuid PRIMARY KEY, vector vector({}))").format(
            _TITLES, sql.Literal(dimension)
        )
    )


@contextmanager
def _bare_tables(cursor: Any, progress: Callable[[int, int], None]) -> Iterator[dict[str, float]]:
    """The tables without their foreign keys, unique constraints and indexes (primary keys stay)
    inside the block, and with them again after it. Gives the milliseconds under "ms"."""
    cursor.execute(
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
        "WHERE contype IN ('f', 'u') AND conrelid::regclass::text = ANY(%s) "
        "ORDER BY contype DESC, conname",
        [list(TABLES)],
    )
    constraints = cursor.fetchall()
    cursor.execute(
        "SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i "
        "WHERE i.indrelid::regclass::text = ANY(%s) AND NOT EXISTS (SELECT 1 FROM pg_constraint c "
        "WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u')) ORDER BY 1",
        [list(TABLES)],
    )
    indexes = cursor.fetchall()
    for table, name, _ in constraints:
        drop = sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}")
        cursor.execute(drop.format(sql.Identifier(table), sql.Identifier(name)))
    for name, _ in indexes:
        cursor.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))
    made = {"ms": 0.0}
    yield made
    add = sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} {}")
    work: list[Any] = [sql.SQL(definition) for _, definition in indexes]
    # Unique constraints come before the foreign keys, which are looked up by them.
    work += [
        add.format(sql.Identifier(table), sql.Identifier(name), sql.SQL(definition))
        for table, name, definition in constraints
    ]
    progress(0, len(work))
    for number, statement in enumerate(work, start=1):
        made["ms"] += timed(lambda done=statement: cursor.execute(done))  # type: ignore[misc]
        progress(number, len(work))


def _sequences(cursor: Any) -> None:
    """Numbers go on after the copied ones."""
    for model in _MODELS[1:]:
        table = sql.Identifier(model._meta.db_table)
        cursor.execute(
            sql.SQL(
                "SELECT setval(pg_get_serial_sequence({}, 'id'), coalesce(max(id), 1)) FROM {}"
            ).format(sql.Literal(model._meta.db_table), table)
        )


def _analyze() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


def _memory(chunks: int) -> str:
    return f"{int(np.clip(chunks * _BUILD_BYTES_A_ROW, _BUILD_LEAST, _BUILD_MOST)) // 1024}kB"
