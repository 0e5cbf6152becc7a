"""Any process may die at any time: nothing said is lost, nothing hangs, one answer in the end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from websockets.exceptions import ConnectionClosed, WebSocketException

from chat.models import Message, Turn
from chat.tests.live.conftest import Hold
from chat.tests.live.site import Site
from chat.tests.live.visitors import Talk, Told, Visitor
from config.runtime.servers import Servers
from config.tests.runtime_support import eventually

QUESTION = "저는 동작구에 사는 당뇨 환자인데 받을 수 있는 혜택이 뭔가요?"


@pytest.fixture
def kill(servers: Servers) -> Iterator[Callable[[str], None]]:
    """kill -9 of one of the session's servers, "postgres" or "redis"; all run at the end."""

    def end(name: str) -> None:
        server = next(each for each in servers.members if each.log_name == name)
        pid = server.running_pid()
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: not server.is_alive(), 10)

    yield end
    servers.repair()
    connection.close()


def outcome(visitor: Visitor, turn: str, *, seconds: float = 40) -> Told:
    """How a turn ends for a client that comes back as often as it is cut off."""
    found: list[Told] = []

    def ended() -> bool:
        try:
            with visitor.socket() as talk:
                talk.send(type="resume", turn=turn)
                found[:] = talk.rest()
        except (WebSocketException, OSError, TimeoutError):
            return False
        return True

    eventually(ended, seconds)
    finals = [event for event in found if event["type"] in {"DONE", "ERROR"}]
    assert len(finals) == 1
    return finals[0]


def retried(visitor: Visitor, turn: str) -> list[Told]:
    with visitor.socket() as talk:
        talk.send(type="retry", turn=turn)
        return talk.rest()


def assert_whole(visitor: Visitor, conversation: str) -> None:
    """One question and one answer, in the database and on the page."""
    assert roles(conversation) == ["user", "assistant"]
    page = visitor.page(conversation).partition('<template id="tpl-user">')[0]
    assert page.count('data-testid="message-user"') == 1
    assert page.count('data-testid="message-assistant"') == 1
    assert 'data-testid="policy-card"' in page
    assert 'data-testid="retry"' not in page


def roles(conversation: str) -> list[str]:
    messages = Message.objects.filter(conversation_id=conversation)
    return list(messages.values_list("role", flat=True))


def begin(talk: Talk) -> tuple[str, str]:
    """Ask and wait for the first words; turn and conversation."""
    talk.ask(QUESTION)
    first = talk.until("TOKEN")[0]
    return first["turn"], first["data"]["conversation"]


def test_a_killed_site_leaves_turns_that_can_be_gone_on_with(
    site: Site, visit: Callable[[], Visitor], hold: Hold
) -> None:
    hold(turns=2)
    patient, hasty = visit(), visit()
    with patient.socket() as talk, hasty.socket() as other:
        turn, conversation = begin(talk)
        lost, second = begin(other)
        site.kill9()
        with pytest.raises(ConnectionClosed):
            talk.rest()
    site.start()
    assert list(Message.objects.values_list("role", "text")) == [("user", QUESTION)] * 2

    last = outcome(patient, turn)
    assert (last["type"], last["data"]["code"]) == ("ERROR", "interrupted")
    assert last["data"]["retryable"]
    assert Turn.objects.get(id=turn).status == Turn.Status.INTERRUPTED
    assert f'data-retry-turn="{turn}"' in patient.page(conversation)
    assert retried(patient, turn)[-1]["data"]["status"] == "done"
    assert_whole(patient, conversation)

    # Another question instead: the lost turn stays as it is and cannot come back later.
    with hasty.socket() as talk:
        talk.ask("기초연금 신청 방법 알려 주세요", conversation=second)
        assert talk.rest()[-1]["data"]["status"] == "done"
        talk.send(type="retry", turn=lost)
        assert talk.next()["data"]["code"] == "not_retryable"
    assert roles(second) == ["user", "user", "assistant"]


@pytest.mark.parametrize("back_first", [True, False], ids=["back at once", "back later"])
def test_losing_redis_in_mid_turn(
    visitor: Visitor,
    hold: Hold,
    servers: Servers,
    kill: Callable[[str], None],
    back_first: bool,
) -> None:
    gate = hold()
    with visitor.socket() as talk:
        turn, conversation = begin(talk)
        kill("redis")
        if back_first:
            servers.repair()
            gate.set()
        else:
            gate.set()
            eventually(lambda: Turn.objects.get().status != Turn.Status.RUNNING, 40)
            servers.repair()
    last = outcome(visitor, turn)
    if last["type"] == "ERROR":
        assert last["data"]["retryable"]
        assert retried(visitor, turn)[-1]["data"]["status"] == "done"
    assert last["data"].get("status") != "cancelled", "nobody stopped it"
    assert_whole(visitor, conversation)


def test_losing_postgres_in_mid_turn(
    visitor: Visitor, hold: Hold, servers: Servers, kill: Callable[[str], None]
) -> None:
    gate = hold()
    with visitor.socket() as talk:
        turn, conversation = begin(talk)
        kill("postgres")
        gate.set()
        servers.repair()
    connection.close()
    last = outcome(visitor, turn)
    if last["type"] == "ERROR":
        assert last["data"]["retryable"]
        assert retried(visitor, turn)[-1]["data"]["status"] == "done"
    assert last["data"].get("status") != "cancelled", "nobody stopped it"
    assert_whole(visitor, conversation)


@pytest.mark.parametrize("name", ["redis", "postgres"])
def test_a_question_while_a_server_is_away_can_be_sent_again(
    visitor: Visitor, servers: Servers, kill: Callable[[str], None], name: str
) -> None:
    request = "5f0f7a5e-52e8-4a55-9d7e-0a4c0d8b6a11"
    with visitor.socket() as talk:
        kill(name)
        answered = told_or_closed(talk, request)
    servers.repair()
    connection.close()
    assert answered != "DONE"

    def done() -> bool:
        try:
            with visitor.socket() as talk:
                talk.ask(QUESTION, request=request)
                last = told(talk)
                if last["type"] == "ERROR" and last["data"]["retryable"]:
                    talk.send(type="retry", turn=request)
                    last = told(talk)
                return str(last["type"]) == "DONE"
        except (WebSocketException, OSError):
            return False

    eventually(done, 40)
    assert_whole(visitor, str(Turn.objects.get().conversation_id))


def told(talk: Talk) -> dict[str, Any]:
    try:
        return talk.rest()[-1]
    except ConnectionClosed:
        return {"type": "CLOSED", "data": {}}


def told_or_closed(talk: Talk, request: str) -> str:
    """Type of the final event of a question, or CLOSED."""
    try:
        talk.ask(QUESTION, request=request)
    except ConnectionClosed:
        return "CLOSED"
    kind: str = told(talk)["type"]
    return kind
