"""A reading process that does what a hostile file might make it do; the name says which."""

from __future__ import annotations

import ctypes
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from policies.documents.confine import Forbidden, confine
from policies.documents.limits import ProcessLimits


def answer(note: object) -> None:
    sys.stdout.write(json.dumps({"code": "broken", "note": str(note)}))
    sys.stdout.flush()


def loop() -> None:
    while True:
        pass


def sleep() -> None:
    time.sleep(600)


def hog() -> None:
    held = []
    try:
        while True:
            held.append(bytearray(16 * 1024 * 1024))
    except MemoryError:
        held.clear()
        answer("memory ended")


def flood() -> None:
    while True:
        sys.stdout.write("x" * 65536)


def abort() -> None:
    ctypes.string_at(0)


def garbage() -> None:
    sys.stdout.write("no json")


def close() -> None:
    os.close(1)
    time.sleep(600)


def environment() -> None:
    answer(sorted(os.environ))


def network() -> None:
    try:
        socket.socket()
    except Forbidden:
        answer("no socket")


def names() -> None:
    """Interfaces that the process still sees."""
    answer(
        [line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().split("\n")[2:]]
    )


def write() -> None:
    try:
        Path(__file__).with_name("must-not-exist").write_text("x")
    except Forbidden:
        answer("not written")


def program() -> None:
    try:
        subprocess.run(["true"], check=False)
    except Forbidden:
        answer("not started")


def descend() -> None:
    """A process of its own that outlives it unless the group is killed."""
    child = os.fork()
    if child == 0:
        time.sleep(600)
    Path(os.environ["PATH"].split(":")[-1], "grandchild").write_text(str(child))
    time.sleep(600)


FREE = {"descend"}
DEEDS: dict[str, Callable[[], None]] = {
    deed.__name__: deed
    for deed in (loop, sleep, hog, flood, abort, garbage, close, environment, network, names)
} | {deed.__name__: deed for deed in (write, program, descend)}

if __name__ == "__main__":
    head = json.loads(sys.stdin.buffer.readline())
    if head["name"] not in FREE:
        confine(ProcessLimits(**head["limits"]))
    DEEDS[head["name"]]()
