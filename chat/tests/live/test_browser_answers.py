"""Whole answers, questions back, and questions asked before there is a connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from chat.models import Turn
from chat.tests.live.conftest import Open
from chat.tests.live.site import Site

pytestmark = pytest.mark.browser
QUESTION = "당뇨병 소모성재료 지원은 어떻게 신청하나요?"
WRITTEN = "#log .bubble.written"
# The first socket neither opens nor closes until the test says so.
_LATE_SOCKET = """
const Real = window.WebSocket;
window.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  constructor() {
    window.endWaiting = () => {
      window.WebSocket = Real;
      this.onclose({ code: 1006 });
    };
    window.openWaiting = () => this.onopen();
  }
  close() {}
};
"""


def paragraphs(page: Page) -> list[str]:
    return page.locator(f"{WRITTEN} > *").all_inner_texts()


def test_an_answer_about_one_policy_is_read_whole(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask(QUESTION)
    tab.answered()
    expect(tab.page.locator(f"{WRITTEN} li").first).to_be_visible()
    assert tab.page.locator(f"{WRITTEN} [data-testid=citation-link]").count() >= 2
    live = paragraphs(tab.page)
    assert len(live) >= 4
    tab.page.reload()
    assert paragraphs(tab.page) == live


def test_back_shows_the_last_turn(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask(QUESTION)
    tab.answered()
    tab.page.goto("/policies/")
    tab.page.go_back()
    expect(tab.page.locator(WRITTEN)).to_be_visible()
    expect(tab.id("message-user")).to_have_count(1)


def test_enter_before_the_script_runs_is_sent(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    held: list[Route] = []
    tab.page.route("**/js/chat/main*.js", lambda route: held.append(route))
    tab.page.goto("/", wait_until="commit")
    tab.id("chat-input").fill(QUESTION)
    tab.id("chat-input").press("Enter")
    assert tab.id("chat-input").input_value() == QUESTION
    held[0].continue_()
    tab.answered()
    assert Turn.objects.count() == 1


def test_a_question_waits_for_the_connection(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.page.add_init_script(_LATE_SOCKET)
    tab.open("/")
    tab.ask(QUESTION)
    expect(tab.id("stage-line")).to_contain_text("연결하고 있어요")
    tab.id("chat-stop").click()
    expect(tab.id("message-user")).to_have_count(0)
    assert tab.id("chat-input").input_value() == QUESTION
    tab.id("chat-send").click()
    tab.page.evaluate("window.endWaiting()")
    tab.answered()
    assert Turn.objects.count() == 1
    assert tab.seen()["stages"], "the page was loaded again"


def test_a_fault_outlasts_the_opening_of_the_connection(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.page.add_init_script(_LATE_SOCKET)
    tab.open("/")
    tab.ask("  ")
    tab.page.evaluate("window.openWaiting()")
    expect(tab.page.locator("#composer-error")).to_contain_text("적어 주세요")
    tab.ask(QUESTION)
    expect(tab.page.locator("#composer-error")).to_be_hidden()


def test_a_missing_fact_is_asked_above_the_box(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site, width=360)
    tab.open("/")
    tab.ask("당뇨병 소모성재료 지원 받을 수 있나요?")
    tab.answered()
    cards = tab.id("policy-card")
    for index in range(cards.count()):
        assert cards.nth(index).locator(".chip--question").count() <= 3
    chip = tab.page.locator("#log .chip--question").first
    question = chip.inner_text().strip()
    chip.click()
    expect(tab.page.locator("#composer-context")).to_contain_text(question)
    assert "「" not in tab.id("chat-input").input_value()
    assert tab.focused() == "chat-input"
    tab.ask("네")
    expect(tab.page.locator("#composer-context")).to_be_hidden()
    tab.answered()


def test_another_tab_catches_up(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask(QUESTION)
    tab.answered()
    other = tab.context.new_page()
    other.goto(tab.page.url)
    tab.ask("고마워요")
    expect(tab.id("message-assistant")).to_have_count(2)
    tab.answered()
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(other.get_by_test_id("message-assistant")).to_have_count(2)
