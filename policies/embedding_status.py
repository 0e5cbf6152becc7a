"""What the operator sees of the embedding models: counts, progress, what can be done."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Count, Q

from policies.errors import EmbedderUnavailable
from policies.models import Embedding, EmbeddingModelState, EmbeddingRun, PolicyChunk
from policies.retrieval.embedders import embedder

Role, State = EmbeddingModelState.Role, EmbeddingRun.State


@dataclass(frozen=True)
class ModelStatus:
    """One model. `run` is its latest; `refused` failures nobody acknowledged yet."""

    state: EmbeddingModelState
    vectors: int
    total: int
    failures: int
    refused: int
    run: EmbeddingRun | None

    @property
    def missing(self) -> int:
        return max(0, self.total - self.vectors)

    @property
    def percent(self) -> int:
        """Rounded down: 100 means every chunk."""
        return 100 * self.vectors // self.total if self.total else 100

    @property
    def actions(self) -> tuple[str, ...]:
        """Names of what can be done with the model now."""
        role, run = self.state.role, self.run.state if self.run else ""
        open_run = run in (State.RUNNING, State.PAUSED)
        resumable = run in (State.PAUSED, State.FAILED) and role != Role.KEPT
        ready = self.missing <= self.failures - self.refused
        possible = {
            "pause": run == State.RUNNING,
            "resume": resumable,
            "start": self.missing > 0 and not open_run and not resumable,
            "retry": self.failures > 0 and role != Role.KEPT and run != State.SUPERSEDED,
            "acknowledge": self.refused > 0 and role != Role.KEPT and run == State.COMPLETE,
            "switch": role != Role.ACTIVE and self.vectors > 0 and ready,
            "cancel": role == Role.BUILDING,
            "delete": role == Role.KEPT and self.vectors > 0,
        }
        return tuple(name for name, can in possible.items() if can)


def model_statuses() -> list[ModelStatus]:
    """Every known model, the active one first."""
    total = PolicyChunk.objects.count()
    counted = Embedding.objects.order_by().values_list("model_name", "model_version")
    vectors = {(name, version): n for name, version, n in counted.annotate(n=Count("pk"))}
    states = EmbeddingModelState.objects.annotate(
        failure_count=Count("failures"),
        refused_count=Count("failures", filter=Q(failures__acknowledged_at=None)),
    ).prefetch_related("runs")
    order = [Role.ACTIVE, Role.BUILDING, Role.KEPT]
    return [
        ModelStatus(
            state=state,
            vectors=vectors.get((state.name, state.version), 0),
            total=total,
            failures=state.failure_count,
            refused=state.refused_count,
            run=next(iter(state.runs.all()), None),
        )
        for state in sorted(states, key=lambda each: (order.index(Role(each.role)), each.key))
    ]


@dataclass(frozen=True)
class WantedModel:
    """The model of the settings. `known`: the database has it already; `error`: why it cannot
    even be named."""

    kind: str
    key: str
    known: bool
    error: str = ""


def wanted_model() -> WantedModel:
    """Never raises: a bad setting is shown."""
    try:
        model = embedder().model
    except EmbedderUnavailable as error:
        return WantedModel(settings.EMBEDDER, "", False, str(error))
    known = EmbeddingModelState.objects.filter(name=model.name, version=model.version).exists()
    return WantedModel(settings.EMBEDDER, model.key, known)


def run_latest() -> EmbeddingRun | None:
    """The run that can go on: the one under way, else the latest paused or failed one of a
    model that is in use or being built."""
    runs = EmbeddingRun.objects.select_related("model").exclude(model__role=Role.KEPT)
    running = runs.filter(state=State.RUNNING).first()
    return running or runs.filter(state__in=[State.PAUSED, State.FAILED]).first()
