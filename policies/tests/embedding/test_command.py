"""`manage.py reembed` tells and does what it is asked; the rest of it is in test_processes."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import Settings

from policies.models import EmbeddingRun
from policies.services.reembed import reembed_start
from policies.tests.embedding.support import (
    LOCAL_KEY,
    OPENAI_KEY,
    State,
    active_key,
    make_chunks,
    put_local_vectors,
    state_of,
)
from policies.tests.scripted_embeddings import ScriptedEmbeddings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def corpus(wanted: ScriptedEmbeddings) -> None:
    make_chunks(40)
    put_local_vectors()


def reembed(*arguments: str) -> str:
    out = StringIO()
    call_command("reembed", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_it_switches_when_all_is_done() -> None:
    assert f"{OPENAI_KEY}: 40/40 조각 완료. 검색에 쓰는 중" in reembed()
    assert active_key() == OPENAI_KEY
    assert "40/40" in reembed("--model", "openai")


def test_failures_are_told_and_acknowledged(wanted: ScriptedEmbeddings) -> None:
    wanted.refused = "장애인"
    with pytest.raises(CommandError, match="6건 실패"):
        reembed()
    status = reembed("--status")
    assert f"설정한 모델: {OPENAI_KEY}" in status
    assert f"{LOCAL_KEY}: 검색에 쓰는 중, 40/40 조각 (100%)" in status
    assert f"{OPENAI_KEY}: 만드는 중, 34/40 조각 (85%), 실패 6건 (확인 안 함 6건)" in status
    with pytest.raises(CommandError, match="6건 실패"):
        reembed("--retry-failed")
    reembed("--acknowledge")
    assert active_key() == OPENAI_KEY
    with pytest.raises(CommandError, match="확인할 실패가 없습니다"):
        reembed("--acknowledge")


def test_back_again_and_old_vectors_deleted() -> None:
    reembed()
    assert LOCAL_KEY in reembed("--switch", LOCAL_KEY)
    assert active_key() == LOCAL_KEY
    with pytest.raises(CommandError, match="지울 수 없습니다"):
        reembed("--delete", LOCAL_KEY)
    assert "40건" in reembed("--delete", OPENAI_KEY)
    with pytest.raises(CommandError, match="40건"):
        reembed("--switch", OPENAI_KEY)


def test_a_paused_run_is_resumed_whatever_the_settings_say(settings: Settings) -> None:
    reembed_start()
    assert "멈췄습니다" in reembed("--pause")
    assert EmbeddingRun.objects.get().state == State.PAUSED
    settings.EMBEDDER = "local"
    assert OPENAI_KEY in reembed("--resume")
    assert active_key() == OPENAI_KEY


def test_building_can_be_given_up() -> None:
    reembed_start()
    assert OPENAI_KEY in reembed("--cancel")
    assert state_of(OPENAI_KEY).role == "kept"
    with pytest.raises(CommandError, match="만드는 중인 모델이 없습니다"):
        reembed("--cancel")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--resume"], "열려 있거나 실패한 실행이 없습니다"),
        (["--pause"], "실행이 없습니다"),
        (["--switch", "no@1"], "모르는 모델"),
        (["--delete", "no"], "모르는 모델"),
    ],
)
def test_what_is_not_there_is_told(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        reembed(*arguments)


def test_a_bad_setting_is_told(settings: Settings) -> None:
    settings.OPENAI_EMBEDDING_MODEL = "bge-m3"
    assert "OPENAI_EMBEDDING_DIMENSION" in reembed("--status")
    with pytest.raises(CommandError, match="OPENAI_EMBEDDING_DIMENSION"):
        reembed()


def test_without_a_key_it_says_so(settings: Settings) -> None:
    settings.OPENAI_API_KEY = ""
    with pytest.raises(CommandError, match="OPENAI_API_KEY"):
        reembed()
    assert EmbeddingRun.objects.get().state == State.FAILED
    assert active_key() == LOCAL_KEY
