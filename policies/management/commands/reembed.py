from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from policies.embedding_status import model_statuses, run_latest, wanted_model
from policies.errors import PolicyError
from policies.models import EmbeddingModelState, EmbeddingRun
from policies.services.embedding_models import model_switch, model_vectors_delete
from policies.services.embedding_runs import Outcome, Step, run_release
from policies.services.reembed import (
    failures_acknowledge,
    failures_retry,
    reembed_cancel,
    reembed_pause,
    reembed_start,
    reembed_step,
)

_ASK_AGAIN_SECONDS = 1.0


class Command(BaseCommand):
    help = (
        "조각의 임베딩을 다른 모델로 다시 만들고, 다 되면 검색을 그 모델로 바꿉니다. 중단해도 "
        "--resume 으로 이어서 합니다."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--model", choices=["local", "openai"], help="없으면 설정의 EMBEDDER")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--resume", action="store_true", help="멈췄거나 실패한 실행을 이어서")
        what.add_argument("--status", action="store_true", help="모델과 진행 상황만 봅니다")
        what.add_argument("--pause", action="store_true", help="진행 중인 실행을 멈춥니다")
        what.add_argument("--cancel", action="store_true", help="만들기를 그만둡니다")
        what.add_argument(
            "--acknowledge", action="store_true", help="실패한 조각을 확인하고 넘어갑니다"
        )
        what.add_argument(
            "--retry-failed", action="store_true", help="실패한 조각을 다시 시도합니다"
        )
        what.add_argument("--switch", metavar="모델@버전", help="검색을 이 모델로 바꿉니다")
        what.add_argument("--delete", metavar="모델@버전", help="이 모델의 벡터를 지웁니다")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._handle(options)
        except PolicyError as error:
            raise CommandError(str(error)) from None

    def _handle(self, options: dict[str, Any]) -> None:
        if options["status"]:
            self._status()
        elif options["switch"]:
            state = model_switch(state=_state(options["switch"]))
            self.stdout.write(f"이제 {state.key} 모델로 검색합니다.")
        elif options["delete"]:
            count = model_vectors_delete(state=_state(options["delete"]))
            self.stdout.write(f"벡터 {count}건을 지웠습니다.")
        elif options["pause"]:
            reembed_pause(run_id=_open_run().pk)
            self.stdout.write("멈췄습니다. --resume 으로 이어서 할 수 있습니다.")
        elif options["cancel"]:
            state = reembed_cancel(state=_building())
            self.stdout.write(f"{state.key} 만들기를 그만뒀습니다. 만든 벡터는 남아 있습니다.")
        elif options["acknowledge"]:
            self._report(failures_acknowledge(run_id=_failed_run().pk, user=None))
        elif options["retry_failed"]:
            self._work(failures_retry(run_id=_failed_run().pk))
        else:
            self._work(self._run(options))

    def _run(self, options: dict[str, Any]) -> EmbeddingRun:
        if not options["resume"]:
            return reembed_start(kind=options["model"])
        return reembed_start(state=_open_run().model)

    def _work(self, run: EmbeddingRun) -> None:
        holder = f"command-{uuid4().hex}"
        try:
            with tqdm(
                desc=run.model.key, initial=run.done, total=run.total, unit="조각", file=sys.stderr
            ) as bar:
                last = _steps(run, holder, bar, self._note)
        except KeyboardInterrupt:
            # Else the background worker would go on with it.
            reembed_pause(run_id=run.pk)
            message = "중단했습니다. 만든 벡터는 그대로 있으니 --resume 으로 이어서 하면 됩니다."
            raise CommandError(message, returncode=130) from None
        finally:
            run_release(run_id=run.pk, holder=holder)
        self._report(last.run)

    def _note(self, text: str) -> None:
        self.stderr.write(text)

    def _report(self, run: EmbeddingRun) -> None:
        """How a run stands; everything but a complete one without failures is an error."""
        counts = f"{run.model.key}: {run.done}/{run.total} 조각"
        if run.state == EmbeddingRun.State.FAILED:
            raise CommandError(f"{counts}에서 실패했습니다. {run.error}")
        if run.state != EmbeddingRun.State.COMPLETE:
            raise CommandError(f"{counts}에서 멈췄습니다 ({run.get_state_display()}).")
        if run.error:
            raise CommandError(
                f"{counts}, {run.failed}건 실패. 검색 모델은 바꾸지 않았습니다. 이유는 관리 화면의 "
                "임베딩 실패에 있습니다. --retry-failed 로 다시 시도하거나 --acknowledge 로 "
                "확인하고 넘어가 주세요."
            )
        self.stdout.write(f"{counts} 완료. {run.model.get_role_display()}")

    def _status(self) -> None:
        wanted = wanted_model()
        self.stdout.write(f"설정한 모델: {wanted.error or wanted.key}")
        for each in model_statuses():
            line = (
                f"{each.state.key}: {each.state.get_role_display()}, "
                f"{each.vectors}/{each.total} 조각 ({each.percent}%)"
            )
            if each.failures:
                line += f", 실패 {each.failures}건 (확인 안 함 {each.refused}건)"
            if each.run is not None:
                line += f", 최근 실행 {each.run.get_state_display()} {each.run.error}".rstrip()
            self.stdout.write(line)


def _steps(run: EmbeddingRun, holder: str, bar: Any, note: Callable[[str], None]) -> Step:
    """Works until the run rests. While another process holds it, follows its progress."""
    told = ""
    while True:
        step = reembed_step(run_id=run.pk, holder=holder)
        bar.total = step.run.total
        bar.update(step.run.done - bar.n)
        if step.outcome in (Outcome.STOPPED, Outcome.FINISHED):
            return step
        if step.outcome is not Outcome.WORKED:
            text = step.run.error or "다른 프로세스가 작업 중입니다. 지켜보며 기다립니다."
            if text != told:
                note(text)
                told = text
            time.sleep(_ASK_AGAIN_SECONDS)


def _state(key: str) -> EmbeddingModelState:
    name, _, version = key.rpartition("@")
    state = EmbeddingModelState.objects.filter(name=name, version=version).first()
    if state is None:
        raise CommandError(f"모르는 모델입니다: {key}. --status 로 볼 수 있습니다.")
    return state


def _building() -> EmbeddingModelState:
    state = EmbeddingModelState.objects.filter(role=EmbeddingModelState.Role.BUILDING).first()
    if state is None:
        raise CommandError("만드는 중인 모델이 없습니다.")
    return state


def _open_run() -> EmbeddingRun:
    run = run_latest()
    if run is None:
        raise CommandError("열려 있거나 실패한 실행이 없습니다.")
    return run


def _failed_run() -> EmbeddingRun:
    """The latest complete run with failures that nobody acknowledged."""
    runs = EmbeddingRun.objects.filter(
        state=EmbeddingRun.State.COMPLETE, model__failures__acknowledged_at=None
    ).exclude(model__failures=None)
    run = runs.exclude(model__role=EmbeddingModelState.Role.KEPT).first()
    if run is None:
        raise CommandError("확인할 실패가 없습니다.")
    return run
