"""Tools of the household ledger, and what can be received together."""

from __future__ import annotations

from typing import Any

import pytest

from chat.agent.tools.registry import run_tool
from chat.agent.tools.types import ResultStatus
from chat.tests.tools.family import DAY, asking, exclude, known
from policies.models import PolicyVersion
from policies.tests.factories import make_policy
from profiles.facts import facts_of
from profiles.ledger_services import benefit_add
from profiles.models import Profile, ReceivedBenefit
from profiles.tests.factories import make_profile, make_user

pytestmark = pytest.mark.django_db
NO_CARE = "부모급여를 받는 아동은 제외합니다."
TOGETHER = "부모급여와 함께 받을 수 있습니다."
PENSION = {"name": "기초연금", "amount": 334_810, "member": "어머니"}


@pytest.fixture
def mother() -> Profile:
    return make_profile(make_user(), name="우리 엄마")


def test_nothing_is_kept_before_the_person_agrees(mother: Profile) -> None:
    context = asking(mother.user)
    asked = run_tool("add_received_benefit", PENSION, context)
    assert asked.needs_user_input is not None
    assert asked.needs_user_input.argument == "consent"
    assert "‘기초연금’(월 334,810원)을 저장할까요?" in asked.summary
    assert not ReceivedBenefit.objects.exists()
    kept = run_tool("add_received_benefit", {**PENSION, "consent": True}, context)
    assert kept.status is ResultStatus.OK
    assert facts_of(mother, as_of=DAY).receives == ["기초연금"]
    again = run_tool("add_received_benefit", {**PENSION, "consent": True}, context)
    assert (again.status, list(again.problems)) == (ResultStatus.INVALID, ["name"])


def test_a_member_nobody_saved_is_made_with_consent_only(mother: Profile) -> None:
    given = {"name": "아동수당", "member": "아이", "consent": False}
    run_tool("add_received_benefit", given, asking(mother.user))
    assert Profile.objects.count() == 1
    run_tool("add_received_benefit", {**given, "consent": True}, asking(mother.user))
    assert Profile.objects.get(relation="child").received_benefits.get().name == "아동수당"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("list_received_benefits", {}),
        ("sum_received_benefits", {}),
        ("add_received_benefit", {"name": "기초연금", "consent": True}),
        ("end_received_benefit", {"name": "기초연금", "consent": True}),
    ],
)
def test_the_ledger_is_the_owners_alone(mother: Profile, name: str, given: dict[str, Any]) -> None:
    benefit_add(profile=mother, values={"name": "기초연금", "amount": 334_810})
    assert run_tool(name, given, asking()).status is ResultStatus.SIGN_IN
    stranger = make_user("stranger@example.com")
    result = run_tool(name, {**given, "member": "self"}, asking(stranger))
    assert "334,810" not in result.model_dump_json()
    assert ReceivedBenefit.objects.get(profile=mother).until is None
    locked = make_user("gone@example.com")
    locked.is_active = False
    locked.save()
    assert run_tool(name, given, asking(locked)).status is ResultStatus.SIGN_IN


def test_sums_are_told_with_what_they_leave_out(mother: Profile) -> None:
    context = asking(mother.user)
    assert run_tool("sum_received_benefits", {}, context).status is ResultStatus.NOT_FOUND
    benefit_add(profile=mother, values={"name": "기초연금", "amount": 334_810})
    benefit_add(profile=mother, values={"name": "축하금", "amount": 500_000, "paid": "once"})
    benefit_add(profile=mother, values={"name": "교통비"})
    result = run_tool("sum_received_benefits", {}, context)
    assert "월 334,810원" in result.summary
    assert "한 번에 받은 것은 모두 500,000원" in result.summary
    assert "교통비" in result.notices[0]
    one = run_tool("sum_received_benefits", {"member": "우리 엄마"}, context)
    assert one.summary.startswith("우리 엄마가 지금 매달")
    listed = run_tool("list_received_benefits", {}, context)
    assert [item.metadata["amount"] for item in listed.items] == [334_810, 500_000, None]
    assert "교통비" in listed.notices[-1]


def test_an_entry_ends_on_its_day_after_consent(mother: Profile) -> None:
    context = asking(mother.user)
    benefit_add(profile=mother, values={"name": "기초연금"})
    given = {"name": "기초연금 수급", "member": "mother", "until": "2026-10-31"}
    asked = run_tool("end_received_benefit", given, context)
    assert asked.needs_user_input is not None
    assert "2026년 10월 31일까지" in asked.summary
    ended = run_tool("end_received_benefit", {**given, "consent": True}, context)
    assert ended.items[0].metadata["state"] == "ended"
    gone = run_tool("end_received_benefit", {**given, "consent": True}, context)
    assert gone.status is ResultStatus.NOT_FOUND


def test_two_that_exclude_each_other_are_told_with_the_sentence() -> None:
    care = make_policy("가정양육수당", sections={"target": NO_CARE})
    exclude(care, make_policy("부모급여"), "target", NO_CARE)
    given = {"policies": ["부모급여", "가정양육수당"]}
    result = run_tool("duplicate_benefit_check", given, asking())
    (item,) = result.items
    assert item.metadata["together"] == "exclusive"
    version = PolicyVersion.objects.get(pk=item.version_id)
    assert version.sections["target"][item.start : item.end] == NO_CARE
    assert "중복 불가" in result.graph_summary
    said = asking(question="부모급여랑 가정양육수당 둘 다 되나요?")
    assert run_tool("duplicate_benefit_check", {}, said).items[0].content == f"“{NO_CARE}”"


def test_a_text_that_excludes_by_name_needs_no_relation() -> None:
    make_policy("가정양육수당", sections={"target": NO_CARE})
    make_policy("부모급여")
    given = {"policies": ["부모급여", "가정양육수당"]}
    result = run_tool("duplicate_benefit_check", given, asking())
    assert result.items[0].metadata["together"] == "exclusive"


@pytest.mark.parametrize(
    ("text", "together"),
    [
        (TOGETHER, "allowed"),
        ("부모급여와 함께 받을 수 있습니다. 다만 시설에 살면 제외합니다.", "allowed"),
        (
            "부모급여와 함께 받을 수 있으나 금액이 줄어들 수 있으니 다만 확인이 필요합니다.",
            "unclear",
        ),
        ("다른 법령에 따라 비슷한 지원을 받는 사람은 제외합니다.", "unclear"),
        ("부모급여와 함께 받을 수 있나요?\n아니요, 그렇지 않아요.", "unclear"),
        ("부모급여와 중복 지급이 확인되면 받은 금액이 환수됩니다.", "unclear"),
        ("부모급여와 중복 수급이 가능한지 확인해 주세요.", "unclear"),
        ("아이를 키우는 가정에 드립니다.", "not_found"),
    ],
)
def test_only_a_sentence_says_yes(text: str, together: str) -> None:
    make_policy("아동수당", sections={"notice": text})
    make_policy("부모급여")
    given = {"policies": ["아동수당", "부모급여"]}
    result = run_tool("duplicate_benefit_check", given, asking())
    assert result.items[0].metadata["together"] == together
    assert any("129" in notice for notice in result.notices)


def test_one_policy_is_held_against_what_is_received(mother: Profile) -> None:
    care = make_policy("가정양육수당", sections={"target": NO_CARE})
    exclude(care, make_policy("부모급여"), "target", NO_CARE)
    benefit_add(profile=mother, values={"name": "부모급여"})
    benefit_add(profile=mother, values={"name": "어떤 수당"})
    given = {"policies": ["가정양육수당"], "member": "mother"}
    result = run_tool("duplicate_benefit_check", given, asking(mother.user))
    assert "함께 받을 수 없다고" in result.summary
    assert any("어떤 수당" in notice for notice in result.notices)
    told = asking(members={"self": known(receives=["부모급여"])})
    spoken = run_tool("duplicate_benefit_check", {"policies": ["가정양육수당"]}, told)
    assert "함께 받을 수 없다고" in spoken.summary
    nothing = run_tool("duplicate_benefit_check", {"policies": ["가정양육수당"]}, asking())
    assert nothing.needs_user_input is not None
    assert nothing.needs_user_input.argument == "receives"


def test_rivals_are_listed_and_none_is_no_permission() -> None:
    care = make_policy("가정양육수당", sections={"target": NO_CARE})
    parental = make_policy("부모급여")
    exclude(care, parental, "target", NO_CARE)
    for name, other in (("부모급여", "가정양육수당"), ("가정양육수당", "부모급여")):
        result = run_tool("list_exclusive_benefits", {"policy": name}, asking())
        assert [item.title for item in result.items] == [other]
        assert result.items[0].content == f"“{NO_CARE}”"
    care.outgoing.update(rejected=True)
    result = run_tool("list_exclusive_benefits", {"policy": "부모급여"}, asking())
    assert result.status is ResultStatus.NOT_FOUND
    assert "뜻은 아니에요" in result.notices[0]
