"""Utterances of a suite read by the rules and the configured model together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from chat.agent.fact_reading import Reading, read_with_model
from chat.agent.llm import close_clients, composer_from_settings
from chat.agent.understanding.model_facts import Result
from chat.agent.understanding.types import Extraction
from policies.evals.corpus import CasesInvalid

_TAKEN = (Result.AGREED, Result.ADDED, Result.REPLACED)


@dataclass(frozen=True)
class Said:
    """An utterance and what the rules have read in it."""

    text: str
    as_of: date
    found: Extraction


@dataclass
class _Tally:
    """What became of the model's facts, and why it did not answer where it did not."""

    results: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)

    def add(self, reading: Reading) -> None:
        if reading.failure:
            self.failures[reading.failure] += 1
        self.results.update(row.result.value for row in reading.rows)
        self.refused.update(row.reason for row in reading.rows if row.reason)

    def told(self, name: str) -> dict[str, Any]:
        """`accepted` counts facts that stand in the result, said by the rules as well or not."""
        return {
            "name": name,
            "accepted": sum(self.results[kind.value] for kind in _TAKEN),
            "results": {kind.value: self.results[kind.value] for kind in Result},
            "refused": dict(self.refused.most_common()),
            "failures": dict(self.failures.most_common()),
        }


async def read_by_model(
    said: Sequence[Said], progress: Callable[[str, int, int], None]
) -> tuple[list[Extraction], dict[str, Any]]:
    """What rules and model read together, in order, and what became of the model's facts.
    Raises CasesInvalid without a model."""
    model = composer_from_settings()
    if model is None:
        raise CasesInvalid("OPENAI_API_KEY 가 없어 모델과 함께 잴 수 없습니다.")
    tally, found = _Tally(), []
    try:
        for number, one in enumerate(said, start=1):
            reading = await read_with_model(model, one.text, one.found, as_of=one.as_of)
            tally.add(reading)
            found.append(reading.found)
            progress("모델이 읽기", number, len(said))
    finally:
        await close_clients()
    return found, tally.told(model.name)
