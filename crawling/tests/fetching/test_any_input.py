"""Whatever comes, the answer is a text, a decision or a FetchError."""

from __future__ import annotations

from contextlib import suppress

import httpx
from hypothesis import given
from hypothesis import strategies as st

from crawling.fetching.addresses import request_url, without_params
from crawling.fetching.bodies import parse_body
from crawling.fetching.charset import decode
from crawling.fetching.portal import portal_fault, quota_used_up
from crawling.fetching.robots import parse_robots
from crawling.fetching.types import Expect, FetchError, HostRules

MARKUP = st.text(alphabet='<>!-/?&;#[]{}":, \n\x00가htmlbodyXML0123', max_size=200)
RULES = HostRules(hosts=("www.example.go.kr",))


@given(st.binary(max_size=300), st.text(max_size=40))
def test_bytes_become_text(content: bytes, content_type: str) -> None:
    decode(content, content_type).encode()
    decode(content, f"text/html; charset={content_type}").encode()


@given(MARKUP, st.sampled_from(Expect), st.text(max_size=30))
def test_bodies_are_parsed_or_refused(text: str, expect: Expect, content_type: str) -> None:
    with suppress(FetchError):
        parse_body(text, expect, content_type=content_type, url="http://a")
    portal_fault(f"<OpenAPI_ServiceResponse>{text}")
    quota_used_up(text)


@given(st.text(max_size=300), st.text(max_size=100))
def test_robots_always_decide(text: str, path: str) -> None:
    robots = parse_robots(f"User-agent: *\n{text}", "PolyCollector/1.0")
    assert robots.allows(path) in (True, False)


@given(st.text(max_size=80), st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=3))
def test_addresses_are_taken_or_refused(text: str, params: dict[str, str]) -> None:
    for url in (text, f"http://www.example.go.kr/{text}"):
        with suppress(FetchError):
            asked = request_url(url, params, RULES)
            assert asked.host == "www.example.go.kr"
            assert isinstance(without_params(asked, params.keys()), httpx.URL)
