"""The same turns over HTTP: an SSE answer, replay by event id, cancelling."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chat.models import Message, Turn
from chat.tests.live.conftest import Hold
from chat.tests.live.visitors import Visitor, kinds, position, sse_events, text_of
from config.tests.runtime_support import eventually

QUESTION = "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?"
TURNS = "/api/chat/turns"


def ask(visitor: Visitor, text: str = QUESTION) -> list[dict[str, object]]:
    body = {"type": "ask", "text": text}
    with visitor.http.stream("POST", TURNS, json=body, headers=visitor.csrf) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        return list(sse_events(response))


def test_the_answer_is_an_event_stream_like_the_socket_s(visitor: Visitor) -> None:
    events = ask(visitor)
    # Sources go ahead of the words that cite them: the words are shown once they are checked.
    assert kinds(events)[:3] == ["SESSION_CREATED", "THINK", "CITATION"]
    assert "TOKEN" in kinds(events)
    assert events[-1]["type"] == "DONE"
    places = [position(event) for event in events]
    assert places == sorted(set(places))
    assert Message.objects.get(role="assistant").text == text_of(events)
    with visitor.socket() as talk:
        talk.send(type="resume", turn=events[0]["turn"])
        assert talk.rest() == events


@pytest.mark.parametrize("header", [True, False], ids=["Last-Event-ID", "after"])
def test_replay_gives_what_came_after(visitor: Visitor, header: bool) -> None:
    events = ask(visitor)
    middle = events[len(events) // 2]["id"]
    address = f"{TURNS}/{events[0]['turn']}/events"
    how = {"headers": {"Last-Event-ID": middle}} if header else {"params": {"after": middle}}
    with visitor.http.stream("GET", address, **how) as response:
        assert list(sse_events(response)) == events[len(events) // 2 + 1 :]


def test_a_correction_is_an_event_stream_too(visitor: Visitor) -> None:
    question = {"type": "ask", "text": "저는 60세예요. 기초연금 받을 수 있나요?"}
    with visitor.http.stream("POST", TURNS, json=question, headers=visitor.csrf) as response:
        first = list(sse_events(response))
    body = {
        "type": "correct",
        "conversation": first[0]["data"]["conversation"],
        "correction": {"member": "self", "key": "age", "label": "나이: 만 60세", "value": "71세"},
    }
    address = f"{TURNS}/correct"
    with visitor.http.stream("POST", address, json=body, headers=visitor.csrf) as response:
        events = list(sse_events(response))
    assert "고쳐서" in events[-1]["data"]["answer"]["note"]
    bad = {**body, "correction": {"member": "self; drop", "key": "age", "label": "나이"}}
    assert visitor.http.post(address, json=bad, headers=visitor.csrf).status_code == 422


@pytest.mark.parametrize("after", ["$", "abc", "1-2-3", "-1"])
def test_a_malformed_event_id_is_refused(visitor: Visitor, after: str) -> None:
    turn = ask(visitor, "안녕하세요")[0]["turn"]
    address = f"{TURNS}/{turn}/events"
    assert visitor.http.get(address, params={"after": after}).status_code == 422
    assert visitor.http.get(address, headers={"Last-Event-ID": after}).status_code == 422


def test_writing_needs_the_csrf_token(visitor: Visitor) -> None:
    body = {"type": "ask", "text": QUESTION}
    assert visitor.http.post(TURNS, json=body).status_code in {401, 403}
    assert not Turn.objects.exists()


def test_bad_questions_are_refused(visitor: Visitor) -> None:
    for text in ("", "  ", "가" * 2001):
        body = {"type": "ask", "text": text}
        response = visitor.http.post(TURNS, json=body, headers=visitor.csrf)
        assert response.status_code == 422
    assert not Turn.objects.exists()


def test_a_stranger_reads_and_stops_nothing(visit: Callable[[], Visitor]) -> None:
    mine, theirs = visit(), visit()
    turn = ask(mine, "안녕하세요")[0]["turn"]
    assert theirs.http.get(f"{TURNS}/{turn}/events").status_code == 404
    address = f"{TURNS}/{turn}/cancel"
    assert theirs.http.post(address, headers=theirs.csrf).status_code == 404
    conversation = str(Turn.objects.get().conversation_id)
    body = {"type": "ask", "text": QUESTION, "conversation": conversation}
    response = theirs.http.post(TURNS, json=body, headers=theirs.csrf)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_stopping_over_http(visitor: Visitor, hold: Hold) -> None:
    hold()
    with visitor.socket() as talk:
        talk.ask(QUESTION)
        turn = talk.until("TOKEN")[0]["turn"]
        response = visitor.http.post(f"{TURNS}/{turn}/cancel", headers=visitor.csrf)
        assert response.json() == {"cancelled": True}
        assert talk.rest()[-1]["data"]["status"] == "cancelled"


def test_a_second_question_gets_409(visitor: Visitor, hold: Hold) -> None:
    hold()
    with visitor.socket() as talk:
        talk.ask(QUESTION)
        conversation = talk.until("TOKEN")[0]["data"]["conversation"]
        body = {"type": "ask", "text": QUESTION, "conversation": conversation}
        response = visitor.http.post(TURNS, json=body, headers=visitor.csrf)
        assert (response.status_code, response.json()["code"]) == (409, "turn_running")


def test_leaving_an_sse_answer_does_not_stop_the_turn(visitor: Visitor, hold: Hold) -> None:
    gate = hold()
    body = {"type": "ask", "text": QUESTION}
    with visitor.http.stream("POST", TURNS, json=body, headers=visitor.csrf) as response:
        next(event for event in sse_events(response) if event["type"] == "TOKEN")
    gate.set()
    eventually(lambda: Message.objects.filter(role="assistant").exists(), 20)


def test_without_javascript_the_form_ends_on_the_answer(visitor: Visitor) -> None:
    token = visitor.http.cookies["csrftoken"]
    form = {"text": QUESTION, "conversation": "", "csrfmiddlewaretoken": token}
    response = visitor.http.post("/chat/ask/", data=form, follow_redirects=True)
    assert response.status_code == 200
    assert response.text.count('data-testid="policy-card"') > 1  # one is the template
    assert response.text.count('data-testid="message-assistant"') == 2  # one is the template
