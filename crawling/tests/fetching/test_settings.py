"""What the environment says about collecting."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.settings.parts.crawl import contact, seconds, service_key


@pytest.mark.parametrize(
    ("raw", "key"), [("a%2Bb%2Fc%3D%3D", "a+b/c=="), ("a+b/c==", "a+b/c=="), ("", "")]
)
def test_both_spellings_of_a_portal_key(raw: str, key: str) -> None:
    assert service_key(raw) == key


@pytest.mark.parametrize("raw", ["복지팀", "a@b.kr\r\nX-Header: 1"])
def test_contact_that_fits_no_header_is_refused(raw: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="CRAWL_CONTACT"):
        contact(raw)


def test_spans_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAWL_SITE_SECONDS", "-1")
    with pytest.raises(ImproperlyConfigured, match="0초 이상"):
        seconds("CRAWL_SITE_SECONDS", 2.0)
    monkeypatch.setenv("CRAWL_TIMEOUT_SECONDS", "0")
    with pytest.raises(ImproperlyConfigured, match="1초 이상"):
        seconds("CRAWL_TIMEOUT_SECONDS", 60.0, minimum=1.0)
    monkeypatch.setenv("CRAWL_SITE_SECONDS", "0.5")
    assert seconds("CRAWL_SITE_SECONDS", 2.0) == 0.5
