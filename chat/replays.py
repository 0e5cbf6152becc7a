"""A stored turn beside the same turn with today's code and data."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.utils import timezone

from chat import runner
from chat.agent.correcting import heard
from chat.agent.trace import masked
from chat.errors import ReplayFailed
from chat.models import Message, Trace
from chat.querysets import Owner
from chat.rehearsal import Rehearsed, replay


@dataclass(frozen=True)
class Side:
    """A turn as far as two runs of it are compared."""

    route: str
    outcome: str
    tools: list[str]
    facts: list[str]
    policies: dict[str, str]
    lines: list[str]
    stages: dict[str, int]
    duration_ms: int


@dataclass(frozen=True)
class Compared:
    """Both values of one thing, as they are shown."""

    name: str
    before: str
    after: str

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Line:
    """A line of the answers: `mark` "+" stands only today, "-" only then, " " in both."""

    mark: str
    text: str


@dataclass(frozen=True)
class Replay:
    """What is the same and what is not. `remembered`: what the conversation knew when the turn
    began was stored with it, else it ran like a first turn."""

    then: Side
    now: Side
    remembered: bool
    policies: list[Compared] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    stages: list[Compared] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        """Whether anything but the time is different."""
        then, now = self.then, self.now
        return (
            (then.route, then.outcome, then.tools, then.facts)
            != (
                now.route,
                now.outcome,
                now.tools,
                now.facts,
            )
            or any(one.changed for one in self.policies)
            or any(line.mark != " " for line in self.lines)
        )


def turn_replay(trace: Trace) -> Replay:
    """Run the turn of a trace again. Nothing is stored and nobody is told.

    Raises ReplayFailed when it does not come to an end. It runs in a thread with a loop of its
    own: the clients of the server's loop must not be closed with it.
    """
    turn = trace.turn
    conversation = turn.conversation
    question = turn.messages.get(role=Message.Role.USER).text
    owner = Owner(conversation.user_id, conversation.session_key)
    with ThreadPoolExecutor(max_workers=1) as apart:
        done = apart.submit(asyncio.run, _again(owner, question, trace)).result()
    then = stored_side(trace)
    now = side_of(done.answer.model_dump(mode="json"), done.events, done.route, done.duration_ms)
    return Replay(
        then=then,
        now=now,
        remembered=bool(trace.kept),
        policies=_compared(then.policies, now.policies),
        lines=_lines(then.lines, now.lines),
        stages=_compared(_times(then.stages), _times(now.stages)),
    )


async def _again(owner: Owner, question: str, trace: Trace) -> Rehearsed:
    try:
        # Its database calls get a thread of their own: the server's waits for this to end.
        async with ThreadSensitiveContext(), asyncio.timeout(settings.TURN_TIMEOUT_SECONDS):
            return await replay(
                owner=owner,
                text=question,
                kept=trace.kept,
                as_of=timezone.localdate(),
                correction=trace.turn.correction,
            )
    except Exception as error:
        raise ReplayFailed(type(error).__name__) from error
    finally:
        await runner.close_connections()


def stored_side(trace: Trace) -> Side:
    """The turn as it was stored."""
    message = trace.turn.messages.filter(role=Message.Role.ASSISTANT).first()
    answer = message.answer if message and message.answer else {}
    return side_of(answer, trace.events, trace.route, trace.duration_ms)


def side_of(answer: Mapping[str, Any], events: Iterable[Any], route: str, duration_ms: int) -> Side:
    """One run of a turn out of its answer and its events, personal data masked."""
    told = [event for event in events if isinstance(event, Mapping)]
    return Side(
        route=route,
        outcome=str(answer.get("outcome", "")),
        tools=[str(event["data"].get("tool", "")) for event in told if _is(event, "called")],
        facts=_facts(told),
        policies={item["name"]: item["verdict_label"] for item in answer.get("items") or []},
        lines=[masked(line["text"]) for line in answer.get("lines") or [] if line["text"]],
        stages=_stages(told, duration_ms),
        duration_ms=duration_ms,
    )


def _is(event: Mapping[str, Any], kind: str) -> bool:
    return event.get("kind") == kind and isinstance(event.get("data"), Mapping)


def _facts(events: list[Mapping[str, Any]]) -> list[str]:
    said = [event["data"].get("facts") or {} for event in events if _is(event, "facts")]
    said += [
        {event["data"]["member"]: event["data"]["after"]}
        for event in events
        if _is(event, "corrected")
    ]
    return [one.label for members in said for one in heard(members)]


def _stages(events: list[Mapping[str, Any]], duration_ms: int) -> dict[str, int]:
    """Milliseconds by node: an event lasts until the next one."""
    starts = [int(event.get("at_ms", 0)) for event in events]
    ends = [after for _, after in pairwise(starts)] + [max(duration_ms, *starts, 0)]
    found: dict[str, int] = {}
    for event, start, end in zip(events, starts, ends, strict=True):
        node = str(event.get("node", ""))
        found[node] = found.get(node, 0) + max(end - start, 0)
    return found


def _times(stages: Mapping[str, int]) -> dict[str, str]:
    return {node: f"{took:,}ms" for node, took in stages.items()}


def _compared(then: Mapping[str, str], now: Mapping[str, str]) -> list[Compared]:
    names = dict.fromkeys([*then, *now])
    return [Compared(name, then.get(name, ""), now.get(name, "")) for name in names]


def _lines(then: list[str], now: list[str]) -> list[Line]:
    found: list[Line] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        if tag == "equal":
            found += [Line(" ", text) for text in then[i1:i2]]
            continue
        found += [Line("-", text) for text in then[i1:i2]]
        found += [Line("+", text) for text in now[j1:j2]]
    return found
