"""Embeddings over an OpenAI-compatible service, with the real client."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import numpy as np
import pytest
from pytest_django import Settings

from policies.errors import EmbedderMisconfigured, EmbedderUnavailable, TextRefused
from policies.retrieval.embedders import (
    EmbeddingModel,
    OpenAIEmbedder,
    embedder,
    embedder_of,
    query_vector,
)
from policies.retrieval.openai_embedder import openai_model, request_parts
from policies.tests.scripted_embeddings import KEY, Fault, ScriptedEmbeddings

TEXTS = ["당뇨병 약값", "치매 검사", "난방비"]


def assert_right(rows: np.ndarray, texts: list[str], service: ScriptedEmbeddings) -> None:
    for row, text in zip(rows, texts, strict=True):
        vector = service.vector(text)
        assert np.allclose(row, vector / np.linalg.norm(vector), atol=1e-5)


@pytest.mark.parametrize("floats", [False, True])
def test_vectors_have_unit_length_and_keep_their_order(
    wanted: ScriptedEmbeddings, floats: bool
) -> None:
    wanted.floats = floats
    rows = embedder().passages(TEXTS)
    assert rows.shape == (3, 1536)
    assert rows.dtype == np.float32
    assert_right(rows, TEXTS, wanted)
    request = wanted.requests[0]
    assert request["path"] == "/v1/embeddings"
    assert request["model"] == "text-embedding-3-small"
    assert request["encoding_format"] == "base64"
    assert "dimensions" not in request


def test_same_question_is_asked_once(wanted: ScriptedEmbeddings) -> None:
    first, again = query_vector("당뇨병"), query_vector("당뇨병")
    assert first is again
    assert not first.flags.writeable
    assert len(wanted.requests) == 1


def test_requests_stay_within_the_limits(wanted: ScriptedEmbeddings, settings: Settings) -> None:
    settings.EMBEDDING = {**settings.EMBEDDING, "request_inputs": 2, "request_bytes": 30}
    texts = ["가나다", "라", "마", "바" * 20, "사", "아자차카타파"]
    assert list(request_parts(texts)) == [
        ["가나다", "라"],
        ["마"],
        ["바" * 20],
        ["사", "아자차카타파"],
    ]
    assert_right(embedder().passages(texts), texts, wanted)
    assert [len(request["texts"]) for request in wanted.requests] == [2, 1, 1, 2]


@pytest.mark.parametrize("count", [1, 2048, 2049])
def test_no_request_has_more_than_2048_inputs(count: int) -> None:
    parts = list(request_parts(["가"] * count))
    assert sum(map(len, parts)) == count
    assert max(map(len, parts)) <= 2048


@pytest.mark.parametrize(
    "fault",
    [
        Fault("status", status=429, retry_after="0"),
        Fault("status", status=500),
        Fault("status", status=503, retry_after="junk"),
        Fault("fewer"),
        Fault("doubled"),
        Fault("json"),
        Fault("shape"),
        Fault("nan"),
        Fault("close"),
    ],
    ids=lambda fault: f"{fault.kind}-{fault.status}",
)
def test_what_may_pass_is_tried_again(wanted: ScriptedEmbeddings, fault: Fault) -> None:
    wanted.faults = [fault, fault]
    assert_right(embedder().passages(TEXTS), TEXTS, wanted)
    assert len(wanted.requests) == 3


@pytest.mark.parametrize("kind", ["status", "fewer", "json", "shape", "nan", "close"])
def test_what_does_not_pass_is_unavailable(wanted: ScriptedEmbeddings, kind: str) -> None:
    wanted.always = Fault(kind)
    with pytest.raises(EmbedderUnavailable) as caught:
        embedder().passages(TEXTS)
    assert type(caught.value) is EmbedderUnavailable
    assert "임베딩" in str(caught.value)
    assert len(wanted.requests) == 3


def test_a_silent_service_is_given_up(wanted: ScriptedEmbeddings, settings: Settings) -> None:
    settings.EMBEDDING = {**settings.EMBEDDING, "passage_timeout_seconds": 0.2}
    wanted.faults = [Fault("slow", seconds=1.0)]
    assert_right(embedder().passages(TEXTS), TEXTS, wanted)
    wanted.always = Fault("slow", seconds=1.0)
    with pytest.raises(EmbedderUnavailable, match="제시간"):
        embedder().passages(TEXTS)


@pytest.mark.parametrize("as_date", [False, True])
def test_retry_after_goes_before_our_own_pause(
    wanted: ScriptedEmbeddings, monkeypatch: pytest.MonkeyPatch, as_date: bool
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("policies.retrieval.openai_embedder.time.sleep", slept.append)
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    wanted.faults = [
        Fault("status", status=429, retry_after=later if as_date else "60"),
        Fault("status", status=500),
    ]
    embedder().passages(TEXTS)
    assert 50 < slept[0] <= 60
    assert slept[1] == pytest.approx(0.02)


def test_a_wait_that_is_too_long_is_not_waited_for(wanted: ScriptedEmbeddings) -> None:
    wanted.always = Fault("status", status=429, retry_after="86400")
    with pytest.raises(EmbedderUnavailable):
        embedder().passages(TEXTS)
    assert len(wanted.requests) == 1


@pytest.mark.parametrize(
    "fault",
    [
        Fault("status", status=401),
        Fault("status", status=403),
        Fault("status", status=404),
        Fault("status", status=429, code="insufficient_quota"),
        Fault("dimension"),
    ],
    ids=lambda fault: f"{fault.kind}-{fault.status}",
)
def test_what_trying_cannot_mend_is_told_at_once(wanted: ScriptedEmbeddings, fault: Fault) -> None:
    wanted.always = fault
    with pytest.raises(EmbedderMisconfigured) as caught:
        embedder().passages(TEXTS)
    assert KEY not in str(caught.value)
    assert len(wanted.requests) == 1


def test_wrong_dimension_says_what_came(wanted: ScriptedEmbeddings) -> None:
    wanted.dimension = 8
    with pytest.raises(EmbedderMisconfigured, match="1536차원이어야 하나 8차원"):
        embedder().passages(["당뇨병"])


def test_a_refused_text_is_no_outage(wanted: ScriptedEmbeddings, settings: Settings) -> None:
    settings.EMBEDDING = {**settings.EMBEDDING, "query_rest_seconds": 60.0}
    wanted.refused = "금지"
    with pytest.raises(TextRefused):
        embedder().queries(["금지된 말"])
    assert embedder().queries(["당뇨병"]).shape == (1, 1536)


def test_no_server_is_unavailable(wanted: ScriptedEmbeddings, settings: Settings) -> None:
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    with pytest.raises(EmbedderUnavailable, match="연결"):
        query_vector("당뇨병")


def test_no_key_is_a_clear_error(wanted: ScriptedEmbeddings, settings: Settings) -> None:
    settings.OPENAI_API_KEY = ""
    with pytest.raises(EmbedderMisconfigured, match="OPENAI_API_KEY"):
        query_vector("당뇨병")


def test_questions_leave_a_broken_service_alone_for_a_while(
    wanted: ScriptedEmbeddings, settings: Settings
) -> None:
    settings.EMBEDDING = {**settings.EMBEDDING, "query_rest_seconds": 60.0}
    wanted.always = Fault("status", status=500)
    with pytest.raises(EmbedderUnavailable):
        embedder().queries(["당뇨병"])
    asked = len(wanted.requests)
    with pytest.raises(EmbedderUnavailable, match="조금 전"):
        embedder().queries(["치매"])
    assert len(wanted.requests) == asked


def test_unknown_embedder_is_unavailable() -> None:
    with pytest.raises(EmbedderUnavailable, match="nonsense"):
        embedder("nonsense")


@pytest.mark.parametrize(
    ("name", "dimension", "key", "length"),
    [
        ("text-embedding-3-small", 0, "text-embedding-3-small@1", 1536),
        ("text-embedding-3-small", 1536, "text-embedding-3-small@1", 1536),
        ("text-embedding-3-small", 512, "text-embedding-3-small:512d@1", 512),
        ("text-embedding-3-large", 0, "text-embedding-3-large@1", 3072),
        ("bge-m3", 1024, "bge-m3:1024d@1", 1024),
    ],
)
def test_lengths_are_spaces_of_their_own(
    settings: Settings, name: str, dimension: int, key: str, length: int
) -> None:
    settings.OPENAI_EMBEDDING_MODEL = name
    settings.OPENAI_EMBEDDING_DIMENSION = dimension
    model = openai_model()
    assert (model.key, model.dimension) == (key, length)


def test_an_unknown_length_must_be_told(settings: Settings) -> None:
    settings.OPENAI_EMBEDDING_MODEL = "bge-m3"
    with pytest.raises(EmbedderMisconfigured, match="OPENAI_EMBEDDING_DIMENSION"):
        openai_model()


def test_only_models_that_can_are_asked_for_shorter_vectors(
    wanted: ScriptedEmbeddings, settings: Settings
) -> None:
    settings.OPENAI_EMBEDDING_DIMENSION = 512
    rows = embedder().passages(TEXTS)
    assert rows.shape == (3, 512)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    request = wanted.requests[-1]
    assert (request["model"], request["dimensions"]) == ("text-embedding-3-small", 512)
    settings.OPENAI_EMBEDDING_MODEL = "bge-m3"
    wanted.dimension = 512
    embedder().passages(TEXTS)
    assert wanted.requests[-1]["model"] == "bge-m3"
    assert "dimensions" not in wanted.requests[-1]


def test_a_model_put_behind_the_same_name_is_not_used_for_the_old_vectors(
    settings: Settings,
) -> None:
    old = EmbeddingModel("text-embedding-3-small", "1", 1536)
    assert isinstance(embedder_of("openai", old), OpenAIEmbedder)
    settings.OPENAI_EMBEDDING_VERSION = "2"
    with pytest.raises(EmbedderMisconfigured):
        embedder_of("openai", old)
    assert embedder_of("openai", openai_model()).model.key == "text-embedding-3-small@2"


def test_an_older_local_model_is_not_used() -> None:
    older = EmbeddingModel("multilingual-e5-small", "older", 384)
    with pytest.raises(EmbedderMisconfigured, match="older"):
        embedder_of("local", older)
