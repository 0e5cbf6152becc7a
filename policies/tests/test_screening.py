"""Screening: groups, counts, what SQL drops, received and exclusive benefits, the question."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from policies.eligibility.evaluate import evaluate
from policies.eligibility.facts import ApplicantFacts
from policies.eligibility.necessary import necessary_conditions
from policies.eligibility.outcome import State
from policies.eligibility.reference import bundled_tables
from policies.eligibility.regions import lives_in, place
from policies.eligibility.rule import rule_from_data
from policies.models import EligibilityRule, Policy, PolicyRelation
from policies.screening.candidates import Dropped, candidates
from policies.screening.family import screen_family, screen_person
from policies.screening.items import ONLY_ONE, Item, MemberScreening
from policies.tests.eligibility.strategies import partial_people, people, rules
from policies.tests.factories import make_policy
from policies.vocabulary import Verdict

pytestmark = pytest.mark.django_db
AS_OF = date(2026, 11, 29)
OLD: dict[str, Any] = {"criterion": "age", "min": 65}
YOUNG: dict[str, Any] = {"criterion": "age", "max": 34}
WOMAN: dict[str, Any] = {"criterion": "sex", "one_of": ["female"]}
POOR: dict[str, Any] = {"criterion": "near_poor"}
SEOUL = ("서울특별시", "동작구")


def facts(**known: Any) -> ApplicantFacts:
    return ApplicantFacts.model_validate({"as_of": AS_OF, **known})


def screened(**known: Any) -> MemberScreening:
    return screen_person(facts(**known))


def names(items: tuple[Item, ...]) -> list[str]:
    return [item.name for item in items]


def store_bounds() -> None:
    """What the loader stores beside a rule."""
    for rule in EligibilityRule.objects.all():
        bounds = necessary_conditions(rule_from_data(rule.tree))
        rule.min_age_months, rule.max_age_months = bounds.min_age_months, bounds.max_age_months
        rule.sex = bounds.sex
        rule.save()


def exclude(one: Policy, other: Policy) -> None:
    PolicyRelation.objects.create(origin=one, target=other, kind=PolicyRelation.EXCLUSIVE)


def test_every_open_policy_is_counted_once() -> None:
    make_policy("맞음", rule=OLD)
    make_policy("모름", rule=WOMAN)
    make_policy("아님", rule=YOUNG)
    make_policy("기준 없음")
    make_policy("못 읽음", rule={"criterion": "gone"})
    make_policy("먼 곳", rule=OLD, region=("부산광역시", ""))
    make_policy("먼 곳 기준 없음", region=("부산광역시", ""))
    make_policy("끝남", rule=OLD, status="closed")
    make_policy("기업용", rule=OLD, for_persons=False)
    make_policy("기한 지남", rule=OLD, period_end=date(2026, 11, 28))
    found = screened(age=70, region={"sido": "서울특별시"})
    assert names(found.likely) == ["맞음"]
    assert names(found.needs_more_info) == ["모름"]
    assert names(found.unlikely) == ["아님"]
    assert found.dropped == Counter({Dropped.REGION: 1})
    assert found.counts == {
        "likely": 1,
        "needs_more_info": 1,
        "unlikely": 2,
        "already_received": 0,
        "no_rule": 2,
    }


def test_what_stored_bounds_drop_is_counted_by_its_reason() -> None:
    make_policy("노인", rule=OLD)
    make_policy("여성", rule=WOMAN)
    make_policy("청년 여성", rule={"all_of": [YOUNG, WOMAN]})
    store_bounds()
    found = screened(age=40, sex="male")
    assert found.dropped == Counter({Dropped.AGE: 2, Dropped.SEX: 1})
    assert found.unlikely == ()
    assert found.counts["unlikely"] == 3
    assert screened(age=70, sex="female").counts["likely"] == 2


def test_bounds_are_inclusive_to_the_month() -> None:
    make_policy("영아", rule={"criterion": "age", "unit": "months", "max": 23})
    make_policy("노인", rule=OLD)
    store_bounds()
    for birth, expected in [
        ("2024-11-30", {"likely": 1, "unlikely": 1}),
        ("2024-11-29", {"likely": 0, "unlikely": 2}),
        ("1961-11-29", {"likely": 1, "unlikely": 1}),
        ("1961-11-30", {"likely": 0, "unlikely": 2}),
    ]:
        counts = screened(birth_date=birth).counts
        assert {key: counts[key] for key in expected} == expected, birth


def test_an_unknown_residence_leaves_local_policies_open_and_last() -> None:
    make_policy("동작 노인", rule=OLD, region=SEOUL)
    make_policy("전국 노인", rule=OLD)
    make_policy("전국 여성 저소득", rule={"all_of": [WOMAN, POOR]})
    found = screened(age=70)
    assert names(found.likely) == ["전국 노인"]
    assert names(found.needs_more_info) == ["전국 여성 저소득", "동작 노인"]
    assert found.needs_more_info[1].missing == ("region",)
    assert found.needs_more_info[1].question.startswith("어느 시·도")
    assert names(screened(age=70, region={"sido": "서울특별시", "sigungu": "동작구"}).likely) == [
        "동작 노인",
        "전국 노인",
    ]


def test_a_residence_known_too_roughly_is_asked_for() -> None:
    make_policy("동작 노인", rule=OLD, region=SEOUL)
    make_policy("서울 노인", rule=OLD, region=("서울특별시", ""))
    found = screened(age=70, region={"sido": "서울"})
    assert names(found.likely) == ["서울 노인"]
    assert found.needs_more_info[0].missing == ("region",)
    assert screened(age=40).counts["unlikely"] == 2


@pytest.mark.parametrize(
    ("region", "sido", "sigungu"),
    [
        (("광주광역시", "광산구"), "전남광주통합특별시", "광산구"),
        (("전남광주통합특별시", ""), "전라남도", "순천시"),
        (("경기도", "수원시 장안구"), "경기도", "수원시"),
        (("경기도", "수원시"), "경기", "수원시 장안구"),
        (("대구광역시", "군위군"), "경상북도", "군위군"),
    ],
)
def test_old_new_and_wider_names_of_a_region_agree(
    region: tuple[str, str], sido: str, sigungu: str
) -> None:
    make_policy("지역 노인", rule=OLD, region=region)
    found = screened(age=70, region={"sido": sido, "sigungu": sigungu})
    assert len(found.open_items) == 1


def test_received_benefits_stand_apart_and_rule_others_out() -> None:
    pension = make_policy("기초연금", rule=OLD, aliases=["노령연금"])
    rival = make_policy("다른 연금", rule=OLD)
    make_policy("장애인 기초연금 상담", rule=OLD)
    exclude(rival, pension)
    for received in ({"receives": ["기초연금"]}, {"receives": ["노령연금 수급"]}):
        found = screened(age=70, **received)
        assert names(found.already_received) == ["기초연금"]
        assert found.counts["already_received"] == 1
        assert {item.name: item.held for item in found.likely} == {
            "다른 연금": "기초연금",
            "장애인 기초연금 상담": "",
        }
    assert screened(age=70, receives=[]).already_received == ()


def test_basic_livelihood_is_a_benefit_received() -> None:
    make_policy("생계급여", rule=OLD)
    assert names(screened(age=40, basic_livelihood=["생계"]).already_received) == ["생계급여"]
    assert screened(age=70, basic_livelihood=["주거"]).already_received == ()


def test_mutually_exclusive_policies_are_grouped_with_their_notice() -> None:
    a, b, c, d = (make_policy(name, rule=OLD) for name in "가나다라")
    make_policy("마", rule=OLD)
    unlikely = make_policy("바", rule=YOUNG)
    for one, other in ((a, b), (c, b), (a, c), (c, d), (a, unlikely)):
        exclude(one, other)
    groups = screened(age=70).exclusive
    assert [names(group.items) for group in groups] == [["가", "나", "다"], ["다", "라"]]
    assert {group.notice for group in groups} == {ONLY_ONE}


def test_likely_first_then_what_one_answer_settles() -> None:
    make_policy("가 둘 모름", rule={"all_of": [WOMAN, POOR]})
    make_policy("나 물을 수 없음", rule={"criterion": "other", "key": "내부"})
    make_policy("다 하나 모름", rule=WOMAN)
    make_policy("라 맞음", rule=OLD)
    make_policy("마 당뇨", rule={"all_of": [OLD, {"criterion": "condition", "any_of": ["당뇨병"]}]})
    found = screened(age=70, conditions=["당뇨"])
    assert names(found.open_items) == [
        "마 당뇨",
        "라 맞음",
        "다 하나 모름",
        "가 둘 모름",
        "나 물을 수 없음",
    ]


def family(declined: tuple[str, ...] = (), **members: dict[str, Any]) -> Any:
    people = {name: facts(**known) for name, known in members.items()}
    return screen_family(people, as_of=AS_OF, declined=declined)


def test_the_question_settles_most_and_says_what_for() -> None:
    make_policy("여성 지원", rule=WOMAN)
    make_policy("차상위 지원", rule=POOR)
    make_policy("차상위 노인 지원", rule={"all_of": [POOR, OLD]})
    question = family(self={"age": 70}).question
    assert (question.key, question.members) == ("near_poor", ("self",))
    assert question.settled == ("차상위 노인 지원", "차상위 지원")
    expected = "이 답으로 2개 정책의 판정이 정해져요: 차상위 노인 지원, 차상위 지원."
    assert question.explanation == expected
    declined = family(("near_poor",), self={"age": 70}).question
    assert declined.key == "sex"
    assert family(("near_poor", "sex"), self={"age": 70}).question is None


def test_a_household_question_counts_for_all_members() -> None:
    make_policy("차상위 지원", rule=POOR)
    make_policy("여성 지원", rule=WOMAN)
    make_policy("남성 지원", rule={"criterion": "sex", "one_of": ["male"]})
    found = family(self={"age": 40}, mother={"sex": "female"}, child={"sex": "male"})
    assert found.question.key == "near_poor"
    assert found.question.members == ("self", "mother", "child")
    assert "3개 정책" in found.question.explanation


def test_an_answer_that_settles_one_way_only_promises_no_more() -> None:
    for number in range(4):
        make_policy(f"지원 {number}", rule={"all_of": [WOMAN, POOR]})
    question = family(("near_poor",), self={}).question
    assert question.explanation == (
        "이 답으로 4개 정책의 판정이 정해질 수 있어요: 지원 0, 지원 1, 지원 2 등."
    )
    assert (question.certain, question.bears_on) == (0, 4)


def test_a_family_is_screened_member_by_member() -> None:
    make_policy("노인", rule=OLD)
    make_policy("청년", rule=YOUNG)
    told: list[tuple[int, int]] = []
    found = screen_family(
        {"self": facts(age=30), "mother": facts(age=70, as_of=date(2026, 1, 1))},
        as_of=AS_OF,
        progress=lambda done, total: told.append((done, total)),
    )
    assert names(found.members["self"].likely) == ["청년"]
    assert names(found.members["mother"].likely) == ["노인"]
    assert told == [(1, 2), (2, 2)]


PLACES = [
    None,
    ("서울특별시", ""),
    ("서울특별시", "동작구"),
    ("경기도", "수원시 장안구"),
    ("광주광역시", ""),
]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    listed=st.lists(st.tuples(rules(), st.sampled_from(PLACES)), min_size=3, max_size=6),
    whole=people(),
    data=st.data(),
)
def test_the_filter_drops_only_what_is_unlikely(
    listed: list[tuple[dict[str, Any], Any]], whole: dict[str, Any], data: st.DataObject
) -> None:
    Policy.objects.update(status="closed")
    made = {make_policy(rule=rule, region=region).pk: (rule, region) for rule, region in listed}
    store_bounds()
    person = ApplicantFacts.model_validate(data.draw(partial_people(whole)))
    found = candidates(person)
    kept = {*found.sure, *found.open}
    assert len(kept) + found.dropped.total() == len(made)
    for policy_id, (rule, region) in made.items():
        if policy_id not in kept:
            assert drops_rightly(person, rule, region)
        elif region is not None and policy_id in found.sure:
            assert resident(person, region) is State.MET
    check_groups(person, made)


def check_groups(person: ApplicantFacts, made: dict[UUID, tuple[dict[str, Any], Any]]) -> None:
    """Verdicts of a screening are those of `evaluate`, and of the residence."""
    screening = screen_person(person)
    for item in (*screening.open_items, *screening.unlikely):
        rule, region = made[item.policy_id]
        verdict = evaluate(rule_from_data(rule), person, bundled_tables()).verdict
        open_place = region is not None and resident(person, region) is State.UNKNOWN
        if open_place and verdict is Verdict.LIKELY:
            verdict = Verdict.NEEDS_MORE_INFO
        assert item.verdict is verdict


def resident(person: ApplicantFacts, region: tuple[str, str]) -> State:
    if person.region is None:
        return State.UNKNOWN
    lived = place(person.region.sido, person.region.sigungu)
    return lives_in(place(region[0], region[1] or None), lived)


def drops_rightly(person: ApplicantFacts, rule: dict[str, Any], region: Any) -> bool:
    elsewhere = region is not None and resident(person, region) is State.NOT_MET
    verdict = evaluate(rule_from_data(rule), person, bundled_tables()).verdict
    return elsewhere or verdict is Verdict.UNLIKELY
