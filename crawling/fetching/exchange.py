"""One address asked until it answers properly: turns, retries, limits, checks. Keeps nothing."""

from __future__ import annotations

import email.utils
import logging
import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote, quote_plus

import httpcore
import httpx

from crawling.fetching.addresses import Resolve, host_of, shown, without_params
from crawling.fetching.bodies import read_body
from crawling.fetching.charset import decode
from crawling.fetching.documents import Answer, Ask, made
from crawling.fetching.gates import HostGate, HostGates
from crawling.fetching.portal import portal_fault, quota_used_up
from crawling.fetching.transport import GuardedTransport
from crawling.fetching.types import Expect, FetchError, FetchFault, HostRules, Params

logger = logging.getLogger(__name__)

_ACCEPT = {
    Expect.JSON: "application/json, */*;q=0.5",
    Expect.XML: "application/xml, text/xml, */*;q=0.5",
    Expect.HTML: "text/html, application/xhtml+xml, */*;q=0.5",
}
_REDIRECTS = {301, 302, 303, 307, 308}
_PASSING = {408, 425, 429, 500, 502, 503, 504}
_RETRIED = {
    FetchFault.UNREACHABLE,
    FetchFault.TOO_SLOW,
    FetchFault.BROKEN_BODY,
    FetchFault.MAINTENANCE_PAGE,
}
# An error page is read no further than this: it only may name its reason.
_ERROR_BYTES = 64 * 1024
_MIN_SECRET = 6


@dataclass(frozen=True)
class Patience:
    """How failures are waited out (settings.CRAWL)."""

    backoff: float = 1.0
    max_wait: float = 120.0
    breaker_failures: int = 8
    breaker_seconds: float = 300.0


class Exchange:
    """The network as one source may use it; used by several threads."""

    def __init__(
        self,
        rules: HostRules,
        *,
        user_agent: str,
        secret_params: Params,
        patience: Patience,
        gates: HostGates,
        resolve: Resolve,
    ) -> None:
        self.rules = rules
        self.secret_names = frozenset(secret_params)
        self._secrets = _spellings(secret_params)
        self._patience = patience
        self._gates = gates
        self._stop = threading.Event()
        self._transport = GuardedTransport(
            resolve=resolve,
            allow_private=rules.allow_private,
            secret_params=secret_params,
            connections=rules.concurrency + 1,
        )
        self._client = httpx.Client(
            transport=self._transport,
            headers={"User-Agent": user_agent, "Accept-Encoding": "gzip"},
            timeout=rules.timeout,
            follow_redirects=False,
            trust_env=False,
        )

    def close(self) -> None:
        self._client.close()

    def halt(self) -> None:
        """End waits at once: whoever asked went away."""
        self._stop.set()

    def go_on(self) -> None:
        self._stop.clear()

    def gate(self, url: httpx.URL) -> HostGate:
        host = host_of(url)
        patience = self._patience
        return self._gates.of(
            host,
            lambda: HostGate(
                host,
                seconds_between=self.rules.seconds_between,
                concurrency=self.rules.concurrency,
                failures=patience.breaker_failures,
                rest=patience.breaker_seconds,
            ),
        )

    def ask(self, ask: Ask) -> Answer:
        """The answer, after as many tries as the rules allow. Raises FetchError."""
        gate = self.gate(ask.url)
        for attempt in range(1, self.rules.attempts + 1):
            try:
                with gate.turn(self._sleep):
                    answer = self._once(ask)
            except FetchError as error:
                if error.kind is FetchFault.BREAKER_OPEN:
                    raise
                wait = self._wait(error, attempt)
                if wait is None:
                    _note(gate, error)
                    raise _given_up(error) from None
                logger.info("%s; %.1f초 뒤에 다시 합니다", error, wait)
                self._sleep(wait)
            else:
                gate.succeeded()
                return answer
        raise AssertionError("the last attempt answers or raises")

    def _once(self, ask: Ask) -> Answer:
        url = shown(str(ask.url))
        self._transport.deadline.begin(self.rules.timeout)
        try:
            with self._client.stream("GET", ask.url, headers=_headers(ask)) as response:
                return self._answer(ask, response, url)
        except httpcore.TimeoutException:
            message = f"{self.rules.timeout:g}초 안에 답이 끝나지 않았습니다"
            raise FetchError(FetchFault.TOO_SLOW, message, url=url) from None
        except httpcore.RemoteProtocolError:
            raise FetchError(FetchFault.BROKEN_BODY, "응답이 중간에 끊겼습니다", url=url) from None
        except UnicodeError:
            # A cookie that fits no header would come back with every request.
            self._client.cookies.clear()
            message = "서버가 보낸 쿠키나 머리글이 올바르지 않습니다"
            raise FetchError(FetchFault.BROKEN_BODY, message, url=url) from None
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError):
            raise FetchError(FetchFault.UNREACHABLE, "연결할 수 없습니다", url=url) from None

    def _answer(self, ask: Ask, response: httpx.Response, url: str) -> Answer:
        status = response.status_code
        modified = _mark(response, "last-modified", 100)
        if status == httpx.codes.NOT_MODIFIED and ask.known is not None:
            return Answer(status, last_modified=modified)
        if status in _REDIRECTS and "location" in response.headers:
            return Answer(status, redirect=self._target(ask.url, response.headers["location"]))
        if status not in (httpx.codes.OK, httpx.codes.NON_AUTHORITATIVE_INFORMATION):
            raise self._refusal(response, url)
        content = self._without_secrets(
            read_body(response, ask.max_bytes or self.rules.max_bytes, url)
        )
        fetched = made(ask, content, response.headers.get("content-type", ""), status)
        etag = _mark(response, "etag", 300)
        return Answer(status, replace(fetched, etag=etag), last_modified=modified)

    def _target(self, url: httpx.URL, location: str) -> httpx.URL:
        try:
            target = url.join(location).copy_with(fragment=None)
        except (httpx.InvalidURL, ValueError):
            message = "옮겨 간 주소가 올바르지 않습니다"
            raise FetchError(FetchFault.REFUSED_HOST, message, url=shown(str(url))) from None
        weaker = url.scheme == "https" and target.scheme != "https"
        if self.secret_names and (target.host != url.host or weaker):
            message = "키를 가지고 다른 곳으로 옮겨 가지 않습니다"
            raise FetchError(FetchFault.REFUSED_HOST, message, url=shown(str(url)))
        return without_params(target, self.secret_names)

    def _refusal(self, response: httpx.Response, url: str) -> FetchError:
        status = response.status_code
        try:
            text = decode(read_body(response, _ERROR_BYTES, url))
        except (FetchError, httpcore.NetworkError, httpcore.ProtocolError):
            text = ""
        if fault := portal_fault(text, url=url):
            return fault
        pause = _retry_after(response.headers.get("retry-after", ""))
        if quota_used_up(text):
            message = "오늘의 요청 한도를 다 썼습니다"
            return FetchError(FetchFault.QUOTA, message, url=url, status=status, retry_after=pause)
        if self.secret_names and status in (401, 403):
            message = f"서비스 키를 쓸 수 없습니다(HTTP {status})"
            return FetchError(FetchFault.CREDENTIALS, message, url=url, status=status)
        message = f"서버가 HTTP {status}로 답했습니다"
        return FetchError(FetchFault.STATUS, message, url=url, status=status, retry_after=pause)

    def _wait(self, error: FetchError, attempt: int) -> float | None:
        """Seconds until the next try; None when there is to be none."""
        passing = error.kind is FetchFault.STATUS and error.status in _PASSING
        if attempt >= self.rules.attempts or not (passing or error.kind in _RETRIED):
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self._patience.max_wait else None
        wait = min(self._patience.backoff * 2.0 ** (attempt - 1), self._patience.max_wait)
        return wait * random.uniform(0.5, 1.5)  # noqa: S311 - jitter

    def _sleep(self, seconds: float) -> None:
        if self._stop.wait(seconds):
            raise FetchError(FetchFault.UNREACHABLE, "수집을 멈췄습니다")

    def _without_secrets(self, content: bytes) -> bytes:
        """Some services repeat the request in their answer, key included."""
        for spelling in self._secrets:
            content = content.replace(spelling, b"***")
        return content


def _headers(ask: Ask) -> Mapping[str, str]:
    headers = {"Accept": _ACCEPT.get(ask.expect, "*/*")}
    if ask.known is not None and ask.known.etag:
        headers["If-None-Match"] = ask.known.etag
    if ask.known is not None and ask.known.last_modified:
        headers["If-Modified-Since"] = ask.known.last_modified
    return headers


def _mark(response: httpx.Response, name: str, longest: int) -> str:
    """A mark of the document's state, when it can be sent back as it is."""
    value = response.headers.get(name, "")
    return value if value.isascii() and value.isprintable() and len(value) <= longest else ""


def _note(gate: HostGate, error: FetchError) -> None:
    """Tell the breaker: a host that refuses one document is well."""
    ill = error.kind in _RETRIED or (error.status is not None and error.status in _PASSING)
    if ill:
        gate.failed()
    else:
        gate.succeeded()


def _given_up(error: FetchError) -> FetchError:
    """What a refusal means that outlasted our waiting: for this document, or for today."""
    if error.kind is not FetchFault.STATUS:
        return error
    if error.status == httpx.codes.TOO_MANY_REQUESTS:
        kind, message = FetchFault.QUOTA, "요청이 너무 많다고 계속 거절합니다"
    elif error.status == httpx.codes.SERVICE_UNAVAILABLE and error.retry_after is not None:
        kind, message = FetchFault.BREAKER_OPEN, "서버가 나중에 다시 오라고 합니다"
    else:
        return error
    return FetchError(
        kind, message, url=error.url, status=error.status, retry_after=error.retry_after
    )


def _retry_after(value: str) -> float | None:
    """Seconds of a Retry-After header: a number, or a day and time."""
    if value.strip().isdecimal():
        return float(value)
    try:
        until = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, until.timestamp() - time.time())


def _spellings(secret_params: Params) -> list[bytes]:
    values = [value for value in secret_params.values() if len(value) >= _MIN_SECRET]
    texts = {way(value) for value in values for way in (str, quote, quote_plus)}
    return sorted((text.encode() for text in texts), key=len, reverse=True)
