"""What can be done with an embedding model: label, what it means, and the service behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User
from policies.errors import ReembedRefused
from policies.models import EmbeddingModelState, EmbeddingRun
from policies.services.embedding_models import model_switch, model_vectors_delete
from policies.services.reembed import (
    failures_acknowledge,
    failures_retry,
    reembed_cancel,
    reembed_pause,
    reembed_resume,
    reembed_start,
)

_COSTS = (
    "외부 서비스의 모델이면 정책 원문이 그 서비스로 전송되고 요금이 들 수 있습니다. "
    "만드는 동안 검색은 지금 모델로 계속합니다."
)


@dataclass(frozen=True)
class Done:
    """`run` is one that a worker should take up now."""

    state: EmbeddingModelState
    message: str
    run: EmbeddingRun | None = None


@dataclass(frozen=True)
class Action:
    """`do(state, user)` raises a PolicyError where it is not possible (any more)."""

    label: str
    explanation: str
    do: Callable[[EmbeddingModelState | None, User], Done]
    grave: bool = False


def _started(state: EmbeddingModelState | None, user: User) -> Done:
    run = reembed_start(state=state, user=user)
    return Done(run.model, "임베딩을 시작했습니다.", run)


def _paused(state: EmbeddingModelState | None, user: User) -> Done:
    run = reembed_pause(run_id=_latest(state).pk)
    return Done(run.model, "임베딩을 멈췄습니다.")


def _resumed(state: EmbeddingModelState | None, user: User) -> Done:
    run = reembed_resume(run_id=_latest(state).pk)
    return Done(run.model, "임베딩을 이어서 합니다.", run)


def _retried(state: EmbeddingModelState | None, user: User) -> Done:
    run = failures_retry(run_id=_latest(state).pk)
    return Done(run.model, "실패한 조각을 다시 시도합니다.", run)


def _acknowledged(state: EmbeddingModelState | None, user: User) -> Done:
    run = failures_acknowledge(run_id=_latest(state).pk, user=user)
    return Done(run.model, "실패한 조각을 확인했습니다.", run)


def _switched(state: EmbeddingModelState | None, user: User) -> Done:
    return Done(model_switch(state=_given(state)), "이제 이 모델로 검색합니다.")


def _cancelled(state: EmbeddingModelState | None, user: User) -> Done:
    return Done(reembed_cancel(state=_given(state)), "만들기를 그만뒀습니다.")


def _deleted(state: EmbeddingModelState | None, user: User) -> Done:
    count = model_vectors_delete(state=_given(state))
    return Done(_given(state), f"벡터 {count:,}건을 지웠습니다.")


def _given(state: EmbeddingModelState | None) -> EmbeddingModelState:
    if state is None:
        raise ReembedRefused("모델을 골라 주세요.")
    return state


def _latest(state: EmbeddingModelState | None) -> EmbeddingRun:
    run = _given(state).runs.first()
    if run is None:
        raise ReembedRefused("이 모델의 실행이 없습니다.")
    return run


START_WANTED = Action(
    "이 모델로 다시 임베딩",
    "모든 조각의 벡터를 설정한 모델로 만듭니다. 다 되면 검색이 저절로 그 모델로 바뀝니다. "
    f"{_COSTS}",
    _started,
)
ACTIONS = {
    "start": Action(
        "빠진 조각 임베딩",
        "이 모델의 벡터가 없는 조각의 벡터를 만듭니다. 지금 쓰는 모델이 아니면, 다 되었을 때 "
        f"검색이 저절로 이 모델로 바뀌고 만드는 중이던 다른 모델은 그만둡니다. {_COSTS}",
        _started,
    ),
    "pause": Action(
        "멈춤", "하던 묶음까지만 저장하고 멈춥니다. 언제든 이어서 할 수 있습니다.", _paused
    ),
    "resume": Action("이어서", "멈췄거나 실패한 곳부터 이어서 합니다.", _resumed),
    "retry": Action("실패한 조각 다시 시도", "실패한 조각만 처음부터 다시 시도합니다.", _retried),
    "acknowledge": Action(
        "실패 확인",
        "실패한 조각에는 이 모델의 벡터가 없어 낱말로만 찾게 됩니다. 확인하면 만드는 중이던 모델은 "
        "검색에 쓰이기 시작합니다.",
        _acknowledged,
        grave=True,
    ),
    "switch": Action(
        "이 모델로 검색",
        "확인하는 즉시 모든 검색이 이 모델의 벡터로 바뀝니다. 지금 쓰는 모델의 벡터는 그대로 "
        "두므로 되돌릴 수 있습니다.",
        _switched,
        grave=True,
    ),
    "cancel": Action(
        "그만두기",
        "이 모델을 더 만들지 않습니다. 만든 벡터는 지우지 않고 보관합니다.",
        _cancelled,
        grave=True,
    ),
    "delete": Action(
        "벡터 지우기",
        "이 모델의 벡터를 모두 지웁니다. 되돌릴 수 없고, 다시 쓰려면 처음부터 만들어야 합니다.",
        _deleted,
        grave=True,
    ),
}
