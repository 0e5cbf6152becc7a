"""The stages of a run, each of which may be the first after an interruption."""

from __future__ import annotations

from enum import StrEnum

from django.utils import timezone

from crawling.alerts import alert_send
from crawling.fetching.access import open_fetcher
from crawling.fetching.store import DatabaseStore, NoStore
from crawling.models import StagedRecord, SyncRun
from crawling.runs.comparison import expected_counts
from crawling.runs.endings import run_failed, run_interrupted
from crawling.runs.events import counts_line, run_note
from crawling.runs.gates import gates_check
from crawling.runs.lease import Heart, LeaseLost, Progress, run_claim, run_put, run_release
from crawling.runs.publishing import TooManyRefused, run_publish
from crawling.runs.registry import crawler_named, target_of
from crawling.runs.staging import TimeIsUp, records_stage
from crawling.runs.targets import Target
from policies.errors import EmbedderUnavailable
from policies.services import policies_embed

Stage, Status = SyncRun.Stage, SyncRun.Status
_BY_HAND = "사용자가 중단했습니다. 다시 시작하면 이어서 합니다."


class Outcome(StrEnum):
    """What came of the work on a run."""

    FINISHED = "finished"  # done, held, failed: nothing more to do by itself
    BUSY = "busy"  # somebody else works on it, or it has ended
    STOPPED = "stopped"  # interrupted; it goes on later
    TIME_IS_UP = "time_is_up"  # there is more to do at once


def run_work(
    *,
    run_id: int,
    holder: str,
    progress: Progress | None = None,
    until: float | None = None,
) -> Outcome:
    """Work on the run until it ends, stops, or `until` (time.monotonic) is past.

    `holder` names this process and must be its own. Faults end or interrupt the run, which
    says why; only an interruption from outside (Ctrl-C) is raised again.
    """
    run = run_claim(run_id, holder)
    if run is None:
        return Outcome.BUSY
    with Heart(run, progress) as heart:
        try:
            _stages(run, heart, until)
        except TimeIsUp:
            run_release(run)
            return Outcome.TIME_IS_UP
        except LeaseLost:
            return Outcome.BUSY
        except (KeyboardInterrupt, SystemExit):
            run_interrupted(run, _BY_HAND)
            raise
        except Exception as error:  # noqa: BLE001 - kept with the run, whatever it is
            return Outcome.FINISHED if run_failed(run, error) else Outcome.STOPPED
    return Outcome.FINISHED


def _stages(run: SyncRun, heart: Heart, until: float | None) -> None:
    target = target_of(run.source_id)
    if run.stage == Stage.FETCH:
        crawler = crawler_named(run.source_id)
        store = NoStore() if run.dry_run else DatabaseStore(source=run.source_id, run=run.pk)
        with open_fetcher(crawler, store) as fetcher:
            records_stage(
                run, crawler=crawler, fetcher=fetcher, target=target, heart=heart, until=until
            )
        run_put(run, stage=Stage.GATE, done=0, stage_total=0)
    if run.stage == Stage.GATE and not _passes(run, target):
        return
    if run.stage == Stage.PUBLISH:
        try:
            run_publish(run, target=target, heart=heart)
        except TooManyRefused as refused:
            run.refresh_from_db()
            _hold(run, [{"code": "refused", "text": str(refused)}])
            return
        run_note(run, f"한꺼번에 게시했습니다. {counts_line(run)}")
    if run.stage == Stage.EMBED:
        _embed(run, target, heart)
        _finish(run)


def _passes(run: SyncRun, target: Target) -> bool:
    """Whether the run goes on to publish; else it is held, or was a rehearsal and is over."""
    findings = gates_check(run, target)
    if run.dry_run:
        run_put(run, gate=findings, **expected_counts(run, target))
        _contents_drop(run)
        text = "게시하지 않고 여기까지만 확인했습니다."
        _end(run, Status.DONE, " ".join([text, *(each["text"] for each in findings)]))
        return False
    if findings:
        _hold(run, findings)
        return False
    run_put(run, stage=Stage.PUBLISH, gate=[])
    return True


def _hold(run: SyncRun, findings: list[dict[str, str]]) -> None:
    run_put(run, stage=Stage.GATE, gate=findings)
    reasons = " ".join(each["text"] for each in findings)
    _end(run, Status.HELD, f"게시하지 않고 사람의 확인을 기다립니다. {reasons}")
    alert_send(
        title=f"[{run.source.title}] 게시를 멈췄습니다",
        text=f"지난 자료를 그대로 두었습니다. {reasons}\n"
        f"관리자 화면의 수집 실행 {run.pk}번에서 정해 주세요.",
    )


def _embed(run: SyncRun, target: Target, heart: Heart) -> None:
    """What was published is found by its words at once; vectors that cannot be made now are
    made at night."""
    if not target.embeds:
        return
    try:
        embedded = policies_embed(
            source=run.source_id,
            progress=lambda done, total: heart.report("임베딩", done, total),
        )
    except EmbedderUnavailable as error:
        run_note(run, f"임베딩은 밤에 이어서 합니다: {error}")
    else:
        run_put(run, embedded=embedded)


def _finish(run: SyncRun) -> None:
    """Done; older runs that wait for somebody have nothing to offer any more."""
    _contents_drop(run)
    SyncRun.objects.filter(
        source=run.source, kind=SyncRun.Kind.CRAWL, status=Status.HELD, pk__lt=run.pk
    ).update(
        status=Status.DISCARDED,
        message="뒤에 시작한 수집을 게시해 이 자료는 버렸습니다.",
    )
    _end(run, Status.DONE, "")


def _contents_drop(run: SyncRun) -> None:
    """Staged contents have done their service; refused records stay as the run's log."""
    run.staged.filter(outcome=StagedRecord.Outcome.STAGED).delete()


def _end(run: SyncRun, status: str, message: str) -> None:
    stage = run.stage if status == Status.HELD else Stage.END
    run_put(
        run,
        status=status,
        stage=stage,
        message=message,
        done=0,
        stage_total=0,
        finished_at=timezone.now(),
        lease_expires_at=None,
    )
    run_note(run, message or "끝났습니다.")
