"""The check form of a policy page: what it asks, what it says, what it keeps."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from policies import people
from policies.checking.asked import KEYS, facts_asked
from policies.eligibility.rule import CRITERION_MODELS, rule_from_data, rule_leaves
from policies.fact_fields import FACT_KEYS
from policies.fact_form import nobody
from policies.models import EligibilityRule, Policy, PolicyVersion, RuleStatus
from policies.people import KnownPerson, people_from
from policies.tests.factories import make_policy

pytestmark = pytest.mark.django_db
SENIOR: dict[str, Any] = {"criterion": "age", "min": 65, "quote": "만 65세 이상"}
INCOME: dict[str, Any] = {"criterion": "median_income_ratio", "max": 50}
FREE: dict[str, Any] = {
    "criterion": "other",
    "key": "혼자돌봄",
    "quote": "집에서 홀로 돌보는 사람",
    "question": "집에서 혼자 돌보고 계신가요?",
}


def asked(*leaves: dict[str, Any], local: bool = False) -> list[str]:
    rule = rule_from_data({"all_of": list(leaves)})
    return [each.key for each in facts_asked(rule_leaves(rule), local=local)]


def born(years: int, *, days: int = 0) -> date:
    today = timezone.localdate()
    return today.replace(year=today.year - years, day=min(today.day, 28)) + timedelta(days=days)


def check(client: Client, policy: Policy, **answers: Any) -> str:
    response = client.post(f"/policies/{policy.id}/", answers)
    assert response.status_code == 200, response.content.decode()
    return " ".join(response.content.decode().split())


def test_every_kind_of_criterion_has_facts_to_ask_for() -> None:
    assert KEYS.keys() == CRITERION_MODELS.keys()
    assert {key for keys in KEYS.values() for key in keys} <= FACT_KEYS


def test_only_what_the_rule_looks_at_is_asked_in_a_natural_order() -> None:
    assert asked(INCOME, FREE, SENIOR) == [
        "birth_date",
        "age",
        "household_size",
        "monthly_income",
        "median_income_ratio",
        "other.혼자돌봄",
    ]
    assert asked({"criterion": "sex", "one_of": ["female"]}, local=True) == ["sex", "region"]
    assert asked({"criterion": "disability", "one_of": ["severe"]}) == ["disability"]
    assert asked({"criterion": "disability", "one_of": ["severe"], "types": ["시각"]}) == [
        "disability",
        "disability_type",
    ]


def test_what_only_a_caseworker_can_read_is_not_asked() -> None:
    assert asked({**FREE, "unclear": True}) == []


def test_the_page_asks_without_a_verdict_and_works_without_a_rule(client: Client) -> None:
    policy = make_policy(rule={"all_of": [SENIOR, FREE]})
    page = client.get(f"/policies/{policy.id}/").content.decode()
    assert 'name="birth_date"' in page
    assert 'name="sex"' not in page
    assert "집에서 혼자 돌보고 계신가요?" in page
    assert "check-verdict" not in page
    page = client.get(f"/policies/{make_policy('기준 없음').id}/").content.decode()
    assert "아직 조건을 분석하지 못해서" in page


def test_a_fitting_person_hears_every_criterion_with_its_source(client: Client) -> None:
    policy = make_policy(rule={"all_of": [SENIOR, FREE]})
    name = next(
        each.name for each in facts_asked([rule_leaves(rule_from_data(FREE))[0]], local=False)
    )
    page = check(client, policy, birth_date="1950-03-02", **{name: "yes"})
    assert 'data-verdict="likely"' in page
    assert "만 65세 이상 조건에 맞습니다" in page
    assert '<q class="reason__quote">만 65세 이상</q>' in page
    assert page.count('<strong class="reason__mark">맞아요</strong>') == 2
    assert "자동 분석" in page


def test_nothing_filled_in_is_nothing_known(client: Client) -> None:
    page = check(client, make_policy(rule={"all_of": [SENIOR, FREE]}))
    assert 'data-verdict="needs_more_info"' in page
    assert "아직 모르는 것" in page
    assert "<li>나이</li>" in page
    assert "<li>집에서 혼자 돌보고 계신가요?</li>" in page


def test_a_missed_limit_is_told_with_its_distance_and_year(client: Client) -> None:
    policy = make_policy(rule=INCOME)
    page = check(client, policy, household_size="1", monthly_income="900만원")
    assert 'data-verdict="unlikely"' in page
    assert "원 초과</strong>" in page
    assert "기준 중위소득(보건복지부 고시)" in page
    assert "금액으로 견주었어요" in page


def test_the_day_on_which_time_alone_changes_it_is_told(client: Client) -> None:
    birth = born(65, days=3)
    page = check(client, make_policy(rule=SENIOR), birth_date=birth.isoformat())
    day = birth.replace(year=birth.year + 65)
    assert 'data-verdict="unlikely"' in page
    assert f"{day.year}년 {day.month}월 {day.day}일부터는 ‘받을 가능성 높음’으로" in page
    assert "만 65세로" in page


@pytest.mark.parametrize(
    ("sido", "sigungu", "verdict", "words"),
    [
        ("서울특별시", "동작구", "likely", "이 정책의 지역(서울특별시 동작구)에 해당합니다"),
        ("서울특별시", "강남구", "unlikely", "서울특별시 강남구에 사십니다"),
        ("서울특별시", "", "needs_more_info", "사는 시·군·구까지 알면"),
        ("", "", "needs_more_info", "사는 곳을 알면"),
    ],
)
def test_a_local_policy_asks_for_the_residence(
    sido: str, sigungu: str, verdict: str, words: str, client: Client
) -> None:
    policy = make_policy(rule=SENIOR, region=("서울특별시", "동작구"))
    page = check(client, policy, age="70", sido=sido, sigungu=sigungu)
    assert f'data-verdict="{verdict}"' in page
    assert words in page


def test_faults_are_told_at_their_fields_and_nothing_typed_is_lost(client: Client) -> None:
    rule = {"all_of": [SENIOR, INCOME, {"criterion": "married_within", "max_months": 84}]}
    policy = make_policy(rule=rule)
    sent = {"birth_date": "봄날", "household_size": "0", "monthly_income": "조금"}
    response = client.post(f"/policies/{policy.id}/", sent)
    page = response.content.decode()
    assert response.status_code == 422
    for text in ("날짜를 1959-03-02처럼", "1부터 30까지의 수를", "금액을 1,200,000"):
        assert text in page
    for value in sent.values():
        assert f'value="{value}"' in page
    assert "check-verdict" not in page
    response = client.post(
        f"/policies/{policy.id}/", {"birth_date": "1990-01-01", "married_on": "1980-01-01"}
    )
    assert "본인의 생년월일보다 앞섭니다" in response.content.decode()


def test_zero_and_none_are_answers(client: Client) -> None:
    page = check(client, make_policy(rule=INCOME), monthly_income="0")
    assert 'data-verdict="likely"' in page
    child = make_policy("아이", rule={"criterion": "children", "max": 7})
    assert 'data-verdict="unlikely"' in check(client, child, children_known="no")
    assert 'data-verdict="needs_more_info"' in check(client, child, children_known="unknown")


def test_diseases_and_benefits_of_the_rule_are_ticked(client: Client) -> None:
    sick = {"criterion": "condition", "any_of": ["치매", "암"]}
    free = {"none_of": [{"criterion": "receives", "any_of": ["주거급여"]}]}
    policy = make_policy(rule={"all_of": [sick, free]})
    page = client.get(f"/policies/{policy.id}/").content.decode()
    assert 'type="checkbox" name="conditions" value="치매"' in page
    answers = {"conditions_known": "yes", "conditions": ["치매"], "receives_known": "no"}
    assert 'data-verdict="likely"' in check(client, policy, **answers)
    answers["receives_known"], answers["receives"] = "yes", ["주거급여"]
    assert 'data-verdict="unlikely"' in check(client, policy, **answers)


def test_what_a_verdict_leaves_open_is_asked_next(client: Client) -> None:
    policy = make_policy(rule={"criterion": "veteran", "kinds": ["참전유공자"]})
    first = client.get(f"/policies/{policy.id}/").content.decode()
    page = check(client, policy, veteran="yes")
    assert first.count('type="radio"') <= page.count('type="radio"')
    assert "참전유공자" in page


def test_a_long_form_is_folded_but_loses_nothing(client: Client) -> None:
    free = [{**FREE, "key": f"조건{number}", "quote": f"조건 {number}"} for number in range(14)]
    policy = make_policy(rule={"all_of": [*free, {"criterion": "assets", "max": 5}]})
    page = client.get(f"/policies/{policy.id}/").content.decode()
    form = page.split('id="check"')[1].split("</form>")[0]
    assert form.index('name="assets"') < form.index("조건 더 적기")
    # Each question is a group of three answers.
    assert form.count('type="radio"') == 14 * 3
    assert form.split("조건 더 적기")[1].count('type="radio"') == 5 * 3


def test_an_outdated_rule_says_so(client: Client) -> None:
    policy = make_policy(rule=SENIOR)
    EligibilityRule.objects.update(status=RuleStatus.APPROVED, reviewed_at=timezone.now())
    new = PolicyVersion.objects.create(
        policy=policy, number=2, content_hash="1" * 64, sections={"target": "만 66세 이상"}
    )
    Policy.objects.filter(pk=policy.pk).update(current_version=new)
    page = check(client, policy, age="70")
    assert "원문이 바뀌어 담당자가 다시 확인하고 있어요." in page
    assert "담당자가 확인한 기준" in page


def test_no_inline_script_and_published_text_is_escaped(client: Client) -> None:
    quote = "<img src=x onerror=y>"
    rule = {"criterion": "other", "key": "가", "quote": quote, "question": quote}
    policy = make_policy(rule=rule, sections={"target": quote})
    page = check(client, policy)
    assert "<img src=x" not in page
    assert "<script>" not in page
    assert " onclick=" not in page


def test_anonymous_people_leave_nothing_behind(client: Client) -> None:
    check(client, make_policy(rule=SENIOR), birth_date="1950-01-01")
    assert dict(client.session) == {}


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> tuple[User, KnownPerson]:
    """An account with one saved person."""
    facts = nobody(timezone.localdate()).model_copy(
        update={"birth_date": date(1950, 3, 2), "conditions": ["당뇨병", "치매"]}
    )
    person = KnownPerson(uuid4(), "어머니", "어머니의", facts)
    owner = User.objects.create_user("owner@example.com")
    monkeypatch.setattr(people, "_sources", [])
    people_from(lambda user, day: [person] if user.pk == owner.pk else [])
    return owner, person


def test_the_chosen_one_fills_the_form_and_is_judged(person: Any, client: Client) -> None:
    owner, mother = person
    client.force_login(owner)
    sick = {"criterion": "condition", "any_of": ["치매", "암"]}
    policy = make_policy(rule={"all_of": [SENIOR, sick]})
    page = client.get(f"/policies/{policy.id}/").content.decode()
    assert f"?member={mother.id}#check" in page
    assert "1950-03-02" not in page
    page = client.get(f"/policies/{policy.id}/?member={mother.id}").content.decode()
    assert 'value="1950-03-02"' in page
    assert 'data-verdict="likely"' in page
    assert "어머니의 결과" in " ".join(page.split())
    page = check(client, policy, member=mother.id, conditions_known="no")
    assert 'data-verdict="unlikely"' in page


def test_an_emptied_field_is_unknown(person: Any, client: Client) -> None:
    owner, mother = person
    client.force_login(owner)
    page = check(client, make_policy(rule=SENIOR), member=mother.id, birth_date="")
    assert 'data-verdict="needs_more_info"' in page


def test_nobody_elses_member_can_be_named(person: Any, client: Client) -> None:
    _, mother = person
    policy = make_policy(rule=SENIOR)
    address = f"/policies/{policy.id}/"
    assert client.get(f"{address}?member={mother.id}").status_code == 404
    client.force_login(User.objects.create_user("stranger@example.com"))
    assert client.get(f"{address}?member={mother.id}").status_code == 404
    assert client.post(address, {"member": str(mother.id)}).status_code == 404
    assert client.get(f"{address}?member=x").status_code == 404
