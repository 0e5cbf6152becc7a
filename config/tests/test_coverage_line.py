"""What the citizens' pages say of how much is held, and of when."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from config.templatetags import coverage
from crawling.models import Source
from crawling.runs.registry import source_ensure
from policies.models import Policy, PolicyGroup, PolicyVersion
from policies.tests.factories import make_policy
from profiles.models import Profile

pytestmark = pytest.mark.django_db
SEOUL, BUSAN = "서울특별시", "부산광역시"


@pytest.fixture(autouse=True)
def policies() -> list[Policy]:
    made = [make_policy("전국 정책"), make_policy("전국 정책 사본")]
    group = PolicyGroup.objects.create(name="같은 정책", kind=PolicyGroup.SAME_RECORD)
    Policy.objects.update(group=group)
    made += [make_policy(f"서울 {place}", region=(SEOUL, place)) for place in ("", "동작구")]
    made += [make_policy("부산", region=(BUSAN, ""))]
    make_policy("끝난 정책", status="closed", region=(SEOUL, ""))
    return made


def line(client: Client, address: str = "/policies/") -> str:
    page = client.get(address).content.decode()
    found = re.search(r'<p class="coverage".*?</p>', page, re.DOTALL)
    text = unescape(re.sub(r"<[^>]+>", " ", found.group())) if found else ""
    return " ".join(text.split()).removeprefix("가지고 있는 정책: ")


def collected(at: datetime) -> None:
    source_ensure("gov24")
    Source.objects.filter(pk="gov24").update(last_good_at=at)


@pytest.mark.parametrize("address", ["/", "/policies/"])
def test_before_any_run_it_tells_the_day_of_the_texts(client: Client, address: str) -> None:
    assert line(client, address) == "전국 1건 · 2026년 6월 12일에 모은 자료"


def test_it_tells_when_all_was_collected_last(client: Client) -> None:
    now = timezone.localtime()
    collected(now.replace(hour=0, minute=0))
    assert line(client) == "전국 1건 · 오늘 00:00 기준"
    collected(now.replace(hour=3, minute=10) - timedelta(days=1))
    assert line(client) == "전국 1건 · 어제 03:10 기준"
    # Another source is older than it promises.
    Policy.objects.filter(name="부산").update(source="bokjiro")
    PolicyVersion.objects.update(collected_on=now.date() - timedelta(days=30))
    assert line(client).endswith("어제 03:10 기준 · 일부 자료는 더 오래되었어요")


def test_the_own_province_is_counted_or_the_chosen_one(client: Client) -> None:
    person = User.objects.create_user(email="a@example.kr", password="x")
    client.force_login(person)
    assert line(client).startswith("전국 1건 ·")
    Profile.objects.create(
        user=person, name="나", relation="self", is_main=True, sido=SEOUL, sigungu="동작구"
    )
    assert line(client, "/").startswith("전국 1건, 서울 2건 ·")
    assert line(client, f"/policies/?sido={BUSAN}").startswith("전국 1건, 부산 1건 ·")
    assert line(client, "/policies/?sido=없는도").startswith("전국 1건, 서울 2건 ·")


def test_nothing_is_said_of_nothing(client: Client) -> None:
    Policy.objects.update(current_version=None)
    assert line(client) == ""


def test_a_page_asks_nothing_while_the_line_is_kept(
    client: Client,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    monkeypatch.setattr(coverage, "_kept", {})
    settings.COVERAGE_SECONDS = 60.0
    first = line(client, "/")
    with django_assert_num_queries(0):
        assert coverage._line("", "") in first
