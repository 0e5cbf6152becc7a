"""When `up` loads the catalogue again, and what it says if that fails."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError

from config.runtime import catalogue, failures
from config.runtime.errors import RuntimeProblem
from config.runtime.paths import RuntimePaths
from config.tests.runtime_support import scratch_paths


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RuntimePaths]:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "pension.yaml").write_text("id: pension", encoding="utf-8")
    monkeypatch.setattr(catalogue, "PROJECT", tmp_path)
    monkeypatch.setattr(catalogue, "_SOURCES", (tmp_path,))
    with scratch_paths() as found:
        yield found


def pretend(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Replace the loading process by one that ends with `code`."""
    real = subprocess.Popen

    def popen(command: list[str], **options: object) -> subprocess.Popen[bytes]:
        return real([sys.executable, "-c", f"raise SystemExit({code})"])

    monkeypatch.setattr(catalogue.subprocess, "Popen", popen)


def pretend_policies(monkeypatch: pytest.MonkeyPatch, *, exist: bool) -> None:
    class Model:
        class _default_manager:  # noqa: N801 - Django's name
            exists = staticmethod(lambda: exist)

    monkeypatch.setattr(catalogue.apps, "get_model", lambda app, name: Model)


def test_loaded_once_until_data_or_code_changes(
    paths: RuntimePaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, 0)
    pretend_policies(monkeypatch, exist=True)
    assert not catalogue.is_current(paths)
    catalogue.load(paths)
    assert catalogue.is_current(paths)

    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").touch()
    assert catalogue.is_current(paths)
    (tmp_path / "data" / "pension.yaml").write_text("id: other", encoding="utf-8")
    assert not catalogue.is_current(paths)


def test_loaded_again_into_an_emptied_database(
    paths: RuntimePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, 0)
    catalogue.load(paths)
    pretend_policies(monkeypatch, exist=False)
    assert not catalogue.is_current(paths)


def test_failed_load_stops_the_start_and_is_repeated(
    paths: RuntimePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_policies(monkeypatch, exist=True)
    pretend(monkeypatch, 1)
    with pytest.raises(RuntimeProblem, match="정책 목록을 불러오지 못해"):
        catalogue.load(paths)
    assert not catalogue.is_current(paths)


def test_errors_become_sentences(paths: RuntimePaths) -> None:
    assert failures.describe(CommandError("카탈로그에 오류"), paths) == "카탈로그에 오류"
    assert "디스크가 가득" in failures.describe(OSError(28, "No space left on device"), paths)
    told = failures.describe(KeyError("lost"), paths)
    assert told.startswith("KeyError: 'lost'")
    assert "KeyError" in (paths.log / "up.log").read_text(encoding="utf-8")
