"""Processes that die, and processes that do the same thing at once."""

from __future__ import annotations

import signal
from collections import Counter

import pytest

from config.tests.runtime_support import eventually
from policies.models import EmbeddingRun
from policies.services.reembed import reembed_start
from policies.tasks import reembed_continue
from policies.tests.embedding.processes import manage, started
from policies.tests.embedding.support import (
    LOCAL_KEY,
    OPENAI_KEY,
    State,
    active_key,
    make_chunks,
    put_local_vectors,
    vectors_of,
)
from policies.tests.scripted_embeddings import ScriptedEmbeddings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
CHUNKS = 40
REEMBED = ("manage.py", "reembed")
# Longer than a step on the slowest machine: nobody may take the run over.
LONG_LEASE = {"EMBEDDING_LEASE_SECONDS": "120"}


@pytest.fixture
def corpus(wanted: ScriptedEmbeddings) -> ScriptedEmbeddings:
    """40 chunks under the local model; the service takes a moment for each batch of 4."""
    make_chunks(CHUNKS)
    put_local_vectors()
    wanted.delay = 0.3
    return wanted


def computed(service: ScriptedEmbeddings) -> set[int]:
    """How often the texts were computed."""
    return set(Counter(text for text in service.inputs if "번" in text).values())


def in_the_middle() -> bool:
    return 8 <= len(vectors_of(OPENAI_KEY)) < CHUNKS


def test_a_killed_command_is_resumed_where_it_stopped(corpus: ScriptedEmbeddings) -> None:
    with started(corpus.base_url, *REEMBED) as process:
        eventually(in_the_middle, 60)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=15)
    done = len(vectors_of(OPENAI_KEY))
    assert 8 <= done < CHUNKS
    run = EmbeddingRun.objects.get()
    assert (run.state, active_key()) == (State.RUNNING, LOCAL_KEY)
    assert run.lease_holder
    corpus.delay = 0.0
    asked = len(corpus.inputs)
    finished = manage(corpus.base_url, "reembed", "--resume")
    assert finished.returncode == 0, finished.stderr
    assert f"{CHUNKS}/{CHUNKS}" in finished.stdout
    run.refresh_from_db()
    assert (run.state, active_key()) == (State.COMPLETE, OPENAI_KEY)
    assert len(vectors_of(OPENAI_KEY)) == CHUNKS
    # Nothing that was stored is computed again; each batch carries the probe along.
    again = [text for text in corpus.inputs[asked:] if "번" in text]
    assert len(again) == CHUNKS - done


def test_ctrl_c_pauses_the_run(corpus: ScriptedEmbeddings) -> None:
    with started(corpus.base_url, *REEMBED) as process:
        eventually(in_the_middle, 60)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "--resume" in output
    assert "Traceback" not in output
    run = EmbeddingRun.objects.get()
    assert (run.state, run.lease_holder) == (State.PAUSED, "")
    assert active_key() == LOCAL_KEY


def test_two_commands_at_once_share_the_work(corpus: ScriptedEmbeddings) -> None:
    with (
        started(corpus.base_url, *REEMBED, **LONG_LEASE) as one,
        started(corpus.base_url, *REEMBED, **LONG_LEASE) as two,
    ):
        outputs = [process.communicate(timeout=120)[0] for process in (one, two)]
    assert (one.returncode, two.returncode) == (0, 0), outputs
    assert active_key() == OPENAI_KEY
    assert EmbeddingRun.objects.count() == 1
    assert computed(corpus) == {1}


def test_a_task_delivered_twice_to_two_workers_does_the_work_once(
    corpus: ScriptedEmbeddings,
) -> None:
    run = reembed_start()
    for _ in range(4):
        reembed_continue.delay(run.pk)
    worker = ("-m", "celery", "-A", "config", "worker", "--pool", "solo")
    quiet = ("--without-gossip", "--without-mingle", "--loglevel", "WARNING")
    more = {**LONG_LEASE, "EMBEDDING_TASK_SECONDS": "1"}
    with (
        started(corpus.base_url, *worker, *quiet, "-n", "one@%h", **more),
        started(corpus.base_url, *worker, *quiet, "-n", "two@%h", **more),
    ):
        eventually(lambda: EmbeddingRun.objects.get(pk=run.pk).state == State.COMPLETE, 120)
    assert active_key() == OPENAI_KEY
    assert len(vectors_of(OPENAI_KEY)) == CHUNKS
    assert computed(corpus) == {1}
