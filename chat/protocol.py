"""Messages of the socket and of the SSE stream, both directions.

Server events carry `id` (the Redis stream id, for replay) and `turn`. A turn ends with
exactly one DONE or ERROR.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal
from uuid import UUID

from django.conf import settings
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, TypeAdapter


class EventType(StrEnum):
    SESSION_CREATED = "SESSION_CREATED"
    THINK = "THINK"
    TOKEN = "TOKEN"  # noqa: S105 - an event name
    CITATION = "CITATION"
    ASK = "ASK"
    DONE = "DONE"
    ERROR = "ERROR"


# "milliseconds-sequence" of a Redis stream.
EVENT_ID = r"^\d{1,18}(-\d{1,18})?$"
FINAL_EVENTS = frozenset({EventType.DONE, EventType.ERROR})

# Stage names people see while a turn runs.
STAGE_LABELS = {
    "guard_input": "말씀을 읽고 있어요",
    "load_session": "지난 대화를 불러오고 있어요",
    "resume": "앞서 나눈 이야기를 살피고 있어요",
    "correct": "말씀하신 대로 고치고 있어요",
    "rewrite_query": "질문을 정리하고 있어요",
    "route": "무엇을 도와드릴지 살피고 있어요",
    "lookup": "표에서 찾고 있어요",
    "extract_facts": "상황을 이해하고 있어요",
    "save": "말씀하신 내용을 저장하고 있어요",
    "build_context": "알고 있는 내용을 모으고 있어요",
    "settle": "앞서 하신 말씀과 맞추고 있어요",
    "use_tool": "필요한 것을 찾고 계산하고 있어요",
    "clarify": "더 여쭤볼 것이 있는지 보고 있어요",
    "search": "정책을 찾고 있어요",
    "eligibility": "자격을 따져 보고 있어요",
    "application": "신청 방법을 모으고 있어요",
    "compose_answer": "답변할 내용을 모으고 있어요",
    "relate": "이어진 정책을 살피고 있어요",
    "verify_citations": "근거를 확인하고 있어요",
    "write_answer": "답변을 쓰고 있어요",
    "guard_output": "답변을 점검하고 있어요",
    "suggest": "이어서 물어볼 것을 고르고 있어요",
    "persist": "대화를 저장하고 있어요",
}


class Event(BaseModel):
    """One server event. `data` by type: SESSION_CREATED {conversation, text}; THINK {stage,
    label}; TOKEN {text}; CITATION (CitationOut); ASK (AskOut); DONE {status, answer,
    message}; ERROR {code, message, retryable}."""

    model_config = ConfigDict(frozen=True)

    id: str = ""
    type: EventType
    turn: UUID
    data: dict[str, Any] = {}


class _Client(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _without_nul(value: object) -> object:
    """PostgreSQL cannot store the NUL character, and no question needs it."""
    return value.replace("\x00", "") if isinstance(value, str) else value


MessageText = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        min_length=1,
        max_length=settings.CONVERSATION["max_message_chars"],
    ),
    # The last one runs first.
    BeforeValidator(_without_nul),
]


CORRECTION_CHARS = 200
NOT_SO = "아니에요"
_Short = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=CORRECTION_CHARS),
    BeforeValidator(_without_nul),
]


class Correction(_Client):
    """A fact of the conversation that is not so: struck, or, with a `value`, changed to what
    is written there. `label` is the fact as it was shown; see `HeardOut` for the rest."""

    member: str = Field(pattern=r"^[a-z_]{1,30}\d{0,2}$")
    key: str = Field(pattern=r"^[a-z_]{1,40}$")
    item: _Short = ""
    label: Annotated[_Short, StringConstraints(min_length=1)]
    value: _Short = ""

    @property
    def text(self) -> str:
        """The correction as it stands among the messages; chat/turns.js writes it alike."""
        return f"{self.label} → {self.value or NOT_SO}"


class CorrectMessage(_Client):
    """Correct a fact of a conversation: its last question is answered again."""

    type: Literal["correct"]
    conversation: UUID
    correction: Correction
    request: UUID | None = None


class AskMessage(_Client):
    """Start a turn; without `conversation` a new one is made. `request` makes a repeated
    send (after a lost connection) join the same turn instead of starting another."""

    type: Literal["ask"]
    text: MessageText
    conversation: UUID | None = None
    request: UUID | None = None


class ResumeMessage(_Client):
    """Replay a turn's events after `after` and go on with it."""

    type: Literal["resume"]
    turn: UUID
    after: str = Field(default="0", pattern=EVENT_ID)


class RetryMessage(_Client):
    """Run an interrupted, failed or stopped turn again."""

    type: Literal["retry"]
    turn: UUID


class CancelMessage(_Client):
    type: Literal["cancel"]
    turn: UUID


ClientMessage = Annotated[
    AskMessage | CorrectMessage | ResumeMessage | CancelMessage | RetryMessage,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
