"""The model as a second reader: it may strike lines out, never write or change one."""

from __future__ import annotations

import asyncio
import json
import re

from django.conf import settings
from pydantic import BaseModel, ValidationError

from chat.agent.citations import MARK
from chat.agent.grounding.sources import Grounds
from chat.agent.llm import Composer, ModelUnavailable
from chat.agent.prompts import prompt


class LineJudgement(BaseModel):
    number: int
    supported: bool


class Judgements(BaseModel):
    lines: list[LineJudgement]


async def judge_lines(model: Composer, lines: list[str], grounds: Grounds) -> dict[int, bool]:
    """By place in `lines`, whether the cited sentences say what the line says. A line that
    the model did not judge, or judged in no readable way, or too late, is left out."""
    task = json.dumps(
        [
            {"number": place, "line": line, "sources": _sources(line, grounds)}
            for place, line in enumerate(lines)
        ],
        ensure_ascii=False,
    )
    try:
        async with asyncio.timeout(settings.LLM_VERIFY_SECONDS):
            answer = model.stream(
                prompt("entail").text, task, temperature=settings.LLM_EXTRACTION_TEMPERATURE
            )
            pieces = [piece async for piece in answer]
    except (ModelUnavailable, TimeoutError):
        return {}
    return _judgements("".join(pieces), len(lines))


def _judgements(text: str, count: int) -> dict[int, bool]:
    found = re.search(r"\{.*\}", text, re.DOTALL)
    if found is None:
        return {}
    try:
        parsed = Judgements.model_validate_json(found.group())
    except ValidationError:
        return {}
    judged: dict[int, bool] = {}
    for each in parsed.lines:
        if 0 <= each.number < count:
            # Judged twice, a no counts.
            judged[each.number] = each.supported and judged.get(each.number, True)
    return judged


def _sources(line: str, grounds: Grounds) -> list[str]:
    marks = [int(number) for number in MARK.findall(line)]
    quotes = [grounds.citations[number].quote for number in marks if number in grounds.citations]
    if quotes:
        return quotes
    told = [source.text for key in grounds.policies for source in grounds.told_of(key)]
    return [*grounds.told, *told]
