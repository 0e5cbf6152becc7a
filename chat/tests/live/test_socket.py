"""The chat over WebSockets, through Daphne."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from chat.models import Conversation, Message, Turn
from chat.tests.live.conftest import Hold
from chat.tests.live.site import Site
from chat.tests.live.visitors import (
    Talk,
    Visitor,
    kinds,
    open_socket,
    position,
    refused_status,
    text_of,
)
from chat.tests.scripted_llm import Reply, ScriptedLLM
from config.tests.runtime_support import eventually

QUESTION = "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?"


def test_a_turn_from_the_first_event_to_the_last(visitor: Visitor) -> None:
    with visitor.socket() as talk:
        talk.ask(QUESTION)
        events = talk.rest()
        assert talk.is_quiet()
    # Sources go ahead of the words that cite them: the words are shown once they are checked.
    assert kinds(events)[:3] == ["SESSION_CREATED", "THINK", "CITATION"]
    assert "TOKEN" in kinds(events)
    assert [event["type"] for event in events].count("DONE") == 1
    assert events[-1]["type"] == "DONE"
    assert "CITATION" in kinds(events)
    places = [position(event) for event in events]
    assert places == sorted(set(places))
    assert len({event["turn"] for event in events}) == 1
    answer = events[-1]["data"]["answer"]
    assert answer["composer"] != "extractive"
    assert text_of(events) == events[-1]["data"]["text"]
    message = Message.objects.get(role="assistant")
    assert (message.pk, message.text) == (events[-1]["data"]["message"], text_of(events))
    assert not any("강남구" in item["name"] for item in answer["items"])


def test_without_a_session_the_socket_is_closed(site: Site) -> None:
    for cookies in ("", "sessionid="):
        with open_socket(site, cookies=cookies) as connection:
            with pytest.raises(ConnectionClosed):
                connection.recv(10)
            assert connection.close_code == 4401


def test_only_pages_of_the_site_may_connect(site: Site, visitor: Visitor) -> None:
    assert refused_status(site, cookies=visitor.cookies, origin="https://evil.example") == 403
    assert refused_status(site, cookies=visitor.cookies, origin="") == 403
    assert refused_status(site, cookies=visitor.cookies, origin=site.url) == 101


@pytest.mark.parametrize(
    "frame",
    [
        "{",
        "",
        "null",
        "[]",
        '"ask"',
        "[" * 100_000,
        '{"type": "shout", "text": "안녕"}',
        '{"type": "ask"}',
        '{"type": "ask", "text": 7}',
        '{"type": "ask", "text": "안녕", "owner": "me"}',
        '{"type": "ask", "text": "안녕", "conversation": "1 OR 1=1"}',
        '{"type": "ask", "text": "\\ud800"}',
        '{"type": "resume", "turn": "00000000-0000-0000-0000-000000000000", "after": "$"}',
        b"\x00\xff",
    ],
)
def test_nonsense_is_refused_and_the_socket_stays(visitor: Visitor, frame: str | bytes) -> None:
    with visitor.socket() as talk:
        talk.connection.send(frame)
        error = talk.next()
        assert (error["type"], error["data"]["code"]) == ("ERROR", "invalid")
        talk.ask("안녕하세요")
        assert talk.rest()[-1]["type"] == "DONE"


def test_empty_and_overlong_questions_are_told_in_words(visitor: Visitor) -> None:
    with visitor.socket() as talk:
        talk.ask(" \n ")
        assert "적어 주세요" in talk.next()["data"]["message"]
        talk.ask("가" * 2001)
        assert "2,000자" in talk.next()["data"]["message"]
        assert not Conversation.objects.exists()
        talk.ask("😀" * 2000)
        assert talk.rest()[-1]["type"] == "DONE"


def test_nul_characters_do_not_break_a_question(visitor: Visitor) -> None:
    with visitor.socket() as talk:
        talk.ask("안녕\x00하세요")
        assert talk.rest()[-1]["type"] == "DONE"


def test_a_second_tab_replays_and_goes_on(visitor: Visitor, hold: Hold) -> None:
    gate = hold()
    with visitor.socket() as first, visitor.socket() as second:
        first.ask(QUESTION)
        seen = first.until("TOKEN")
        turn = seen[0]["turn"]
        second.send(type="resume", turn=turn, after=seen[1]["id"])
        again = second.until("TOKEN")
        gate.set()
        seen += first.rest()
        again += second.rest()
    assert again == seen[2:]


def test_a_finished_turn_is_replayed_whole(visitor: Visitor) -> None:
    with visitor.socket() as talk:
        talk.ask(QUESTION)
        seen = talk.rest()
    with visitor.socket() as talk:
        talk.send(type="resume", turn=seen[0]["turn"])
        assert talk.rest() == seen
        talk.send(type="resume", turn=seen[0]["turn"], after=seen[-2]["id"])
        assert talk.rest() == seen[-1:]


def test_stopping_a_turn_and_asking_again(visitor: Visitor, hold: Hold, llm: ScriptedLLM) -> None:
    hold()
    with visitor.socket() as talk:
        talk.ask(QUESTION)
        seen = talk.until("TOKEN")
        turn, conversation = seen[0]["turn"], seen[0]["data"]["conversation"]
        talk.send(type="cancel", turn=turn)
        last = talk.rest()[-1]
        assert (last["type"], last["data"]["status"]) == ("DONE", "cancelled")
        # A stopped turn stops costing money.
        eventually(lambda: llm.hangups == 1, 5)
        assert Turn.objects.get().status == Turn.Status.CANCELLED
        talk.ask("기초연금 신청 방법 알려 주세요", conversation=conversation)
        events = talk.rest()
    assert events[-1]["data"]["status"] == "done"
    roles = list(Message.objects.values_list("role", flat=True))
    assert roles == ["user", "user", "assistant"]


def test_a_stranger_reaches_nothing(visit: Callable[[], Visitor], hold: Hold) -> None:
    gate = hold()
    with visit().socket() as mine, visit().socket() as theirs:
        mine.ask(QUESTION)
        start = mine.until("TOKEN")
        turn, conversation = start[0]["turn"], start[0]["data"]["conversation"]
        for message in ({"type": "resume"}, {"type": "cancel"}, {"type": "retry"}):
            theirs.send(**message, turn=turn)
            assert theirs.next()["data"]["code"] == "not_found"
        theirs.ask(QUESTION, conversation=conversation)
        assert theirs.next()["data"]["code"] == "not_found"
        theirs.ask(QUESTION, request=turn)
        assert theirs.next()["type"] == "ERROR"
        gate.set()
        assert mine.rest()[-1]["data"]["status"] == "done"
        assert theirs.is_quiet(0.3)
    assert Turn.objects.count() == 1


def test_the_same_request_is_one_turn(visitor: Visitor) -> None:
    request = str(uuid4())
    with visitor.socket() as talk, visitor.socket() as other:
        talk.ask(QUESTION, request=request)
        other.ask(QUESTION, request=request)
        assert talk.rest() == other.rest()
    assert Turn.objects.count() == 1
    assert Message.objects.count() == 2


def test_one_question_at_a_time(visitor: Visitor, hold: Hold) -> None:
    gate = hold()
    with visitor.socket() as talk, visitor.socket() as tab:
        talk.ask(QUESTION)
        conversation = talk.until("TOKEN")[0]["data"]["conversation"]
        tab.ask("기초연금은요?", conversation=conversation)
        refusal = tab.next()
        assert (refusal["type"], refusal["data"]["code"]) == ("ERROR", "turn_running")
        tab.send(type="retry", turn=Turn.objects.get().id.hex)
        assert tab.next()["data"]["code"] == "turn_running"
        gate.set()
        assert talk.rest()[-1]["type"] == "DONE"
    assert Message.objects.filter(role="user").count() == 1


def test_another_process_follows_and_stops(
    visitor: Visitor, plain_site: Site, hold: Hold, llm: ScriptedLLM
) -> None:
    hold()
    with (
        visitor.socket() as talk,
        open_socket(plain_site, cookies=visitor.cookies) as connection,
    ):
        talk.ask(QUESTION)
        seen = talk.until("TOKEN")
        other = Talk(connection)
        other.send(type="resume", turn=seen[0]["turn"])
        assert other.until("TOKEN") == seen
        other.send(type="cancel", turn=seen[0]["turn"])
        assert other.rest() == talk.rest()
    eventually(lambda: llm.hangups == 1, 5)


def test_deleting_a_conversation_ends_its_turn(
    visitor: Visitor, hold: Hold, llm: ScriptedLLM
) -> None:
    hold()
    with visitor.socket() as talk:
        talk.ask(QUESTION)
        conversation = talk.until("TOKEN")[0]["data"]["conversation"]
        address = f"/chat/{conversation}/delete/"
        assert visitor.http.post(address, headers=visitor.csrf).status_code == 302
        assert talk.rest()[-1]["data"]["status"] == "cancelled"
    eventually(lambda: llm.hangups == 1, 5)
    assert not Message.objects.exists()


def test_a_turn_outlives_its_socket(visitor: Visitor, hold: Hold) -> None:
    gate = hold()
    with visitor.socket() as talk:
        talk.ask(QUESTION)
        conversation = talk.until("TOKEN")[0]["data"]["conversation"]
    gate.set()
    eventually(lambda: Message.objects.filter(role="assistant").exists(), 20)
    assert 'data-testid="policy-card"' in visitor.page(conversation)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(
            "기초연금은 매달 9,999,999원을 드립니다. [1]\n장애수당은 매달 8,888,888원입니다. [1]"
        ),
        Reply(status=429),
        Reply(status=500),
        Reply(""),
    ],
    ids=["wrong amounts", "429", "500", "silence"],
)
def test_a_failing_model_is_replaced_by_the_sources(
    visitor: Visitor, llm: ScriptedLLM, reply: Reply
) -> None:
    llm.replies[:] = [reply]
    with visitor.socket() as talk:
        talk.ask(QUESTION)
        events = talk.rest()
    answer = events[-1]["data"]["answer"]
    assert answer["composer"] == "extractive"
    assert "9,999,999" not in text_of(events)
    assert answer["items"]


def test_a_silent_turn_is_kept_alive_by_heartbeats(visitor: Visitor, hold: Hold) -> None:
    gate = hold()
    with visitor.socket() as talk:
        talk.ask(QUESTION)
        talk.until("TOKEN")
        assert talk.is_quiet(2.5)
        assert talk.pings >= 1
        gate.set()
        assert talk.rest()[-1]["type"] == "DONE"
