"""Where to turn in one's own place, said where the data had no answer or named nobody to call."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from chat.agent.answers import Draft
from chat.agent.facts import region_of
from chat.agent.state import TurnState
from chat.answer import Outcome
from policies.geography import Region, known_region, places_in
from policies.geography.offices import Office, OfficeKind
from policies.korean import particle

_NOBODY_FOUND = frozenset({Outcome.NOT_FOUND_IN_DATA, Outcome.NO_SUCH_POLICY})
# The nation's numbers stand in the answer already.
_NEAR = frozenset({OfficeKind.WELFARE_CENTER, OfficeKind.CITY_HALL, OfficeKind.HEALTH_CENTER})
_SHOWN = 3


def place_to_ask(state: TurnState, draft: Draft) -> tuple[Region, str | None] | None:
    """The residence (and its dong, where the question names it) for which an office helps;
    None where the answer needs none or nobody knows where the person lives."""
    answer = draft.answer
    unreachable = state["route"] == "APPLICATION_ASSIST" and not any(
        item.contacts for item in answer.items
    )
    lived = region_of(state)
    if lived is None or not (answer.outcome in _NOBODY_FOUND or unreachable):
        return None
    region = known_region(lived.sido, lived.sigungu)
    if region is None or region.sigungu is None:
        return None
    said = places_in(unicodedata.normalize("NFC", state["question"]))
    dong = next((place.dong for place in said if place.dong and region in place.regions), None)
    return region, dong


def with_offices(draft: Draft, offices: list[Office]) -> Draft:
    """The draft with the offices of the place among its next steps; those with a number first."""
    near = [office for office in offices if office.kind in _NEAR]
    near = sorted(near, key=lambda office: office.phone is None)[:_SHOWN]
    steps = [_step(office) for office in near]
    answer = draft.answer
    answer = answer.model_copy(update={"next_steps": [*answer.next_steps, *steps]})
    return replace(draft, answer=answer, lines=[*draft.lines, *steps])


def _step(office: Office) -> str:
    if office.phone:
        return f"{office.name}({office.phone})에 전화해 물어볼 수 있어요."
    where = f"{office.name}{particle(office.name, '으로/로')}"
    return f"{where} 찾아가 물어볼 수 있어요. 전화번호를 확인하지 못했어요."
