"""The chat as a person meets it, in Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from chat.models import Citation, Message, Turn
from chat.tests.live.conftest import Hold, Open
from chat.tests.live.site import Site

pytestmark = pytest.mark.browser
QUESTION = "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?"


def test_the_showcase_question(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask(QUESTION)
    tab.answered()
    seen = tab.seen()
    assert any("정책을 찾고 있어요" in stage for stage in seen["stages"])
    assert len(seen["growth"]) >= 2
    assert seen["growth"] == sorted(seen["growth"])
    expect(tab.id("stage-line")).to_be_hidden()

    cards = tab.id("policy-card")
    assert cards.count() >= 5
    assert tab.id("verdict").count() >= cards.count()
    assert all("강남구" not in text for text in cards.all_inner_texts())
    assert any("동작구" in text for text in cards.all_inner_texts())


def test_a_citation_opens_its_source(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask(QUESTION)
    tab.answered()
    link = tab.page.locator("#log [data-testid=citation-link]:visible").first
    ordinal = int(link.get_attribute("data-citation") or 0)
    link.click()
    panel = tab.id("source-panel")
    expect(panel).to_be_visible()
    quote = panel.get_by_test_id("source-quote").inner_text().strip()
    stored = Citation.objects.select_related("version").get(ordinal=ordinal)
    section = stored.version.sections[stored.section]
    assert quote
    assert " ".join(quote.split()) in " ".join(section.split())
    assert stored.quote == section[stored.start : stored.end]
    tab.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert link.evaluate("node => node === document.activeElement")


def test_everything_by_keyboard(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.tab_to("chat-input")
    tab.page.keyboard.type("동작구에 사는 당뇨 환자예요.")
    tab.page.keyboard.press("Shift+Enter")
    tab.page.keyboard.type("받을 수 있는 혜택이 뭔가요?")
    tab.page.keyboard.press("Enter")
    tab.answered()
    assert tab.focused() == "chat-input"
    assert "\n" in Message.objects.get(role="user").text
    tab.tab_to("citation-link", key="Shift+Tab", most=150)
    tab.page.keyboard.press("Enter")
    expect(tab.id("source-panel")).to_be_visible()
    tab.page.keyboard.press("Escape")
    expect(tab.id("source-panel")).to_be_hidden()
    assert tab.focused() == "citation-link"


def test_the_tab_keeps_what_was_typed_and_says_what_is_stored(
    plain_site: Site, open_tab: Open
) -> None:
    typed = "제 번호는 010-9876-1234예요. 기초연금은 어떻게 신청하나요?"
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask(typed)
    tab.answered()
    bubble = tab.page.locator("#log [data-testid=message-user] .bubble")
    expect(bubble).to_have_text(typed)
    expect(tab.id("masked-note")).to_contain_text("가리고 저장했어요")
    assert "010-9876-1234" not in Message.objects.get(role="user").text
    tab.page.reload()
    expect(bubble).not_to_contain_text("010-9876-1234")
    tab.ask("서류는 뭐가 필요해요?")
    tab.answered()
    expect(tab.id("masked-note")).to_have_count(0)


def test_a_suggestion_is_a_question(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    chip = tab.id("suggestion").first
    text = chip.inner_text()
    chip.click()
    expect(tab.page.locator("#log [data-testid=message-user] .bubble")).to_have_text([text])
    tab.answered()
    expect(tab.page.locator("#hero")).to_have_count(0)
    tab.page.locator("#log").get_by_test_id("suggestion").first.click()
    expect(tab.id("message-user")).to_have_count(2)
    tab.answered()
    assert Turn.objects.filter(status=Turn.Status.DONE).count() == 2


def test_a_quick_reply_answers_the_question_back(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask("장애수당을 받을 수 있나요? 저는 40세예요.")
    tab.answered()
    reply = tab.id("quick-reply").last
    text = reply.inner_text()
    reply.click()
    expect(tab.page.locator("#log [data-testid=message-user] .bubble").last).to_have_text(text)
    tab.answered()
    answers = Message.objects.filter(role="assistant")
    assert answers.count() == 2
    asked = [
        answer["ask"] and answer["ask"]["key"]
        for answer in answers.values_list("answer", flat=True)
    ]
    assert asked[0] != asked[1], "the same question again"


def test_a_reload_in_mid_answer_changes_nothing(site: Site, open_tab: Open, hold: Hold) -> None:
    gate = hold()
    tab = open_tab(site)
    tab.open("/")
    tab.ask(QUESTION)
    bubble = tab.page.locator("#log [data-testid=message-assistant] > .bubble")
    expect(bubble).to_contain_text("[1]")
    before = bubble.inner_text()
    tab.page.reload()
    expect(bubble).to_have_text(before)
    expect(tab.id("chat-stop")).to_be_visible()
    gate.set()
    tab.answered()
    expect(tab.id("message-user")).to_have_count(1)
    expect(tab.id("message-assistant")).to_have_count(1)
    live = tab.conversation()
    tab.page.reload()
    assert tab.conversation() == live
    assert Message.objects.count() == 2


def test_two_tabs_see_the_same(site: Site, open_tab: Open, hold: Hold) -> None:
    gate = hold()
    tab = open_tab(site)
    tab.open("/")
    tab.ask(QUESTION)
    bubble = "#log [data-testid=message-assistant] > .bubble"
    expect(tab.page.locator(bubble)).to_contain_text("[1]")
    other = tab.context.new_page()
    other.goto(tab.page.url)
    expect(other.locator(bubble)).to_have_text(tab.page.locator(bubble).inner_text())
    gate.set()
    tab.answered()
    expect(other.locator("#log .answer")).to_be_visible()
    assert " ".join(other.locator("#log").inner_text().split()) == tab.conversation()


def test_stopping_and_trying_again(site: Site, open_tab: Open, hold: Hold) -> None:
    hold()
    tab = open_tab(site)
    tab.open("/")
    tab.ask(QUESTION)
    expect(tab.id("message-assistant")).to_contain_text("[1]")
    tab.id("chat-stop").click()
    expect(tab.id("turn-error")).to_contain_text("멈췄어요")
    expect(tab.id("chat-send")).to_be_visible()
    tab.page.reload()
    tab.id("retry").click()
    tab.answered()
    expect(tab.id("message-user")).to_have_count(1)
    expect(tab.id("message-assistant")).to_have_count(1)
    expect(tab.id("turn-error")).to_have_count(0)


def test_the_page_survives_the_death_of_the_site(site: Site, open_tab: Open, hold: Hold) -> None:
    hold()
    tab = open_tab(site)
    tab.open("/")
    tab.ask(QUESTION)
    expect(tab.id("message-assistant")).to_contain_text("[1]")
    site.kill9()
    site.start()
    expect(tab.id("turn-error")).to_contain_text("끊겼어요", timeout=40_000)
    tab.id("retry").click()
    tab.answered()
    expect(tab.id("message-user")).to_have_count(1)
    expect(tab.id("message-assistant")).to_have_count(1)
    # The lost connection itself is the only thing the console may tell.
    assert all("WebSocket" in problem for problem in tab.problems), tab.problems
    tab.problems.clear()


def test_faults_of_a_question_are_told_at_the_box(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask("  ")
    error = tab.page.locator("#composer-error")
    expect(error).to_contain_text("적어 주세요")
    tab.ask("가" * 2001)
    expect(error).to_contain_text("2,000자")
    assert tab.id("chat-input").input_value() == "가" * 2001
    assert not Turn.objects.exists()
