"""Facts of an utterance as the language model reads them, beside those of the rules."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from django.conf import settings

from chat.agent.llm import Composer, ModelUnavailable
from chat.agent.prompts import prompt
from chat.agent.understanding import Extraction, extract, mask_pii
from chat.agent.understanding.model_checks import Facts, checked, utterance
from chat.agent.understanding.model_facts import Row, facts_in, facts_schema
from chat.agent.understanding.model_merge import merged
from chat.agent.understanding.restated import restated

if TYPE_CHECKING:
    from openai.types.shared_params import ResponseFormatJSONSchema

    from chat.agent.context import AgentContext
    from chat.agent.state import TurnState

# Of one text; what follows is read by the rules alone.
_LONGEST = 2000
PROMPT = "facts"


@dataclass(frozen=True)
class Reading:
    """`found` is the rules' extraction with the model's facts in it, or as it was where the
    model failed, which `failure` then names. `unsure`: (member, key, item) of the facts that
    the model alone has read."""

    found: Extraction
    rows: list[Row] = field(default_factory=list)
    unsure: list[tuple[str, str, str]] = field(default_factory=list)
    failure: str = ""

    def told(self) -> dict[str, Any]:
        """For the trace."""
        if self.failure:
            return {"reason": self.failure}
        return {"model_facts": [asdict(row) for row in self.rows], "prompt": prompt(PROMPT).hash}


async def turn_facts(
    state: TurnState, context: AgentContext, *, bare: bool
) -> tuple[Extraction, list[list[str]]]:
    """What a turn says of whom, and what of it only the model has read. `bare`: a mere answer
    to Poly's own question, in which there is nothing more to find."""
    as_of = date.fromisoformat(state["as_of"])
    focus, known = state.get("focus", "self"), state.get("members", {})
    found = extract(state["text"], as_of=as_of, focus=focus, known=known)
    found = restated(found, state["text"], known)
    if context.model is None or bare:
        return found, []
    reading = await read_with_model(
        context.model, state["text"], found, as_of=as_of, focus=focus, known=known
    )
    kind = "model_failed" if reading.failure else "model_facts"
    context.trace.add("extract_facts", kind, **reading.told())
    return reading.found, [list(one) for one in reading.unsure]


async def read_with_model(
    model: Composer,
    text: str,
    found: Extraction,
    *,
    as_of: date,
    focus: str = "self",
    known: Facts | None = None,
) -> Reading:
    """What rules and model together read out of `text`. Never raises: the rules alone stand
    where the model is away, late, refuses or does not answer in the asked form.

    `found`, `focus` and `known` are those of `extract`. The model sees masked text.
    """
    said = utterance(mask_pii(text[:_LONGEST]), found, as_of=as_of, focus=focus, known=known or {})
    task = json.dumps(
        {"today": as_of.isoformat(), "members": said.members, "utterance": said.text},
        ensure_ascii=False,
    )
    try:
        answer = await _answer(model, task, said.members)
    except ModelUnavailable as error:
        return Reading(found, failure=str(error))
    except TimeoutError:
        return Reading(found, failure="TooSlow")
    read = facts_in(answer)
    if read is None:
        return Reading(found, failure="Unreadable")
    facts, misshapen = read
    good, refused = checked(facts, said)
    result = merged(found, good, as_of=as_of, known=known)
    return Reading(result.found, [*result.rows, *refused, *misshapen], result.unsure)


async def _answer(model: Composer, task: str, members: list[str]) -> str:
    async with asyncio.timeout(settings.LLM_FACTS_SECONDS):
        pieces = model.stream(
            prompt(PROMPT).text,
            task,
            temperature=settings.LLM_EXTRACTION_TEMPERATURE,
            schema=_format(facts_schema(members)),
        )
        return "".join([piece async for piece in pieces])


def _format(schema: Mapping[str, Any]) -> ResponseFormatJSONSchema:
    described = {"name": "facts", "strict": True, "schema": dict(schema)}
    return {"type": "json_schema", "json_schema": described}  # type: ignore[typeddict-item]
