"""`benchmark search --scale`: how long a search takes at any number of chunks, warm and cold,
against a search by titles on the same questions, and which lexical index is to be used."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.test.utils import override_settings

from policies.evals import bench_lexical, bench_ways
from policies.evals.asked import Asked, prepare_questions, read_questions
from policies.evals.cpu import CpuMeter
from policies.evals.scale import TABLES, Loaded, Progress, places_prepare, scale_load
from policies.evals.scale_base import read_base
from policies.evals.timing import answered, summary
from policies.retrieval.space import EmbeddingModel
from policies.retrieval.types import Query
from policies.services.embed import SHIPPED, vectors_use
from policies.services.embedding_models import active_state_ensure

Way = Callable[[Asked], Sequence[Any]]
# Longest a pass over the questions may take; how many of them it asked is told.
PASS_SECONDS, WARM_UP_SECONDS, COLD_SECONDS = 30.0, 10.0, 10.0
RECALL_QUESTIONS = 100
COLD_RESTARTS, COLD_QUESTIONS = 3, 10
# Measured on 2 cores for the estimate: bytes and seconds a chunk, and seconds a scale.
_BYTES, _SECONDS, _FIXED_SECONDS = 12_000, 0.0011, 240.0


class Restart(Protocol):
    """Restarts the database server with cold caches. Gives whether it was restarted, whether the
    operating system's cache was dropped, and why not."""

    def __call__(self) -> tuple[bool, bool, str]: ...


def estimate(scales: Sequence[int]) -> dict[str, float]:
    """Minutes of all scales together, and gigabytes of the largest."""
    minutes = sum(_FIXED_SECONDS * min(1.0, n / 100_000) + n * _SECONDS for n in scales) / 60
    return {"minutes": round(minutes, 1), "disk_gb": round(max(scales) * _BYTES / 1024**3, 1)}


def disk_free_gb() -> float | None:
    """Free space where the server keeps its data; None where that is another machine."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        place = Path(cursor.fetchone()[0])
    return shutil.disk_usage(place).free / 1024**3 if place.is_dir() else None


def bench_search_scales(
    scales: Sequence[int],
    *,
    restart: Restart | None,
    progress: Progress,
    questions: Sequence[Query] | None = None,
) -> dict[str, Any]:
    """The report of all scales. The current (throw-away) database holds what is multiplied and
    is overwritten. Without `restart` nothing is measured cold. `questions`: instead of those in
    bench_questions.txt, at least one of them without a place."""
    state = active_state_ensure()
    model = EmbeddingModel(state.name, state.version, state.dimension)
    vectors_use(path=SHIPPED, state=state)
    base = read_base(model)
    places = places_prepare()
    with _as_measured():
        reports = [
            _scale(
                partial(scale_load, base, places, chunks=chunks, model=model, progress=progress),
                questions or read_questions(),
                restart,
                _named(progress, chunks),
            )
            for chunks in sorted(scales)
        ]
    return {
        "base": {
            "policies": len(base.policies),
            "chunks": base.chunks,
            "with_shipped_vectors": base.shipped_vectors,
        },
        "scales": reports,
        "growth_p50": growth(reports),
    }


def _named(progress: Progress, chunks: int) -> Progress:
    return lambda stage, done, total: progress(f"{chunks:,} {stage}", done, total)


def _scale(
    load: Callable[[], Loaded],
    questions: Sequence[Query],
    restart: Restart | None,
    progress: Progress,
) -> dict[str, Any]:
    loaded = load()
    asked, preparing = prepare_questions(questions)
    plain = next(each for each in asked if each.query.region is None)
    built = {"ts_rank_cd": bench_lexical.ts_build()}
    process = bench_lexical.process_build(plain)
    built["bm25s"] = process.built
    searches: dict[str, Way] = {
        "poly": bench_ways.poly,
        "forerunner": bench_ways.forerunner,
        "forerunner_vectors_only": bench_ways.title_top,
    }
    lexical: dict[str, Way] = {
        "exact": bench_lexical.exact,
        "in_use": bench_lexical.in_use,
        "ts_rank_cd": bench_lexical.ts_rank,
        "bm25s": process.search,
    }
    warm, found = {}, {}
    for name, way in {**searches, **lexical}.items():
        warm[name], found[name] = _warm(way, asked, partial(progress, name))
    embedding = preparing["vector"]["p50_ms"]
    report = {
        "chunks": loaded.chunks,
        "policies": loaded.policies,
        "postings": loaded.postings,
        "questions": len(asked),
        "load_seconds": {name: round(spent, 1) for name, spent in loaded.seconds.items()},
        "disk_mb": _sizes(),
        "preparing_a_question": preparing,
        "warm": {name: warm[name] for name in searches},
        "warm_with_embedding_p50_ms": {
            name: round(warm[name]["p50_ms"] + embedding, 2) for name in searches
        },
        "ratio_to_forerunner_p50": _ratio(warm["poly"], warm["forerunner"]),
        "lexical": {
            name: warm[name] | built.get(name, {}) | _agreement(found[name], found["exact"])
            for name in lexical
        },
        "publish_a_change": bench_lexical.publish_times(),
        "vector_index": bench_ways.index_recall(asked[:: max(1, len(asked) // RECALL_QUESTIONS)]),
    }
    del process  # a restart throws away what the other measurements want warm: it comes last
    cold = {name: way for name, way in {**searches, **lexical}.items() if name != "bm25s"}
    return report | {"cold": cold_times(cold, asked, restart, progress)}


def _warm(
    way: Way, asked: Sequence[Asked], progress: Callable[[int, int], None]
) -> tuple[dict[str, Any], list[Sequence[Any]]]:
    """Times by the clock and of the processor, and the answers, after everything was asked once
    before (as far as there was time)."""
    for _ in _within(asked, WARM_UP_SECONDS, way):
        pass
    spent: list[float] = []
    found: list[Sequence[Any]] = []
    meter = CpuMeter()
    for answer, milliseconds in _within(asked, PASS_SECONDS, way):
        spent.append(milliseconds)
        found.append(answer)
        progress(len(spent), len(asked))
    progress(len(asked), len(asked))
    return summary(spent) | meter.per(len(spent)), found


def _within(
    asked: Sequence[Asked], seconds: float, way: Way
) -> Iterator[tuple[Sequence[Any], float]]:
    """Answers with their milliseconds, at least one, until the time is over."""
    deadline = time.monotonic() + seconds
    for each in asked:
        yield answered(partial(way, each))
        if time.monotonic() > deadline:
            return


def _agreement(found: list[Sequence[UUID]], truth: list[Sequence[UUID]]) -> dict[str, float]:
    both = min(len(found), len(truth))
    return {f"overlap_at_{bench_lexical.DEPTH}": bench_lexical.overlap(found[:both], truth[:both])}


def _ratio(measured: dict[str, Any], baseline: dict[str, Any]) -> float:
    return round(float(measured["p50_ms"]) / max(float(baseline["p50_ms"]), 0.001), 2)


def cold_times(
    ways: dict[str, Way], asked: Sequence[Asked], restart: Restart | None, progress: Progress
) -> dict[str, Any]:
    """Times of the first questions after a restart, other ones each time. The connection is
    open; models of this process stay loaded."""
    if restart is None:
        return {"measured": False, "reason": "이 데이터베이스 서버는 다시 시작할 수 없습니다."}
    report: dict[str, Any] = {"measured": True, "cache_dropped": True, "ways": {}}
    for done, (name, way) in enumerate(ways.items(), start=1):
        spent, first = [], []
        for number in range(COLD_RESTARTS):
            restarted, dropped, reason = _restarted(restart)
            if not restarted:
                return {"measured": False, "reason": reason}
            report["cache_dropped"] &= dropped
            chosen = asked[number::COLD_RESTARTS][:COLD_QUESTIONS]
            own = [ms for _, ms in _within(chosen, COLD_SECONDS, way)]
            first.append(own[0])
            spent += own
        report["ways"][name] = summary(spent) | {"first_p50_ms": summary(first)["p50_ms"]}
        progress("다시 시작한 뒤", done, len(ways))
    return report


def _restarted(restart: Restart) -> tuple[bool, bool, str]:
    with connection.cursor() as cursor:
        # What is not written yet would keep the server from stopping in time.
        cursor.execute("CHECKPOINT")
    connection.close()
    wrapper = connections[DEFAULT_DB_ALIAS]
    if isinstance(wrapper, DatabaseWrapper):
        wrapper.close_pool()
    outcome = restart()
    connection.ensure_connection()
    return outcome


@contextmanager
def _as_measured() -> Iterator[None]:
    """As in production, which keeps no log of statements, but without the cache of results
    between processes: it would answer instead of the search."""
    dummy = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    with override_settings(DEBUG=False, CACHES={**settings.CACHES, "shared": dummy}):
        yield


def _sizes() -> dict[str, float]:
    """Megabytes of each table and of its indexes."""
    sizes: dict[str, float] = {}
    with connection.cursor() as cursor:
        for table in (*TABLES, "bench_title"):
            cursor.execute(
                "SELECT pg_table_size(%s) / 1048576.0, pg_indexes_size(%s) / 1048576.0",
                [table, table],
            )
            heap, indexes = cursor.fetchone()
            sizes[table.removeprefix("policies_")] = round(float(heap), 1)
            sizes[f"{table.removeprefix('policies_')} indexes"] = round(float(indexes), 1)
    return sizes


def growth(reports: Sequence[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """How many times longer the median takes from each scale to the next."""
    grown: dict[str, dict[str, float]] = {}
    for small, large in pairwise(reports):
        step = f"{large['chunks']}/{small['chunks']}"
        before, after = small["warm"] | small["lexical"], large["warm"] | large["lexical"]
        grown[step] = {name: _ratio(after[name], before[name]) for name in after}
    return grown
