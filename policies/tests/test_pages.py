"""The policy list and the policy page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from config.templatetags import coverage
from policies import selectors
from policies.models import Policy, PolicyRelation
from policies.retrieval.types import Hit, Query, SearchResult
from policies.tests.factories import make_policy
from policies.tests.records import load
from policies.vocabulary import Section

pytestmark = pytest.mark.django_db
SEOUL = "서울특별시"


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Search that finds what is put under "hits" and remembers the query."""
    seen: dict[str, Any] = {"hits": [], "below_floor": False}

    def search(query: Query) -> SearchResult:
        seen["query"] = query
        hits = tuple(Hit(each.id, 1.0, 1.0, 1.0, ()) for each in seen["hits"])
        return SearchResult(hits, seen["below_floor"], "test", len(hits))

    monkeypatch.setattr(selectors, "search_policies", search)
    return seen


def names(client: Client, address: str) -> list[str]:
    response = client.get(address)
    assert response.status_code == 200
    return [policy.name for policy in response.context["page"].object_list]


def test_list_leaves_out_what_ended_and_what_is_not_published(client: Client) -> None:
    make_policy("열린 정책")
    make_policy("끝난 정책", status="closed")
    make_policy("기관 정책", for_persons=False)
    hidden = make_policy("숨은 정책")
    hidden.current_version = None
    hidden.save()
    assert names(client, "/policies/") == ["열린 정책"]
    assert names(client, "/policies/?status=closed") == ["끝난 정책"]


def test_region_keeps_nation_province_and_own_district(client: Client) -> None:
    make_policy("가 전국")
    make_policy("나 서울", region=(SEOUL, ""))
    make_policy("다 동작", region=(SEOUL, "동작구"))
    make_policy("라 강남", region=(SEOUL, "강남구"))
    address = f"/policies/?sido={SEOUL}&sigungu=동작구"
    # Its own before the nation's.
    assert names(client, address) == ["나 서울", "다 동작", "가 전국"]


def test_district_of_another_province_is_told(client: Client) -> None:
    response = client.get("/policies/?sido=부산광역시&sigungu=동작구")
    assert "부산광역시에 있는 시·군·구를 골라 주세요." in response.content.decode()


def test_life_stage_filter(client: Client) -> None:
    make_policy("노년 정책", life_stages=["노년"])
    make_policy("청년 정책", life_stages=["청년"])
    assert names(client, "/policies/?life_stage=노년") == ["노년 정책"]


def test_unknown_filter_values_do_not_break_the_list(client: Client) -> None:
    make_policy("정책")
    assert names(client, "/policies/?theme=없는것&status=x&page=999") == ["정책"]


def test_search_keeps_the_order_of_the_hits(client: Client, searches: dict[str, Any]) -> None:
    first, second = make_policy("나중 이름"), make_policy("가나다")
    searches["hits"] = [first, second]
    assert names(client, f"/policies/?q=치매&sido={SEOUL}") == ["나중 이름", "가나다"]
    assert searches["query"].region.sido == SEOUL
    assert searches["query"].only is None


def test_search_is_narrowed_by_the_other_filters(client: Client, searches: dict[str, Any]) -> None:
    wanted = make_policy("노년 정책", life_stages=["노년"])
    make_policy("청년 정책", life_stages=["청년"])
    client.get("/policies/?q=치매&life_stage=노년")
    assert searches["query"].only == (wanted.id,)


def test_words_are_searched_when_the_model_is_away(client: Client, settings: Any) -> None:
    load("own", name="치매치료관리비 지원")
    load("other", name="다른 정책", sections={Section.SUMMARY: "난방비를 지원합니다."})
    settings.EMBEDDER = "none"
    assert names(client, "/policies/?q=치매")[0] == "치매치료관리비 지원"


def test_nothing_found_is_not_said_to_be_nonexistent(
    client: Client, searches: dict[str, Any]
) -> None:
    page = client.get("/policies/?q=없는 정책").content.decode()
    assert "조건에 맞는 정책을 찾지 못했어요" in page
    assert "제도가 없다는 뜻은 아닙니다" in page


def test_what_is_not_near_the_text_is_not_shown(client: Client, searches: dict[str, Any]) -> None:
    searches |= {"hits": [make_policy()], "below_floor": True}
    page = client.get("/policies/?q=자동차 세차").content.decode()
    assert "조건에 맞는 정책을 찾지 못했어요" in page
    assert "치매치료관리비" not in page


def test_past_periods_are_left_out_and_marked(client: Client) -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    past = make_policy("지난 정책", period_end=yesterday)
    make_policy("오늘까지", period_end=timezone.localdate())
    assert names(client, "/policies/") == ["오늘까지"]
    for address in ("/policies/?status=open", f"/policies/{past.id}/"):
        assert "접수 마감" in client.get(address).content.decode()


def test_checked_policies_come_first(client: Client) -> None:
    make_policy("가 모은 정책")
    Policy.objects.filter(id=make_policy("하 확인한 정책").id).update(source="catalogue")
    assert names(client, "/policies/") == ["하 확인한 정책", "가 모은 정책"]


def test_list_queries_do_not_grow_with_rows(
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(12):
        make_policy(f"정책 {number}", region=(SEOUL, "동작구"), life_stages=["노년"])
    # The line with the numbers of all policies is kept between pages.
    monkeypatch.setattr(coverage, "_kept", {})
    settings.COVERAGE_SECONDS = 60.0
    client.get("/policies/")
    # count, policies with agency and version, and four relations
    with django_assert_num_queries(6):
        client.get("/policies/")


def test_pages_keep_the_filter(client: Client) -> None:
    for number in range(21):
        make_policy(f"정책 {number:02}", life_stages=["노년"])
    page = client.get("/policies/?life_stage=노년&page=2").content.decode()
    assert "life_stage=%EB%85%B8%EB%85%84&amp;page=1" in page
    assert "정책 20" in page


def test_detail_shows_sections_source_and_a_question_link(client: Client) -> None:
    policy = make_policy(apply_url="https://www.gov.kr/")
    page = client.get(f"/policies/{policy.id}/").content.decode()
    for text in ("지원내용", "월 3만 원까지 드립니다.", "2026-06-12", "치매관리법 제12조"):
        assert text in page
    assert 'href="tel:18999988"' in page
    assert 'href="/?q=' in page
    assert 'rel="noopener"' in page


def test_detail_escapes_published_text(client: Client) -> None:
    policy = make_policy("<script>alert(1)</script>", sections={"benefit": "<img src=x onerror=y>"})
    page = client.get(f"/policies/{policy.id}/").content.decode()
    assert "<script>alert(1)" not in page
    assert "<img src=x" not in page


def test_detail_follows_only_web_addresses(client: Client) -> None:
    policy = make_policy(apply_url="javascript:alert(1)")
    assert "javascript:" not in client.get(f"/policies/{policy.id}/").content.decode()


def test_exclusive_policies_show_from_both_sides(client: Client) -> None:
    one, other = make_policy("한쪽 정책"), make_policy("다른쪽 정책")
    PolicyRelation.objects.create(origin=one, target=other, kind=PolicyRelation.EXCLUSIVE)
    for policy in (one, other):
        page = client.get(f"/policies/{policy.id}/").content.decode()
        assert "함께 받을 수 없는 정책" in page


def test_unknown_policy_is_404_in_korean(client: Client) -> None:
    response = client.get(f"/policies/{uuid4()}/")
    assert response.status_code == 404
    assert "찾으시는 페이지가 없어요" in response.content.decode()


def test_api_lists_and_shows_policies(client: Client) -> None:
    policy = make_policy(region=(SEOUL, "동작구"))
    rows = client.get(f"/api/v1/policies/?sido={SEOUL}").json()
    assert rows["count"] == 1
    assert rows["results"][0]["regions"] == ["서울특별시 동작구"]
    detail = client.get(f"/api/v1/policies/{policy.id}/").json()
    assert detail["version"]["sections"]["benefit"] == "월 3만 원까지 드립니다."


def test_api_is_read_only_and_checks_filters(client: Client) -> None:
    assert client.post("/api/v1/policies/", {}).status_code in {403, 405}
    assert client.get("/api/v1/policies/?status=x").status_code == 400
