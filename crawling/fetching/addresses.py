"""Which addresses may be asked: hosts of the list, at public addresses; no secret in a URL."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Collection
from urllib.parse import parse_qsl, urlencode

import httpx

from crawling.fetching.types import FetchError, FetchFault, HostRules, Params

# Host and port → addresses. Raises OSError.
Resolve = Callable[[str, int], list[str]]

_PORTS = {"http": 80, "https": 443}
# IPv4 addresses in other clothes: what is behind them is not looked at, so they are refused.
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
_SHOWN = 300


def resolve(host: str, port: int) -> list[str]:
    """Addresses of a host as the system knows them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet, not of this machine or network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.sixtofour or ip.teredo or ip in _TRANSLATED:
            return False
        ip = ip.ipv4_mapped or ip
    return ip.is_global and not ip.is_multicast


def host_of(url: httpx.URL) -> str:
    """Name of the host, with the port when it is not the usual one of the scheme."""
    usual = url.port is None or url.port == _PORTS.get(url.scheme)
    host = f"[{url.host}]" if ":" in url.host else url.host
    return host if usual else f"{host}:{url.port}"


def host_of_address(address: str) -> str:
    """As `host_of`, of an address in the settings."""
    return host_of(httpx.URL(address))


def request_url(url: str, params: Params | None, rules: HostRules) -> httpx.URL:
    """The address with its parameters, when it may be asked at all."""
    try:
        parsed = httpx.URL(url).copy_with(fragment=None)
    except (httpx.InvalidURL, ValueError):
        raise FetchError(
            FetchFault.REFUSED_HOST, "주소가 올바르지 않습니다", url=shown(url)
        ) from None
    return checked_url(with_params(parsed, params or {}), rules)


def checked_url(url: httpx.URL, rules: HostRules) -> httpx.URL:
    """`url`, when its scheme and host are those of the source."""
    if url.scheme not in _PORTS or url.userinfo:
        raise FetchError(FetchFault.REFUSED_HOST, "http(s) 주소가 아닙니다", url=shown(str(url)))
    if host_of(url) not in rules.hosts:
        raise FetchError(FetchFault.REFUSED_HOST, "허용하지 않은 호스트입니다", url=shown(str(url)))
    return url


def with_params(url: httpx.URL, params: Params) -> httpx.URL:
    """`url` with more parameters; what it has stays byte for byte (EUC-KR escapes)."""
    if not params:
        return url
    joined = b"&".join(filter(None, [url.query, urlencode(params).encode()]))
    return url.copy_with(query=joined)


def without_params(url: httpx.URL, names: Collection[str]) -> httpx.URL:
    """`url` without the named parameters (a redirect may repeat our key)."""
    if not names or not url.query:
        return url
    parts = url.query.split(b"&")
    kept = [part for part in parts if not any(name in names for name, _ in _pairs(part))]
    return url.copy_with(query=b"&".join(kept) if kept else None)


def shown(url: str) -> str:
    """An address as messages show it: not too long, on one line."""
    text = "".join(url.split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _pairs(part: bytes) -> list[tuple[str, str]]:
    return parse_qsl(part.decode("latin-1"), keep_blank_values=True)
