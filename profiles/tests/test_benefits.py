"""우리 가족 혜택: parts, groups, paging, the question, whose it is, what is kept."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from policies.models import EligibilityRule, PolicyRelation, RuleStatus
from policies.services.versions import data_version_bump
from policies.tests.factories import AGE_RULE, make_policy
from profiles.benefits import Benefits
from profiles.models import Profile
from profiles.selectors import family_of
from profiles.services import profile_update
from profiles.tests.factories import make_profile, make_user

pytestmark = pytest.mark.django_db
PAGE = "/profiles/benefits/"
WOMAN: dict[str, Any] = {"criterion": "sex", "one_of": ["female"]}
YOUNG: dict[str, Any] = {"criterion": "age", "max": 34}
FREE: dict[str, Any] = {
    "criterion": "other",
    "key": "홀로돌봄",
    "quote": "집에서 홀로 돌보는 사람",
    "question": "집에서 홀로 돌보고 계신가요?",
}


@pytest.fixture
def profile() -> Profile:
    return make_profile(make_user(), birth_date=date(1959, 3, 2))


@pytest.fixture
def owner(profile: Profile) -> Client:
    client = Client()
    client.force_login(profile.user)
    return client


@pytest.fixture
def stranger() -> Client:
    client = Client()
    client.force_login(make_user("stranger@example.com"))
    return client


def whole(client: Client) -> str:
    """The page with everybody screened."""
    return " ".join(client.get(f"{PAGE}?all=1").content.decode().split())


def part(page: str, group: str) -> str:
    """One group out of the page."""
    return page.split(f'data-group="{group}"')[1].split("</details>")[0]


def test_every_part_is_the_owners_alone(
    profile: Profile, owner: Client, stranger: Client, client: Client
) -> None:
    make_policy(rule=AGE_RULE)
    for address in (f"{PAGE}{profile.id}/", f"{PAGE}{profile.id}/likely/"):
        assert owner.get(address).status_code == 200
        assert stranger.get(address).status_code == 404
        assert client.get(address).url.startswith("/accounts/login/")
    for address in (PAGE, f"{PAGE}question/", f"{PAGE}what-if/"):
        assert owner.get(address).status_code == 200
        assert client.get(address).url.startswith("/accounts/login/")
    assert owner.get(f"{PAGE}{profile.id}/other/").status_code == 404
    assert "어머니" not in whole(stranger)
    assert "아직 등록한 가족이 없어요" in whole(stranger)


def test_the_page_opens_before_anything_is_screened(profile: Profile, owner: Client) -> None:
    make_policy("맞는 정책", rule=AGE_RULE)
    page = owner.get(PAGE).content.decode()
    assert '<progress id="screening-bar" max="2" value="0">' in page
    assert f'data-src="{PAGE}{profile.id}/"' in page
    assert f"{PAGE}?all=1" in page.split("<noscript>")[1].split("</noscript>")[0]
    assert "맞는 정책" not in page
    fragment = owner.get(f"{PAGE}{profile.id}/").content.decode()
    assert "맞는 정책" in fragment
    assert "<html" not in fragment
    again = owner.get(PAGE).content.decode()
    assert "<progress" not in again
    assert "맞는 정책" in again


def test_a_result_is_kept_until_facts_rules_or_data_change(profile: Profile) -> None:
    make_policy("첫 정책", rule=AGE_RULE)

    def family() -> Benefits:
        return Benefits(list(family_of(profile.user)), timezone.localdate())

    family().of(profile)
    assert list(family().ready()) == [profile.id]
    make_policy("새 규칙", rule=AGE_RULE)
    assert family().ready() == {}
    family().of(profile)
    data_version_bump(group="test")
    assert family().ready() == {}
    family().of(profile)
    profile_update(profile=profile, values={"sex": "female"})
    assert family().ready() == {}
    cache.clear()


def test_policies_stand_in_groups_with_counts_and_reasons(profile: Profile, owner: Client) -> None:
    make_policy("맞는 정책", rule=AGE_RULE, apply_url="https://www.gov.kr/apply")
    make_policy("성별 정책", rule={"all_of": [WOMAN, FREE]})
    make_policy("청년 정책", rule=YOUNG)
    make_policy("기준 없는 정책")
    page = whole(owner)
    assert "받을 가능성 높음 1" in page
    assert "확인 필요 1" in page
    assert "어려움 1" in page
    likely = part(page, "likely")
    assert "만 60세 이상 조건에 맞습니다" in likely
    assert "자동 분석" in likely
    assert 'href="https://www.gov.kr/apply"' in likely
    asked = part(page, "needs_more_info")
    assert "아직 모르는 것: 성별, 집에서 홀로 돌보고 계신가요?" in asked
    assert "홀로돌봄" not in page
    hard = part(page, "unlikely")
    assert "청년 정책" in hard
    assert "초과" in hard
    assert "조건을 아직 분석하지 못해 판단하지 못한 정책이 1개" in page
    opened = [text.split(">")[0] for text in page.split("<details")[1:] if "data-group" in text]
    assert ["open" in tag.split() for tag in opened] == [False, True, False, False][-3:] or [
        "open" in tag.split() for tag in opened
    ] == [True, False, False]


def test_received_and_exclusive_benefits_are_set_apart(profile: Profile, owner: Client) -> None:
    profile_update(profile=profile, values={"receives": ["기초연금"]})
    held = make_policy("기초연금", rule=AGE_RULE)
    rival = make_policy("다른 연금", rule=AGE_RULE)
    first, second = make_policy("가 지원", rule=AGE_RULE), make_policy("나 지원", rule=AGE_RULE)
    for one, other in ((held, rival), (first, second)):
        PolicyRelation.objects.create(origin=one, target=other, kind=PolicyRelation.EXCLUSIVE)
    page = whole(owner)
    assert "지금 받고 계신 것" in page
    assert "기초연금" in part(page, "already_received")
    assert ">기초연금</a>" not in part(page, "likely")
    assert "지금 받고 계신 기초연금과 함께 받을 수 없어요." in part(page, "likely")
    assert "함께 받을 수 없는 것 1묶음" in page
    assert "나 지원</a> — 이 가운데 하나만 받을 수 있어요." in page


def test_lists_are_paged_in_place_and_as_pages(
    profile: Profile, owner: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(45):
        make_policy(f"정책 {number:02}", rule=AGE_RULE)
    with django_assert_max_num_queries(30):
        page = whole(owner)
    assert page.count('data-testid="benefit"') == 20
    more = f"{PAGE}{profile.id}/likely/?page=2"
    assert f'href="{more}"' in page
    assert "더 보기" in page
    rows = owner.get(f"{more}&part=1").content.decode()
    assert rows.count('data-testid="benefit"') == 20
    assert "page=3" in rows
    assert "<html" not in rows
    last = owner.get(f"{PAGE}{profile.id}/likely/?page=3").content.decode()
    assert last.count('data-testid="benefit"') == 5
    assert "<html" in last
    assert "data-more-box" not in last


def test_an_outdated_basis_is_said(profile: Profile, owner: Client) -> None:
    policy = make_policy(rule=AGE_RULE)
    other = make_policy("다른 정책")
    EligibilityRule.objects.update(
        status=RuleStatus.APPROVED, reviewed_at=timezone.now(), version=other.current_version
    )
    page = whole(owner)
    assert policy.name in page
    assert "원문이 바뀌어 담당자가 다시 확인하고 있어요." in page


def test_unknown_residence_leaves_local_policies_open(profile: Profile, owner: Client) -> None:
    make_policy("동작 정책", rule=AGE_RULE, region=("서울특별시", "동작구"))
    asked = part(whole(owner), "needs_more_info")
    assert "동작 정책" in asked
    assert "사는 곳" in asked


def test_what_the_filters_dropped_is_counted_in_words(profile: Profile, owner: Client) -> None:
    profile_update(profile=profile, values={"sido": "서울특별시", "sigungu": "동작구"})
    make_policy("부산 정책", rule=AGE_RULE, region=("부산광역시", ""))
    page = whole(owner)
    assert "어려움 1" in page
    assert "사는 지역이 다른 정책 1개" in page


class TestQuestion:
    """The next best question: asked, confirmed, saved, declined."""

    ANSWER = f"{PAGE}answer/"

    def answer(self, profile: Profile, **values: Any) -> dict[str, Any]:
        return {"key": "sex", "members": [str(profile.id)], "sex": "female", **values}

    def test_it_is_asked_with_its_reason(self, profile: Profile, owner: Client) -> None:
        make_policy("여성 정책", rule=WOMAN)
        page = whole(owner)
        assert "성별이 어떻게 되세요?" in page
        assert "이 답으로 1개 정책의 판정이 정해져요: 여성 정책." in page
        assert 'name="sex"' in owner.get(f"{PAGE}question/").content.decode()

    def test_nothing_is_saved_before_it_is_confirmed(self, profile: Profile, owner: Client) -> None:
        make_policy("여성 정책", rule=WOMAN)
        page = owner.post(self.ANSWER, self.answer(profile)).content.decode()
        assert "이렇게 저장할까요?" in page
        assert "<dd>여성</dd>" in " ".join(page.split())
        assert Profile.objects.get().sex is None
        edited = owner.post(self.ANSWER, self.answer(profile, do="edit")).content.decode()
        assert "답하기" in edited
        assert Profile.objects.get().sex is None
        response = owner.post(self.ANSWER, self.answer(profile, do="save"))
        assert response.url == PAGE
        assert Profile.objects.get().sex == "female"
        assert "여성 정책" in part(whole(owner), "likely")

    def test_an_empty_answer_is_sent_back(self, profile: Profile, owner: Client) -> None:
        make_policy("여성 정책", rule=WOMAN)
        response = owner.post(self.ANSWER, self.answer(profile, sex="", do="save"))
        assert response.status_code == 422
        assert "건너뛰어도 됩니다" in response.content.decode()

    def test_a_household_answer_goes_to_those_chosen(self, profile: Profile, owner: Client) -> None:
        father = make_profile(profile.user, "아버지", birth_date=date(1955, 1, 1))
        child = make_profile(profile.user, "아이", birth_date=date(1950, 1, 1))
        rule = {"criterion": "median_income_ratio", "max": 50}
        make_policy("저소득 정책", rule=rule)
        page = whole(owner)
        assert "기준중위소득의 몇 %인지" in page
        assert page.count('name="members"') == 3
        sent = {
            "key": "median_income_ratio",
            "members": [str(profile.id), str(father.id)],
            "household_size": "3",
            "monthly_income": "120만원",
        }
        shown = owner.post(self.ANSWER, sent).content.decode()
        assert "<dd>1,200,000원</dd>" in " ".join(shown.split())
        owner.post(self.ANSWER, {**sent, "do": "save"})
        incomes = dict(Profile.objects.values_list("name", "monthly_income"))
        assert incomes == {"어머니": 1_200_000, "아버지": 1_200_000, "아이": None}
        size_alone = {**sent, "members": [str(child.id)], "monthly_income": ""}
        assert owner.post(self.ANSWER, {**size_alone, "do": "save"}).status_code == 422

    def test_a_free_answer_is_kept_and_heard(self, profile: Profile, owner: Client) -> None:
        make_policy("돌봄 정책", rule=FREE)
        page = owner.get(f"{PAGE}question/").content.decode()
        name = page.split('name="other_')[1].split('"')[0]
        sent = {
            "key": "other.홀로돌봄",
            "members": [str(profile.id)],
            f"other_{name}": "yes",
            "do": "save",
        }
        owner.post(self.ANSWER, sent)
        assert Profile.objects.get().other == {"홀로돌봄": True}
        assert "돌봄 정책" in part(whole(owner), "likely")

    def test_residence_and_lists_are_kept(self, profile: Profile, owner: Client) -> None:
        make_policy("동작 정책", rule=AGE_RULE, region=("서울특별시", "동작구"))
        wrong = {"key": "region", "members": [str(profile.id)], "sido": "부산광역시"}
        wrong["sigungu"] = "동작구"
        assert owner.post(self.ANSWER, wrong).status_code == 422
        owner.post(self.ANSWER, {**wrong, "sido": "서울특별시", "do": "save"})
        assert Profile.objects.get().sigungu == "동작구"
        make_policy("아이 정책", rule={"criterion": "children", "max": 7})
        kids = {
            "key": "children",
            "members": [str(profile.id)],
            "children_known": "yes",
            "children": ["2022-03-01", ""],
            "do": "save",
        }
        owner.post(self.ANSWER, kids)
        assert Profile.objects.get().children == [date(2022, 3, 1)]

    def test_only_the_open_question_of_the_own_family_is_taken(
        self, profile: Profile, owner: Client, stranger: Client, client: Client
    ) -> None:
        make_policy("여성 정책", rule=WOMAN)
        sent = self.answer(profile, do="save")
        assert client.post(self.ANSWER, sent).url.startswith("/accounts/login/")
        stranger.post(self.ANSWER, sent)
        other = make_profile(make_user("third@example.com"), "남")
        wrong = {**sent, "members": [str(other.id)]}
        assert owner.post(self.ANSWER, wrong).status_code == 422
        owner.post(self.ANSWER, {**sent, "key": "assets", "assets": "1"})
        assert Profile.objects.filter(sex="female").count() == 0
        assert Profile.objects.filter(assets=1).count() == 0

    def test_a_declined_question_stays_away_until_asked_back(
        self, profile: Profile, owner: Client
    ) -> None:
        make_policy("여성 정책", rule=WOMAN)
        owner.post(f"{PAGE}decline/", {"key": "sex"})
        page = whole(owner)
        assert "성별이 어떻게 되세요?" not in page
        assert "말하지 않기로 한 질문이 1개" in page
        owner.post(f"{PAGE}ask-again/")
        assert "성별이 어떻게 되세요?" in whole(owner)


class TestWhatIf:
    """상황이 바뀌면?: told, never saved."""

    ADDRESS = f"{PAGE}what-if/"

    def told(self, owner: Client, profile: Profile, **sent: Any) -> str:
        response = owner.post(self.ADDRESS, {"member": str(profile.id), **sent})
        assert response.status_code == 200, response.content.decode()
        return " ".join(response.content.decode().split())

    def test_leaving_a_job_gains_and_loses(self, profile: Profile, owner: Client) -> None:
        profile_update(
            profile=profile,
            values={"employment": "employed", "health_insurance": "employee"},
        )
        make_policy("구직 지원", rule={"criterion": "employment", "one_of": ["unemployed"]})
        make_policy("직장인 지원", rule={"criterion": "employment", "one_of": ["employed"]})
        page = self.told(owner, profile, change="quit")
        gained, lost = page.split('data-shift="gained"')[1].split('data-shift="lost"')
        assert "구직 지원을 받을 가능성이 높아져요." in gained
        assert "직장인 지원은 조건에 맞지 않게 돼요." in lost
        assert "모르게 된 것" in page
        assert "건강보험 자격" in page
        assert Profile.objects.get().employment == "employed"

    def test_moving_is_checked_and_told(self, profile: Profile, owner: Client) -> None:
        profile_update(profile=profile, values={"sido": "서울특별시", "sigungu": "동작구"})
        make_policy("부산 정책", rule=AGE_RULE, region=("부산광역시", ""))
        make_policy("동작 정책", rule=AGE_RULE, region=("서울특별시", "동작구"))
        page = self.told(owner, profile, change="move", sido="부산광역시", sigungu="해운대구")
        assert "부산 정책을 받을 가능성이 높아져요." in page
        assert "사는 곳이 달라져" in page
        wrong = {"member": str(profile.id), "change": "move", "sigungu": "해운대구"}
        response = owner.post(self.ADDRESS, wrong)
        assert response.status_code == 422
        assert "새로 살 시·도를 골라 주세요." in response.content.decode()

    def test_growing_older_is_counted_to_the_day(self, profile: Profile, owner: Client) -> None:
        make_policy("일흔 정책", rule={"criterion": "age", "min": 70})
        ends = date(timezone.localdate().year, 12, 31)
        make_policy("곧 끝나는 정책", rule=AGE_RULE, period_end=ends)
        page = self.told(owner, profile, change="age", age="70")
        assert "2029년 3월 2일이 되었을 때" in page
        assert "일흔 정책을 받을 가능성이 높아져요." in page
        assert f"신청 기간이 {ends.year}년 12월 31일에 끝납니다." in page
        sent = {"member": str(profile.id), "change": "age", "age": "20"}
        assert "이미 그 나이가 되었어요" in owner.post(self.ADDRESS, sent).content.decode()
        Profile.objects.update(birth_date=None)
        sent["age"] = "70"
        assert "생년월일을 적어 두어야" in owner.post(self.ADDRESS, sent).content.decode()

    def test_a_birth_with_unknown_children_says_what_it_took(
        self, profile: Profile, owner: Client
    ) -> None:
        baby = {"criterion": "children", "unit": "months", "max": 11}
        make_policy("아기 정책", rule=baby)
        page = self.told(owner, profile, change="birth")
        assert "아기 정책을 받을 가능성이 높아져요." in page
        assert "태어날 아이 한 명만 있는 것으로" in page

    @pytest.mark.parametrize(
        "sent",
        [
            {"change": "work"},
            {"change": "pregnant"},
            {"change": "marry"},
            {"change": "income", "monthly_income": "0"},
            {"change": "size", "household_size": "1"},
            {"change": "disability", "disability": "severe"},
        ],
    )
    def test_every_change_works(
        self, sent: dict[str, str], profile: Profile, owner: Client
    ) -> None:
        make_policy(rule=AGE_RULE)
        assert "바꿔 본 것" in self.told(owner, profile, **sent)

    def test_nothing_changes_where_it_is_so_already(self, profile: Profile, owner: Client) -> None:
        profile_update(profile=profile, values={"employment": "unemployed"})
        assert "달라지는 것이 없어요" in self.told(owner, profile, change="quit")

    def test_more_rows_on_demand(self, profile: Profile, owner: Client) -> None:
        for number in range(25):
            make_policy(
                f"구직 {number}", rule={"criterion": "employment", "one_of": ["unemployed"]}
            )
        page = self.told(owner, profile, change="quit")
        assert page.count('data-testid="moved"') == 20
        assert "5개 남음" in page
        page = self.told(owner, profile, change="quit", shown="40")
        assert page.count('data-testid="moved"') == 25

    def test_faults_are_told(self, profile: Profile, owner: Client, stranger: Client) -> None:
        sent = {"member": str(profile.id), "change": "income", "monthly_income": "조금"}
        page = owner.post(self.ADDRESS, sent).content.decode()
        assert "금액을 1,200,000" in page
        assert 'value="조금"' in page
        # What belongs to another change does not matter.
        page = self.told(owner, profile, change="quit", monthly_income="조금", age="x")
        assert "바꿔 본 것" in page
        assert owner.post(self.ADDRESS, {"member": str(profile.id)}).status_code == 422
        assert stranger.post(self.ADDRESS, sent).status_code == 422
