"""The fetcher of one run: store first, then the network, redirects and robots.txt included."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from types import TracebackType

import httpx

from crawling.fetching.addresses import (
    Resolve,
    checked_url,
    host_of,
    request_url,
    resolve,
    shown,
    without_params,
)
from crawling.fetching.documents import Answer, Ask, made
from crawling.fetching.exchange import Exchange, Patience
from crawling.fetching.gates import HostGates
from crawling.fetching.robots import MAX_BYTES, Robots, nothing_allowed, parse_robots
from crawling.fetching.types import (
    Check,
    DocumentStore,
    Expect,
    Fetched,
    FetchError,
    FetchFault,
    HostRules,
    Params,
    Request,
    StoredDocument,
)

_MAX_HOPS = 5
_OK = 200
_FORBIDDEN = (401, 403)
# What one process knows of the hosts holds for all its runs.
PROCESS_GATES = HostGates()

# A question and what will answer it; or why it could not be asked.
Waiting = tuple[Ask, Future[Answer] | StoredDocument] | FetchError


class PoliteFetcher:
    """See `Fetcher`. Used by one thread; `get_many` asks with threads of its own."""

    def __init__(
        self,
        rules: HostRules,
        store: DocumentStore,
        *,
        user_agent: str,
        secret_params: Params | None = None,
        patience: Patience | None = None,
        gates: HostGates | None = None,
        resolve: Resolve = resolve,
    ) -> None:
        self.rules = rules
        self._store = store
        self._agent = user_agent
        self._robots: dict[str, Robots] = {}
        self._exchange = Exchange(
            rules,
            user_agent=user_agent,
            secret_params=secret_params or {},
            patience=patience or Patience(),
            gates=gates if gates is not None else PROCESS_GATES,
            resolve=resolve,
        )

    def __enter__(self) -> PoliteFetcher:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._exchange.close()

    def get(
        self,
        url: str,
        *,
        params: Params | None = None,
        expect: Expect = Expect.ANY,
        check: Check | None = None,
    ) -> Fetched:
        ask = self._first(Request("", url, params, expect, check))
        return self._settle(ask, self._ready(ask) or self._exchange.ask(ask))

    def get_many(
        self, requests: Iterable[Request]
    ) -> Iterator[tuple[Request, Fetched | FetchError]]:
        ahead = 2 * self.rules.concurrency
        waiting: deque[tuple[Request, Waiting]] = deque()
        threads = ThreadPoolExecutor(self.rules.concurrency, thread_name_prefix="fetch")
        try:
            for request in requests:
                waiting.append((request, self._begin(threads, request)))
                if len(waiting) >= ahead:
                    yield self._end(*waiting.popleft())
            while waiting:
                yield self._end(*waiting.popleft())
        finally:
            self._exchange.halt()
            threads.shutdown(wait=True, cancel_futures=True)
            self._exchange.go_on()

    def _begin(self, threads: ThreadPoolExecutor, request: Request) -> Waiting:
        try:
            ask = self._first(request)
        except FetchError as error:
            return error
        return ask, self._ready(ask) or threads.submit(self._exchange.ask, ask)

    def _end(self, request: Request, waiting: Waiting) -> tuple[Request, Fetched | FetchError]:
        try:
            if isinstance(waiting, FetchError):
                raise waiting
            ask, coming = waiting
            answer = coming.result() if isinstance(coming, Future) else coming
            return request, self._settle(ask, answer)
        except FetchError as error:
            if error.of_the_host:
                raise
            return request, error

    def _first(self, request: Request) -> Ask:
        url = request_url(request.url, request.params, self.rules)
        return self._prepared(Ask(url, request.expect, request.check))

    def _prepared(self, ask: Ask) -> Ask:
        """The question with what the store knows; robots.txt has no objection."""
        checked_url(ask.url, self.rules)
        if self.rules.obey_robots:
            self._check_robots(ask.url)
        return replace(ask, known=self._store.find(self._key(ask.url)))

    def _ready(self, ask: Ask) -> StoredDocument | None:
        """What this run has fetched already."""
        return ask.known if ask.known is not None and ask.known.of_run else None

    def _settle(self, ask: Ask, answer: Answer | StoredDocument) -> Fetched:
        """Follow an answer to its document, keeping each step."""
        for _ in range(_MAX_HOPS):
            if isinstance(answer, StoredDocument):
                done = self._from_store(ask, answer)
            else:
                done = self._from_network(ask, answer)
            if done is None:
                ask = replace(ask, known=None)
                answer = self._exchange.ask(ask)
                continue
            if isinstance(done, Fetched):
                return done
            ask = self._prepared(replace(ask, url=done, known=None))
            answer = self._ready(ask) or self._exchange.ask(ask)
        message = "주소가 끝없이 옮겨 다닙니다"
        raise FetchError(FetchFault.STATUS, message, url=shown(str(ask.url)))

    def _from_store(self, ask: Ask, known: StoredDocument) -> Fetched | httpx.URL | None:
        """None when what was kept does not pass today's checks: then it is asked anew."""
        if known.status != _OK:
            return httpx.URL(known.body.decode())
        try:
            fetched = made(ask, known.body, known.content_type, known.status, from_store=True)
        except FetchError:
            return None
        return replace(fetched, etag=known.etag, fetched_at=known.fetched_at or fetched.fetched_at)

    def _from_network(self, ask: Ask, answer: Answer) -> Fetched | httpx.URL | None:
        key = self._key(ask.url)
        if answer.redirect is not None:
            target = str(answer.redirect)
            checked_url(answer.redirect, self.rules)
            self._store.keep(StoredDocument(key, answer.status, target.encode()))
            return answer.redirect
        document = answer.fetched
        if document is None:
            known = self._from_store(ask, ask.known) if ask.known else None
            if known is not None:
                self._store.confirm(key)
            return known
        self._store.keep(
            StoredDocument(
                url=key,
                status=_OK,
                body=document.content,
                content_type=document.content_type,
                etag=document.etag,
                last_modified=answer.last_modified,
                fetched_at=document.fetched_at,
            )
        )
        return document

    def _key(self, url: httpx.URL) -> str:
        return str(without_params(url, self._exchange.secret_names))

    def _check_robots(self, url: httpx.URL) -> None:
        origin = f"{url.scheme}://{host_of(url)}"
        if origin not in self._robots:
            robots = self._robots_of(httpx.URL(f"{origin}/robots.txt"))
            if robots.delay:
                self._exchange.gate(url).slow_down(robots.delay)
            self._robots[origin] = robots
        if not self._robots[origin].allows(url.raw_path.decode("ascii")):
            message = "robots.txt가 수집을 허용하지 않는 주소입니다"
            raise FetchError(FetchFault.ROBOTS, message, url=shown(str(url)))

    def _robots_of(self, url: httpx.URL) -> Robots:
        """None published, or one we may not have elsewhere: all is allowed. A host that fails
        is asked for nothing: it may have rules."""
        for _ in range(_MAX_HOPS):
            try:
                answer = self._exchange.ask(Ask(url, Expect.ANY, max_bytes=MAX_BYTES))
                if answer.fetched is not None:
                    return parse_robots(answer.fetched.text, self._agent)
                url = checked_url(answer.redirect or url, self.rules)
            except FetchError as error:
                if error.of_the_host:
                    raise
                if error.status in _FORBIDDEN:
                    return nothing_allowed()
                if error.kind in (FetchFault.REFUSED_HOST, FetchFault.TOO_LARGE):
                    return Robots()
                if error.status is not None and 400 <= error.status < 500:
                    return Robots()
                raise
        return Robots()
