from __future__ import annotations

import pytest

from chat.agent.tools.types import ResultStatus
from chat.tests.tools.asking import DONGJAK, ask, check_spans, item_named, titles
from policies.guides.places import facility_kinds, portals_for, rental_types

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("welfare")]


def test_a_facility_is_looked_for_in_a_place() -> None:
    result = ask("search_welfare_facility", "집 가까운 지역아동센터 좀 찾아줘요")
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == "sigungu"
    province = ask("search_welfare_facility", "서울 요양원")
    assert province.status is ResultStatus.NEEDS_USER_INPUT
    kind = ask("search_welfare_facility", "동작구 시설 찾아줘")
    assert kind.needs_user_input is not None
    assert kind.needs_user_input.argument == "kind"


def test_what_is_not_held_is_said_and_the_official_page_given() -> None:
    result = ask("search_welfare_facility", "시각장애인 복지관 찾아요 광주 북구")
    assert result.status is ResultStatus.OK
    assert (result.total, result.query) == (0, "전남광주통합특별시 북구 장애인복지관")
    assert "아직 갖고 있지 않아요" in result.notices[0]
    assert item_named(result, "복지시설 찾기").url == "https://www.bokjiro.go.kr"


def test_published_contacts_of_the_place_are_facilities() -> None:
    result = ask("search_welfare_facility", "우리 동네 보건소 어디예요", region=DONGJAK)
    centers = [item for item in result.items if item.kind == "facility"]
    assert centers
    assert all("보건소" in item.title for item in centers)
    assert any(item.content.startswith("02-820-") for item in centers)


def test_the_place_of_the_question_goes_before_where_one_lives() -> None:
    result = ask("search_welfare_facility", "대구 수성구 보건소 위치", region=DONGJAK)
    assert result.query.startswith("대구광역시 수성구")


def test_notices_of_homes_are_not_held_but_their_pages_are_known() -> None:
    assert ask("search_housing_subscription", "청약 뜬 거").status is ResultStatus.NEEDS_USER_INPUT
    result = ask("search_housing_subscription", "서울 행복주택 모집공고 언제 떴어요?")
    assert titles(result)[:2] == ["SH인터넷청약시스템", "청약홈"]
    assert "행복주택" in titles(result)
    assert "아직 갖고 있지 않아요" in result.notices[0]
    elsewhere = ask("search_housing_subscription", "이번달 수원에 청약 뜬거 있나요")
    assert "SH인터넷청약시스템" not in titles(elsewhere)


def test_help_with_rent_is_told_by_the_sentence_on_it() -> None:
    result = ask("search_rental_support", "월세 지원해 주는 곳", kind="월세")
    assert result.status is ResultStatus.OK
    assert "주거급여" in titles(result)
    assert check_spans(result) == len(result.items)
    wrong = ask("search_rental_support", "월세", kind="관리비")
    assert wrong.status is ResultStatus.INVALID
    assert "쓸 수 있는 값은" in wrong.problems["kind"]


def test_public_homes_are_ordered_by_what_is_known_of_the_person() -> None:
    unknown = ask("find_public_housing_support")
    assert len(rental_types()) == unknown.total
    assert any("알려 주시면" in notice for notice in unknown.notices)
    known = ask("find_public_housing_support", facts={"owns_home": True, "age": 40})
    verdicts = [item.metadata.get("verdict") for item in known.items[: known.total]]
    assert verdicts[-1] == "unlikely"
    assert any("모은 자료가 없어요" in notice for notice in known.notices)


def test_a_region_is_looked_up_under_old_and_new_names() -> None:
    moved = ask("lookup_region", "경상북도 군위군은 어디 소속이야")
    assert titles(moved) == ["대구광역시 군위군"]
    assert moved.items[0].metadata["codes"]
    many = ask("lookup_region", "중구에 살아요")
    assert many.total is not None
    assert many.total > 3
    assert ask("lookup_region", "날씨 어때").status is ResultStatus.NOT_FOUND


def test_every_kind_of_facility_and_portal_has_an_official_page() -> None:
    for kind in facility_kinds():
        assert kind.find.url.startswith("https://")
        assert kind.find.phone
    assert all(portal.url.startswith("https://") for portal in portals_for("서울특별시"))
