"""A real, small local model (make test-llm): far too weak to answer well, it invents
amounts. Whatever it writes, nothing unsupported may reach the page.

SOAK_TURNS sets how many turns are held (make soak-llm: 200), SOAK_REPORT where figures go.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async

from chat.evals.brute import strangers
from chat.models import Message, Trace
from chat.protocol import EventType
from chat.tests.local_llm import MISSING, REASON, local_llm
from chat.tests.support import Talk, Told, finish
from policies.models import Policy, PolicyVersion

pytestmark = [pytest.mark.llm, pytest.mark.skipif(MISSING, reason=REASON)]
TURNS = int(os.environ.get("SOAK_TURNS", "6"))
REPORT = os.environ.get("SOAK_REPORT", "")
ASKED = (
    "{} 얼마 받아요? 저는 72세예요",
    "{} 신청 방법 알려 주세요",
    "{} 받을 수 있나요? 저는 동작구에 사는 66세 당뇨 환자예요",
    "{}에 필요한 서류가 뭐예요?",
    "{} 나이 기준이 어떻게 되나요?",
    "{} 90만 원 준다던데 맞아요?",
    "{} 언제까지 신청해야 해요?",
    "{} 문의 전화번호 알려 주세요",
    "어머니가 80세인데 {} 되나요?",
    "{} 소득 기준 알려 주세요",
    "월 소득 150만원인데 {} 받나요?",
    "{} 설명해 주세요",
)


@pytest.fixture(scope="module")
def local_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with local_llm(tmp_path_factory.mktemp("weights")) as url:
        yield url


@database_sync_to_async
def _stored(told: Told) -> tuple[str, dict[str, Any], list[dict[str, Any]], list[str]]:
    """The stored message and trace, and all texts of every policy that the answer shows."""
    message = Message.objects.get(turn_id=told.turn, role=Message.Role.ASSISTANT)
    answer = message.answer or {}
    versions = {citation["version_id"] for citation in answer["citations"]}
    ids = {item["policy_id"] for item in answer["items"]}
    texts: list[str] = []
    for version in PolicyVersion.objects.filter(pk__in=versions):
        texts += version.sections.values()
    for policy in Policy.objects.filter(pk__in=ids).select_related("current_version"):
        version = policy.current_version
        assert version is not None
        texts += [*version.sections.values(), policy.name, policy.period_text, policy.apply_url]
        texts += [f"{contact['phone']}" for contact in version.contacts]
        texts += [policy.detail_url, f"{version.year}년 기준"]
        if policy.period_end:
            texts.append(f"{policy.period_end:%Y년 %m월 %d일}")
    return message.text, answer, Trace.objects.get(turn_id=told.turn).events, texts


def _shown(told: Told, text: str, answer: dict[str, Any]) -> list[str]:
    """Everything that a turn shows and that is not the rule engine's own sentence."""
    shown = [told.text, text, *(line["text"] for line in answer["lines"])]
    for item in answer["items"]:
        for field in ("benefit", "application", "documents"):
            shown += [claim["text"] for claim in item[field]]
        shown += [item["deadline"], *item["contacts"]]
    return shown


def _said(question: str, answer: dict[str, Any]) -> list[str]:
    """What the person said, and sentences of the rule engine and of counts."""
    said = [*answer["understood"], answer["conclusion"], *answer["next_steps"]]
    for item in answer["items"]:
        said += [reason["text"] for reason in item["reasons"]]
        said += [missing["question"] for missing in item["missing"]]
    return said


async def test_weak_model_never_gets_a_figure_past_the_check(
    entries: None, local_model: str, settings: Any
) -> None:
    settings.OPENAI_API_KEY = "local"
    settings.OPENAI_BASE_URL = local_model
    settings.LLM_MODEL = "gemma"
    settings.LLM_TIMEOUT_SECONDS = 110.0
    settings.LLM_MAX_TOKENS = 160
    settings.TURN_TIMEOUT_SECONDS = 170.0
    names = await database_sync_to_async(list)(
        Policy.objects.order_by("name").values_list("name", flat=True)
    )
    counts: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    found: list[dict[str, Any]] = []
    began = time.monotonic()
    try:
        for number in range(TURNS):
            name = names[number % len(names)]
            question = ASKED[(number // len(names) + number) % len(ASKED)].format(name)
            told = await Talk().say(question)
            counts["turns"] += 1
            if told.last.type is not EventType.DONE:
                counts["failed turns"] += 1
                continue
            text, answer, events, texts = await _stored(told)
            counts[f"composer {answer['composer']}"] += 1
            for event in events:
                if event["kind"] == "line_refused":
                    refused[event["data"]["reason"]] += 1
            counts["lines shown"] += len(answer["lines"])
            counts["lines not checked"] += sum(
                line["check"] != "supported" for line in answer["lines"]
            )
            for shown in _shown(told, text, answer):
                odd = strangers(shown, [*texts, *_said(question, answer)])
                if odd:
                    found.append({"question": question, "shown": shown, "numbers": odd})
            _report(counts, refused, found, began)
    finally:
        await finish()
    assert found == []
    assert counts["failed turns"] == 0


def _report(
    counts: Counter[str], refused: Counter[str], found: list[dict[str, Any]], began: float
) -> None:
    if not REPORT:
        return
    seconds = round(time.monotonic() - began)
    report = {**counts, "refused": refused, "unsupported": found, "seconds": seconds}
    path = Path(REPORT)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8")
