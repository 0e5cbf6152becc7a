"""The operator's page of the embedding models."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from policies.models import EmbeddingFailure, EmbeddingModelState, EmbeddingRun
from policies.services.reembed import reembed_start, reembed_step
from policies.tests.admin_support import client_of, staff, superuser
from policies.tests.embedding.support import (
    HOLDER,
    LOCAL_KEY,
    OPENAI_KEY,
    State,
    active_key,
    make_chunks,
    put_local_vectors,
    state_of,
    vectors_of,
    work,
)
from policies.tests.scripted_embeddings import ScriptedEmbeddings

pytestmark = pytest.mark.django_db
LIST = reverse("admin:policies_embeddingmodelstate_changelist")
PROGRESS = reverse("admin:policies_embeddingmodelstate_progress")
WANTED = reverse("admin:policies_embeddingmodelstate_wanted")


def url(action: str, key: str = OPENAI_KEY) -> str:
    return reverse("admin:policies_embeddingmodelstate_action", args=[state_of(key).pk, action])


def page(client: Client, address: str = LIST) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def admin(wanted: ScriptedEmbeddings) -> Client:
    make_chunks(10)
    put_local_vectors()
    return client_of(superuser())


def test_the_wanted_model_is_started_after_a_confirmation(admin: Client) -> None:
    assert WANTED in page(admin)
    asked = page(admin, WANTED)
    assert "요금" in asked
    assert not EmbeddingRun.objects.exists()
    admin.post(WANTED)
    run = EmbeddingRun.objects.get()
    assert (run.model.key, run.state) == (OPENAI_KEY, State.RUNNING)
    assert run.started_by is not None
    assert LogEntry.objects.get().object_id == str(run.model.pk)
    assert admin.get(WANTED).status_code == 404


def test_progress_is_shown_live(admin: Client) -> None:
    run = reembed_start()
    first = page(admin, PROGRESS)
    assert "data-running" in first
    assert "0 / 10 조각 (0%)" in first
    work(run)
    after = page(admin, PROGRESS)
    assert "data-running" not in after
    assert "10 / 10 조각 (100%)" in after
    assert "<html" not in after


def test_pause_resume_and_cancel(admin: Client) -> None:
    run = reembed_start()
    for action, state in (
        ("pause", State.PAUSED),
        ("resume", State.RUNNING),
        ("cancel", State.SUPERSEDED),
    ):
        assert url(action) in page(admin)
        page(admin, url(action))
        admin.post(url(action))
        run.refresh_from_db()
        assert run.state == state
    assert url("resume") not in page(admin)


def test_switching_back_and_deleting(admin: Client) -> None:
    work(reembed_start())
    admin.post(url("switch", LOCAL_KEY))
    assert active_key() == LOCAL_KEY
    assert "되돌릴 수 없고" in page(admin, url("delete"))
    assert len(vectors_of(OPENAI_KEY)) == 10
    admin.post(url("delete"))
    assert not vectors_of(OPENAI_KEY)


def test_failures_are_shown_acknowledged_and_tried_again(
    admin: Client, wanted: ScriptedEmbeddings
) -> None:
    wanted.refused = "장애인"
    work(reembed_start())
    shown = page(admin)
    assert "1건 실패" in shown
    assert "확인 안 함 1건" in shown
    assert "조각 1건을 임베딩하지 못했습니다." in shown
    failures = page(admin, reverse("admin:policies_embeddingfailure_changelist"))
    assert "the input was refused" in failures
    failure = EmbeddingFailure.objects.get()
    detail = page(admin, reverse("admin:policies_embeddingfailure_change", args=[failure.pk]))
    assert failure.chunk.text in detail
    admin.post(url("acknowledge"))
    assert active_key() == OPENAI_KEY
    wanted.refused = ""
    admin.post(url("retry"))
    assert not EmbeddingFailure.objects.exists()


def test_an_error_is_shown_with_its_run(admin: Client, wanted: ScriptedEmbeddings) -> None:
    run = reembed_start()
    wanted.dimension = 8
    reembed_step(run_id=run.pk, holder=HOLDER)
    assert "8차원을 받았습니다" in page(admin)
    assert url("resume") in page(admin)
    runs = page(admin, reverse("admin:policies_embeddingrun_changelist"))
    assert "8차원을 받았습니다" in runs
    page(admin, reverse("admin:policies_embeddingrun_change", args=[run.pk]))


def test_what_is_not_possible_is_told_in_korean(admin: Client) -> None:
    reembed_start()
    response = admin.post(url("switch"), follow=True)
    assert "바꾸지 않았습니다" in response.content.decode()
    assert active_key() == LOCAL_KEY
    response = admin.post(url("delete", LOCAL_KEY), follow=True)
    assert "지울 수 없습니다" in response.content.decode()
    assert len(vectors_of(LOCAL_KEY)) == 10


def test_unknown_actions_and_models_are_not_found(admin: Client) -> None:
    assert admin.post(url("nonsense", LOCAL_KEY)).status_code == 404
    missing = reverse("admin:policies_embeddingmodelstate_action", args=[99_999, "switch"])
    assert admin.post(missing).status_code == 404


def test_who_may_only_look_changes_nothing(wanted: ScriptedEmbeddings) -> None:
    make_chunks(4)
    put_local_vectors()
    run = reembed_start()
    viewer = client_of(staff("policies.view_embeddingmodelstate"))
    shown = page(viewer)
    assert OPENAI_KEY in shown
    assert "/do/" not in shown
    assert viewer.get(url("pause")).status_code == 403
    assert viewer.post(url("pause")).status_code == 403
    run.refresh_from_db()
    assert run.state == State.RUNNING


@pytest.mark.parametrize("address", [LIST, PROGRESS, WANTED])
def test_others_see_nothing(wanted: ScriptedEmbeddings, address: str) -> None:
    stranger = client_of(staff(email="other@example.com"))
    assert stranger.get(address).status_code == 403
    assert Client().get(address).status_code == 302


def test_a_bad_setting_is_told(admin: Client, settings: Settings) -> None:
    settings.EMBEDDER = "none"
    assert "모르는 임베딩 모델: none" in page(admin)
    assert admin.post(WANTED).status_code == 404


def test_the_model_has_a_page_and_a_history(admin: Client) -> None:
    pk = EmbeddingModelState.objects.get().pk
    assert LOCAL_KEY.split("@")[0] in page(
        admin, reverse("admin:policies_embeddingmodelstate_change", args=[pk])
    )
    page(admin, reverse("admin:policies_embeddingmodelstate_history", args=[pk]))
