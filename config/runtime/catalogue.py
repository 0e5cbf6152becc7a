"""Loading of the catalogue at start: skipped while nothing changed, else in its own process.

A process of its own because the language models it needs would stay in the supervisor's memory
(some 350 MB). `python -m config.runtime.catalogue` is that process.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command

from config.runtime.console import Console
from config.runtime.errors import RuntimeProblem
from config.runtime.failures import describe
from config.runtime.paths import PROJECT, RuntimePaths, current_paths

# Policies, and the tool cards with the rules that decide what of them is embedded.
_SOURCES = (
    PROJECT / "policies",
    PROJECT / "chat" / "tool_cards",
    PROJECT / "chat" / "agent" / "understanding",
)
_WRAPPER = Path(__file__).with_name("child.py")


def is_current(paths: RuntimePaths) -> bool:
    """Whether this catalogue was loaded into this database by this code."""
    try:
        loaded = _stamp(paths).read_text(encoding="ascii")
    except OSError:
        return False
    policies = apps.get_model("policies", "Policy")._default_manager
    return loaded == _fingerprint() and policies.exists()


def load(paths: RuntimePaths) -> None:
    """Load and embed; the progress bar goes to our terminal."""
    _stamp(paths).unlink(missing_ok=True)
    loaded = _fingerprint()
    command = [sys.executable, "-I", str(_WRAPPER), str(os.getpid())]
    command += [sys.executable, "-m", "config.runtime.catalogue"]
    # A session of its own: Ctrl-C reaches us, and we end it without a traceback.
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            code = process.wait()
        except BaseException:
            process.terminate()
            raise
    if code != 0:
        raise RuntimeProblem("정책 목록을 불러오지 못해 시작하지 않았습니다.")
    _stamp(paths).write_text(loaded, encoding="ascii")


def _stamp(paths: RuntimePaths) -> Path:
    return paths.var / "catalogue.stamp"


def _fingerprint() -> str:
    """Hash of all that decides the result: data, code, model and target database."""
    digest = hashlib.sha256()
    for value in (settings.DATABASE_URL, settings.EMBEDDER, settings.OPENAI_EMBEDDING_MODEL):
        digest.update(f"{value}\0".encode())
    for path in sorted(path for source in _SOURCES for path in source.rglob("*")):
        inside = path.relative_to(PROJECT)
        if path.is_file() and not {"tests", "__pycache__"}.intersection(inside.parts):
            digest.update(f"{inside}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def main() -> None:
    """Load policies and tool cards; an error is a sentence here, its traceback goes to the log."""
    try:
        django.setup()
        call_command("load_catalogue")
        call_command("load_tool_cards")
    except Exception as error:  # noqa: BLE001 - the reader gets a sentence, the log the rest
        Console().warn(f"오류: {describe(error, current_paths())}")
        sys.exit(1)


if __name__ == "__main__":
    main()
