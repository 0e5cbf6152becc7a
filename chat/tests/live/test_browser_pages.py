"""The other pages in Chromium: narrow screens, accessibility, sign-up, family, search."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from accounts.models import User
from chat.tests.live.browsing import FAULTS, Tab
from chat.tests.live.conftest import Open
from chat.tests.live.site import Site
from policies.models import Policy
from profiles.models import Profile
from profiles.tests.factories import make_profile

pytestmark = pytest.mark.browser
QUESTION = "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?"
EMAIL, PASSWORD = "kim@example.com", "복지정책-도우미-2026"


def sign_up(tab: Tab) -> None:
    tab.open("/accounts/signup/")
    tab.page.fill("[name=email]", EMAIL)
    tab.page.fill("[name=password1]", PASSWORD)
    tab.page.fill("[name=password2]", PASSWORD)
    tab.page.get_by_role("button", name="가입하기").click()
    tab.page.wait_for_url(f"{tab.site.url}/")


def detail_address() -> str:
    return f"/policies/{Policy.objects.get(external_id='diabetes-supplies').pk}/"


@pytest.mark.parametrize("width", [360, 1280])
def test_every_page_is_sound(plain_site: Site, open_tab: Open, width: int, tmp_path: Path) -> None:
    tab = open_tab(plain_site, width=width)
    found: dict[str, list[str]] = {}

    def check(name: str) -> None:
        faults = list(tab.page.evaluate(FAULTS))
        if tab.scrolls_sideways():
            faults.append("scrolls sideways")
        if faults:
            found[name] = faults
            tab.page.screenshot(path=tmp_path / f"{name.strip('/').replace('/', '-')}.png")

    public = ["/policies/", "/policies/?q=당뇨", detail_address(), "/chat/history/"]
    for address in ["/", *public, "/accounts/login/", "/accounts/signup/"]:
        tab.open(address)
        check(address)
    tab.open("/")
    tab.ask(QUESTION)
    tab.answered()
    check("answer")
    tab.page.evaluate("document.querySelectorAll('#log details').forEach(d => (d.open = true))")
    check("answer unfolded")
    tab.page.reload()
    check("answer reloaded")
    tab.page.locator("#log [data-testid=citation-link]:visible").first.click()
    expect(tab.id("source-panel")).to_be_visible()
    check("source panel")
    sign_up(tab)
    family = ["/profiles/", "/profiles/new/", "/profiles/benefits/", "/profiles/benefits/what-if/"]
    for address in [*family, "/account/"]:
        tab.open(address)
        check(address)
    assert found == {}


def test_from_sign_up_to_an_answer_for_the_family(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    sign_up(tab)
    tab.open("/profiles/new/")
    tab.page.fill("[name=name]", "나")
    tab.page.select_option("[name=sido]", "서울특별시")
    tab.page.select_option("[name=sigungu]", "동작구")
    tab.page.get_by_role("button", name="저장하기").click()
    tab.page.wait_for_url(f"{tab.site.url}/profiles/**")
    profile = Profile.objects.get()
    assert (profile.sido, profile.sigungu) == ("서울특별시", "동작구")
    unknown = ("birth_date", "sex", "monthly_income", "near_poor", "children", "receives")
    assert [getattr(profile, name) for name in unknown] == [None] * len(unknown)

    tab.open("/")
    tab.ask("당뇨 환자인데 받을 수 있는 혜택이 뭔가요?")
    tab.answered()
    cards = tab.id("policy-card").all_inner_texts()
    assert any("동작구" in text for text in cards)
    assert all("강남구" not in text for text in cards)


def test_a_name_is_needed_and_nothing_typed_is_lost(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    sign_up(tab)
    tab.open("/profiles/new/")
    tab.page.fill("[name=birth_date]", "19590302")
    tab.page.get_by_role("button", name="저장하기").click()
    expect(tab.page.get_by_role("alert")).to_be_visible()
    assert "1959" in tab.page.input_value("[name=birth_date]")
    assert not Profile.objects.exists()
    # Chromium itself reports the status of the refused form.
    assert [problem for problem in tab.problems if "422" not in problem] == []
    tab.problems.clear()


def test_from_the_search_to_a_question(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/policies/")
    tab.page.fill("[name=q]", "당뇨 소모품 지원")
    tab.page.keyboard.press("Enter")
    expect(tab.id("result-count")).to_contain_text("건")
    row = tab.page.get_by_role("link", name="당뇨병 소모성재료").first
    row.click()
    expect(tab.page.locator("h1")).to_contain_text("당뇨병 소모성재료")
    tab.page.get_by_role("link", name="물어보").first.click()
    assert "당뇨병 소모성재료" in tab.id("chat-input").input_value()
    tab.id("chat-send").click()
    tab.answered()
    expect(tab.id("policy-card").first).to_contain_text("당뇨병 소모성재료")


def family_of_two() -> None:
    """A mother and a child of the account that signed up."""
    user = User.objects.get(email=EMAIL)
    home = {"sido": "서울특별시", "sigungu": "동작구"}
    make_profile(user, "어머니", birth_date=date(1950, 3, 2), **home)
    make_profile(user, "아이", relation="child", birth_date=date(2022, 3, 1), **home)


@pytest.mark.parametrize("width", [360, 1280])
def test_benefits_of_the_family_can_be_stopped_and_answered(
    plain_site: Site, open_tab: Open, width: int
) -> None:
    tab = open_tab(plain_site, width=width)
    sign_up(tab)
    family_of_two()
    held: list[Route] = []
    tab.page.route("**/profiles/benefits/*-*-*/?part=1", lambda route: held.append(route))
    tab.open("/profiles/benefits/")
    expect(tab.id("screening")).to_contain_text("2명 가운데 1번째, 어머니 확인 중")
    tab.page.get_by_role("link", name="그만 확인하기").click()
    expect(tab.id("screening")).to_contain_text("멈췄어요. 2명 가운데 0명까지 확인했어요.")
    tab.page.unroute("**/profiles/benefits/*-*-*/?part=1")
    resume = tab.page.get_by_role("button", name="이어서 확인하기")
    expect(resume).to_be_focused()
    tab.page.keyboard.press("Enter")
    expect(tab.id("screening")).to_contain_text("가족 2명을 모두 확인했어요.")
    expect(tab.id("benefit-member")).to_have_count(2)
    assert tab.page.evaluate(FAULTS) == []
    assert not tab.scrolls_sideways()

    asked = tab.id("next-question")
    declined = 0
    while not asked.locator("[name=disability]").count():
        asked.get_by_role("button", name="말하고 싶지 않아요").click()
        declined += 1
        expect(tab.page.get_by_text(f"말하지 않기로 한 질문이 {declined}개")).to_be_visible()
    asked.get_by_label("등록 장애 없음").check()
    asked.get_by_role("button", name="답하기").click()
    expect(tab.id("to-save")).to_contain_text("등록 장애 없음")
    assert tab.page.evaluate(FAULTS) == []
    assert not Profile.objects.filter(disability="none").exists()
    tab.page.get_by_role("button", name="저장하기").click()
    expect(tab.page.get_by_text("정보에 저장했어요")).to_be_visible()
    assert Profile.objects.filter(disability="none").count() == 1
    expect(tab.id("benefit-member")).to_have_count(2)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_policy_is_checked_by_keyboard_alone(
    plain_site: Site, open_tab: Open, width: int
) -> None:
    tab = open_tab(plain_site, width=width)
    address = f"/policies/{Policy.objects.get(external_id='basic-pension').pk}/"
    tab.open(f"{address}#check")
    form = tab.page.locator("#check")
    form.locator("[name=birth_date]").fill("봄날")
    tab.page.keyboard.press("Enter")
    alert = form.get_by_role("alert")
    expect(alert).to_contain_text("날짜를 1959-03-02처럼 적어 주세요.")
    assert form.locator("[name=birth_date]").input_value() == "봄날"
    assert tab.page.evaluate(FAULTS) == []
    alert.get_by_role("link", name="생년월일").click()
    expect(form.locator("[name=birth_date]")).to_be_focused()
    tab.page.keyboard.press("ControlOrMeta+a")
    tab.page.keyboard.type("1970-03-02")
    tab.page.keyboard.press("Enter")
    expect(tab.id("check-verdict")).to_contain_text("어려움")
    expect(tab.id("check-verdict")).to_be_in_viewport()
    rows = tab.id("criteria").get_by_role("listitem")
    expect(rows.first).to_contain_text("맞지 않아요")
    expect(rows.first).to_contain_text("만 65세 이상")
    expect(tab.id("flip")).to_contain_text("2035년 3월 2일부터는")
    assert tab.page.evaluate(FAULTS) == []
    assert not tab.scrolls_sideways()
    # Chromium itself reports the status of the refused form.
    assert [problem for problem in tab.problems if "422" not in problem] == []
    tab.problems.clear()
