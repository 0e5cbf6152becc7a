"""Embedding models for the operator: counts, live progress, and what can be done with each."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.views.decorators.http import require_GET
from kombu.exceptions import OperationalError

from accounts.models import User
from policies.admin.base import ReadOnlyAdmin, admin_link, badge
from policies.admin.embedding_actions import ACTIONS, START_WANTED, Action
from policies.embedding_status import ModelStatus, model_statuses, wanted_model
from policies.errors import PolicyError
from policies.models import EmbeddingFailure, EmbeddingModelState, EmbeddingRun
from policies.tasks import reembed_continue

CHANGELIST = "admin:policies_embeddingmodelstate_changelist"
_FOLDER = "admin/policies/embeddingmodelstate"
RUN_BADGES = {
    EmbeddingRun.State.RUNNING: "upcoming",
    EmbeddingRun.State.PAUSED: "draft",
    EmbeddingRun.State.COMPLETE: "open",
    EmbeddingRun.State.FAILED: "failed",
    EmbeddingRun.State.SUPERSEDED: "plain",
}


@admin.register(EmbeddingModelState)
class EmbeddingModelStateAdmin(ReadOnlyAdmin[EmbeddingModelState]):
    fields = ["embedder", "name", "version", "dimension", "role", "role_since", "updated_at"]

    def get_urls(self) -> list[URLPattern]:
        name = "policies_embeddingmodelstate"
        view = self.admin_site.admin_view
        own: list[URLPattern] = [
            path("progress/", view(self.progress_view), name=f"{name}_progress"),
            path("wanted/", view(self.wanted_view), name=f"{name}_wanted"),
            path("do/<int:pk>/<slug:action>/", view(self.action_view), name=f"{name}_action"),
        ]
        return [*own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Every model with its progress, instead of a list of rows."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = self.framed(request, str(self.opts.verbose_name_plural), **_models(request))
        return render(request, f"{_FOLDER}/models.html", context)

    def progress_view(self, request: HttpRequest) -> HttpResponse:
        """The part of the page that changes while a run goes on."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        response: HttpResponse = require_GET(_progress)(request)
        return response

    def wanted_view(self, request: HttpRequest) -> HttpResponse:
        """Start building the model of the settings, after a confirmation."""
        wanted = wanted_model()
        if wanted.error or wanted.known:
            raise Http404
        return self._confirmed(request, START_WANTED, wanted.key, None)

    def action_view(self, request: HttpRequest, pk: int, action: str) -> HttpResponse:
        """Do one of ACTIONS with a model, after a confirmation."""
        state = get_object_or_404(EmbeddingModelState, pk=pk)
        if action not in ACTIONS:
            raise Http404
        return self._confirmed(request, ACTIONS[action], state.key, state)

    def _confirmed(
        self, request: HttpRequest, action: Action, key: str, state: EmbeddingModelState | None
    ) -> HttpResponse:
        if not _may_act(request):
            raise PermissionDenied
        if request.method != "POST":
            context = self.framed(
                request,
                f"{key}: {action.label}",
                action=action,
                back=reverse(CHANGELIST),
                facts=[_counted(each) for each in model_statuses() if each.state == state],
            )
            return render(request, "admin/confirm.html", context)
        try:
            with transaction.atomic():
                done = action.do(state, cast(User, request.user))
                if done.run is not None:
                    transaction.on_commit(partial(_hand_over, done.run.pk))
        except PolicyError as error:
            messages.error(request, str(error))
        else:
            self.log_change(request, done.state, done.message)
            messages.success(request, f"{key}: {done.message}")
        return HttpResponseRedirect(reverse(CHANGELIST))


def _progress(request: HttpRequest) -> HttpResponse:
    response = render(request, f"{_FOLDER}/_models.html", _models(request))
    response["Cache-Control"] = "no-store"
    return response


def _counted(status: ModelStatus) -> str:
    refused = f" 그중 {status.refused:,}건은 임베딩하지 못했습니다." if status.refused else ""
    missing = f"벡터가 없는 조각은 {status.missing:,}건입니다.{refused}"
    return f"이 모델의 벡터는 지금 {status.vectors:,}건, {missing}"


def _may_act(request: HttpRequest) -> bool:
    return request.user.has_perm("policies.change_embeddingmodelstate")


def _models(request: HttpRequest) -> dict[str, Any]:
    may = _may_act(request)
    statuses = model_statuses()
    running = any(
        each.run is not None and each.run.state == EmbeddingRun.State.RUNNING for each in statuses
    )
    rows = [
        {
            "status": each,
            "run_badge": _run_badge(each.run) if each.run else "",
            "actions": [(name, ACTIONS[name]) for name in each.actions] if may else [],
        }
        for each in statuses
    ]
    return {"rows": rows, "running": running, "wanted": wanted_model(), "may": may}


def _run_badge(run: EmbeddingRun) -> SafeString:
    return badge(RUN_BADGES[EmbeddingRun.State(run.state)], run.get_state_display())


def _hand_over(run_id: int) -> None:
    """To a worker at once; without a broker the minute's task takes it up later."""
    try:
        reembed_continue.apply_async((run_id,), retry=False)
    except OperationalError:
        return


@admin.register(EmbeddingRun)
class EmbeddingRunAdmin(ReadOnlyAdmin[EmbeddingRun]):
    list_display = ["model", "state_badge", "counts", "failed", "started_by", "started_at", "error"]
    list_filter = ["state"]
    list_select_related = ["model", "started_by"]
    fields = [
        *["model", "state_badge", "counts", "failed", "error", "troubles", "lease_holder"],
        *["lease_expires_at", "started_by", "started_at", "updated_at", "finished_at"],
    ]
    readonly_fields = ["state_badge", "counts"]

    @admin.display(description="상태", ordering="state")
    def state_badge(self, run: EmbeddingRun) -> SafeString:
        return _run_badge(run)

    @admin.display(description="조각")
    def counts(self, run: EmbeddingRun) -> str:
        return f"{run.done:,} / {run.total:,} ({run.percent}%)"


@admin.register(EmbeddingFailure)
class EmbeddingFailureAdmin(ReadOnlyAdmin[EmbeddingFailure]):
    list_display = ["policy", "preview", "model", "reason", "attempts", "acknowledged_at"]
    list_filter = ["model", ("acknowledged_at", admin.EmptyFieldListFilter)]
    list_select_related = ["model", "chunk__policy"]
    fields = [
        *["policy", "text", "model", "reason", "attempts"],
        *["acknowledged_at", "acknowledged_by", "updated_at"],
    ]
    readonly_fields = ["policy", "text"]
    list_per_page = 50

    def page_title(self, obj: EmbeddingFailure) -> str:
        return f"{obj.chunk.policy.name} · {obj.model.key}"

    @admin.display(description="정책")
    def policy(self, failure: EmbeddingFailure) -> SafeString:
        return admin_link(failure.chunk.policy, failure.chunk.policy.name)

    @admin.display(description="조각")
    def preview(self, failure: EmbeddingFailure) -> str:
        return Truncator(" ".join(failure.chunk.text.split())).chars(60)

    @admin.display(description="본문")
    def text(self, failure: EmbeddingFailure) -> str:
        return failure.chunk.text
