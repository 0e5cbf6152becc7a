"""A text that cannot be embedded is put aside: it blocks neither the others nor, once somebody
has acknowledged it, the switch."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from policies.embedding_status import model_statuses
from policies.models import EmbeddingFailure, PolicyChunk
from policies.services import policies_embed
from policies.services.embedding_batch import batch_embed, pending, vectors_store
from policies.services.embedding_runs import Outcome
from policies.services.reembed import failures_acknowledge, failures_retry, reembed_start
from policies.tasks import embed_missing
from policies.tests.admin_support import superuser
from policies.tests.embedding.support import (
    LOCAL_KEY,
    OPENAI_KEY,
    Role,
    State,
    active_key,
    make_chunks,
    put_local_vectors,
    state_of,
    vectors_of,
    work,
)
from policies.tests.scripted_embeddings import KEY, Fault, ScriptedEmbeddings

pytestmark = pytest.mark.django_db
BAD = "장애인"


@pytest.fixture(autouse=True)
def small_batches(settings: Settings, patience: None) -> None:
    settings.EMBEDDING = {**settings.EMBEDDING, "batch": {"local": 4, "openai": 8}}


@pytest.mark.parametrize("how", ["refused", "poison"])
def test_others_pass_and_the_switch_waits(wanted: ScriptedEmbeddings, how: str) -> None:
    chunks = make_chunks(20)
    bad = {chunk.pk for chunk in chunks if BAD in chunk.text}
    assert len(bad) == 3
    put_local_vectors()
    setattr(wanted, how, BAD)
    run = reembed_start()
    assert work(run).outcome is Outcome.FINISHED
    run.refresh_from_db()
    assert (run.state, run.done, run.failed) == (State.COMPLETE, 17, 3)
    assert "3건" in run.error
    assert active_key() == LOCAL_KEY
    failures = EmbeddingFailure.objects.all()
    assert {failure.chunk_id for failure in failures} == bad
    for failure in failures:
        assert "HTTP" in failure.reason
        assert KEY not in failure.reason
        assert failure.attempts == 2
    assert vectors_of(OPENAI_KEY).keys() == {chunk.pk for chunk in chunks} - bad


def test_acknowledged_failures_let_the_switch_happen(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    put_local_vectors()
    wanted.refused = BAD
    run = reembed_start()
    work(run)
    user = superuser()
    done = failures_acknowledge(run_id=run.pk, user=user)
    assert (done.state, done.error) == (State.COMPLETE, "")
    assert active_key() == OPENAI_KEY
    assert EmbeddingFailure.objects.get().acknowledged_by == user
    asked = len(wanted.requests)
    embed_missing()
    assert len(wanted.requests) == asked


def test_new_chunks_after_the_acknowledgement_come_first(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    put_local_vectors()
    wanted.refused = BAD
    run = reembed_start()
    work(run)
    make_chunks(2, word="추가")
    done = failures_acknowledge(run_id=run.pk, user=None)
    assert (done.state, active_key()) == (State.RUNNING, LOCAL_KEY)
    work(run)
    assert active_key() == OPENAI_KEY


def test_failures_can_be_tried_again(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    put_local_vectors()
    wanted.refused = BAD
    run = reembed_start()
    work(run)
    wanted.refused = ""
    failures_retry(run_id=run.pk)
    assert work(run).outcome is Outcome.FINISHED
    assert not EmbeddingFailure.objects.exists()
    assert active_key() == OPENAI_KEY


def test_a_batch_that_is_too_large_for_the_service_is_no_failure(
    wanted: ScriptedEmbeddings,
) -> None:
    """Texts that pass by themselves have not failed."""
    make_chunks(8)
    put_local_vectors()
    run = reembed_start()
    wanted.faults = [Fault("status", status=413)]
    work(run)
    assert not EmbeddingFailure.objects.exists()
    assert active_key() == OPENAI_KEY


def test_an_outage_is_nobodys_failure(wanted: ScriptedEmbeddings) -> None:
    make_chunks(8)
    put_local_vectors()
    run = reembed_start()
    wanted.always = Fault("fewer")
    assert work(run).outcome is Outcome.WAITING
    assert not EmbeddingFailure.objects.exists()


def test_embedding_at_import_is_not_held_up_either(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    wanted.refused = BAD
    assert policies_embed() == 9
    assert EmbeddingFailure.objects.get().attempts == 1
    assert policies_embed() == 0
    asked = len(wanted.requests)
    assert policies_embed() == 0
    assert len(wanted.requests) == asked


def test_a_complete_model_that_waits_is_kept_complete(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    put_local_vectors()
    wanted.refused = BAD
    work(reembed_start())
    new = make_chunks(2, word="추가")
    policies_embed()
    assert {chunk.pk for chunk in new} <= vectors_of(OPENAI_KEY).keys()
    assert state_of(OPENAI_KEY).role == Role.BUILDING


def test_a_chunk_that_went_away_meanwhile_is_passed_over(wanted: ScriptedEmbeddings) -> None:
    chunks = make_chunks(4)
    state = put_local_vectors()
    batch = pending(PolicyChunk.objects.all())
    rows = [vectors_of(LOCAL_KEY)[chunk.pk] for chunk in chunks]
    ids = [chunk.pk for chunk in chunks]
    chunks[0].delete()
    assert vectors_store(state=state, chunk_ids=ids, vectors=rows) == 3
    wanted.refused = "지원"
    run = reembed_start()
    engine_state = run.model
    from policies.retrieval.embedders import embedder

    stored, failed = batch_embed(state=engine_state, engine=embedder(), batch=batch)
    assert (stored, failed) == (0, 4)
    assert EmbeddingFailure.objects.count() == 3


def test_the_operator_sees_what_failed_and_what_can_be_done(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    put_local_vectors()
    wanted.refused = BAD
    work(reembed_start())
    local, openai = model_statuses()
    assert (local.state.key, local.percent, local.actions) == (LOCAL_KEY, 100, ())
    assert (openai.vectors, openai.missing, openai.percent) == (9, 1, 90)
    assert (openai.failures, openai.refused) == (1, 1)
    assert set(openai.actions) == {"start", "retry", "acknowledge", "cancel"}
