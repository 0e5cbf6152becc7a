"""Collecting over HTTP: who we are, how we ask, where the open services are, and their keys."""

from typing import Any
from urllib.parse import unquote

from django.core.exceptions import ImproperlyConfigured

from config.env import env_float, env_int, env_str

_PORTAL = env_str("CRAWL_DATA_GO_KR_URL", "https://apis.data.go.kr").rstrip("/")
_ODCLOUD = env_str("CRAWL_ODCLOUD_URL", "https://api.odcloud.kr/api").rstrip("/")


def service_key(raw: str) -> str:
    """A key as it is meant: the portal shows it percent-encoded (Encoding) as well as plain."""
    return unquote(raw) if "%" in raw else raw


def contact(raw: str) -> str:
    """An address that fits a header: a page, or a mailbox (mailto:…)."""
    if not raw.isascii() or not raw.isprintable():
        raise ImproperlyConfigured("환경 변수 CRAWL_CONTACT: 누리집이나 메일 주소여야 합니다")
    return raw


def seconds(name: str, default: float, *, minimum: float = 0.0) -> float:
    """A span of time, not below `minimum`."""
    value = env_float(name, default)
    if value < minimum:
        raise ImproperlyConfigured(f"환경 변수 {name}={value:g}: {minimum:g}초 이상이어야 합니다")
    return value


_CONTACT = contact(env_str("CRAWL_CONTACT"))

CRAWL: dict[str, Any] = {
    # Sites see whom to write to when we are a burden: an address of a page or a mailbox.
    # Without it no site is crawled; open services know us by our key.
    "contact": _CONTACT,
    "user_agent": f"PolyCollector/1.0 (+{_CONTACT})" if _CONTACT else "PolyCollector/1.0",
    # Only tests ask servers of their own machine.
    "allow_private": False,
    # Seconds between two requests to one host, and requests at a time: sites, open services.
    "site_seconds": seconds("CRAWL_SITE_SECONDS", 2.0),
    "service_seconds": seconds("CRAWL_SERVICE_SECONDS", 0.1),
    "service_concurrency": env_int("CRAWL_SERVICE_CONCURRENCY", 4, minimum=1),
    # Bytes of one answer (unpacked), seconds for one answer, tries of one document.
    "max_bytes": env_int("CRAWL_MAX_BYTES", 30 * 1024 * 1024, minimum=1024),
    "timeout": seconds("CRAWL_TIMEOUT_SECONDS", 60.0, minimum=1.0),
    "attempts": env_int("CRAWL_ATTEMPTS", 4, minimum=1),
    # First wait after a failure; it doubles, with jitter. A host that asks for more patience
    # than `max_wait` is left alone: the run goes on later.
    "backoff_seconds": seconds("CRAWL_BACKOFF_SECONDS", 1.0),
    "max_wait": seconds("CRAWL_MAX_WAIT_SECONDS", 120.0),
    # After so many documents of a host failed in a row it is not asked for a while.
    "breaker_failures": env_int("CRAWL_BREAKER_FAILURES", 8, minimum=1),
    "breaker_seconds": seconds("CRAWL_BREAKER_SECONDS", 300.0),
    # Keys come from the environment alone.
    "keys": {
        "DATA_GO_KR_KEY": service_key(env_str("DATA_GO_KR_KEY")),
        "YOUTHCENTER_KEY": env_str("YOUTHCENTER_KEY"),
    },
    "urls": {
        "bokjiro_central": f"{_PORTAL}/B554287/NationalWelfareInformationsV001",
        "bokjiro_local": f"{_PORTAL}/B554287/LocalGovernmentWelfareInformations",
        "gov24": f"{_ODCLOUD}/gov24/v3",
        "lh": f"{_PORTAL}/B552555",
        "applyhome": f"{_ODCLOUD}/ApplyhomeInfoDetailSvc/v1",
        "applyhome_rates": f"{_ODCLOUD}/ApplyhomeInfoCmpetRtSvc/v1",
        "welfare_facilities": f"{_PORTAL}/B554287/sclWlfrFcltInfoInqirService2",
        "youthcenter": env_str(
            "CRAWL_YOUTHCENTER_URL", "https://www.youthcenter.go.kr/go/ythip"
        ).rstrip("/"),
    },
    # Records asked for at a time (the official limit of 복지로 is 500).
    "page_sizes": {
        "bokjiro": 500,
        "gov24": 1000,
        "youthcenter": 100,
        "lh": 1000,
        "lh_notices": 100,
        "applyhome": 1000,
        "welfare_facilities": 1000,
    },
}
