"""What a database of a benchmark's size is multiplied from: policies of the current database, read
into memory once, with everything that a copy of them is made of."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray
from psycopg import sql

from policies.models import Embedding, LexicalPosting, Policy, PolicyChunk, PolicyVersion
from policies.retrieval.embedders import Vector
from policies.retrieval.space import EmbeddingModel

Columns = dict[str, str | None]
# A term of so few policies counts as rare; so many rare words of a policy may be exchanged.
RARE_POLICIES, RARE_WORDS = 3, 8
# Vectors that the mixture of a text without one is made of, and the share of noise in it.
_MIXED, _MIXTURE_NOISE = 3, 0.2
_HANGUL = re.compile("[가-힣]{2,}")
_SEED = 20261129


@dataclass(frozen=True)
class BaseChunk:
    """A chunk: `head` is what stands before the text of its section, "" for `body` where the
    chunk is no span of a section. `vector` is its row in `Base.vectors`."""

    columns: Columns
    head: str
    body: str
    vector: int


@dataclass(frozen=True)
class BasePolicy:
    """Columns of a policy and its current version in PostgreSQL's text form, its chunks and
    postings. `rare`: rare words of its text, each with the places of the terms that hold it;
    `place`: the name of its 시군구, "" where it has none."""

    policy: Columns
    version: Columns
    chunks: tuple[BaseChunk, ...]
    terms: tuple[str, ...]
    frequencies: NDArray[np.int32]
    rare: tuple[tuple[str, tuple[int, ...]], ...]
    place: str


@dataclass(frozen=True)
class Base:
    """Policies in a fixed random order, the vectors of their chunks (unit length, a row each),
    and rare words of all of them."""

    policies: tuple[BasePolicy, ...]
    vectors: Vector
    rare_words: tuple[str, ...]
    shipped_vectors: int

    @property
    def chunks(self) -> int:
        return len(self.vectors)


def read_base(model: EmbeddingModel) -> Base:
    """Published policies of the current database.

    A chunk without a vector of `model` gets a random mixture of those that have one (a random
    direction where there is none at all): good for measuring time, not for quality. Chunks of
    attachments are left out. Raises ValueError when nothing is published.
    """
    chunks = _chunks()
    postings = _postings()
    document_counts = Counter(term for terms in postings.values() for term, _ in terms)
    places = _places()
    versions = {row["id"]: row for row in rows_as_text(PolicyVersion)}
    found = []
    order: list[int] = []
    for policy in rows_as_text(Policy):
        version = versions.get(policy["current_version_id"])
        if version is None or not chunks.get(version["id"]):
            continue
        terms = postings.get(version["id"], [])
        own = chunks[version["id"]]
        found.append((policy, version, own, terms, places.get(policy["id"], "")))
    if not found:
        raise ValueError("no published policies to multiply")
    found.sort(key=lambda each: (each[0]["source"] or "", each[0]["external_id"] or ""))
    random.Random(_SEED).shuffle(found)  # noqa: S311 - a fixed order, no secret
    policies = []
    for policy, version, own, terms, place in found:
        first = len(order)
        order += [int(columns["id"] or 0) for columns in own]
        policies.append(_policy(policy, version, own, terms, place, first, document_counts))
    known = _known_vectors(model)
    rare = sorted({word for policy in policies for word, _ in policy.rare})
    vectors = _vectors(order, known, model.dimension)
    return Base(tuple(policies), vectors, tuple(rare), sum(1 for key in order if key in known))


def table_columns(table: str) -> list[str]:
    """Columns of a table in their order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND table_name = %s ORDER BY ordinal_position",
            [table],
        )
        return [name for (name,) in cursor.fetchall()]


def rows_as_text(model: type[Any]) -> Iterator[Columns]:
    """All rows of a model's table, each value in PostgreSQL's text form (as COPY takes it)."""
    table = model._meta.db_table
    names = table_columns(table)
    query = sql.SQL("SELECT {columns} FROM {table}").format(
        columns=sql.SQL(", ").join(sql.SQL("{}::text").format(sql.Identifier(n)) for n in names),
        table=sql.Identifier(table),
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        for row in cursor:
            yield dict(zip(names, row, strict=True))


def _chunks() -> dict[str | None, list[Columns]]:
    grouped: dict[str | None, list[Columns]] = {}
    for row in rows_as_text(PolicyChunk):
        if row.get("attachment_id") is None:
            grouped.setdefault(row["version_id"], []).append(row)
    for own in grouped.values():
        own.sort(key=lambda row: int(row["ordinal"] or 0))
    return grouped


def _postings() -> dict[str | None, list[tuple[str, int]]]:
    grouped: dict[str | None, list[tuple[str, int]]] = {}
    kept: dict[str, str] = {}
    rows = LexicalPosting.objects.values_list("version_id", "term", "frequency")
    for version_id, term, frequency in rows.iterator(chunk_size=20_000):
        same = kept.setdefault(term, term)
        grouped.setdefault(str(version_id), []).append((same, frequency))
    return grouped


def _places() -> dict[str | None, str]:
    rows = Policy.regions.through._default_manager.exclude(region__sigungu="")
    return {str(key): name for key, name in rows.values_list("policy_id", "region__sigungu")}


def _policy(
    policy: Columns,
    version: Columns,
    own: list[Columns],
    terms: list[tuple[str, int]],
    place: str,
    first: int,
    document_counts: Counter[str],
) -> BasePolicy:
    chunks = tuple(_chunk(columns, first + number) for number, columns in enumerate(own))
    text = "\n".join(chunk.body for chunk in chunks)
    words = [
        term
        for term, _ in terms
        if document_counts[term] <= RARE_POLICIES and _HANGUL.fullmatch(term) and term in text
    ]
    words = sorted(words, key=lambda word: (document_counts[word], word))[:RARE_WORDS]
    names = tuple(term for term, _ in terms)
    return BasePolicy(
        policy=policy,
        version=version,
        chunks=chunks,
        terms=names,
        frequencies=np.array([count for _, count in terms], dtype=np.int32),
        rare=tuple((word, _holding(word, names)) for word in words),
        place=place,
    )


def _holding(word: str, terms: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(number for number, term in enumerate(terms) if word in term)


def _chunk(columns: Columns, vector: int) -> BaseChunk:
    text = columns["text"] or ""
    length = int(columns["end"] or 0) - int(columns["start"] or 0)
    cut = len(text) - length
    return BaseChunk(columns, text[:cut], text[cut:], vector)


def _known_vectors(model: EmbeddingModel) -> dict[int, Vector]:
    rows = Embedding.objects.filter(model_name=model.name, model_version=model.version)
    return {key: np.asarray(row, np.float32) for key, row in rows.values_list("chunk_id", "vector")}


def _vectors(order: list[int], known: dict[int, Vector], dimension: int) -> Vector:
    rng = np.random.default_rng(_SEED)
    pool = np.stack([known[key] for key in sorted(known)]) if known else None
    rows = np.empty((len(order), dimension), dtype=np.float32)
    for number, key in enumerate(order):
        row = known.get(key)
        if row is None:
            row = rng.standard_normal(dimension, dtype=np.float32) / np.sqrt(dimension)
            if pool is not None:
                weights = rng.dirichlet(np.ones(_MIXED)).astype(np.float32)
                mixed = weights @ pool[rng.integers(0, len(pool), _MIXED)]
                row = mixed + _MIXTURE_NOISE * row
        rows[number] = row
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows
