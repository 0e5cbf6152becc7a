"""The other pages in Chromium: narrow screens, accessibility, sign-up, family, search."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from chat.tests.live.browsing import FAULTS, Tab
from chat.tests.live.conftest import Open
from chat.tests.live.site import Site
from policies.models import Policy
from profiles.models import Profile

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
    for address in ["/profiles/", "/profiles/new/", "/account/"]:
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
