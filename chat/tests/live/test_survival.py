"""A conversation survives what happens around it: restarts, a kill, reloads, a second tab, a rest,
and another member of the family."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from chat import runner
from chat.agent.checkpoints import checkpointer, close_checkpointer, thread_of
from chat.agent.graph import build_graph
from chat.models import Conversation, Message, Turn
from chat.tests.live.conftest import Hold, Open
from chat.tests.live.site import Site
from chat.tests.live.visitors import Talk, Told, Visitor

PENSION = "저는 72세예요. 기초연금 받을 수 있나요?"


def said(visitor: Visitor, text: str, conversation: str | None = None) -> Told:
    """The last event of a turn over a socket of its own."""
    with visitor.socket() as talk:
        talk.ask(text, **({"conversation": conversation} if conversation else {}))
        return talk.rest()[-1]


def pension(told: Told) -> dict[str, Any]:
    """The card of 기초연금."""
    items = told["data"]["answer"]["items"]
    return next(item for item in items if item["name"] == "기초연금")


def asked(told: Told) -> str:
    """Key of the question back, "" without one."""
    return (told["data"]["answer"]["ask"] or {"key": ""})["key"]


def tried_again(talk: Talk, turn: str) -> Told:
    """The last event of a turn that is tried as often as its lease of three seconds runs out: a
    site that has just started may be that slow."""
    for _ in range(3):
        talk.send(type="retry", turn=turn)
        told = talk.rest()[-1]
        if told["type"] == "DONE":
            break
    return told


def only_conversation() -> str:
    return str(Conversation.objects.get().id)


def rest(conversation: str, minutes: int) -> None:
    """Put the end of the last turn that far back."""
    ended = timezone.now() - timedelta(minutes=minutes)

    async def put_back() -> None:
        graph = build_graph(await checkpointer())
        update = {"last_at": ended.isoformat()}
        await graph.aupdate_state(thread_of(conversation), update, as_node="persist")
        await close_checkpointer()

    # The browser keeps a loop in this thread.
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, put_back()).result()


def test_a_talk_goes_on_over_restarts(plain_site: Site) -> None:
    visitor = Visitor(plain_site)
    first = said(visitor, PENSION)
    talk, open_key = only_conversation(), asked(first)
    assert open_key == "nationality"

    plain_site.stop()
    plain_site.start()
    told = said(visitor, "네, 한국 사람이에요", talk)
    assert {one["key"] for one in pension(told)["missing"]}.isdisjoint({"birth_date", open_key})
    assert asked(told) not in {"", "birth_date", open_key}

    plain_site.kill9()
    plain_site.start()
    mother = said(visitor, "어머니는요? 어머니는 59세세요", talk)
    assert mother["data"]["answer"]["member"] == "mother"
    assert pension(mother)["verdict"] == "unlikely"
    mine = said(visitor, "그럼 저는 받을 수 있어요?", talk)
    assert mine["data"]["answer"]["member"] == "self"
    assert pension(mine)["verdict"] == "needs_more_info"
    assert asked(mine) not in {"birth_date", open_key}
    visitor.http.close()


def test_a_turn_killed_in_the_middle_begins_anew(
    site: Site, visit: Callable[[], Visitor], hold: Hold
) -> None:
    visitor = visit()
    said(visitor, PENSION)
    talk = only_conversation()
    hold()
    with visitor.socket() as running:
        running.ask("어머니는요? 어머니는 59세세요", conversation=talk)
        turn = running.until("TOKEN")[0]["turn"]
        site.kill9()
    site.start()
    with visitor.socket() as back:
        back.send(type="resume", turn=turn)
        assert back.rest()[-1]["data"]["code"] == "interrupted"
        told = tried_again(back, turn)
    assert pension(told)["verdict"] == "unlikely"
    kept = Turn.objects.get(id=turn).trace.kept
    assert list(kept["members"]) == ["self"], "the killed attempt left its facts behind"
    assert Message.objects.filter(conversation_id=talk).count() == 4
    mine = said(visitor, "저는요?", talk)
    assert pension(mine)["verdict"] == "needs_more_info"


@pytest.mark.browser
def test_an_open_question_survives_a_reload(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask("장애수당을 받을 수 있나요? 저는 40세예요.")
    tab.answered()
    choices = tab.id("quick-reply").all_inner_texts()
    assert choices
    tab.page.reload()
    assert tab.id("quick-reply").all_inner_texts() == choices
    tab.id("quick-reply").last.click()
    tab.answered()
    first, second = Message.objects.filter(role="assistant").values_list("answer", flat=True)
    assert second["items"][0]["name"] == first["items"][0]["name"]
    assert (second["ask"] or {}).get("key") != first["ask"]["key"]


@pytest.mark.browser
def test_two_tabs_go_on_with_one_talk(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask(PENSION)
    tab.answered()
    other = tab.context.new_page()
    other.goto(tab.page.url)
    other.get_by_test_id("chat-input").fill("아니, 60세예요.")
    other.get_by_test_id("chat-input").press("Enter")
    expect(other.locator("#log .answer")).to_have_count(2)
    expect(other.get_by_test_id("chat-stop")).to_be_hidden()
    # The first tab has not seen that turn; its own goes on from it all the same.
    tab.ask("그럼 저는 안 되나요?")
    tab.answered()
    assert Conversation.objects.count() == 1
    verdicts = [
        answer["items"][0]["verdict"]
        for answer in Message.objects.filter(role="assistant").values_list("answer", flat=True)
    ]
    assert verdicts == ["needs_more_info", "unlikely", "unlikely"]
    tab.page.reload()
    other.reload()
    expect(tab.id("message-assistant")).to_have_count(3)
    assert " ".join(other.locator("#log").inner_text().split()) == tab.conversation()


@pytest.mark.browser
def test_after_a_rest_it_goes_on_or_starts_anew(plain_site: Site, open_tab: Open) -> None:
    tab = open_tab(plain_site)
    tab.open("/")
    tab.ask(PENSION)
    tab.answered()
    rest(only_conversation(), minutes=14)
    tab.ask("신청은 어디서 해요?")
    tab.answered()
    expect(tab.id("note")).to_have_count(0)
    rest(only_conversation(), minutes=16)
    tab.ask("서류는요?")
    tab.answered()
    expect(tab.id("note").last).to_contain_text("만 72세")
    tab.id("message-assistant").last.get_by_text("처음부터 다시 시작하기").click()
    expect(tab.id("message-assistant")).to_have_count(4)
    tab.answered()
    tab.ask("기초연금 받을 수 있나요?")
    tab.answered()
    answer = Message.objects.filter(role="assistant").last().answer
    assert "birth_date" in {one["key"] for one in answer["items"][0]["missing"]}
    assert runner.kept_summary(Conversation.objects.get().id) == ""
