"""Another model is built beside the active one and takes its place when it is complete."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

from policies.errors import EmbedderUnavailable, ReembedRefused
from policies.models import Embedding, EmbeddingModelState, EmbeddingRun, PolicyChunk
from policies.retrieval.active import active_embedder, active_model, search_space
from policies.retrieval.embedders import LocalEmbedder
from policies.services import policies_embed
from policies.services.embedding_models import model_switch, model_vectors_delete
from policies.services.embedding_runs import Outcome
from policies.services.reembed import (
    reembed_cancel,
    reembed_pause,
    reembed_resume,
    reembed_start,
    reembed_step,
)
from policies.tasks import embed_missing
from policies.tests.embedding.support import (
    HOLDER,
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
from policies.tests.records import load, load_entries
from policies.tests.scripted_embeddings import Fault, ScriptedEmbeddings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small_batches(settings: Settings, patience: None) -> None:
    settings.EMBEDDING = {**settings.EMBEDDING, "batch": {"local": 4, "openai": 4}}


def test_searches_use_the_old_model_until_the_new_one_is_complete(
    wanted: ScriptedEmbeddings,
) -> None:
    make_chunks(10)
    put_local_vectors()
    run = reembed_start()
    assert (run.total, run.done, run.state) == (10, 0, State.RUNNING)
    step = reembed_step(run_id=run.pk, holder=HOLDER)
    assert (step.outcome, step.run.done, step.run.percent) == (Outcome.WORKED, 4, 40)
    assert active_model().key == LOCAL_KEY
    assert state_of(OPENAI_KEY).role == Role.BUILDING
    assert work(run).outcome is Outcome.FINISHED
    run.refresh_from_db()
    assert (run.state, run.done, run.failed, run.error) == (State.COMPLETE, 10, 0, "")
    assert run.finished_at is not None
    assert active_model().key == OPENAI_KEY
    assert active_embedder().model.dimension == 1536
    assert state_of(LOCAL_KEY).role == Role.KEPT
    for chunk in PolicyChunk.objects.all():
        vector = wanted.vector(chunk.text)
        assert np.allclose(
            vectors_of(OPENAI_KEY)[chunk.pk], vector / np.linalg.norm(vector), atol=1e-4
        )


def test_old_vectors_stay_so_that_going_back_is_instant(wanted: ScriptedEmbeddings) -> None:
    make_chunks(5)
    put_local_vectors()
    work(reembed_start())
    asked = len(wanted.requests)
    before = search_space().stamp
    model_switch(state=state_of(LOCAL_KEY))
    assert (active_key(), len(vectors_of(LOCAL_KEY))) == (LOCAL_KEY, 5)
    assert search_space().stamp != before
    model_switch(state=state_of(OPENAI_KEY))
    assert active_key() == OPENAI_KEY
    assert len(wanted.requests) == asked


def test_no_switch_while_a_chunk_lacks_a_vector(wanted: ScriptedEmbeddings) -> None:
    make_chunks(5)
    put_local_vectors()
    run = reembed_start()
    reembed_step(run_id=run.pk, holder=HOLDER)
    with pytest.raises(ReembedRefused, match="1건"):
        model_switch(state=state_of(OPENAI_KEY))
    assert active_key() == LOCAL_KEY


def test_chunks_that_come_in_during_a_build_get_both(wanted: ScriptedEmbeddings) -> None:
    make_chunks(6)
    put_local_vectors()
    run = reembed_start()
    reembed_step(run_id=run.pk, holder=HOLDER)
    load()
    assert policies_embed(source="test") > 0
    assert len(vectors_of(LOCAL_KEY)) == PolicyChunk.objects.count()
    work(run)
    assert len(vectors_of(OPENAI_KEY)) == PolicyChunk.objects.count()
    assert active_key() == OPENAI_KEY


def test_a_database_without_vectors_begins_with_the_wanted_model(
    wanted: ScriptedEmbeddings,
) -> None:
    assert active_model().key == OPENAI_KEY
    load()
    assert policies_embed() == PolicyChunk.objects.count()
    assert policies_embed() == 0
    assert active_key() == OPENAI_KEY
    rows = Embedding.objects.values_list("model_name", "dimension").distinct()
    assert list(rows) == [("text-embedding-3-small", 1536)]


def test_shipped_vectors_are_of_one_model_only(
    wanted: ScriptedEmbeddings, settings: Settings
) -> None:
    load_entries("basic-pension")
    assert not Embedding.objects.exists()
    run = reembed_start(kind="local")
    assert run.done == run.total > 0
    assert not wanted.requests


def test_starting_again_carries_on(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    put_local_vectors()
    run = reembed_start()
    reembed_step(run_id=run.pk, holder=HOLDER)
    reembed_pause(run_id=run.pk)
    again = reembed_start()
    assert (again.pk, again.state, again.done) == (run.pk, State.RUNNING, 4)
    assert EmbeddingRun.objects.count() == 1


def test_a_paused_run_does_nothing_until_it_is_resumed(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    put_local_vectors()
    run = reembed_start()
    reembed_pause(run_id=run.pk)
    assert work(run).outcome is Outcome.STOPPED
    assert not wanted.requests
    reembed_resume(run_id=run.pk)
    assert work(run).outcome is Outcome.FINISHED
    with pytest.raises(ReembedRefused):
        reembed_pause(run_id=run.pk)
    with pytest.raises(ReembedRefused):
        reembed_resume(run_id=run.pk)


def test_another_model_supersedes_the_one_being_built(
    wanted: ScriptedEmbeddings, settings: Settings
) -> None:
    make_chunks(6)
    put_local_vectors()
    first = reembed_start()
    reembed_step(run_id=first.pk, holder=HOLDER)
    settings.OPENAI_EMBEDDING_DIMENSION = 64
    second = reembed_start()
    first.refresh_from_db()
    assert first.state == State.SUPERSEDED
    assert state_of(OPENAI_KEY).role == Role.KEPT
    with pytest.raises(ReembedRefused):
        reembed_resume(run_id=first.pk)
    work(second)
    assert active_model().dimension == 64
    assert len(vectors_of(OPENAI_KEY)) == 4


def test_cancelling_keeps_the_active_model(wanted: ScriptedEmbeddings) -> None:
    make_chunks(6)
    local = put_local_vectors()
    run = reembed_start()
    reembed_step(run_id=run.pk, holder=HOLDER)
    reembed_cancel(state=state_of(OPENAI_KEY))
    assert work(run).outcome is Outcome.STOPPED
    assert active_key() == LOCAL_KEY
    with pytest.raises(ReembedRefused):
        reembed_cancel(state=local)


def test_only_vectors_of_a_kept_model_can_be_deleted(wanted: ScriptedEmbeddings) -> None:
    make_chunks(5)
    local = put_local_vectors()
    run = reembed_start()
    for key in (LOCAL_KEY, OPENAI_KEY):
        with pytest.raises(ReembedRefused):
            model_vectors_delete(state=state_of(key))
    work(run)
    assert model_vectors_delete(state=local) == 5
    assert (len(vectors_of(LOCAL_KEY)), len(vectors_of(OPENAI_KEY))) == (0, 5)
    with pytest.raises(ReembedRefused, match="5건"):
        model_switch(state=local)


def test_the_database_allows_one_active_and_one_building_model() -> None:
    put_local_vectors()
    EmbeddingModelState.objects.create(
        embedder="openai", name="a", version="1", dimension=8, role=Role.BUILDING
    )
    for role in (Role.ACTIVE, Role.BUILDING):
        with pytest.raises(IntegrityError), transaction.atomic():
            EmbeddingModelState.objects.create(
                embedder="openai", name="b", version="1", dimension=8, role=role
            )


def test_the_database_allows_one_open_run_a_model() -> None:
    state = put_local_vectors()
    EmbeddingRun.objects.create(model=state, state=State.PAUSED)
    EmbeddingRun.objects.create(model=state, state=State.COMPLETE)
    with pytest.raises(IntegrityError), transaction.atomic():
        EmbeddingRun.objects.create(model=state)


def test_who_has_no_lease_does_nothing(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    put_local_vectors()
    run = reembed_start()
    reembed_step(run_id=run.pk, holder="one")
    assert reembed_step(run_id=run.pk, holder="two").outcome is Outcome.BUSY
    assert len(wanted.requests) == 1
    # The process that held it died long ago.
    EmbeddingRun.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    assert reembed_step(run_id=run.pk, holder="two").outcome is Outcome.WORKED
    assert reembed_step(run_id=run.pk, holder="one").outcome is Outcome.BUSY


def test_an_outage_makes_the_run_wait_and_then_fail(
    wanted: ScriptedEmbeddings, settings: Settings
) -> None:
    settings.EMBEDDING = {**settings.EMBEDDING, "run_attempts": 2}
    make_chunks(6)
    put_local_vectors()
    run = reembed_start()
    wanted.always = Fault("status", status=503)
    step = reembed_step(run_id=run.pk, holder=HOLDER)
    assert (step.outcome, step.wait) == (Outcome.WAITING, 60)
    assert "503" in step.run.error
    assert reembed_step(run_id=run.pk, holder=HOLDER).outcome is Outcome.BUSY
    EmbeddingRun.objects.update(lease_expires_at=timezone.now())
    assert reembed_step(run_id=run.pk, holder=HOLDER).outcome is Outcome.STOPPED
    run.refresh_from_db()
    assert (run.state, run.troubles) == (State.FAILED, 2)
    wanted.always = None
    reembed_resume(run_id=run.pk)
    assert work(run).outcome is Outcome.FINISHED
    assert active_key() == OPENAI_KEY


@pytest.mark.parametrize("fault", [Fault("status", status=401), Fault("dimension")])
def test_what_trying_cannot_mend_fails_the_run_at_once(
    wanted: ScriptedEmbeddings, fault: Fault
) -> None:
    make_chunks(6)
    put_local_vectors()
    run = reembed_start()
    wanted.always = fault
    step = reembed_step(run_id=run.pk, holder=HOLDER)
    assert (step.outcome, step.run.state) == (Outcome.STOPPED, State.FAILED)
    assert step.run.error
    assert not step.run.failed
    assert len(wanted.requests) == 1


def test_another_model_behind_the_name_stops_the_run(wanted: ScriptedEmbeddings) -> None:
    make_chunks(10)
    put_local_vectors()
    run = reembed_start()
    reembed_step(run_id=run.pk, holder=HOLDER)
    wanted.salt = "changed"
    step = reembed_step(run_id=run.pk, holder=HOLDER)
    assert step.run.state == State.FAILED
    assert "다른 모델" in step.run.error
    assert len(vectors_of(OPENAI_KEY)) == 4
    assert active_key() == LOCAL_KEY


def test_equal_texts_are_computed_once(wanted: ScriptedEmbeddings) -> None:
    make_chunks(5)
    make_chunks(5)
    put_local_vectors()
    work(reembed_start())
    texts = [text for text in wanted.inputs if "번" in text]
    assert len(texts) == len(set(texts)) == 5
    assert len(vectors_of(OPENAI_KEY)) == 10


def test_the_night_fills_the_active_model_and_builds_a_new_wanted_one_once(
    wanted: ScriptedEmbeddings, settings: Settings
) -> None:
    load()
    put_local_vectors()
    load("more", name="난방비 지원")
    lacking = PolicyChunk.objects.count() - len(vectors_of(LOCAL_KEY))
    assert embed_missing() == lacking > 0
    assert embed_missing() == 0
    run = EmbeddingRun.objects.get(model=state_of(OPENAI_KEY))
    work(run)
    assert active_key() == OPENAI_KEY
    # A person goes back: no night undoes that.
    model_switch(state=state_of(LOCAL_KEY))
    embed_missing()
    assert active_key() == LOCAL_KEY
    assert EmbeddingRun.objects.filter(model=state_of(OPENAI_KEY)).count() == 1


def test_vectors_of_an_older_local_model_cannot_be_asked(settings: Settings) -> None:
    EmbeddingModelState.objects.create(
        embedder="local",
        name=LocalEmbedder.model.name,
        version="older",
        dimension=384,
        role=Role.ACTIVE,
    )
    assert active_model().version == "older"
    with pytest.raises(EmbedderUnavailable):
        active_embedder()
