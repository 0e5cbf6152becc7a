"""How the settings let a source be fetched: rules, keys, and the fetcher made of both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings

from crawling.fetching.addresses import host_of_address
from crawling.fetching.client import PoliteFetcher
from crawling.fetching.exchange import Patience
from crawling.fetching.types import Crawler, DocumentStore, FetchError, FetchFault, HostRules


def service_rules(*addresses: str) -> HostRules:
    """Rules for open services, which know us by our key and have no robots.txt to obey."""
    return _rules(
        (host_of_address(address) for address in addresses),
        seconds=settings.CRAWL["service_seconds"],
        concurrency=settings.CRAWL["service_concurrency"],
        obey_robots=False,
    )


def site_rules(hosts: Iterable[str]) -> HostRules:
    """Rules for web sites: one request at a time, and robots.txt is obeyed."""
    return _rules(hosts, seconds=settings.CRAWL["site_seconds"], concurrency=1, obey_robots=True)


def service_key(name: str) -> str:
    """A key of the environment. Raises FetchError when it is not set."""
    key: str = settings.CRAWL["keys"].get(name, "")
    if not key:
        message = f"서비스 키가 없습니다. 환경 변수 {name}에 발급받은 인증키를 넣어 주세요"
        raise FetchError(FetchFault.CREDENTIALS, message)
    return key


def open_fetcher(crawler: Crawler, store: DocumentStore) -> PoliteFetcher:
    """The fetcher of one run of a source; closes with `with`. Raises FetchError without its
    key, or when a site would not know whom to write to."""
    config: dict[str, Any] = settings.CRAWL
    rules = crawler.rules
    _check_contact(rules)
    return PoliteFetcher(
        rules,
        store,
        user_agent=config["user_agent"],
        secret_params=crawler.secret_params(),
        patience=Patience(
            backoff=config["backoff_seconds"],
            max_wait=config["max_wait"],
            breaker_failures=config["breaker_failures"],
            breaker_seconds=config["breaker_seconds"],
        ),
    )


def setup_missing(crawler: Crawler) -> str:
    """What has to be set before the source can be fetched, in a Korean sentence; "" when all
    is there."""
    try:
        _check_contact(crawler.rules)
        crawler.secret_params()
    except FetchError as missing:
        return str(missing)
    return ""


def _check_contact(rules: HostRules) -> None:
    if rules.obey_robots and not rules.allow_private and not settings.CRAWL["contact"]:
        message = "누리집에 알릴 연락처가 없습니다. 환경 변수 CRAWL_CONTACT를 넣어 주세요"
        raise FetchError(FetchFault.CREDENTIALS, message)


def _rules(
    hosts: Iterable[str], *, seconds: float, concurrency: int, obey_robots: bool
) -> HostRules:
    config: dict[str, Any] = settings.CRAWL
    return HostRules(
        hosts=tuple(dict.fromkeys(hosts)),
        seconds_between=seconds,
        concurrency=concurrency,
        max_bytes=config["max_bytes"],
        timeout=config["timeout"],
        attempts=config["attempts"],
        obey_robots=obey_robots,
        allow_private=config["allow_private"],
    )
