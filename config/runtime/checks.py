"""Checks made before anything slow: each raises a Korean message or returns."""

from __future__ import annotations

import errno
import os
import shutil
import socket
from pathlib import Path

import psycopg
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.runtime.errors import RuntimeProblem

MINIMUM_FREE_BYTES = 500 * 1024**2


def check_var(var: Path) -> None:
    """The var directory exists and we may write there."""
    try:
        # Others may pass through (the servers' account must), but not list it.
        var.mkdir(mode=0o711, parents=True, exist_ok=True)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise RuntimeProblem(f"{var} 디렉터리를 만들 수 없습니다: {reason}") from error
    if not var.is_dir():
        raise RuntimeProblem(f"디렉터리가 아닙니다: {var}")
    if not os.access(var, os.R_OK | os.W_OK | os.X_OK):
        raise RuntimeProblem(
            "쓸 권한이 없습니다. 만든 사용자로 실행하거나 POLY_VAR로 다른 위치를 "
            f"정해 주세요: {var}"
        )
    for path in (var / "up.lock", var / "servers.lock", var / "start.lock", var / "secret_key"):
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            raise RuntimeProblem(
                "다른 사용자의 파일입니다. 그 사용자로 실행하거나 POLY_VAR로 다른 위치를 "
                f"정해 주세요: {path}"
            )


def free_bytes(path: Path) -> int:
    """Free space of the file system that holds `path`."""
    return shutil.disk_usage(path).free


def check_free_space(path: Path) -> None:
    """At least 500 MB are left for data and logs."""
    free = free_bytes(path)
    if free < MINIMUM_FREE_BYTES:
        raise RuntimeProblem(
            f"디스크 공간이 모자랍니다: {path} 에 {free // 1024**2:,}MB 남았습니다 "
            f"(최소 {MINIMUM_FREE_BYTES // 1024**2}MB). 공간을 비운 뒤 다시 시작해 주세요."
        )


def check_port(host: str, port: int) -> None:
    """Nobody listens on the port and we may."""
    if not 0 < port < 65536:
        raise RuntimeProblem(f"포트는 1부터 65535까지입니다: {port}")
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError, OverflowError) as error:
        raise RuntimeProblem(f"알 수 없는 주소입니다: {host}") from error
    with socket.socket(family, kind, proto) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen(1)
        except OSError as error:
            raise RuntimeProblem(_port_message(host, port, error)) from error


def check_database(url: str) -> None:
    """The PostgreSQL of DATABASE_URL lets us in."""
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        # libpq names host and user, never the password.
        detail = str(error).strip().splitlines()[0]
        raise RuntimeProblem(
            f"DATABASE_URL의 데이터베이스에 연결하지 못했습니다: {detail}"
        ) from error


def check_redis(url: str) -> None:
    """The Redis of REDIS_URL answers."""
    try:
        with redis.Redis.from_url(url, socket_timeout=5, retry=Retry(NoBackoff(), 0)) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise RuntimeProblem(
            f"REDIS_URL의 서버에 연결하지 못했습니다({type(error).__name__})."
        ) from error


def _port_message(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"다른 프로그램이 포트 {port}번을 쓰고 있습니다. "
            f"다른 포트로 시작해 주세요: manage.py up --port {_neighbour(port)}"
        )
    if error.errno == errno.EACCES:
        return f"포트 {port}번을 열 권한이 없습니다. --port 로 1024 이상의 포트를 정해 주세요."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"이 컴퓨터의 주소가 아닙니다: {host} (--host 를 확인해 주세요)"
    return f"{host}:{port}번을 열 수 없습니다: {error.strerror}"


def _neighbour(port: int) -> int:
    return port + 1 if port < 65535 else port - 1
