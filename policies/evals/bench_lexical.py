"""Lexical indexes side by side on the same terms and filters: BM25 in SQL as plainly as it can be
written (`exact`, what the others are compared with), the one in use, PostgreSQL's own ranking over
a GIN index, and bm25s in process memory."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import bm25s
import numpy as np
from django.conf import settings
from django.db import connection, transaction
from numpy.typing import NDArray
from psycopg import sql

from policies.evals.asked import Asked
from policies.evals.timing import summary, timed
from policies.retrieval.keyword import best_matches

DEPTH = 20
Way = Callable[[Asked], list[UUID]]
_CHANGES = 5
_TSV = sql.Identifier("bench_tsv")
# Frozen here: it stays the measure when the search gets a faster one.
_EXACT = """
WITH stats AS (
    SELECT count(*)::float AS n, greatest(avg(v.term_count), 1)::float AS avgdl
    FROM policies_policy p JOIN policies_policyversion v ON v.id = p.current_version_id
), wanted AS (
    SELECT term, weight FROM unnest(%(terms)s::text[], %(weights)s::float[]) AS t(term, weight)
), df AS (
    SELECT w.term, w.weight, count(*)::float AS df
    FROM wanted w JOIN policies_lexicalposting lp ON lp.term = w.term
    GROUP BY w.term, w.weight
)
SELECT p.id, sum(
    df.weight * ln(1 + (stats.n - df.df + 0.5) / (df.df + 0.5))
    * lp.frequency * (%(k1)s + 1)
    / (lp.frequency + %(k1)s * (1 - %(b)s + %(b)s * v.term_count / stats.avgdl))
) AS score
FROM df
CROSS JOIN stats
JOIN policies_lexicalposting lp ON lp.term = df.term
JOIN policies_policyversion v ON v.id = lp.version_id
JOIN policies_policy p ON p.current_version_id = v.id
WHERE {scope}
GROUP BY p.id
ORDER BY score DESC, p.id
LIMIT %(limit)s
"""
_TS_RANK = """
SELECT p.id FROM bench_tsv t JOIN policies_policy p ON p.current_version_id = t.version_id
WHERE t.terms @@ %(query)s::tsquery AND {scope}
ORDER BY ts_rank_cd(t.terms, %(query)s::tsquery) DESC, p.id LIMIT %(limit)s
"""
# Postings keep no positions: each term stands at its rank in the version and, where it occurs
# more than once, a second time half a text further on.
_TSV_ROWS = """
INSERT INTO bench_tsv (version_id, terms)
SELECT version_id, string_agg(
    '''' || replace(replace(term, '\\', '\\\\'), '''', '''''') || ''':' || place
    || CASE WHEN frequency > 1 THEN ',' || (place + 500) ELSE '' END, ' ')::tsvector
FROM (
    SELECT version_id, term, frequency,
           row_number() OVER (PARTITION BY version_id ORDER BY md5(term)) AS place
    FROM policies_lexicalposting {where}
) placed GROUP BY version_id
"""


def exact(asked: Asked) -> list[UUID]:
    """True BM25 in one plain statement."""
    params = {
        "terms": list(asked.terms),
        "weights": list(asked.terms.values()),
        "k1": settings.RETRIEVAL["bm25_k1"],
        "b": settings.RETRIEVAL["bm25_b"],
        "limit": DEPTH,
        **asked.scope.params,
    }
    return _ids(_EXACT.format(scope=asked.scope.sql), params)


def in_use(asked: Asked) -> list[UUID]:
    """The lexical arm of the search as it is."""
    return list(best_matches(asked.terms, scope=asked.scope, limit=DEPTH))


def ts_rank(asked: Asked) -> list[UUID]:
    """`ts_rank_cd` over all documents with any of the terms."""
    quoted = ["'" + t.replace("\\", "\\\\").replace("'", "''") + "'" for t in asked.terms]
    params = {"query": " | ".join(quoted), "limit": DEPTH, **asked.scope.params}
    return _ids(_TS_RANK.format(scope=asked.scope.sql), params)


def ts_build() -> dict[str, Any]:
    """The table of tsvectors with its GIN index: seconds and megabytes."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL maintenance_work_mem = '512MB'")
        cursor.execute("SET LOCAL work_mem = '256MB'")
        cursor.execute("DROP TABLE IF EXISTS bench_tsv")
        cursor.execute("CREATE TABLE bench_tsv (version_id bigint PRIMARY KEY, terms tsvector)")
        rows = timed(lambda: cursor.execute(_TSV_ROWS.format(where="")))
        index = timed(lambda: cursor.execute("CREATE INDEX ON bench_tsv USING gin (terms)"))
        cursor.execute("ANALYZE bench_tsv")
        cursor.execute("SELECT pg_total_relation_size('bench_tsv') / 1048576.0")
        size = float(cursor.fetchone()[0])
    return {"build_s": round((rows + index) / 1000, 2), "disk_mb": round(size, 1)}


@dataclass
class ProcessIndex:
    """bm25s over the postings of the current database, with the columns that filters need.

    Whatever a filter asks has to be kept beside the index and be rebuilt with it.
    """

    index: bm25s.BM25
    ids: list[UUID]
    nationwide: NDArray[np.bool_]
    open: NDArray[np.bool_]
    links: NDArray[np.int64]
    built: dict[str, Any]

    def search(self, asked: Asked) -> list[UUID]:
        known = [
            term
            for term, weight in asked.terms.items()
            for _ in range(weight)
            if term in self.index.vocab_dict
        ]
        if not known:
            return []
        scores = self.index.get_scores(known, weight_mask=self._mask(asked))
        best = np.argpartition(scores, -min(DEPTH, len(scores)))[-DEPTH:]
        best = best[np.argsort(-scores[best], kind="stable")]
        return [self.ids[number] for number in best if scores[number] > 0]

    def _mask(self, asked: Asked) -> NDArray[np.float32]:
        mask = self.open.copy()
        region = asked.query.region
        if region is not None:
            wanted = np.array(asked.scope.params["regions"], dtype=np.int64)
            inside = np.zeros(len(mask), dtype=bool)
            inside[self.links[np.isin(self.links[:, 1], wanted), 0]] = True
            mask &= self.nationwide | inside
        return mask.astype(np.float32)


def process_build(plain: Asked) -> ProcessIndex:
    """Read all postings and index them. `plain`: a question without a place, for its scope."""
    gc.collect()
    before = _resident_mb()
    index = bm25s.BM25(k1=settings.RETRIEVAL["bm25_k1"], b=settings.RETRIEVAL["bm25_b"])
    started = time.perf_counter()
    documents, vocabulary, versions = _documents()
    read = time.perf_counter()
    index.index((documents, vocabulary), show_progress=False, create_empty_token=False)
    done = time.perf_counter()
    del documents, vocabulary
    gc.collect()
    ids, nationwide, is_open, links = _columns(versions, plain)
    arrays = sum(array.nbytes for array in index.scores.values() if hasattr(array, "nbytes"))
    built = {
        "read_s": round(read - started, 2),
        "build_s": round(done - read, 2),
        "rebuild_after_a_change_s": round(done - started, 2),
        "index_mb": round(arrays / 1024**2, 1),
        "process_growth_mb": round(max(_resident_mb() - before, 0.0), 1),
    }
    return ProcessIndex(index, ids, nationwide, is_open, links, built)


def _documents() -> tuple[list[list[int]], dict[str, int], list[int]]:
    """Term numbers of each version, each as often as it occurs."""
    vocabulary: dict[str, int] = {}
    documents: list[list[int]] = []
    versions: list[int] = []
    statement = (
        "COPY (SELECT version_id, term, frequency FROM policies_lexicalposting "
        "ORDER BY version_id) TO STDOUT"
    )
    with connection.cursor() as cursor, cursor.copy(statement) as rows:
        rows.set_types(["int8", "text", "int2"])
        for version, term, frequency in rows.rows():
            if not versions or versions[-1] != version:
                versions.append(version)
                documents.append([])
            number = vocabulary.setdefault(term, len(vocabulary))
            documents[-1].extend([number] * frequency)
    return documents, vocabulary, versions


def _columns(versions: Sequence[int], plain: Asked) -> tuple[Any, ...]:
    place = {version: number for number, version in enumerate(versions)}
    query = "SELECT p.current_version_id, p.id, p.nationwide, ({scope}) FROM policies_policy p"
    ids: list[Any] = [None] * len(versions)
    nationwide, is_open = np.zeros(len(versions), bool), np.zeros(len(versions), bool)
    rows: dict[UUID, int] = {}
    with connection.cursor() as cursor:
        cursor.execute(query.format(scope=plain.scope.sql), plain.scope.params)
        for version, policy, everywhere, inside in cursor.fetchall():
            number = place[version]
            ids[number], nationwide[number], is_open[number] = policy, everywhere, inside
            rows[policy] = number
        cursor.execute("SELECT policy_id, region_id FROM policies_policy_regions")
        links = [(rows[policy], region) for policy, region in cursor.fetchall()]
    return ids, nationwide, is_open, np.array(links, np.int64).reshape(-1, 2)


def publish_times() -> dict[str, Any]:
    """Milliseconds until a changed policy is found by its new words, for indexes in SQL."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM policies_policyversion ORDER BY id LIMIT %s", [_CHANGES])
        versions = [version for (version,) in cursor.fetchall()]
    return {
        name: summary([timed(partial(replace, version)) for version in versions])
        for name, replace in (("postings", _replace_postings), ("tsvector", _replace_tsv))
    }


@transaction.atomic
def _replace_postings(version: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH old AS (DELETE FROM policies_lexicalposting WHERE version_id = %s "
            "RETURNING version_id, term, frequency) "
            "INSERT INTO policies_lexicalposting (version_id, term, frequency) SELECT * FROM old",
            [version],
        )


@transaction.atomic
def _replace_tsv(version: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM bench_tsv WHERE version_id = %s", [version])
        cursor.execute(_TSV_ROWS.format(where="WHERE version_id = %s"), [version])


def overlap(found: Sequence[Sequence[UUID]], truth: Sequence[Sequence[UUID]]) -> float:
    """Mean share of the truth's best `DEPTH` that a way has among its own."""
    shares = [len(set(a) & set(b)) / len(b) for a, b in zip(found, truth, strict=True) if b]
    return round(sum(shares) / len(shares), 3) if shares else 0.0


def _ids(statement: str, params: dict[str, Any]) -> list[UUID]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return [row[0] for row in cursor.fetchall()]


def _resident_mb() -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
