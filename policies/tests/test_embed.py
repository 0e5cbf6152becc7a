"""Vectors: computed once a text, shipped, saved, and never mixed between models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from policies.models import Embedding, LexicalPosting, PolicyChunk
from policies.retrieval.embedders import embedder
from policies.services import policies_embed
from policies.services.edit import policy_edit
from policies.services.embed import SHIPPED, vectors_copy, vectors_save, vectors_use
from policies.services.load import policy_load
from policies.tasks.embed import embed_missing
from policies.tests.records import load, load_entries, make_record
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db


def put_vectors() -> None:
    """Made-up unit vectors for chunks that have none."""
    model = embedder().model
    rng = np.random.default_rng(7)
    for chunk in PolicyChunk.objects.filter(embeddings__isnull=True):
        row = rng.normal(size=model.dimension)
        Embedding.objects.create(
            chunk=chunk,
            model_name=model.name,
            model_version=model.version,
            dimension=model.dimension,
            vector=row / np.linalg.norm(row),
        )


def vectors() -> dict[str, list[float]]:
    rows = Embedding.objects.values_list("chunk__content_hash", "vector")
    return {digest: np.asarray(vector).tolist() for digest, vector in rows}


def test_only_what_changed_is_embedded_again() -> None:
    load()
    count = PolicyChunk.objects.count()
    told: list[tuple[int, int]] = []
    assert policies_embed(progress=lambda done, total: told.append((done, total))) == count
    assert told[0] == (0, count)
    assert told[-1] == (count, count)
    assert policies_embed() == 0
    before = vectors()
    load(sections={**make_record().sections, Section.APPLICATION: "행정복지센터에 신청합니다."})
    after = vectors()
    assert len(after) == count - 1
    assert all(before[digest] == vector for digest, vector in after.items())
    assert embed_missing() == 1
    assert Embedding.objects.count() == PolicyChunk.objects.count() == count


def test_same_text_elsewhere_is_copied() -> None:
    load()
    put_vectors()
    policy_load(record=make_record("copy", source="other"))
    assert vectors_copy() == PolicyChunk.objects.filter(policy__source="other").count()
    assert policies_embed() == 0
    assert vectors_copy() == 0


def test_gone_chunks_take_their_vectors_along() -> None:
    policy = load(for_persons=False)
    put_vectors()
    policy.delete()
    assert not Embedding.objects.exists()
    assert not LexicalPosting.objects.exists()


def test_changed_words_keep_the_vectors_of_unchanged_texts() -> None:
    policy = load()
    put_vectors()
    before = vectors()
    policy.aliases = ["치매약"]
    policy_edit(policy=policy, fields=["aliases"])
    assert (
        LexicalPosting.objects.filter(term="치매약").exists()
        or LexicalPosting.objects.filter(term="약").exists()
    )
    kept = vectors()
    assert kept
    assert all(before[digest] == vector for digest, vector in kept.items())
    digest_chunk = PolicyChunk.objects.get(ordinal=0)
    assert "치매약" in digest_chunk.text
    assert not digest_chunk.embeddings.exists()


def test_saved_vectors_come_back(tmp_path: Path) -> None:
    load()
    put_vectors()
    before = vectors()
    path = tmp_path / "deep" / "vectors.npz"
    assert vectors_save(path=path) == len(before)
    Embedding.objects.all().delete()
    assert vectors_use(path=path) == len(before)
    for digest, vector in vectors().items():
        assert np.allclose(vector, before[digest], atol=1e-3)
    assert vectors_use(path=path) == 0


def test_vectors_of_another_model_or_no_file_give_nothing(tmp_path: Path) -> None:
    load()
    put_vectors()
    path = tmp_path / "vectors.npz"
    vectors_save(path=path)
    with np.load(path) as data:
        np.savez(path, model=np.array("other@1"), hashes=data["hashes"], vectors=data["vectors"])
    Embedding.objects.all().delete()
    assert vectors_use(path=path) == 0
    assert vectors_use(path=tmp_path / "none.npz") == 0
    assert not Embedding.objects.exists()


def test_one_source_is_saved_by_itself(tmp_path: Path) -> None:
    load()
    policy_load(record=make_record("b", source="other", name="다른 사업"))
    put_vectors()
    count = vectors_save(path=tmp_path / "a.npz", source="other")
    assert count == PolicyChunk.objects.filter(policy__source="other").count()


def test_shipped_vectors_are_those_the_model_computes() -> None:
    load_entries("basic-pension")
    chunk = PolicyChunk.objects.get(ordinal=0)
    shipped = np.asarray(chunk.embeddings.get().vector)
    computed = embedder().passages([chunk.text])[0]
    assert SHIPPED.exists()
    assert float(shipped @ computed) > 0.999
