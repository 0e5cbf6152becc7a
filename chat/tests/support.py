"""Catalogue entries and whole turns for the tests of the chat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from channels.db import database_sync_to_async

from chat import relay, runner
from chat.models import Turn
from chat.protocol import Event, EventType
from chat.querysets import Owner
from chat.tests.stored import StoredRows, empty_tables, stored_rows
from policies.catalogue.load import DATA_DIR, load_catalogue
from policies.catalogue.records import entry_record
from policies.services import policy_load
from policies.services.embed import SHIPPED, vectors_use

ENTRIES = (
    "basic-pension",
    "diabetes-supplies",
    "hypertension-diabetes-registration",
    "medical-aid-care-cost",
    "emergency-medical-support",
    "dongjak-hypertension-diabetes-class",
    "dongjak-health-recovery",
    "dongjak-ai-iot-senior-care",
    "dongjak-low-sugar-salt-nutrition",
    "gangnam-hypertension-diabetes-class",
    "gangnam-metabolic-syndrome",
    "disability-pension",
    "disability-allowance",
    "child-allowance",
    "energy-voucher",
    "dementia-care-center",
    "catastrophic-medical-expense",
)


def load_entries(*ids: str) -> None:
    """Chosen catalogue entries with their shipped vectors into the test database. What was
    loaded once is copied where the tables it fills are empty."""
    wanted = tuple(ids or ENTRIES)
    empty = empty_tables()
    stored = _stored.get(wanted)
    if stored is not None and stored.tables.keys() <= set(empty):
        stored.restore()
        return
    _load(wanted)
    if stored is None and "policies_policy" in empty:
        _stored[wanted] = stored_rows(empty)


def _load(wanted: tuple[str, ...]) -> None:
    files = [path for path in DATA_DIR.rglob("*.yaml") if path.stem in wanted]
    missing = set(wanted) - {path.stem for path in files}
    if missing:
        raise LookupError(f"no such catalogue entries: {sorted(missing)}")
    for entry in load_catalogue(files).entries.values():
        policy_load(record=entry_record(entry))
    vectors_use(path=SHIPPED)


_stored: dict[tuple[str, ...], StoredRows] = {}


@dataclass
class Told:
    """A finished turn: its events, its text and its answer."""

    turn: UUID
    conversation: UUID
    events: list[Event] = field(default_factory=list)

    @property
    def types(self) -> list[EventType]:
        return [event.type for event in self.events]

    @property
    def last(self) -> Event:
        return self.events[-1]

    @property
    def text(self) -> str:
        return "".join(e.data["text"] for e in self.events if e.type is EventType.TOKEN)

    @property
    def answer(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.last.data["answer"]
        return answer

    @property
    def names(self) -> list[str]:
        return [item["name"] for item in self.answer["items"]]

    def item(self, name: str) -> dict[str, Any]:
        """Card of the policy whose name contains `name`."""
        return next(item for item in self.answer["items"] if name in item["name"])


class Talk:
    """A conversation of one anonymous person."""

    def __init__(self, owner: Owner | None = None) -> None:
        self.owner = owner or Owner(None, uuid4().hex)
        self.conversation: UUID | None = None

    async def say(self, text: str) -> Told:
        """Ask, wait for the end, return everything that was told."""
        turn: Turn = await runner.start_turn(
            owner=self.owner, text=text, conversation_id=self.conversation
        )
        self.conversation = turn.conversation_id
        return await follow(self.owner, turn)


async def follow(owner: Owner, turn: Turn, after: str = "0") -> Told:
    """Everything a turn tells from `after` on."""
    told = Told(turn.id, turn.conversation_id)
    async for event in relay.follow(owner=owner, turn_id=turn.id, after=after):
        if event is not None:
            told.events.append(event)
    return told


async def finish() -> None:
    """Wait for running turns and close this loop's connections."""
    await runner.drain()
    await runner.close_connections()


turn_get = database_sync_to_async(Turn.objects.get)
