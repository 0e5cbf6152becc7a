"""Correcting what was understood, and going on, as a person meets it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from chat.models import Conversation, Turn
from chat.tests.live.browsing import FAULTS, Tab
from chat.tests.live.conftest import Open
from chat.tests.live.site import Site
from chat.tests.live.visitors import Visitor

QUESTION = "저는 60세이고 동작구에 살아요. 기초연금 받을 수 있나요?"


def heard(tab: Tab) -> list[str]:
    """The facts of the last answer."""
    last = tab.id("message-assistant").last
    return last.locator(".heard__label").all_inner_texts()


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_a_fact_is_changed_and_struck(plain_site: Site, open_tab: Open, width: int) -> None:
    tab = open_tab(plain_site, width=width)
    tab.open("/")
    tab.ask(QUESTION)
    tab.answered()
    assert heard(tab) == ["나이: 만 60세", "사는 곳: 서울특별시 동작구"]
    age = tab.id("heard").filter(has_text="나이").last
    age.locator("summary").click()
    age.get_by_test_id("heard-value").fill("71세")
    age.get_by_test_id("heard-value").press("Enter")
    expect(tab.id("message-user")).to_have_count(2)
    tab.answered()
    expect(tab.id("note").last).to_contain_text("고쳐서 다시 답할게요")
    assert heard(tab) == ["나이: 만 71세"]
    assert tab.page.evaluate(FAULTS) == []
    assert not tab.scrolls_sideways()

    tab.id("heard-strike").last.click()
    expect(tab.id("message-user")).to_have_count(3)
    tab.answered()
    expect(tab.id("note").last).to_contain_text("빼고 다시 답할게요")
    assert Turn.objects.filter(correction__isnull=False).count() == 2

    tab.page.reload()
    expect(tab.id("note").last).to_contain_text("빼고 다시 답할게요")
    assert tab.page.locator(".heard__strike:visible").count() == 0


def test_a_fact_is_changed_without_javascript(visitor: Visitor) -> None:
    token = visitor.http.cookies["csrftoken"]
    asked = {"text": QUESTION, "conversation": "", "csrfmiddlewaretoken": token}
    page = visitor.http.post("/chat/ask/", data=asked, follow_redirects=True).text
    assert 'action="/chat/correct/"' in page
    sent = {
        "conversation": str(Conversation.objects.get().id),
        "member": "self",
        "key": "age",
        "item": "",
        "label": "나이: 만 60세",
        "csrfmiddlewaretoken": token,
    }
    empty = visitor.http.post("/chat/correct/", data={**sent, "value": " "}, follow_redirects=True)
    assert "맞는 내용을 적어 주세요." in empty.text
    done = visitor.http.post(
        "/chat/correct/", data={**sent, "value": "71세"}, follow_redirects=True
    )
    assert "나이: 만 60세 → 71세" in done.text
    assert "고쳐서 다시 답할게요" in done.text
    assert Turn.objects.count() == 2
