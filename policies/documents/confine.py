"""What the reading process forbids itself before it sees a byte of the file.

Imports only the standard library. Linux; elsewhere the parts that the system lacks are left out.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from typing import Any

from policies.documents.limits import ProcessLimits

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.symlink",
    "os.link",
    "os.truncate",
    "os.chmod",
    "os.chown",
    "shutil.",
    "tempfile.",
    "ftplib.",
    "urllib.Request",
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Forbidden(BaseException):
    """The process reached for the network, another process or a file to write; no library's
    `except Exception` hides it."""


def confine(limits: ProcessLimits) -> None:
    """Bound this process for good: memory, CPU, open files, no file written, no process
    started, no network where the system can take it away."""
    _leave_network()
    for kind, value in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CPU, limits.cpu),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        _, hard = resource.getrlimit(kind)
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (bound, bound))
    sys.addaudithook(_audit)


def _leave_network() -> None:
    """Die with the parent, gain no rights, and go where there is no network."""
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    # Root may without a user namespace, others only with one; a container may refuse both,
    # then the audit hook and the empty environment remain.
    if libc.unshare(_CLONE_NEWNET) != 0:
        libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open":
        mode, flags = arguments[1], arguments[2]
        writes = isinstance(flags, int) and flags & _WRITES
        if writes or (isinstance(mode, str) and set(mode) & set("wax+")):
            raise Forbidden("open for writing")
    elif event.startswith(_FORBIDDEN):
        raise Forbidden(event)
