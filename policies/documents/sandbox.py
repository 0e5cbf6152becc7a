"""Files from outside are read in a bounded process of their own, which fails alone.

A fresh interpreter, not a fork: it shares no memory, no connections and no secrets with its
parent, and works in Celery's daemonic workers. Its bounds are in `limits` and `confine`.
"""

from __future__ import annotations

import json
import logging
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import IO, cast

from policies.documents.limits import MAX_FILE, PROCESSES, ProcessLimits
from policies.documents.text import clean_name
from policies.documents.types import (
    DocumentFailed,
    FailureCode,
    ParsedDocument,
    document_from_data,
)

logger = logging.getLogger(__name__)
_PROJECT = Path(__file__).resolve().parents[2]
_MODULE = "policies.documents.child"
_PLACES = threading.BoundedSemaphore(PROCESSES)
_CHUNK = 64 * 1024
_EXIT = 5.0  # seconds from the last word to the end


def document_read(
    data: bytes, *, name: str, limits: ProcessLimits | None = None, module: str = _MODULE
) -> ParsedDocument:
    """The document in `data`; at most two are read at a time in one process, further callers
    wait. Raises DocumentFailed and nothing else, whatever the file does.

    `module` is what the process runs; anything but the reader is for trying the bounds.
    """
    bounds = limits or ProcessLimits()
    if not data:
        raise DocumentFailed(FailureCode.EMPTY)
    if len(data) > MAX_FILE:
        raise DocumentFailed(FailureCode.TOO_LARGE)
    if not _PLACES.acquire(timeout=bounds.wait):
        raise DocumentFailed(FailureCode.BUSY)
    try:
        output = _run(data, clean_name(name), bounds, module)
    except OSError as error:
        logger.exception("reading process could not be started")
        raise DocumentFailed(FailureCode.CRASHED) from error
    finally:
        _PLACES.release()
    return _result(output)


def _run(data: bytes, name: str, limits: ProcessLimits, module: str) -> bytes:
    """Standard output of the process, which is gone when this returns, and all it started."""
    head = json.dumps({"name": name, "limits": asdict(limits)})
    with tempfile.TemporaryFile() as source:
        source.write(head.encode() + b"\n" + data)
        source.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-P", "-s", "-B", "-m", module],
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env=_environment(),
            start_new_session=True,
            close_fds=True,
        )
        try:
            output = _collect(process, limits)
            _await_exit(process.pid)
        finally:
            code = _end(process)
    if code != 0:
        raise DocumentFailed(_failure(code))
    return output


def _environment() -> dict[str, str]:
    """Nothing of the parent's but where programs and modules are."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": str(_PROJECT),
        "PYTHONHASHSEED": "random",
        "LANG": "C.UTF-8",
    }


def _collect(process: subprocess.Popen[bytes], limits: ProcessLimits) -> bytes:
    """All output until the process closes it. Raises DocumentFailed past a bound."""
    stream = cast(IO[bytes], process.stdout)
    until = time.monotonic() + limits.wall
    parts: list[bytes] = []
    size = 0
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while True:
            left = until - time.monotonic()
            if left <= 0 or not selector.select(left):
                raise DocumentFailed(FailureCode.TIMEOUT)
            part = os.read(stream.fileno(), _CHUNK)
            if not part:
                return b"".join(parts)
            size += len(part)
            if size > limits.output:
                raise DocumentFailed(FailureCode.OUTPUT_TOO_LARGE)
            parts.append(part)


def _await_exit(pid: int) -> None:
    """Wait until the process has ended, but leave it to be collected: until then its number,
    which is that of its group, is no other's."""
    until = time.monotonic() + _EXIT
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > until:
            raise DocumentFailed(FailureCode.TIMEOUT)
        time.sleep(0.005)


def _end(process: subprocess.Popen[bytes]) -> int:
    """The process's exit code; it is killed, and its group, whether they are done or not."""
    os.killpg(process.pid, signal.SIGKILL)
    cast(IO[bytes], process.stdout).close()
    return process.wait()


def _failure(code: int) -> FailureCode:
    """Why a process ended without an answer: its CPU time was used up, or it broke."""
    out_of_time = code in (-signal.SIGXCPU, -signal.SIGKILL)
    return FailureCode.TIMEOUT if out_of_time else FailureCode.CRASHED


def _result(output: bytes) -> ParsedDocument:
    try:
        result = json.loads(output)
        if "code" in result:
            raise DocumentFailed(FailureCode(result["code"]), str(result["note"])[:200])
        return document_from_data(result["document"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise DocumentFailed(FailureCode.CRASHED) from error
