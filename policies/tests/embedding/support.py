"""Chunks, models and runs for the tests of embedding."""

from __future__ import annotations

from typing import Any

import numpy as np

from policies.models import (
    Embedding,
    EmbeddingModelState,
    EmbeddingRun,
    LexicalPosting,
    Policy,
    PolicyChunk,
    PolicyVersion,
)
from policies.retrieval.embedders import LocalEmbedder
from policies.services.embedding_runs import Outcome, Step, run_release
from policies.services.reembed import reembed_step
from policies.tests.factories import make_policy

Role, State = EmbeddingModelState.Role, EmbeddingRun.State
OPENAI_KEY = "text-embedding-3-small@1"
LOCAL_KEY = LocalEmbedder.model.key
HOLDER = "test"
THINGS = ["치매 약값", "난방비", "출산 축하금", "장애인 활동지원", "청년 월세", "틀니", "간병비"]


def make_chunks(count: int, *, word: str = "지원") -> list[PolicyChunk]:
    """Chunks of one policy, each with a text of its own; no vectors."""
    policy: Policy = make_policy(f"{word} 정책")
    version: PolicyVersion | None = policy.current_version
    return [
        PolicyChunk.objects.create(
            policy=policy,
            version=version,
            section="benefit",
            ordinal=number,
            start=0,
            end=10,
            text=f"{THINGS[number % len(THINGS)]} {word} {number}번",
            content_hash=f"{word}-{number}",
        )
        for number in range(count)
    ]


def add_posting(chunk: PolicyChunk, term: str) -> None:
    LexicalPosting.objects.create(version=chunk.version, term=term, frequency=1)


def put_local_vectors() -> EmbeddingModelState:
    """The local model is active, with a made-up vector for every chunk."""
    state, _ = EmbeddingModelState.objects.update_or_create(
        name=LocalEmbedder.model.name,
        version=LocalEmbedder.model.version,
        defaults={"embedder": "local", "dimension": 384, "role": Role.ACTIVE},
    )
    rng = np.random.default_rng(7)
    for chunk in PolicyChunk.objects.all():
        row = rng.normal(size=384)
        Embedding.objects.get_or_create(
            chunk=chunk,
            model_name=state.name,
            model_version=state.version,
            defaults={"dimension": 384, "vector": row / np.linalg.norm(row)},
        )
    return state


def state_of(key: str) -> EmbeddingModelState:
    name, _, version = key.rpartition("@")
    return EmbeddingModelState.objects.get(name=name, version=version)


def active_key() -> str:
    return EmbeddingModelState.objects.get(role=Role.ACTIVE).key


def vectors_of(key: str) -> dict[int, Any]:
    name, _, version = key.rpartition("@")
    rows = Embedding.objects.filter(model_name=name, model_version=version)
    return {chunk: np.asarray(vector) for chunk, vector in rows.values_list("chunk_id", "vector")}


def work(run: EmbeddingRun, *, holder: str = HOLDER) -> Step:
    """Steps until the run rests."""
    try:
        while True:
            step = reembed_step(run_id=run.pk, holder=holder)
            if step.outcome is not Outcome.WORKED:
                return step
    finally:
        run_release(run_id=run.pk, holder=holder)
