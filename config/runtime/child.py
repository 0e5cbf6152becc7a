"""Start a program that ends when its supervisor does: `python -I child.py <supervisor> <command…>`.

A program of its own instead of subprocess's preexec_fn, which may deadlock in a process with
threads. `-I` keeps this directory off sys.path, where redis.py would hide the real package. The
kernel sends the signal when the *thread* that forked ends: the supervisor must start children
from its main thread.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Ask for SIGTERM at the supervisor's death, then become the command."""
    supervisor, command = int(sys.argv[1]), sys.argv[2:]
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    # It may have died before the request was in place.
    if os.getppid() != supervisor:
        sys.exit(1)
    os.execv(command[0], command)  # noqa: S606


if __name__ == "__main__":
    main()
