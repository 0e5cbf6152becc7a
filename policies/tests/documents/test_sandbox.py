"""The reading process fails alone, within its bounds, and leaves nothing behind."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from policies.documents import sandbox
from policies.documents.limits import MAX_FILE, ProcessLimits
from policies.documents.sandbox import document_read
from policies.documents.types import DocumentFailed, FailureCode
from policies.tests.documents import files

MISBEHAVE = "policies.tests.documents.misbehave"
SHORT = ProcessLimits(wall=2.0, cpu=20)
AMPLE = ProcessLimits(wall=60.0)


def deed(name: str, limits: ProcessLimits = AMPLE) -> DocumentFailed:
    with pytest.raises(DocumentFailed) as caught:
        document_read(b"x", name=name, limits=limits, module=MISBEHAVE)
    return caught.value


@pytest.fixture(scope="module")
def notice() -> bytes:
    return files.pdf("긴급복지 안내문입니다.", files.AMOUNTS)


def test_a_good_file_is_read(notice: bytes) -> None:
    document = document_read(notice, name="안내.pdf")
    assert document.text.startswith("긴급복지 안내문입니다.\n구분: 1인 가구")


def test_failures_of_the_reader_come_through() -> None:
    with pytest.raises(DocumentFailed) as caught:
        document_read(files.empty_pdf(1), name="스캔.pdf")
    assert caught.value.code is FailureCode.NO_TEXT
    assert caught.value.message == "글자가 없는 문서입니다. 스캔한 그림일 수 있습니다."


@pytest.mark.parametrize(
    ("name", "limits", "code"),
    [
        ("loop", SHORT, FailureCode.TIMEOUT),
        ("loop", ProcessLimits(wall=60.0, cpu=1), FailureCode.TIMEOUT),
        ("sleep", SHORT, FailureCode.TIMEOUT),
        ("flood", ProcessLimits(output=1_000_000), FailureCode.OUTPUT_TOO_LARGE),
        ("abort", AMPLE, FailureCode.CRASHED),
        ("garbage", AMPLE, FailureCode.CRASHED),
        ("close", AMPLE, FailureCode.TIMEOUT),
    ],
    ids=["loop", "cpu", "sleep", "flood", "segfault", "garbage", "closed output"],
)
def test_misbehaviour_ends_with_its_reason(
    name: str, limits: ProcessLimits, code: FailureCode, notice: bytes
) -> None:
    assert deed(name, limits).code is code
    assert document_read(notice, name="안내.pdf").blocks


def test_memory_is_bounded() -> None:
    assert deed("hog", ProcessLimits(memory=300 * 1024 * 1024)).note == "memory ended"


def test_a_parser_without_memory_says_so(notice: bytes) -> None:
    small = ProcessLimits(memory=40 * 1024 * 1024)
    with pytest.raises(DocumentFailed) as caught:
        document_read(notice, name="안내.pdf", limits=small)
    assert caught.value.code in {FailureCode.MEMORY, FailureCode.CRASHED}


def test_nothing_of_the_environment_goes_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("DATABASE_URL", "secret")
    seen = deed("environment").note
    assert "OPENAI" not in seen
    assert "DATABASE" not in seen


@pytest.mark.parametrize(
    ("name", "said"),
    [("network", "no socket"), ("write", "not written"), ("program", "not started")],
)
def test_the_process_reaches_for_nothing(name: str, said: str) -> None:
    assert deed(name).note == said
    assert not Path(__file__).with_name("must-not-exist").exists()


def test_the_network_is_gone_where_the_system_allows(notice: bytes) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may always leave the network")
    assert "eth0" not in deed("names").note


def test_the_whole_group_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{tmp_path}")
    assert deed("descend", ProcessLimits(wall=12.0)).code is FailureCode.TIMEOUT
    # The signal is sent; a busy machine takes a moment to carry it out.
    grandchild = int((tmp_path / "grandchild").read_text())
    until = time.monotonic() + 20
    while _runs(grandchild) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(grandchild)


def _runs(pid: int) -> bool:
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_two_at_a_time(notice: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    running, most, lock = 0, 0, threading.Lock()
    run = sandbox._run

    def counted(*args: object) -> bytes:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        try:
            return run(*args)  # type: ignore[arg-type]
        finally:
            with lock:
                running -= 1

    monkeypatch.setattr(sandbox, "_run", counted)
    with ThreadPoolExecutor(6) as pool:
        texts = list(pool.map(lambda _: document_read(notice, name="a.pdf").text, range(6)))
    assert len(set(texts)) == 1
    assert most == 2


def test_who_waits_too_long_is_told(notice: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_PLACES", threading.BoundedSemaphore(1))
    sandbox._PLACES.acquire()
    with pytest.raises(DocumentFailed) as caught:
        document_read(notice, name="a.pdf", limits=ProcessLimits(wait=0.01))
    assert caught.value.code is FailureCode.BUSY


def test_sizes_are_refused_before_a_process_starts() -> None:
    for data, code in ((b"", FailureCode.EMPTY), (bytes(MAX_FILE + 1), FailureCode.TOO_LARGE)):
        with pytest.raises(DocumentFailed) as caught:
            document_read(data, name="a", module="no.such.module")
        assert caught.value.code is code


def _read_into(queue: multiprocessing.Queue[str], data: bytes) -> None:
    queue.put(document_read(data, name="a.pdf").text)


def test_it_works_in_daemonic_workers(notice: bytes) -> None:
    """Celery's pool processes are daemonic: they may not have children of multiprocessing."""
    context = multiprocessing.get_context("spawn")
    queue: multiprocessing.Queue[str] = context.Queue()
    worker = context.Process(target=_read_into, args=(queue, notice), daemon=True)
    worker.start()
    assert queue.get(timeout=120).startswith("긴급복지")
    worker.join(30)
