"""POST /api/search/structured."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from policies.tests.structured.listed import youth

pytestmark = pytest.mark.django_db
URL = "/api/search/structured"


def post(client: Client, **body: object) -> dict[str, Any]:
    response = client.post(URL, body, content_type="application/json")
    assert response.status_code == 200
    found: dict[str, Any] = response.json()
    return found


def test_records_with_links_and_the_understood_sentence(client: Client) -> None:
    policy = youth("a")
    found = post(client, question="울산만 대상인 청년정책 중 지금 접수 중인 것", as_of="2026-07-12")
    assert found["answered"] is True
    assert found["total"] == 1
    (record,) = found["records"]
    assert record["policy_id"] == str(policy.id)
    assert record["link"] == "https://example.go.kr/a"
    assert "울산광역시" in str(found["understood"])


def test_a_count(client: Client) -> None:
    youth("a")
    found = post(client, question="울산만 대상인 청년정책 몇 개야?", as_of="2026-07-12")
    assert found["number"] == 1
    assert found["conclusion"] == "모두 1건이에요."


def test_what_is_not_understood_is_said(client: Client) -> None:
    youth("a")
    found = post(client, question="중구만 대상인 청년정책")
    assert found["answered"] is False
    assert found["records"] == []
    assert "중구" in str(found["unread"])


@pytest.mark.parametrize(
    "body", [{}, {"question": ""}, {"question": "가" * 301}, {"question": "몇 개", "as_of": "내일"}]
)
def test_bad_input_is_refused(client: Client, body: dict[str, object]) -> None:
    response = client.post(URL, body, content_type="application/json")
    assert response.status_code == 422
