"""`manage.py up`: from nothing to a running site, and back."""

from __future__ import annotations

import http.client
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from config.runtime import catalogue
from config.runtime.checks import (
    check_database,
    check_free_space,
    check_port,
    check_redis,
    check_var,
)
from config.runtime.child_process import stop_survivors
from config.runtime.console import Console
from config.runtime.errors import RuntimeProblem
from config.runtime.failures import describe
from config.runtime.locks import FileLock
from config.runtime.paths import RuntimePaths
from config.runtime.servers import Servers
from config.runtime.supervisor import StopSignals, Supervisor, child_specs

_WEB_SECONDS = 90.0


@dataclass(frozen=True)
class LaunchOptions:
    """Where to serve, and what to leave out."""

    host: str
    port: int
    with_worker: bool
    with_catalogue: bool = True

    @property
    def reachable_host(self) -> str:
        """Address under which this machine itself reaches the site."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(  # noqa: S104
            self.host, self.host
        )

    @property
    def address(self) -> str:
        host = self.reachable_host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


class Launcher:
    """One run of `up`."""

    def __init__(self, paths: RuntimePaths, options: LaunchOptions) -> None:
        self._paths = paths
        self._options = options
        self._console = Console()
        self._signals = StopSignals()
        self._lock = FileLock(paths.up_lock)

    def run(self) -> int:
        """Exit code: 0 after a wanted stop, 1 after a problem, which was told in Korean."""
        self._signals.install()
        try:
            code = self._serve()
        except KeyboardInterrupt:
            code = 0
        except RuntimeProblem as problem:
            self._console.warn(f"오류: {problem}")
            return 1
        except Exception as error:  # noqa: BLE001 - the reader gets a sentence, the log the rest
            self._console.warn(f"오류: {describe(error, self._paths)}")
            return 1
        finally:
            self._lock.release()
        self._console.say("중지했습니다")
        return code

    def _serve(self) -> int:
        self._claim()
        servers = Servers(self._paths, self._console.say)
        try:
            with self._console.step("데이터베이스와 Redis 시작"):
                servers.acquire()
                check_database(settings.DATABASE_URL)
                check_redis(settings.REDIS_URL)
            self._prepare_data()
            return self._supervise(servers)
        finally:
            self._signals.interrupts = False
            servers.release()

    def _claim(self) -> None:
        """Everything that can refuse a start, before anything slow."""
        check_var(self._paths.var)
        if not self._lock.try_exclusive():
            where = self._lock.read().strip()
            place = f" {where} 에서" if where else ""
            raise RuntimeProblem(
                f"Poly가 이미{place} 실행 중입니다. 먼저 그쪽을 중지해 주세요(Ctrl-C)."
            )
        self._lock.write("")
        if stop_survivors(self._paths):
            self._console.say("비정상 종료한 이전 실행을 정리했습니다")
        check_port(self._options.host, self._options.port)
        check_free_space(self._paths.var)
        self._lock.write(self._options.address)

    def _prepare_data(self) -> None:
        with self._console.step("데이터베이스 구조 맞추기"):
            call_command("migrate", interactive=False, verbosity=0)
        if self._options.with_catalogue and not catalogue.is_current(self._paths):
            with self._console.step("정책 목록 불러오기 (처음에는 몇 분 걸립니다)"):
                catalogue.load(self._paths)
        with self._console.step("정적 파일 모으기"):
            call_command("collectstatic", interactive=False, verbosity=0)
        for connection in connections.all(initialized_only=True):
            connection.close()
            close_pool = getattr(connection, "close_pool", None)
            if close_pool is not None:
                close_pool()

    def _supervise(self, servers: Servers) -> int:
        options = self._options
        specs = child_specs(options.host, options.port, with_worker=options.with_worker)
        supervisor = Supervisor(self._paths, servers, specs, self._signals, self._console)
        try:
            with self._console.step("웹 서버 시작"):
                supervisor.start(essential=True)
                self._await_web(supervisor)
            # Later, not beside it: three starting Pythons on two cores delay the first page.
            supervisor.start(essential=False)
            self._welcome()
            self._signals.interrupts = False
            code = supervisor.run()
        finally:
            self._signals.interrupts = False
            self._console.say("중지하는 중입니다 (한 번 더 누르면 서두릅니다)")
            supervisor.stop()
        if code:
            raise RuntimeProblem("계속 실행할 수 없어 모두 중지했습니다.")
        return code

    def _await_web(self, supervisor: Supervisor) -> None:
        deadline = time.monotonic() + _WEB_SECONDS
        while not self._web_answers():
            if not supervisor.tick() or time.monotonic() > deadline:
                raise RuntimeProblem(
                    f"웹 서버가 시작하지 못했습니다. 기록: {self._paths.log / 'web.log'}"
                )
            time.sleep(0.1)

    def _web_answers(self) -> bool:
        connection = http.client.HTTPConnection(
            self._options.reachable_host, self._options.port, timeout=5
        )
        try:
            # Any answer will do: ALLOWED_HOSTS may refuse this address and the site still runs.
            connection.request("GET", "/healthz")
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return True

    def _welcome(self) -> None:
        self._console.say("")
        self._console.say(f"Poly가 {self._options.address} 에서 실행 중입니다")
        self._console.say("관리자 만들기: make admin  ·  중지: Ctrl-C")
        self._console.say(f"기록: {self._paths.log}")
