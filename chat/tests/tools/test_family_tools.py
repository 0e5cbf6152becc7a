"""Tools of the family: who belongs to it, what is known, what is kept."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import ResultStatus
from chat.tests.tools.family import DAY, DONGJAK, asking, known
from policies.tests.factories import AGE_RULE, make_policy
from profiles.facts import facts_of
from profiles.models import Profile
from profiles.tests.factories import make_profile, make_user

pytestmark = pytest.mark.django_db
BORN = {"birth_date": "1959-03-02"}


@pytest.fixture
def mother() -> Profile:
    return make_profile(make_user(), name="우리 엄마", birth_date=date(1959, 3, 2))


def test_members_of_the_talk_and_of_the_account_are_listed(mother: Profile) -> None:
    context = asking(mother.user, members={"self": known(age=40, region=DONGJAK)})
    result = run_tool("list_family_members", {}, context)
    saved, told = result.items
    assert (saved.title, saved.metadata["saved"], saved.metadata["age"]) == ("우리 엄마", True, 67)
    assert told.content == "만 40세, 서울특별시 동작구"
    assert "저장하지 않은 가족: 본인" in result.notices[0]
    stranger = asking(make_user("stranger@example.com"))
    assert run_tool("list_family_members", {}, stranger).status is ResultStatus.NOT_FOUND


def test_facts_are_told_with_where_they_are_from(mother: Profile) -> None:
    context = asking(mother.user)
    result = run_tool("get_member_facts", {"member": "엄마"}, context)
    (item,) = result.items
    assert (item.title, item.content) == ("나이", "1959년 3월 2일")
    assert item.metadata["layer"] == "L2"
    assert "사는 곳" in result.notices[0]
    wanted = run_tool("get_member_facts", {"member": "엄마", "keys": ["assets"]}, context)
    assert (wanted.status, "재산" in wanted.notices[0]) == (ResultStatus.NOT_FOUND, True)
    strange = run_tool("get_member_facts", {"member": "엄마", "keys": ["user"]}, context)
    assert strange.status is ResultStatus.INVALID


def test_facts_are_saved_only_with_consent(mother: Profile) -> None:
    context = asking(mother.user)
    given = {"member": "우리 엄마", "facts": {"household_size": 2, "monthly_income": 0}}
    asked = run_tool("set_member_facts", given, context)
    assert asked.needs_user_input is not None
    assert "2명" in asked.summary
    assert "0원" in asked.summary
    assert facts_of(mother, as_of=DAY).household_size is None
    run_tool("set_member_facts", {**given, "consent": True}, context)
    mother.refresh_from_db()
    assert (mother.household_size, mother.monthly_income) == (2, 0)
    assert mother.birth_date == date(1959, 3, 2)


def test_the_second_child_is_the_one_that_is_saved(mother: Profile) -> None:
    first = make_profile(mother.user, "첫째", relation="child")
    second = make_profile(mother.user, "둘째", relation="child")
    given = {"member": "둘째", "facts": BORN, "consent": True}
    assert run_tool("set_member_facts", given, asking(mother.user)).status is ResultStatus.OK
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.birth_date, second.birth_date) == (None, date(1959, 3, 2))


def test_facts_are_read_from_what_was_said(mother: Profile) -> None:
    context = asking(mother.user, question="저는 1980년 5월 3일생이고 서울 동작구에 살아요")
    run_tool("set_member_facts", {"member": "self", "consent": True}, context)
    own = Profile.objects.get(relation="self")
    assert (own.birth_date, own.sigungu) == (date(1980, 5, 3), "동작구")


@pytest.mark.parametrize(
    ("facts", "argument"), [({"age": 70}, "birth_date"), ({}, "facts")], ids=["age", "nothing"]
)
def test_what_cannot_be_kept_is_asked_for(
    mother: Profile, facts: dict[str, Any], argument: str
) -> None:
    given = {"facts": facts, "consent": True}
    result = run_tool("set_member_facts", given, asking(mother.user, question="저장해 줘"))
    assert result.needs_user_input is not None
    assert result.needs_user_input.argument == argument


@pytest.mark.parametrize("facts", [{"birth_date": "2099-01-01"}, {"sex": "x"}, {"name": "남"}])
def test_wrong_facts_are_refused(mother: Profile, facts: dict[str, Any]) -> None:
    given = {"facts": facts, "consent": True}
    result = run_tool("set_member_facts", given, asking(mother.user))
    assert result.status is ResultStatus.INVALID
    assert run_tool("set_member_facts", given, asking()).status is ResultStatus.SIGN_IN


def test_a_household_is_described_with_what_is_unknown() -> None:
    facts = known(household_size=2, monthly_income=2_099_646, region=DONGJAK, age=40)
    context = asking(members={"self": facts, "mother": known(age=82), "child": known(age=9)})
    result = run_tool("describe_household", {}, context)
    ratio = result.items[-1]
    assert ratio.metadata["ratio"] == 50.0
    assert ratio.metadata["year"] == 2026
    assert "2인 가구, 서울특별시 동작구" in result.summary
    assert any("따로 사는 가족" in notice for notice in result.notices)
    without = asking(members={"self": known(age=40)})
    described = run_tool("describe_household", {}, without)
    assert all(item.kind == "member" for item in described.items)
    assert "가구원 수" in described.notices[0]
    assert run_tool("describe_household", {}, asking()).needs_user_input is not None


def test_members_are_compared_for_one_policy() -> None:
    make_policy("예순 정책", rule=AGE_RULE)
    members = {"self": known(age=40), "mother": known(age=70), "spouse": known(sex="male")}
    result = run_tool("compare_members", {"policy": "예순 정책"}, asking(members=members))
    assert [item.metadata["verdict"] for item in result.items] == [
        "likely",
        "needs_more_info",
        "unlikely",
    ]
    assert "받을 가능성이 높은 분은 어머니" in result.summary
    make_policy("새 정책")
    unread = run_tool("compare_members", {"policy": "새 정책"}, asking(members=members))
    assert unread.status is ResultStatus.UNAVAILABLE
