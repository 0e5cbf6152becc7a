"""Questions of the speed benchmark, prepared so that only the searching is timed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from policies.evals.corpus import CasesInvalid
from policies.evals.timing import summary, timed
from policies.retrieval.active import active_embedder
from policies.retrieval.cached import cached_vector
from policies.retrieval.embedders import Vector, query_vector
from policies.retrieval.filters import Scope, scope_of
from policies.retrieval.morphemes import term_counts
from policies.retrieval.types import Query, RegionFilter

QUESTIONS = Path(__file__).with_name("cases") / "bench_questions.txt"


@dataclass(frozen=True)
class Asked:
    """A question with everything that each way of searching needs of it."""

    query: Query
    scope: Scope
    vector: Vector
    terms: dict[str, int]

    @property
    def text(self) -> str:
        return self.query.text


def read_questions(path: Path = QUESTIONS) -> list[Query]:
    """A line a question, with the place of residence ("시도" or "시도 시군구") after a tab; lines
    with # are comments. Raises CasesInvalid."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CasesInvalid(f"{path}: 읽을 수 없습니다: {error}") from None
    queries = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        text, _, place = line.partition("\t")
        if not text.strip():
            raise CasesInvalid(f"{path}:{number}: 질문이 없습니다")
        sido, _, sigungu = place.strip().partition(" ")
        region = RegionFilter(sido, sigungu or None) if sido else None
        queries.append(Query(text=text.strip(), region=region))
    if not queries:
        raise CasesInvalid(f"{path}: 질문이 없습니다")
    return queries


def prepare_questions(queries: Sequence[Query]) -> tuple[list[Asked], dict[str, Any]]:
    """The questions with their vectors (also put where the search looks for them) and terms, and
    what computing those takes. Reads the regions of the current database."""
    engine = active_embedder()
    engine.queries(["준비 운동"])
    spent = [timed(partial(engine.queries, [query.text])) for query in queries]
    asked = []
    for query in queries:
        query_vector(query.text)
        vector = cached_vector(query.text)
        asked.append(Asked(query, scope_of(query), vector, dict(term_counts(query.text))))
    analysed = [timed(partial(term_counts, query.text)) for query in queries]
    return asked, {"vector": summary(spent), "morphemes": summary(analysed)}
