"""Where the runtime keeps its files, and the addresses that follow from it.

Imported by the settings, so it may import nothing but the standard library.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

PROJECT = Path(__file__).resolve().parents[2]
DATABASE = "poly"
DATABASE_USER = "poly"
DATABASE_PORT = 5432
TEST_PREFIX = "poly-test-"
# Linux: sun_path has 108 bytes, one of them for the closing NUL.
_SOCKET_PATH_BYTES = 107


def var_dir() -> Path:
    """POLY_VAR, else var/ of the project; the test settings get a directory of their own.

    pytest-django reads the settings before any conftest.py runs, so the directory of a test
    session is chosen here; its processes find it in POLY_VAR. A POLY_VAR that holds real data
    is never used for tests. Each worker of pytest-xdist is a session with servers of its own.
    """
    given = os.environ.get("POLY_VAR", "").strip()
    if os.environ.get("DJANGO_SETTINGS_MODULE") == "config.settings.test":
        name, worker = Path(given).name, os.environ.get("PYTEST_XDIST_WORKER", "")
        inherited = worker and name == f"{TEST_PREFIX}{os.getppid()}"
        if inherited or not name.startswith(TEST_PREFIX):
            given = f"{tempfile.gettempdir()}/{TEST_PREFIX}{worker}{os.getpid()}"
            os.environ["POLY_VAR"] = given
    return Path(given).expanduser().absolute() if given else PROJECT / "var"


@dataclass(frozen=True)
class RuntimePaths:
    """Files of one var directory."""

    var: Path

    @property
    def is_scratch(self) -> bool:
        """Whether it belongs to a test session: nothing in it need survive a power cut."""
        return self.var.name.startswith(TEST_PREFIX)

    @property
    def postgres(self) -> Path:
        return self.var / "postgres"

    @property
    def redis(self) -> Path:
        return self.var / "redis"

    @property
    def log(self) -> Path:
        return self.var / "log"

    @property
    def run(self) -> Path:
        return self.var / "run"

    @property
    def up_lock(self) -> Path:
        return self.var / "up.lock"

    @property
    def servers_lock(self) -> Path:
        return self.var / "servers.lock"

    @property
    def start_lock(self) -> Path:
        return self.var / "start.lock"

    @property
    def sockets(self) -> Path:
        """Directory of the unix sockets: under var, or a short one where that is too long."""
        wanted = self.var / "sock"
        if _fits(wanted):
            return wanted
        key = hashlib.sha256(os.fsencode(self.var)).hexdigest()[:12]
        short = Path(tempfile.gettempdir()) / f"poly-{key}"
        return short if _fits(short) else Path("/tmp") / f"poly-{key}"  # noqa: S108

    @property
    def redis_socket(self) -> Path:
        return self.sockets / "redis.sock"

    @property
    def database_url(self) -> str:
        """Address of the embedded PostgreSQL; the port is given because PGPORT may be set."""
        host = quote(str(self.sockets), safe="/")
        return f"postgresql://{DATABASE_USER}@/{DATABASE}?host={host}&port={DATABASE_PORT}"

    @property
    def redis_url(self) -> str:
        return f"unix://{quote(str(self.redis_socket), safe='/')}"


def _fits(directory: Path) -> bool:
    longest = directory / f".s.PGSQL.{DATABASE_PORT}"
    return len(os.fsencode(longest)) <= _SOCKET_PATH_BYTES


def current_paths() -> RuntimePaths:
    """Paths of the var directory in force."""
    return RuntimePaths(var_dir())
