"""What an operator can do with sources, runs and editions: label, meaning, and the service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError

from accounts.models import User
from crawling.errors import RunRefused
from crawling.models import Edition, Source, SyncRun
from crawling.runs.decisions import editions_after, run_approve, run_discard
from crawling.runs.start import run_start
from crawling.tasks import edition_take_back, run_continue


@dataclass(frozen=True)
class Action:
    """`do(key, user)` returns what to tell; it raises RunRefused where it is not possible."""

    label: str
    explanation: str
    do: Callable[[str, User], str]
    grave: bool = False


def _start(source: str, user: User) -> str:
    run = run_start(source=source, trigger=SyncRun.Trigger.BUTTON, user=user)
    _hand_over(run_continue, run.pk)
    return "수집을 시작했습니다. 이 화면에서 진행을 볼 수 있습니다."


def _rehearse(source: str, user: User) -> str:
    run = run_start(source=source, trigger=SyncRun.Trigger.BUTTON, user=user, dry_run=True)
    _hand_over(run_continue, run.pk)
    return "게시하지 않는 수집을 시작했습니다."


def _approve(run_id: str, user: User) -> str:
    run = run_approve(run_id=int(run_id), user=user)
    _hand_over(run_continue, run.pk)
    return "게시하기로 했습니다. 곧 한꺼번에 게시됩니다."


def _discard(run_id: str, user: User) -> str:
    run_discard(run_id=int(run_id), user=user)
    return "이 자료를 버렸습니다. 게시된 자료는 그대로입니다."


def _take_back(edition_id: str, user: User) -> str:
    edition = Edition.objects.get(pk=int(edition_id))
    if edition.rolled_back_at is not None:
        raise RunRefused("이미 되돌린 게시입니다.")
    try:
        edition_take_back.apply_async((edition.pk, str(user.pk)), retry=False)
    except OperationalError:
        raise RunRefused("작업 서버에 맡기지 못했습니다. 잠시 뒤에 다시 해 주세요.") from None
    return f"게시 {len(editions_after(edition))}번을 되돌리고 있습니다. 끝나면 한꺼번에 바뀝니다."


def _hand_over(task: Task[[int], None], key: int) -> None:
    """To a worker after the commit; without a broker the minute's task takes it up later."""

    def send() -> None:
        try:
            task.apply_async((key,), retry=False)
        except OperationalError:
            return

    transaction.on_commit(partial(send))


SOURCE_ACTIONS = {
    "start": Action(
        "지금 수집",
        "출처에서 자료를 모두 받아 점검한 뒤 한꺼번에 게시합니다. 점검에 걸리면 게시하지 않고 "
        "기다립니다. 멈춘 수집이 있으면 그곳부터 이어서 합니다.",
        _start,
    ),
    "rehearse": Action(
        "시험 수집",
        "자료를 받아 무엇이 바뀔지만 알아봅니다. 게시된 자료는 바뀌지 않습니다.",
        _rehearse,
    ),
}
RUN_ACTIONS = {
    "approve": Action(
        "이대로 게시",
        "점검에서 이상하다고 본 자료를 그대로 게시합니다. 게시한 뒤에도 되돌릴 수 있습니다.",
        _approve,
        grave=True,
    ),
    "discard": Action(
        "버리기", "받은 자료를 버립니다. 지난 자료가 그대로 남습니다.", _discard, grave=True
    ),
}
EDITION_ACTIONS = {
    "rollback": Action(
        "이 게시 전으로 되돌리기",
        "이 게시와 그 뒤의 게시를 모두 되돌립니다. 담당자가 정한 규칙과 인용된 옛 원문은 그대로 "
        "둡니다. 되돌린 뒤의 첫 수집은 사람이 확인해야 게시됩니다.",
        _take_back,
        grave=True,
    ),
}


def source_actions(source: Source, *, can_crawl: bool) -> list[tuple[str, Action]]:
    return list(SOURCE_ACTIONS.items()) if can_crawl else []


def run_actions(run: SyncRun) -> list[tuple[str, Action]]:
    return list(RUN_ACTIONS.items()) if run.status == SyncRun.Status.HELD else []
