"""What goes into a search and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from policies.vocabulary import Section


@dataclass(frozen=True)
class RegionFilter:
    """Residence: policies of the nation, this 시도 and this 시군구 stay."""

    sido: str
    sigungu: str | None = None


@dataclass(frozen=True)
class Query:
    """A search in plain Korean.

    `boosts` are extra words with their weight (a person's diseases by layer).
    Without a `region`, `nationwide_only` leaves local policies out: nobody knows whether
    they apply. `only` restricts to given policies. `include_closed` also finds ended programmes.
    `vocabulary`: everyday words also lead to the official terms (policies.vocab).
    `collapse`: of policies that are the same thing only the best is a hit (policies.graph).
    """

    text: str
    boosts: dict[str, float] = field(default_factory=dict)
    region: RegionFilter | None = None
    nationwide_only: bool = False
    only: tuple[UUID, ...] | None = None
    include_closed: bool = False
    persons_only: bool = True
    vocabulary: bool = True
    collapse: bool = True
    limit: int = 8


@dataclass(frozen=True)
class ChunkHit:
    """Chunk of a policy with its cosine similarity; offsets into the text of its section, or
    of attachment `attachment_id`, where it stands at `place` (“3쪽”)."""

    chunk_id: int
    policy_id: UUID
    version_id: int
    section: Section
    start: int
    end: int
    vector: float = 0.0
    attachment_id: int | None = None
    place: str = ""


@dataclass(frozen=True)
class Hit:
    """A policy with its score (0..1 within one search, the best has 1) and its best chunks.

    `vector` is the highest cosine similarity of a chunk, `lexical` the policy's BM25 score.
    `hidden`: policies that are the same thing; `elsewhere`: other regions that have it too.
    """

    policy_id: UUID
    score: float
    vector: float
    lexical: float
    chunks: tuple[ChunkHit, ...]
    hidden: tuple[UUID, ...] = ()
    elsewhere: int = 0


@dataclass(frozen=True)
class SearchResult:
    """Hits best first. `below_floor`: nothing reached the model's similarity floor and no
    word matched, so the hits are weak evidence at most. `lexical_only`: words alone were
    searched, `notice` says why. `expanded`: said → official terms that were searched too.
    `region`: the one searched in, given or named in the text. `walks`: policy id → the way from
    what the question names to it, where relations led there."""

    hits: tuple[Hit, ...]
    below_floor: bool
    embedder: str
    candidates: int
    lexical_only: bool = False
    notice: str = ""
    expanded: dict[str, list[str]] = field(default_factory=dict)
    region: RegionFilter | None = None
    walks: dict[str, list[str]] = field(default_factory=dict)
